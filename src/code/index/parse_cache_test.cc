#include "code/index/parse_cache.h"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/file.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/directory.h"
#include "code/languages/languages.h"
#include "tests/support/temp_dir.h"

namespace satchel::code {
namespace {

ParseCache::Key KeyNumber(int number) {
  return ParseCache::KeyOf(std::string(31, 'd') + static_cast<char>(number),
                           FindLanguage("python"));
}

class ParseCacheTest : public testing::Test {
 protected:
  ParseCache Open(std::uint64_t most = ParseCache::kMostBytes) {
    auto cache = ParseCache::Open(dir_.path() / "parse", most);
    EXPECT_TRUE(cache.has_value());
    return *std::move(cache);
  }
  std::vector<std::filesystem::path> Files() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(dir_.path() / "parse")) {
      files.push_back(entry.path());
    }
    return files;
  }

  test::TempDir dir_;
};

TEST_F(ParseCacheTest, WhatOneAddsTheNextFinds) {
  {
    ParseCache cache = Open();
    EXPECT_FALSE(cache.Find(KeyNumber(1)));
    cache.Add(KeyNumber(1), "one");
    cache.Add(KeyNumber(2), std::string("\0two", 4));
    ASSERT_TRUE(cache.Flush());
  }
  const ParseCache cache = Open();
  EXPECT_EQ(cache.Find(KeyNumber(1)), "one");
  EXPECT_EQ(cache.Find(KeyNumber(2)), std::string("\0two", 4));
  EXPECT_FALSE(cache.Find(KeyNumber(3)));
  EXPECT_EQ(cache.entries(), 2U);
}

TEST_F(ParseCacheTest, TheKeyKnowsContentLanguageAndVersion) {
  LanguageRules newer = *FindLanguage("python");
  newer.version += 1;
  const std::string digest(32, 'd');
  EXPECT_NE(ParseCache::KeyOf(digest, &newer), ParseCache::KeyOf(digest, FindLanguage("python")));
  EXPECT_NE(ParseCache::KeyOf(digest, nullptr), ParseCache::KeyOf(digest, FindLanguage("c")));
  EXPECT_NE(ParseCache::KeyOf(digest, nullptr),
            ParseCache::KeyOf(digest, nullptr, text::kRedactionVersion + 1));
  EXPECT_NE(ParseCache::KeyOf(digest, nullptr), ParseCache::KeyOf(std::string(32, 'e'), nullptr));
}

TEST_F(ParseCacheTest, SmallPacksAreJoined) {
  for (int i = 0; i < 20; ++i) {
    ParseCache cache = Open();
    cache.Add(KeyNumber(i), std::string(100, static_cast<char>('a' + i)));
    ASSERT_TRUE(cache.Flush());
  }
  EXPECT_EQ(Files().size(), 1U);
  EXPECT_EQ(Open().entries(), 20U);
  EXPECT_EQ(Open().Find(KeyNumber(7)), std::string(100, 'h'));
}

TEST_F(ParseCacheTest, TheOldestPacksGoFirst) {
  for (int i = 0; i < 4; ++i) {
    ParseCache cache = Open(11U << 20U);
    cache.Add(KeyNumber(i), std::string(5U << 20U, static_cast<char>('a' + i)));
    ASSERT_TRUE(cache.Flush());
  }
  const ParseCache cache = Open();
  EXPECT_FALSE(cache.Find(KeyNumber(0)));
  EXPECT_TRUE(cache.Find(KeyNumber(3)));
  EXPECT_LE(cache.bytes(), 11U << 20U);
}

TEST_F(ParseCacheTest, WhateverIsDamagedIsNotThere) {
  {
    ParseCache cache = Open();
    for (int i = 0; i < 5; ++i)
      cache.Add(KeyNumber(i), std::string(50, static_cast<char>('a' + i)));
    ASSERT_TRUE(cache.Flush());
  }
  const auto file = Files().front();
  std::string bytes;
  {
    std::ifstream in(file, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(in), {});
  }
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x41);
    std::ofstream(file, std::ios::binary | std::ios::trunc) << changed;
    const ParseCache cache = Open();
    for (int i = 0; i < 5; ++i) {
      const auto found = cache.Find(KeyNumber(i));
      if (found) {
        EXPECT_EQ(*found, std::string(50, static_cast<char>('a' + i))) << at;
      }
    }
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes.substr(0, at);
    EXPECT_EQ(Open().entries(), 0U) << at;
  }
}

TEST_F(ParseCacheTest, ThreadsAddAndFind) {
  ParseCache cache = Open();
  cache.Add(KeyNumber(99), "before");
  ASSERT_TRUE(cache.Flush());
  ParseCache again = Open();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&again, t] {
      for (int i = 0; i < 20; ++i) {
        again.Add(KeyNumber((t * 20) + i), "x");
        EXPECT_EQ(again.Find(KeyNumber(99)), "before");
      }
    });
  }
  for (auto& thread : threads) thread.join();
  ASSERT_TRUE(again.Flush());
  EXPECT_EQ(Open().entries(), 81U);
}

TEST_F(ParseCacheTest, DraftsThatNobodyWritesAreRemoved) {
  Open();
  const auto left = dir_.path() / "parse" / "0000000000000001-1-0.tmp";
  const auto held = dir_.path() / "parse" / "0000000000000001-2-0.tmp";
  std::ofstream(left) << "torn";
  std::ofstream(held) << "by somebody";
  const Descriptor writer(::open(held.c_str(), O_WRONLY | O_CLOEXEC));
  ASSERT_EQ(::flock(writer.get(), LOCK_EX | LOCK_NB), 0);
  ParseCache cache = Open();
  cache.Add(KeyNumber(1), "one");
  ASSERT_TRUE(cache.Flush());
  EXPECT_FALSE(std::filesystem::exists(left));
  EXPECT_TRUE(std::filesystem::exists(held));
}

// In a container each process may have the number of one that was ended.
TEST_F(ParseCacheTest, ADraftWithTheNameOfTheNextOneIsNoObstacle) {
  Open();
  const auto parse = dir_.path() / "parse";
  for (unsigned serial = 0; serial < 50; ++serial) {
    std::ofstream(parse / fmt::format("{:016x}-{}-{}.tmp", 1, ::getpid(), serial)) << "torn";
  }
  ParseCache cache = Open();
  cache.Add(KeyNumber(1), "one");
  ASSERT_TRUE(cache.Flush());
  EXPECT_EQ(Files().size(), 1U);
}

TEST_F(ParseCacheTest, ADirectoryThatCannotBeUsedIsSaid) {
  std::ofstream(dir_.path() / "file") << "x";
  const auto cache = ParseCache::Open(dir_.path() / "file");
  ASSERT_FALSE(cache.has_value());
  EXPECT_EQ(cache.error().code(), Errc::kUnavailable);
}

}  // namespace
}  // namespace satchel::code
