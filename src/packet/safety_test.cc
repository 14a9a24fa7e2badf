#include "packet/safety.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "packet/layout.h"
#include "packet/packer.h"
#include "packet/packet_json.h"
#include "packet/policies.h"
#include "packet/recipes.h"
#include "packet/render/markdown.h"
#include "tests/support/candidates.h"

namespace satchel::packet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

// Cut in two, so that no scanner takes this file for a leak.
const std::string kToken = std::string("ghp_") + "q8Zk2LmX0vTb7NcR4sYw1PdH6fJg9AeU3iKo";

TEST(SafetyTest, ReplacesSecretsAndEscapesWhatCannotBeSeen) {
  Candidate candidate = test::Line("a\u202Eb", "key = \"" + kToken + "\" \u200B");
  candidate.title = "of " + kToken;
  candidate.provenance.seed = "asked for " + kToken;
  candidate.renditions.push_back({"title", kToken});
  const SafetyCounts counts = MakeSafe(candidate);
  EXPECT_EQ(candidate.id.value(), "a\\u{202E}b");
  EXPECT_EQ(candidate.title, "of [redacted:github-token]");
  EXPECT_EQ(candidate.provenance.seed, "asked for [redacted:github-token]");
  EXPECT_EQ(candidate.renditions[0].text, "key = \"[redacted:github-token]\" \\u{200B}");
  EXPECT_EQ(candidate.renditions[1].text, "[redacted:github-token]");
  EXPECT_THAT(counts.redacted, ElementsAre(Pair("github-token", 4)));
  EXPECT_EQ(counts.escaped, 2U);
  EXPECT_EQ(MakeSafe(candidate), SafetyCounts{}) << "the second time finds nothing";
}

TEST(SafetyTest, RepairsBytesThatAreNotUtf8) {
  Candidate candidate = test::Line("id", "caf\xE9");
  EXPECT_EQ(MakeSafe(candidate).escaped, 1U);
  EXPECT_EQ(candidate.renditions[0].text, "caf\\x{E9}");
}

TEST(SafetyTest, ThePackerLetsNothingPassWithout) {
  const MarkdownLayout layout;
  NotesOffer offer;
  offer.constitution = {test::Line("rule", "use " + kToken)};
  offer.tasks = {test::Line("task", "rotate " + kToken)};
  offer.learnings = {test::Line("learning", "leaked " + kToken + " " + std::string(4'000, 'x'))};
  const Packet packet = PackNotes(
      Packer("notes", NotesPolicies(), 400, text::Tokenizer::kSafe, layout), std::move(offer));
  EXPECT_FALSE(packet.omissions.empty()) << "the long one is left out";
  const std::string json = CanonicalJson(ToStoredJson(packet));
  EXPECT_THAT(json, Not(HasSubstr(kToken)));
  EXPECT_THAT(Compose(packet, layout), Not(HasSubstr(kToken)));
  EXPECT_THAT(Compose(packet, layout), HasSubstr("rotate [redacted:github-token]"));
  EXPECT_THAT(packet.safety.redacted, ElementsAre(Pair("github-token", 3)));
  const auto read = FromJson(ToStoredJson(packet));
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->safety, packet.safety);
}

}  // namespace
}  // namespace satchel::packet
