#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace satchel::test {

inline bool UpdatesGolden() {
  return std::getenv("SATCHEL_UPDATE_GOLDEN") != nullptr;  // NOLINT(concurrency-mt-unsafe)
}

// Byte for byte against a file under version control. SATCHEL_UPDATE_GOLDEN=1
// rewrites the file instead; its diff is reviewed like code.
inline void ExpectGolden(const std::filesystem::path& file, const std::string& actual) {
  if (UpdatesGolden()) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << actual;
    return;
  }
  ASSERT_TRUE(std::filesystem::exists(file))
      << file << " is missing; SATCHEL_UPDATE_GOLDEN=1 writes it";
  EXPECT_EQ(TempDir::ReadFile(file), actual) << "SATCHEL_UPDATE_GOLDEN=1 rewrites " << file;
}

// The same for the part of a document between `<!-- name -->` and `<!-- /name -->`.
inline void ExpectGoldenPart(const std::filesystem::path& file, const std::string& name,
                             const std::string& actual) {
  const std::string text = TempDir::ReadFile(file);
  const std::string open = "<!-- " + name + " -->\n";
  const auto begin = text.find(open);
  const auto end = text.find("<!-- /" + name + " -->");
  ASSERT_TRUE(begin != std::string::npos && end != std::string::npos && begin < end)
      << file << " has no part " << name;
  const std::size_t from = begin + open.size();
  ExpectGolden(file, text.substr(0, from) + actual + text.substr(end));
}

}  // namespace satchel::test
