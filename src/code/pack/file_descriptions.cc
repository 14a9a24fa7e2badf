#include "code/pack/file_descriptions.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "llm/one_line.h"
#include "store/code_metadata.h"

namespace satchel::pipeline {
namespace {

// In bytes. Together they leave room for path and relation in a candidate's 400 bytes.
constexpr std::size_t kMostPurpose = 120;
constexpr std::size_t kMostSurface = 70;
constexpr std::size_t kMostComplexity = 60;
constexpr std::size_t kMostPlace = 30;  // module, domain
constexpr std::size_t kMostConcepts = 60;

void Add(std::string& line, std::string_view label, std::string_view text, std::size_t most) {
  const std::string value = llm::OneLine(text, most);
  if (value.empty()) return;
  line += fmt::format("{}{}{}", line.empty() ? "" : "; ", label, value);
}

std::string ConceptsOf(const store::MetadataRow& row) {
  const auto concepts = ParseJson(row.concepts);
  std::string text;
  if (!concepts || !concepts->is_array()) return text;
  for (const Json& one : *concepts) {
    if (!one.is_string()) continue;
    text += (text.empty() ? "" : ", ") + one.get_ref<const std::string&>();
  }
  return text;
}

std::string LineOf(const store::MetadataRow& row) {
  std::string line;
  Add(line, "", row.purpose, kMostPurpose);
  Add(line, "public: ", row.public_surface, kMostSurface);
  Add(line, "note: ", row.complexity, kMostComplexity);
  Add(line, "module ", row.module, kMostPlace);
  Add(line, "domain ", row.domain, kMostPlace);
  Add(line, "concepts: ", ConceptsOf(row), kMostConcepts);
  return line;
}

}  // namespace

Result<FileDescriptions> FileDescriptions::Read(store::Transaction& curated,
                                                std::span<const store::FileRow> files) {
  std::vector<std::string> paths;
  for (const store::FileRow& file : files) paths.push_back(file.path);
  FileDescriptions descriptions;
  if (paths.empty()) return descriptions;
  const auto rows = SATCHEL_TRY(store::MetadataOf(curated, paths));
  for (const store::MetadataRow& row : rows) {
    const auto file = std::ranges::find(files, row.path, &store::FileRow::path);
    if (file == files.end() || file->digest != row.digest) continue;
    descriptions.lines_.emplace(row.path, LineOf(row));
  }
  return descriptions;
}

std::string FileDescriptions::Of(const std::string& path) const {
  const auto found = lines_.find(path);
  return found == lines_.end() ? "" : found->second;
}

}  // namespace satchel::pipeline
