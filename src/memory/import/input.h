#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/directory.h"
#include "base/result.h"
#include "memory/import/draft.h"

namespace satchel::memory {

struct ImportLimits {
  std::size_t entries = 200'000;            // files and directories of a folder
  std::size_t depth = 16;                   // directories
  std::size_t note_bytes = 1UL << 20U;      // a Markdown file of a folder
  std::size_t export_bytes = 512UL << 20U;  // a JSON file, or a single file
  std::size_t total_bytes = 1UL << 30U;     // of a folder
};

// What the user named: one file, read already, or a folder whose Markdown and JSON files are read
// one at a time. Below a folder no link is followed and nothing outside is reached. Confined to one
// thread.
class ImportInput {
 public:
  // `name` is the file's own name; empty for the standard input.
  static ImportInput FromBytes(std::string_view name, std::string_view bytes);
  // Lists the folder. kInvalidInput, kNotFound or kSystem: it cannot be read; kDeadline.
  static Result<ImportInput> OpenFolder(const std::filesystem::path& path, const Deadline& deadline,
                                        const ImportLimits& limits = {});

  bool is_folder() const { return top_.has_value(); }
  std::string_view name() const { return name_; }
  // Of a single file, without a byte order mark. They must outlive the input.
  std::string_view bytes() const { return bytes_; }
  // Of a folder: its Markdown and JSON files by path, with '/'.
  std::span<const std::string> paths() const { return paths_; }
  // Whether the folder is the vault of an Obsidian user.
  bool has_obsidian() const { return has_obsidian_; }

  // A file of the folder by its path, also one that is not in the list. Without a byte order mark.
  std::expected<std::string, ReadFailure> Read(std::string_view path) const;
  // Reports directories and wanted files that cannot be read.
  void Report(bool (*wanted)(std::string_view path), ImportSink& sink) const;

 private:
  struct Problem {
    std::string path;
    std::string why;    // empty: a link
    bool file = false;  // or a link, which could be one
  };
  class Lister;

  ImportInput() = default;

  std::string name_;
  std::string_view bytes_;
  std::optional<Directory> top_;
  std::vector<std::string> paths_;
  std::vector<Problem> problems_;
  bool has_obsidian_ = false;
  ImportLimits limits_;
};

bool IsJsonName(std::string_view path);
// The last part of a path, and that without its ending.
std::string_view FileNameOf(std::string_view path);
std::string_view StemOf(std::string_view path);

}  // namespace satchel::memory
