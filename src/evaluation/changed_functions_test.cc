#include "evaluation/changed_functions.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::evaluation {
namespace {

using code::OldLines;
using code::SymbolKind;
using testing::ElementsAre;
using testing::IsEmpty;

code::Symbol MakeSymbol(std::string name, SymbolKind kind, std::uint32_t first,
                        std::uint32_t last) {
  return {
      .name = std::move(name), .kind = kind, .extent = {.first_line = first, .last_line = last}};
}

// class Form (3-30) { check (5-10); limit (12); save (14-25) { inner (16-20) } }
std::vector<std::string> Changed(const std::vector<OldLines>& lines) {
  code::FileFacts facts;
  facts.symbols = {MakeSymbol("Form", SymbolKind::kClass, 3, 30),
                   MakeSymbol("check", SymbolKind::kMethod, 5, 10),
                   MakeSymbol("limit", SymbolKind::kField, 12, 12),
                   MakeSymbol("save", SymbolKind::kMethod, 14, 25),
                   MakeSymbol("inner", SymbolKind::kFunction, 16, 20)};
  facts.symbols.push_back(MakeSymbol("later", SymbolKind::kFunction, 40, 40));
  facts.symbols.back().declared_only = true;
  std::vector<std::string> names;
  for (const GoldFunction& one : ChangedFunctions("a.py", "python", facts, lines)) {
    EXPECT_EQ(one.lines.path, "a.py");
    names.push_back(one.name + ":" + std::to_string(one.lines.first));
  }
  return names;
}

TEST(ChangedFunctionsTest, ALineIsOfTheInnermostFunctionThatHasIt) {
  EXPECT_THAT(Changed({{7, 1}}), ElementsAre("check:5"));
  EXPECT_THAT(Changed({{17, 1}}), ElementsAre("inner:16"));
  EXPECT_THAT(Changed({{21, 1}, {6, 1}, {8, 1}}), ElementsAre("check:5", "save:14"));
  EXPECT_THAT(Changed({{9, 6}}), ElementsAre("check:5", "save:14"));
}

TEST(ChangedFunctionsTest, OutsideOfFunctionsThereIsNone) {
  EXPECT_THAT(Changed({{1, 3}, {12, 1}, {26, 5}, {40, 1}}), IsEmpty());
  EXPECT_THAT(Changed({{4000000000, 1}}), IsEmpty());
}

TEST(ChangedFunctionsTest, WhatIsPutInCountsBetweenTwoLinesOfAFunction) {
  EXPECT_THAT(Changed({{5, 0}}), ElementsAre("check:5"));
  EXPECT_THAT(Changed({{9, 0}}), ElementsAre("check:5"));
  EXPECT_THAT(Changed({{10, 0}}), IsEmpty()) << "behind its last line";
  EXPECT_THAT(Changed({{4, 0}}), IsEmpty()) << "before its first line";
  EXPECT_THAT(Changed({{20, 0}}), ElementsAre("save:14")) << "behind the inner one";
}

}  // namespace
}  // namespace satchel::evaluation
