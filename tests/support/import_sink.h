#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "memory/import/format.h"

namespace satchel::test {

// Keeps what an importer finds.
class ImportSink : public memory::ImportSink {
 public:
  Status Take(memory::Draft draft) override {
    drafts.push_back(std::move(draft));
    return {};
  }
  void Skip(const memory::ImportPlace& place, memory::SkipReason reason) override {
    skipped.push_back(Name(place) + ": " + std::string(Name(reason)));
  }
  void Refuse(const memory::ImportPlace& place, std::string_view why) override {
    refused.push_back(Name(place) + ": " + std::string(why));
  }

  std::vector<std::string> Texts() const {
    std::vector<std::string> texts;
    for (const memory::Draft& draft : drafts) texts.push_back(draft.memory.text);
    return texts;
  }

  std::vector<memory::Draft> drafts;
  std::vector<std::string> skipped;
  std::vector<std::string> refused;
};

// Reads a file in the format that is recognised, which is named.
inline ImportSink ImportFile(std::string_view format, std::string_view name, std::string_view bytes,
                             const memory::ImportOptions& options = {}) {
  const auto input = memory::ImportInput::FromBytes(name, bytes);
  const auto found = memory::RecogniseImport(input);
  ImportSink sink;
  EXPECT_TRUE(found) << found.error().text();
  if (!found) return sink;
  EXPECT_EQ((*found)->name, format);
  const auto read = (*found)->read(input, options, sink);
  EXPECT_TRUE(read) << read.error().text();
  return sink;
}

// The same for a folder.
inline ImportSink ImportFolder(std::string_view format, const std::filesystem::path& path,
                               const memory::ImportOptions& options = {},
                               const memory::ImportLimits& limits = {}) {
  ImportSink sink;
  const auto input = memory::ImportInput::OpenFolder(path, Deadline::Never(), limits);
  EXPECT_TRUE(input);
  if (!input) return sink;
  const auto found = memory::RecogniseImport(*input);
  EXPECT_TRUE(found) << found.error().text();
  if (!found) return sink;
  EXPECT_EQ((*found)->name, format);
  const auto read = (*found)->read(*input, options, sink);
  EXPECT_TRUE(read) << read.error().text();
  return sink;
}

}  // namespace satchel::test
