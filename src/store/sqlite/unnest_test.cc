#include "store/sqlite/unnest.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/sqlite/connection.h"

namespace satchel::store::sqlite {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr Statement kIntegers = {.name = "integers",
                                 .sql = "SELECT value FROM unnest($2) AS value WHERE $1 = 1",
                                 .types = {ParameterType::kIntegerSet},
                                 .gives = {ParameterType::kInteger}};
constexpr Statement kTexts = {.name = "texts",
                              .sql = "SELECT value FROM unnest($2) AS value WHERE $1 = 1",
                              .types = {ParameterType::kTextSet},
                              .gives = {ParameterType::kText}};
constexpr Statement kBytes = {
    .name = "bytes",
    .sql = "SELECT value FROM unnest($2) AS value WHERE typeof(value) = 'blob' AND $1 = 1",
    .types = {ParameterType::kBytesSet},
    .gives = {ParameterType::kBytes}};
constexpr Statement kBoth = {.name = "both",
                             .sql =
                                 "SELECT value FROM unnest($2) AS value WHERE $1 = 1 AND value IN "
                                 "(SELECT value FROM unnest($3) AS value)",
                             .types = {ParameterType::kIntegerSet, ParameterType::kIntegerSet},
                             .gives = {ParameterType::kInteger}};

class UnnestTest : public testing::Test {
 protected:
  std::vector<Value> Ask(const Statement& statement, std::vector<Parameter> sets) {
    auto answer =
        connection_->Run(Query{&statement, std::move(sets)}, WorkspaceId(1), Access::kRead);
    if (!answer) {
      ADD_FAILURE() << answer.error().text();
      return {};
    }
    std::vector<Value> values;
    for (std::size_t i = 0; i < answer->rows.size(); ++i) values.push_back(answer->rows.at(i, 0));
    return values;
  }

  std::unique_ptr<Connection> connection_ =
      Connection::Open({.file = ":memory:", .mode = SqliteOptions::Mode::kCreate}).value();
};

TEST_F(UnnestTest, GivesIntegersInTheirOrder) {
  const std::vector<std::int64_t> set = {3, INT64_MIN, 0, INT64_MAX};
  EXPECT_THAT(Ask(kIntegers, {IntegerSet{set}}),
              ElementsAre(Value(3), Value(INT64_MIN), Value(0), Value(INT64_MAX)));
}

TEST_F(UnnestTest, GivesTextsAndEmptyOnes) {
  const std::vector<std::string> set = {"b", "", "é"};
  EXPECT_THAT(Ask(kTexts, {TextSet{set}}), ElementsAre(Value("b"), Value(""), Value("é")));
}

TEST_F(UnnestTest, GivesBytesWithNul) {
  const std::vector<std::string> set = {std::string("a\0b", 3), ""};
  EXPECT_THAT(Ask(kBytes, {BytesSet{set}}), ElementsAre(Value(std::string("a\0b", 3)), Value("")));
}

TEST_F(UnnestTest, AnEmptySetAndNullGiveNothing) {
  EXPECT_THAT(Ask(kIntegers, {IntegerSet{}}), IsEmpty());
  EXPECT_THAT(Ask(kTexts, {TextSet{}}), IsEmpty());
  EXPECT_THAT(Ask(kIntegers, {Null{}}), IsEmpty());
}

TEST_F(UnnestTest, GivesManyValues) {
  std::vector<std::int64_t> set(10'000);
  for (std::size_t i = 0; i < set.size(); ++i) set[i] = static_cast<std::int64_t>(i);
  EXPECT_THAT(Ask(kIntegers, {IntegerSet{set}}), SizeIs(10'000));
}

TEST_F(UnnestTest, TwoSetsStandInOneStatement) {
  const std::vector<std::int64_t> first = {1, 2, 3, 4};
  const std::vector<std::int64_t> second = {4, 2, 9};
  EXPECT_THAT(Ask(kBoth, {IntegerSet{first}, IntegerSet{second}}), ElementsAre(Value(2), Value(4)));
}

TEST_F(UnnestTest, WithoutASetGivesNothing) {
  EXPECT_EQ(connection_->Evaluate("SELECT count(*) FROM unnest").value(), Value(0));
  EXPECT_EQ(connection_->Evaluate("SELECT count(*) FROM unnest(17)").value(), Value(0));
}

}  // namespace
}  // namespace satchel::store::sqlite
