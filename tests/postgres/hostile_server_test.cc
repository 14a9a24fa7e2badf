#include <chrono>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/curated.h"
#include "store/postgres/postgres.h"
#include "tests/postgres/store_fixture.h"
#include "tests/support/hostile_postgres.h"

// Whatever is at the address of a store: nothing it sends may end the process, fill its memory or
// hold it up. Each test ends by a limit or a deadline of the options; without them it would not
// end.
namespace satchel::test {
namespace {

using std::chrono::milliseconds;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Then = HostilePostgres::Then;
using Reply = HostilePostgres::Reply;

constexpr std::size_t kMostBytes = std::size_t{1} << 20U;
constexpr std::size_t kMostRowBytes = std::size_t{256} << 10U;
// Sockets, and what one look at them takes.
constexpr std::size_t kUnderway = std::size_t{8} << 20U;

const std::string kYes("\1", 1);

store::PostgresOptions OptionsFor(const HostilePostgres& server) {
  return {.url = server.Url(),
          .connect_timeout = milliseconds(2'000),
          .statement_timeout = milliseconds(20'000),
          .most_answer_bytes = kMostBytes,
          .most_row_bytes = kMostRowBytes};
}

// For a statement that is never answered. All others are, in far less time.
store::PostgresOptions HastyOptionsFor(const HostilePostgres& server) {
  store::PostgresOptions options = OptionsFor(server);
  options.connect_timeout = milliseconds(10'000);
  options.statement_timeout = milliseconds(1'500);
  return options;
}

// A server that is sound but for statements with `part`.
HostilePostgres::Options To(std::string part, Reply reply) {
  return {.answer = [part = std::move(part),
                     reply = std::move(reply)](std::string_view sql) -> std::optional<Reply> {
    return sql.contains(part) ? std::optional(reply) : std::nullopt;
  }};
}

std::string Rows(const std::vector<pg::Column>& columns, const std::vector<std::string>& rows) {
  std::string out = pg::Description(columns);
  for (const std::string& row : rows) out += row;
  return out + pg::Complete("SELECT 1");
}

Error ErrorOfCheck(const store::PostgresOptions& options) {
  auto findings = store::CheckPostgres(options);
  if (findings) return {Errc::kInternal, fmt::format("{} findings", findings->size())};
  return findings.error();
}

Error ErrorOfCheck(const HostilePostgres::Options& options) {
  const HostilePostgres server(options);
  return ErrorOfCheck(OptionsFor(server));
}

TEST(HostileServerTest, TheServerIsSoundWhereItIsNotToldOtherwise) {
  const HostilePostgres server(HostilePostgres::Options{});
  const auto findings = store::CheckPostgres(OptionsFor(server));
  ASSERT_TRUE(findings) << findings.error().text();
  EXPECT_THAT(*findings, IsEmpty());
}

struct Wrong {
  std::string name;
  std::string bytes;
};

// Answers to a statement that gives one boolean.
std::vector<Wrong> WrongBooleans() {
  const std::string yes = pg::Row({kYes});
  return {
      {"no column", pg::Description({}) + pg::Row({}) + pg::Complete("SELECT 1")},
      {"two columns", Rows({{16}, {16}}, {pg::Row({kYes, kYes})})},
      {"no row", Rows({{16}}, {})},
      {"two rows", Rows({{16}}, {yes, yes})},
      {"a command", pg::Complete("SELECT 1")},
      {"an empty query", pg::Message('I', "")},
      {"a floating number", Rows({{701}}, {pg::Row({pg::Int8(1)})})},
      {"a text", Rows({{25}}, {pg::Row({"t"})})},
      {"as text", Rows({{16, 0}}, {pg::Row({"t"})})},
      {"null", Rows({{16}}, {pg::Row({std::nullopt})})},
      {"no byte", Rows({{16}}, {pg::Row({""})})},
      {"two bytes", Rows({{16}}, {pg::Row({"\1\1"})})},
      {"three bytes of four", Rows({{23}}, {pg::Row({"\1\1\1"})})},
      {"nine bytes of eight", Rows({{20}}, {pg::Row({"123456789"})})},
      {"more cells than columns", Rows({{16}}, {pg::Row({kYes, kYes})})},
      {"fewer cells than columns", Rows({{16}}, {pg::Row({})})},
      {"rows before their description", yes + pg::Complete("SELECT 1")},
      {"two descriptions", pg::Description({{16}}) + Rows({{25}, {25}}, {pg::Row({"a", "b"})})},
      {"two answers", Rows({{16}}, {yes}) + Rows({{16}}, {yes})},
      {"ready too early", pg::Message('Z', "I") + Rows({{16}}, {yes})},
      {"ready three times", pg::Message('Z', "I") + pg::Message('Z', "I") + pg::Message('Z', "I")},
      {"a copy from it", pg::Message('H', "\1" + pg::Int2(0))},
      {"a copy to it", pg::Message('G', "\1" + pg::Int2(0))},
      {"a copy both ways", pg::Message('W', "\1" + pg::Int2(0))},
      {"an error without a code", pg::Message('E', std::string("Moh\0\0", 5))},
      {"an error without a field", pg::Message('E', std::string("\0", 1))},
      {"an unknown message", pg::Message('@', "?")},
      {"a message without an end", "D\x7f\xff\xff\xff"},
      {"a negative length", "D\xff\xff\xff\xff"},
      {"a cell longer than its row",
       pg::Description({{16}}) + pg::Message('D', pg::Int2(1) + pg::Int4(1'000'000) + kYes)},
      {"a description that is cut", pg::Message('T', pg::Int2(3) + "c")},
      {"another login", pg::Message('R', pg::Int4(3))},
  };
}

TEST(HostileServerTest, AnswersThatDoNotFitTheirStatementAreErrors) {
  for (const Wrong& wrong : WrongBooleans()) {
    const HostilePostgres server(To("to_regclass('migration')", {.bytes = wrong.bytes}));
    const Error error = ErrorOfCheck(HastyOptionsFor(server));
    EXPECT_THAT(error.code(), AnyOf(Errc::kCorrupt, Errc::kUnavailable, Errc::kDeadline))
        << wrong.name << ": " << error.text();
    EXPECT_LT(error.text().size(), 600U) << wrong.name;
  }
}

TEST(HostileServerTest, ClosingInMidRowIsAnError) {
  const std::string row = pg::Row({std::string(1'000, 'x')});
  for (const std::string& bytes :
       {std::string(), pg::Description({{16}}), pg::Description({{16}}) + row.substr(0, 3),
        pg::Description({{16}}) + row.substr(0, 500)}) {
    const Error error =
        ErrorOfCheck(To("to_regclass('migration')", {.bytes = bytes, .then = Then::kClose}));
    EXPECT_EQ(error.code(), Errc::kUnavailable) << error.text();
  }
}

TEST(HostileServerTest, AnAnswerThatDoesNotFitSaysWhatIsWrong) {
  EXPECT_THAT(
      ErrorOfCheck(To("max(version)", {.bytes = Rows({{20}}, {pg::Row({std::nullopt})})})).text(),
      HasSubstr("column 1 is null"));
  EXPECT_THAT(ErrorOfCheck(To("max(version)", {.bytes = Rows({{25}}, {pg::Row({"4"})})})).text(),
              HasSubstr("column 1 has type 25 instead of integers"));
}

TEST(HostileServerTest, LooksAtTablesOfOtherNamesAsNoneOfItsOwn) {
  const std::vector<pg::Column> states = {{25}, {16}, {16}, {16}, {25}, {16}, {16}};
  const auto state = [](const std::string& name) {
    return pg::Row({name, kYes, kYes, kYes, "owner", kYes, kYes});
  };
  for (const auto& rows : {std::vector<std::string>{state("other")},
                           std::vector<std::string>{state("file"), state("file")},
                           std::vector<std::string>{}, std::vector<std::string>{state("")}}) {
    const Error error = ErrorOfCheck(To("relrowsecurity", {.bytes = Rows(states, rows)}));
    EXPECT_EQ(error.code(), Errc::kCorrupt) << error.text();
  }
  const Error error = ErrorOfCheck(
      To("pg_policy", {.bytes = Rows({{25}, {19}, {16}, {16}, {16}, {25}, {25}},
                                     {pg::Row({"other", "p", kYes, kYes, kYes, "", ""})})}));
  EXPECT_EQ(error.code(), Errc::kCorrupt) << error.text();
}

TEST(HostileServerTest, NamesOfTheServerArePrintedOnOneLine) {
  const std::string evil = "a\x1b[2J\nb";
  const HostilePostgres server(To(
      "rolbypassrls,",
      {.bytes = Rows({{19}, {16}, {16}, {16}, {16}}, {pg::Row({evil, kYes, kYes, kYes, kYes})})}));
  const auto findings = store::CheckPostgres(OptionsFor(server));
  ASSERT_TRUE(findings) << findings.error().text();
  ASSERT_THAT(*findings, Not(IsEmpty()));
  EXPECT_THAT(findings->front().reason, Not(HasSubstr("\x1b")));
  EXPECT_THAT(findings->front().reason, Not(HasSubstr("\n")));
}

TEST(HostileServerTest, FloodsEndAtALimitOfBytes) {
  const std::string row = pg::Row({kYes});
  const std::string notice = pg::Message('N', std::string("SNOTICE\0Mhello\0\0", 16));
  const std::string notification = pg::Message('A', pg::Int4(1) + std::string("a\0b\0", 4));
  const std::string parameter = pg::Message('S', std::string("a\0b\0", 4));
  const std::string error = pg::Message('E', std::string("SERROR\0C53100\0Mno\0\0", 19));
  const std::string description = pg::Description({{16}});
  for (const std::string& more :
       {row, notice, notification, parameter, error, description, pg::Complete("SELECT 1"),
        std::string("1\0\0\0\4", 5), std::string("n\0\0\0\4", 5)}) {
    const HostilePostgres server(
        To("to_regclass('migration')", {.bytes = description, .then = Then::kFlood, .more = more}));
    const Error told = ErrorOfCheck(OptionsFor(server));
    EXPECT_THAT(told.code(), AnyOf(Errc::kCorrupt, Errc::kUnavailable))
        << more[0] << ": " << told.text();
    EXPECT_LT(server.sent(), kMostBytes + kUnderway) << more[0];
  }
}

// Not after a description of rows, whose result libpq 15 then loses: 216 bytes, once a connection.
TEST(HostileServerTest, AFloodOfReadyEndsTheConnection) {
  const HostilePostgres server(
      To("to_regclass('migration')", {.then = Then::kFlood, .more = std::string("Z\0\0\0\5I", 6)}));
  EXPECT_EQ(ErrorOfCheck(OptionsFor(server)).code(), Errc::kUnavailable);
  EXPECT_LT(server.sent(), kMostBytes + kUnderway);
}

TEST(HostileServerTest, AFloodOfRowsSaysHowMuchIsTooMuch) {
  const HostilePostgres server(
      To("rolbypassrls,", {.bytes = pg::Description({{19}, {16}, {16}, {16}, {16}}),
                           .then = Then::kFlood,
                           .more = pg::Row({"role", kYes, kYes, kYes, kYes})}));
  const Error error = ErrorOfCheck(OptionsFor(server));
  EXPECT_EQ(error.code(), Errc::kCorrupt);
  EXPECT_THAT(error.text(), HasSubstr("sent more than 1048576 bytes for one answer"));
}

TEST(HostileServerTest, AMessageOfAGigabyteEndsAtTheLimitOfARow) {
  for (const char type : {'D', 'T', 'E', 'N', 'A'}) {
    const HostilePostgres server(
        To("to_regclass('migration')",
           {.bytes = pg::Description({{16}}) + type + pg::Int4(1'000'000'000),
            .then = Then::kFlood,
            .more = "x"}));
    const Error error = ErrorOfCheck(OptionsFor(server));
    EXPECT_THAT(error.text(), HasSubstr("sent more than 262144 bytes for one row")) << type;
    EXPECT_LT(server.sent(), kMostRowBytes + kUnderway) << type;
  }
}

TEST(HostileServerTest, AFloodBeforeTheFirstStatementEndsToo) {
  for (const std::string& more : {pg::Message('N', std::string("SNOTICE\0Mhello\0\0", 16)),
                                  pg::Message('A', pg::Int4(1) + std::string("a\0b\0", 4)),
                                  pg::Message('D', pg::Int2(0)), std::string("x")}) {
    const HostilePostgres server(HostilePostgres::Options{
        .greeting = {.bytes = more == "x" ? "D" + pg::Int4(1'000'000'000) : "",
                     .then = Then::kFlood,
                     .more = more}});
    const Error error = ErrorOfCheck(OptionsFor(server));
    EXPECT_THAT(error.code(), AnyOf(Errc::kCorrupt, Errc::kUnavailable)) << error.text();
    EXPECT_LT(server.sent(), kMostBytes + kUnderway);
  }
}

TEST(HostileServerTest, SilenceAndDrippingEndAtTheDeadlineOfAStatement) {
  for (const Then then : {Then::kSilence, Then::kDrip}) {
    const HostilePostgres server(
        To("to_regclass('migration')", {.bytes = pg::Description({{16}}),
                                        .then = then,
                                        .more = pg::Message('N', std::string("Ma\0\0", 4))}));
    const Error error = ErrorOfCheck(HastyOptionsFor(server));
    EXPECT_EQ(error.code(), Errc::kDeadline);
    EXPECT_EQ(error.text(), "PostgreSQL did not answer within 1.5 s");
  }
}

TEST(HostileServerTest, SilenceAndDrippingAtLoginEndAtTheDeadlineOfAConnection) {
  for (const Then then : {Then::kSilence, Then::kDrip}) {
    const HostilePostgres server(HostilePostgres::Options{
        .greeting = {.then = then, .more = pg::Message('N', std::string("Ma\0\0", 4))}});
    store::PostgresOptions options = OptionsFor(server);
    options.connect_timeout = milliseconds(150);
    const Error error = ErrorOfCheck(options);
    EXPECT_EQ(error.code(), Errc::kUnavailable);
    EXPECT_THAT(error.text(), HasSubstr("did not answer in time"));
  }
}

TEST(HostileServerTest, SettingUpEndsAtADeadlineToo) {
  for (const std::string part : {"BEGIN", "to_regclass", "pg_roles"}) {
    const HostilePostgres server(To(part, {.then = Then::kSilence}));
    const auto done = store::InitPostgres(HastyOptionsFor(server), "satchel_app", Time{1});
    ASSERT_FALSE(done) << part;
    EXPECT_EQ(done.error().code(), Errc::kDeadline) << part << ": " << done.error().text();
  }
}

TEST(HostileServerTest, StormsOfErrorsAreOneErrorOfOneLine) {
  std::string storm;
  for (int i = 0; i < 2'000; ++i) storm += pg::Failed("53100", "the disk\n\x1b[2Jis full");
  const Error error = ErrorOfCheck(To("to_regclass('migration')", {.bytes = storm}));
  EXPECT_EQ(error.code(), Errc::kUnavailable);
  EXPECT_THAT(error.text(), HasSubstr("disk is full"));
  EXPECT_THAT(error.text(), Not(HasSubstr("\n")));
  EXPECT_THAT(error.text(), Not(HasSubstr("\x1b")));
  const Error long_one = ErrorOfCheck(
      To("to_regclass('migration')", {.bytes = pg::Failed("53100", std::string(200'000, 'x'))}));
  EXPECT_LT(long_one.text().size(), 600U);
}

// A server whose store is sound when it is opened.
class HostileStoreTest : public testing::Test {
 protected:
  void Start(std::string part, Reply reply) {
    server_ = std::make_unique<HostilePostgres>(To(std::move(part), std::move(reply)));
    store_ = MustOpen(HastyOptionsFor(*server_));
    const auto found = store_->FindWorkspace("one", Deadline::Never());
    ASSERT_TRUE(found && *found);
    scope_.workspace = **found;
  }
  Error ErrorOfStates() {
    auto rows = store::ReadOne(*store_, scope_, Query{&kAllStates, {}});
    return rows ? Error(Errc::kInternal, fmt::format("{} rows", rows->size())) : rows.error();
  }

  std::unique_ptr<HostilePostgres> server_;
  std::unique_ptr<store::Database> store_;
  Scope scope_;
};

TEST_F(HostileStoreTest, ARowOfAnotherFormIsAnErrorAndItsConnectionIsNotUsedAgain) {
  Start("SELECT name, value", {.bytes = Rows({{25}, {20}}, {pg::Row({"a", pg::Int8(1)})})});
  EXPECT_EQ(ErrorOfStates().code(), Errc::kCorrupt);
  const int before = server_->connections();
  EXPECT_EQ(ErrorOfStates().code(), Errc::kCorrupt);
  EXPECT_EQ(server_->connections(), before + 1);
}

TEST_F(HostileStoreTest, ATextThatIsNoTextIsAnError) {
  for (const std::string& text : {std::string("a\0b", 3), std::string("\xff\xfe"),
                                  std::string("\xed\xa0\x80"), std::string("caf\xc3")}) {
    Start("SELECT name, value", {.bytes = Rows({{25}, {25}}, {pg::Row({"a", text})})});
    const Error error = ErrorOfStates();
    EXPECT_EQ(error.code(), Errc::kCorrupt);
    EXPECT_THAT(error.text(), HasSubstr("column 2 has a value"));
    store_.reset();
  }
}

TEST_F(HostileStoreTest, ATextOfAnyLanguageIsRead) {
  Start("SELECT name, value", {.bytes = Rows({{25}, {25}}, {pg::Row({"café", ""})})});
  EXPECT_THAT(States(*store_, scope_), ElementsAre("café="));
}

TEST_F(HostileStoreTest, AStatementWithoutAnAnswerEndsWithoutADeadlineOfItsRequest) {
  Start("SELECT name, value", {.then = Then::kSilence});
  const Error error = ErrorOfStates();
  EXPECT_EQ(error.code(), Errc::kDeadline);
  EXPECT_THAT(error.text(), HasSubstr("did not answer"));
}

TEST_F(HostileStoreTest, APageThatDoesNotEndIsAnErrorAtItsSecondTurn) {
  // The same documents, whatever they are asked to come after.
  const std::vector<pg::Column> columns = {{25}, {20}, {25}, {17}, {25}, {25},
                                           {25}, {25}, {20}, {20}, {25}};
  const auto document = [](std::int64_t id) {
    return pg::Row(
        {"code", pg::Int8(id), "a.cc", "d", "file", "", "", "", pg::Int8(1), std::nullopt, "{}"});
  };
  Start("document_id > $3", {.bytes = Rows(columns, {document(1), document(2)})});
  const store::CuratedReader reader(*store_);
  EXPECT_TRUE(reader.Documents(scope_, "code", 0, 2));
  EXPECT_EQ(reader.Documents(scope_, "code", 2, 2).error().code(), Errc::kCorrupt);
  EXPECT_EQ(reader.Documents(scope_, "code", 0, 1).error().code(), Errc::kCorrupt)
      << "one too many";
}

TEST_F(HostileStoreTest, ACommitThatIsAnsweredByARollbackIsNoSuccess) {
  Start("COMMIT", {.bytes = pg::Complete("ROLLBACK")});
  const auto written = store::Write(*store_, scope_, std::vector<Call>{PutState("a", "1")});
  EXPECT_FALSE(written);
}

}  // namespace
}  // namespace satchel::test
