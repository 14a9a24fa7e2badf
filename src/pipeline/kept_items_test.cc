#include "pipeline/kept_items.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::pipeline {
namespace {

using packet::Candidate;
using packet::SectionKey;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr SectionKey kSeeds = {"code", "seeds"};
constexpr SectionKey kFar = {"code", "dependencies"};

// A piece of code that is shown in full, by its signature, or by its name.
Candidate Piece(std::string id, std::string relation = "search") {
  Candidate candidate;
  candidate.id = ItemId(std::move(id));
  candidate.source = "code";
  candidate.kind = packet::ContentKind::kCode;
  candidate.title = candidate.id.value();
  candidate.renditions = {{"full", "the whole body"}, {"signature", "head"}, {"name", ""}};
  candidate.provenance.relation = std::move(relation);
  return candidate;
}

class KeptItemsTest : public testing::Test {
 protected:
  KeptItemsTest() {
    before_.packet.tokenizer = text::Tokenizer::kChars4;
    before_.packet.sections = {{.of = "code", .name = "seeds"},
                               {.of = "code", .name = "dependencies"}};
  }

  // The packet before showed it, for this many tokens; one after the other.
  void Showed(std::size_t section, Candidate candidate, std::size_t step = 0,
              std::size_t tokens = 100) {
    before_.packet.sections[section].items.push_back({.candidate = std::move(candidate),
                                                      .step = step,
                                                      .cost = {.bytes = 4 * tokens},
                                                      .taken = ++taken_});
  }
  void Offer(SectionKey section, Candidate candidate) {
    offers_.To(section).candidates.push_back(std::move(candidate));
  }
  // "id:rendition" of what is filled first in a section.
  std::vector<std::string> Kept(SectionKey section, std::size_t budget = 1'000) {
    if (!kept_) kept_ = TakeShown(before_, budget, offers_);
    return Ids(*kept_, section);
  }
  std::vector<std::string> Rest(SectionKey section) const { return Ids(offers_, section); }

  static std::vector<std::string> Ids(const packet::Offers& offers, SectionKey section) {
    std::vector<std::string> ids;
    if (const packet::SectionOffer* offer = offers.Find(section)) {
      for (const Candidate& candidate : offer->candidates) {
        ids.push_back(candidate.id.value() + " " + candidate.renditions.front().name);
      }
    }
    return ids;
  }

  ShownBefore before_;
  packet::Offers offers_;
  std::optional<packet::Offers> kept_;
  std::uint64_t taken_ = 0;
};

TEST_F(KeptItemsTest, WhatWasShownIsOfferedByItselfAsItWasShown) {
  Showed(0, Piece("a.py:1-9"));
  Showed(1, Piece("b.py:1-9"), 1);
  Offer(kSeeds, Piece("new.py:1-9"));
  Offer(kSeeds, Piece("a.py:1-9"));
  Offer(kFar, Piece("b.py:1-9"));
  EXPECT_THAT(Kept(kSeeds), ElementsAre("a.py:1-9 full"));
  EXPECT_THAT(Kept(kFar), ElementsAre("b.py:1-9 signature"));
  EXPECT_THAT(Rest(kSeeds), ElementsAre("new.py:1-9 full"));
  EXPECT_THAT(Rest(kFar), IsEmpty());
}

TEST_F(KeptItemsTest, WhatNobodyOffersAnyMoreIsShownFromThePacketWhileItIsCurrent) {
  Showed(0, Piece("a.py:1-9"));
  EXPECT_THAT(Kept(kSeeds), IsEmpty());
  kept_.reset();
  before_.current = true;
  EXPECT_THAT(Kept(kSeeds), ElementsAre("a.py:1-9 full"));
}

TEST_F(KeptItemsTest, APieceWithMoreLinesStandsForOneWithFewer) {
  before_.current = true;
  Showed(0, Piece("a.py:3-9"));
  Showed(0, Piece("b.py:1-20"));
  Offer(kSeeds, Piece("a.py:1-30"));
  Offer(kSeeds, Piece("b.py:5-9"));
  Offer(kSeeds, Piece("b.py:5-40"));
  EXPECT_THAT(Kept(kSeeds), ElementsAre("a.py:1-30 full", "b.py:1-20 full"));
  EXPECT_THAT(Rest(kSeeds), ElementsAre("b.py:5-40 full"));
}

TEST_F(KeptItemsTest, ASignatureDoesNotStandForTheLinesOfItsBody) {
  before_.current = true;
  Showed(0, Piece("a.py:1-20"), 1);
  Offer(kSeeds, Piece("a.py:5-9"));
  EXPECT_THAT(Kept(kSeeds), ElementsAre("a.py:1-20 signature"));
  EXPECT_THAT(Rest(kSeeds), ElementsAre("a.py:5-9 full"));
}

// About 8 tokens are asked for at each place.
TEST_F(KeptItemsTest, WithinTheBudgetWhatWasAskedForTakesThePlaceOfWhatCameLast) {
  Showed(0, Piece("first.py:1-9"), 0, 30);
  Showed(0, Piece("last.py:1-9"), 0, 10);
  for (const char* id : {"first.py:1-9", "last.py:1-9"}) Offer(kSeeds, Piece(id));
  Offer(kSeeds, Piece("asked.py:1-9", "refinement"));
  EXPECT_THAT(Kept(kSeeds, 40), ElementsAre("first.py:1-9 full"));
  EXPECT_THAT(Rest(kSeeds), ElementsAre("last.py:1-9 full", "asked.py:1-9 full"));
}

TEST_F(KeptItemsTest, WhatWasAskedForTakesNoMoreThanHalfOfTheBudget) {
  Showed(0, Piece("a.py:1-9"), 0, 20);
  Offer(kSeeds, Piece("a.py:1-9"));
  for (int i = 0; i < 50; ++i) {
    Offer(kSeeds, Piece("asked.py:" + std::to_string(i) + "-99", "refinement"));
  }
  EXPECT_THAT(Kept(kSeeds, 40), ElementsAre("a.py:1-9 full"));
}

TEST_F(KeptItemsTest, WithTokensOfItsOwnNothingHasToGo) {
  before_.added = 10;
  for (int i = 0; i < 4; ++i) {
    const std::string id = std::to_string(i) + ".py:1-9";
    Showed(0, Piece(id), 0, 25);
    Offer(kSeeds, Piece(id));
  }
  for (int i = 0; i < 50; ++i) {
    Offer(kSeeds, Piece("asked.py:" + std::to_string(i) + "-99", "refinement"));
  }
  EXPECT_EQ(Kept(kSeeds, 110).size(), 4U);
}

TEST_F(KeptItemsTest, SatchelsOwnWordsAndTitlesOfTextsAreNotKept) {
  before_.current = true;
  Candidate remark = Piece("weak_match");
  remark.trust = packet::Trust::kSatchel;
  Showed(0, remark);
  Candidate note = Piece("note");
  note.kind = packet::ContentKind::kProse;
  Showed(0, note, 1);
  EXPECT_THAT(Kept(kSeeds), IsEmpty());
}

}  // namespace
}  // namespace satchel::pipeline
