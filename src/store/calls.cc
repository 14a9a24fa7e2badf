#include "store/calls.h"

#include <array>

#include <fmt/format.h>

#include "store/schema.h"

namespace satchel::store {
namespace {

using enum ParameterType;

constexpr Statement kAdvanceCounter{
    .name = "advance_counter",
    .sql =
        "UPDATE counter SET next = next + $3 WHERE workspace_id = $1 AND name = $2"
        " AND next BETWEEN 1 AND $4 RETURNING next - $3",
    .types = {kText, kInteger, kInteger},
    .gives = {kInteger},
    .writes = true};

}  // namespace

Status RunAll(Transaction& transaction, std::span<const Call> calls) {
  SATCHEL_TRY(transaction.Run(calls));
  return {};
}

void AddRow(Insert& insert, std::initializer_list<Parameter> cells) {
  assert(cells.size() == insert.table->columns.size());
  insert.cells.insert(insert.cells.end(), cells);
}

Result<std::int64_t> OnlyInteger(const Rows& rows) {
  if (rows.size() == 1 && rows.columns() > 0) return rows.Integer(0, 0);
  return Fail(Errc::kCorrupt,
              fmt::format("the store gave {} rows where there is always one", rows.size()));
}

Result<std::int64_t> AllotIds(Transaction& transaction, std::string_view counter,
                              std::int64_t count) {
  if (count < 1 || count > INT32_MAX) {
    return Fail(Errc::kInvalidInput, "the number of ids must be from 1 to 2^31 - 1");
  }
  const std::array<Call, 2> calls = {
      Insert{.table = &kCounterTable,
             .on_conflict = OnConflict::kIgnore,
             .cells = {Text{counter}, std::int64_t{1}}},
      Query{.statement = &kAdvanceCounter, .parameters = {Text{counter}, count, kMostCount}}};
  const auto answers = SATCHEL_TRY(transaction.Run(calls));
  if (answers[1].rows.empty()) {
    return Fail(Errc::kCorrupt,
                fmt::format("the index is damaged: its counter {} is no count", counter))
        .error()
        .About(Subject::kIndex);
  }
  return OnlyInteger(answers[1].rows);
}

Error PageError() { return {Errc::kCorrupt, "the store gave a page whose rows are not in order"}; }

Result<bool> ClaimWriteKey(Transaction& transaction, std::string_view key, Time now) {
  const Call claim = Insert{.table = &kWriteKeyTable,
                            .on_conflict = OnConflict::kIgnore,
                            .cells = {Text{key}, now.micros}};
  const auto answers = SATCHEL_TRY(transaction.Run({&claim, 1}));
  return answers.front().changed == 1;
}

std::span<const Statement* const> CallStatements() {
  static constexpr std::array kAll = {&kAdvanceCounter};
  return kAll;
}

}  // namespace satchel::store
