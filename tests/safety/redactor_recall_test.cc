// How much of what is a secret the redactor finds, format by format.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/safety/secret_samples.h"
#include "tests/support/temp_dir.h"
#include "text/redactor.h"

namespace satchel::text {
namespace {

using test::MakeSecretSamples;
using test::Random;
using test::SecretSample;

std::string Redact(std::string_view text) { return Redactor::Default().Redact(text).text; }

// Markers name the issuer, as many prefixes do: "[redacted:github-token]".
std::string WithoutMarkers(std::string text) {
  for (std::size_t at = text.find("[redacted:"); at != text.npos; at = text.find("[redacted:")) {
    text.erase(at, text.find(']', at) + 1 - at);
  }
  return text;
}

// The longest part of the secret that is still in the text.
std::size_t Surviving(std::string_view secret, std::string_view text) {
  std::size_t longest = 0;
  for (std::size_t at = 0; at + longest < secret.size(); ++at) {
    while (at + longest < secret.size() && text.contains(secret.substr(at, longest + 1))) ++longest;
  }
  return longest;
}

// Up to four characters say nothing; a prefix such as "ghp_" is no secret at all.
bool IsCaught(const SecretSample& sample) {
  std::string around = sample.line;
  around.erase(around.find(sample.secret), sample.secret.size());
  const std::string out = WithoutMarkers(Redact(sample.line));
  return Surviving(sample.secret, out) <=
         std::max<std::size_t>(4, Surviving(sample.secret, around));
}

struct Tally {
  std::size_t caught = 0;
  std::size_t all = 0;
  bool by_form = false;
};

TEST(RedactorRecallTest, FindsStructuredSecretsInFull) {
  Random random(test::FirstSeed());
  std::map<std::string, Tally> by_format;
  Tally structured;
  Tally named;
  for (const SecretSample& sample : MakeSecretSamples(random, test::CaseCount(20))) {
    const bool caught = IsCaught(sample);
    for (Tally* tally : {&by_format[sample.format], sample.structured ? &structured : &named}) {
      tally->caught += caught ? 1 : 0;
      ++tally->all;
      tally->by_form = sample.by_form;
    }
  }
  for (const auto& [format, tally] : by_format) {
    fmt::print("{:28} {:5} of {:5}{}\n", format, tally.caught, tally.all,
               tally.by_form ? "" : "  by place or name");
  }
  fmt::print("{} formats; structured {} of {}; by name only {} of {}\n", by_format.size(),
             structured.caught, structured.all, named.caught, named.all);
  EXPECT_GE(by_format.size(), 180U);
  EXPECT_GE(structured.all, 5000U);
  EXPECT_GE(structured.caught * 1000, structured.all * 990);
  EXPECT_GE(named.caught * 1000, named.all * 950);
  for (const auto& [format, tally] : by_format) {
    // Words begin like these four, so that a value has to look random, which one without a digit
    // does not. Any made-up value may contain a word such as "your", once in some ten thousand.
    const bool like_words = format == "crates.io" || format == "gocardless" ||
                            format == "vault legacy" || format == "unnamed issuer";
    const std::size_t least = tally.by_form && !like_words ? 998 : 900;
    EXPECT_GE(tally.caught * 1000, tally.all * least) << format;
  }
}

TEST(RedactorRecallTest, FindsThemInTheMiddleOfAFileAndCutOverLines) {
  Random random(test::FirstSeed(7));
  std::size_t caught = 0;
  std::size_t all = 0;
  std::map<std::string, std::size_t> missed;  // by format
  for (const SecretSample& sample : MakeSecretSamples(random, 2)) {
    if (!sample.by_form || sample.secret.size() < 24) continue;
    const std::size_t cut = random.Between(6, sample.secret.size() - 6);
    const std::string a = sample.secret.substr(0, cut);
    const std::string b = sample.secret.substr(cut);
    for (const std::string& text : {fmt::format("export X_TOKEN={}\\\n{}\necho done\n", a, b),
                                    fmt::format("x = (\"{}\"\n     \"{}\")\n", a, b),
                                    fmt::format("x = \"{}\" +\r\n  \"{}\";\r\n", a, b),
                                    fmt::format("x = '{}'\n  . '{}';\n", a, b)}) {
      const std::string out = Redact(text);
      EXPECT_EQ(std::ranges::count(out, '\n'), std::ranges::count(text, '\n')) << sample.format;
      EXPECT_TRUE(Redact(out) == out) << sample.format;  // not EXPECT_EQ: the text is long
      ++all;
      const std::string rest = WithoutMarkers(out);
      if (std::max(Surviving(a, rest), Surviving(b, rest)) <= 4) {
        ++caught;
      } else {
        ++missed[sample.format];
      }
    }
  }
  for (const auto& [format, count] : missed) fmt::print("{:28} {:5} missed\n", format, count);
  fmt::print("cut over two lines: {} of {}\n", caught, all);
  EXPECT_GE(caught * 100, all * 98);
}

TEST(RedactorRecallTest, IsIdempotentOnEverySample) {
  Random random(test::FirstSeed(3));
  for (const SecretSample& sample : MakeSecretSamples(random, 5)) {
    const std::string once = Redact(sample.line);
    EXPECT_TRUE(Redact(once) == once) << sample.format;
  }
}

// Text that people wrote and that has no secret in it: our own sources without their tests, and the
// scripts and pages of the packages that grammars come in.
TEST(RedactorRecallTest, HidesHardlyAnythingThatIsNoSecret) {
  namespace fs = std::filesystem;
  const fs::path root = SATCHEL_SOURCE_DIR;
  constexpr std::uintmax_t kMostBytes = 300U << 10U;  // of a file; larger ones are generated
  std::uintmax_t bytes = 0;
  std::vector<std::string> hidden;
  for (const fs::path& tree :
       {root / "src", root / "docs", root / "third_party/npm/node_modules"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(tree)) {
      const std::string name = entry.path().filename().string();
      const bool is_text = name.ends_with(".cc") || name.ends_with(".h") || name.ends_with(".md") ||
                           name.ends_with(".js") || name.ends_with(".json");
      if (!is_text || name.ends_with("_test.cc") || !entry.is_regular_file()) continue;
      if (entry.file_size() > kMostBytes) continue;
      const std::string text = test::TempDir::ReadFile(entry.path());
      bytes += text.size();
      for (const Finding& finding : Redactor::Default().Redact(text).findings) {
        if (finding.redacted) hidden.push_back(fmt::format("{}:{}", name, finding.line));
      }
    }
  }
  EXPECT_GT(bytes, 8U << 20U);
  EXPECT_LE(hidden.size(), bytes >> 20U) << fmt::format("{}", fmt::join(hidden, " "));
}

}  // namespace
}  // namespace satchel::text
