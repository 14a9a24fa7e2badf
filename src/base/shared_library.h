#pragma once

#include <optional>
#include <span>
#include <string>

namespace satchel {

// A C library that is loaded when it is first needed, so that one binary also runs where it is not
// installed. It stays for the life of the process. Confined to one thread.
//
//   auto library = SharedLibrary::Open(kFiles);
//   library->Find(table.close, "lib_close");
//   if (!library->missing().empty()) ...  // too old
class SharedLibrary {
 public:
  // The first of the files that can be loaded, found where the system keeps libraries; nothing
  // when there is none.
  static std::optional<SharedLibrary> Open(std::span<const char* const> files);

  // Null when it has no such function.
  template <class Function>
  void Find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(Address(name));
    if (function == nullptr && missing_.empty()) missing_ = name;
  }
  // The first function that was looked for and is not there; empty: all are.
  const std::string& missing() const { return missing_; }

 private:
  explicit SharedLibrary(void* library) : library_(library) {}
  void* Address(const char* name) const;

  void* library_;
  std::string missing_;
};

}  // namespace satchel
