#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "code/facts/facts.h"

namespace satchel::code {

// Uses of names, each kind in a symbol once. Keeps views of the file's text.
class UseTable {
 public:
  void Add(UseKind kind, std::uint32_t symbol, std::uint32_t line, std::string_view name,
           std::string_view qualifier, bool on_value = false);
  struct Entry {
    UseKind kind;
    std::uint32_t symbol;
    std::uint32_t line;
    std::uint32_t count;
    std::string_view name;
    std::string_view qualifier;
    bool on_value;  // the qualifier is one: a variable, not a module or a type
  };
  // In the order in which they were first met.
  std::vector<Use> Take() const;
  // The same with other qualifiers, which must be as lasting.
  UseTable With(const std::function<std::string_view(const Entry& use)>& qualifier) const;

 private:
  void Add(const Entry& entry);
  void Grow();
  std::size_t SlotOf(const Entry& entry) const;

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  // index + 1 of an entry; 0: free
};

}  // namespace satchel::code
