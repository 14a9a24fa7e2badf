#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "packet/candidate.h"
#include "packet/packer.h"
#include "tests/support/random.h"

// Random offers to the packer, of every shape a source could hand in, hostile
// contents included.
namespace satchel::test {

inline std::string RandomText(Random& random, std::size_t most_words) {
  static constexpr std::array<std::string_view, 42> kWords = {
      "the",         "request",     "HTTPServer",
      "snake_case",  "слово",       "проверка",
      "数据",        "検索",        "배낭",
      "🎒",          "👩‍💻", "```",
      "`````",       "~~~",         "# h",
      "> q",         "- [ ] x",     "</tag>",
      "<!--",        "-->",         "/",
      "//",          "\n",          "\n\n",
      "  \n",        "\t",          "12345678",
      "0.5",         "don't",       "{}();",
      "====",        "---",         "<satchel-7e3b9f1d5a2c8b4e>",
      "é́",           "العربية",     "ไทย",
      "<img src=x>", "[a](b)",      "[a]: b",
      "![",          "`",           "a\r\nb"};
  std::string text;
  for (std::size_t i = random.Below(most_words + 1); i > 0; --i) {
    text += random.Pick(kWords);
    if (!random.OneIn(4)) text += ' ';
  }
  return text;
}

inline packet::Candidate RandomCandidate(Random& random, std::size_t number) {
  packet::Candidate candidate;
  // A few ids occur twice.
  candidate.id = ItemId("id" + std::to_string(random.OneIn(40) ? number / 2 : number));
  candidate.source = random.OneIn(30) ? "code" : "notes";
  candidate.trust = random.OneIn(30) ? packet::Trust::kShared : packet::Trust::kWorkspace;
  candidate.kind = static_cast<packet::ContentKind>(random.Below(3));
  candidate.title = "t" + RandomText(random, 5);
  candidate.language = random.OneIn(2) ? "cpp" : "";
  const std::size_t most = random.OneIn(20) ? 400 : random.OneIn(4) ? 60 : 12;
  candidate.renditions.push_back({"full", RandomText(random, most)});
  if (random.OneIn(2)) candidate.renditions.push_back({"summary", RandomText(random, 8)});
  if (random.OneIn(2)) candidate.renditions.push_back({"title", ""});
  candidate.priority = static_cast<std::int32_t>(random.Below(3));
  candidate.terms.Add("a", Score::FromMillionths(static_cast<std::int64_t>(random.Below(4))));
  if (random.OneIn(2)) candidate.time = Time{static_cast<std::int64_t>(random.Below(4))};
  candidate.position = static_cast<std::int64_t>(random.Below(10));
  candidate.superseded = random.OneIn(12);
  return candidate;
}

inline std::vector<packet::Candidate> RandomCandidates(Random& random, std::size_t most) {
  std::vector<packet::Candidate> candidates;
  for (std::size_t i = random.Below(most + 1); i > 0; --i) {
    candidates.push_back(RandomCandidate(random, i));
  }
  return candidates;
}

template <class T>
void Shuffle(Random& random, std::vector<T>& values) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[random.Below(i)]);
}

}  // namespace satchel::test
