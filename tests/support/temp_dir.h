#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

namespace satchel::test {

// A fresh directory that goes with the object. The path has no symlinks.
class TempDir {
 public:
  TempDir() {
    std::string name = (std::filesystem::temp_directory_path() / "satchel-XXXXXX").string();
    path_ = std::filesystem::canonical(::mkdtemp(name.data()));
  }
  ~TempDir() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::filesystem::path& path() const { return path_; }

  // Creates the directories above it.
  std::filesystem::path Write(const std::string& name, std::string_view bytes) const {
    const auto file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
  }
  std::filesystem::path MakeDirectory(const std::string& name) const {
    std::filesystem::create_directories(path_ / name);
    return path_ / name;
  }

  // Every entry below with its content: equal before and after means nothing was written.
  std::map<std::string, std::string> Listing() const {
    std::map<std::string, std::string> listing;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path_)) {
      const std::string name = entry.path().lexically_relative(path_).string();
      listing[name] = entry.is_regular_file() && !entry.is_symlink() ? ReadFile(entry.path()) : "/";
    }
    return listing;
  }

  static std::string ReadFile(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }

 private:
  std::filesystem::path path_;
};

}  // namespace satchel::test
