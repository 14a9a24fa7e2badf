#include "store/postgres/transaction.h"

#include <chrono>
#include <cstdlib>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/result.h"

// A transaction begins with its first calls and not before: BEGIN, the workspace for row security,
// the fence of a write and the calls themselves are queued and sent together. A transaction that is
// one Commit() is therefore one round trip. Only such a one is repeated when the server gave way to
// another transaction, because nobody has seen an answer of it yet. In all other cases the caller
// may have decided by what it read, and has to begin again itself.
namespace satchel::store {
namespace {

// Reads see one moment, as on SQLite. Writes see what was committed when a row's
// lock was granted, so that counters and the home row need no repetition. Neither
// says READ WRITE: that would override a server set to read-only.
constexpr const char* kBeginRead = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";
constexpr const char* kBeginWrite = "BEGIN ISOLATION LEVEL READ COMMITTED";

// Divides by zero, which ends the pipeline, unless this is the workspace's home.
// The lock keeps it the home until the transaction is over.
constexpr const char* kFence =
    "WITH here AS (SELECT 1 FROM home WHERE workspace_id = $1 AND here = 1 FOR SHARE)"
    " SELECT 1 / count(*) FROM here";
constexpr std::size_t kFenceAt = 2;

// A message is copied a few times on its way; large inserts go in parts.
constexpr std::size_t kMostBytes = std::size_t{16} << 20U;
constexpr int kMostTries = 4;
constexpr std::chrono::seconds kRollbackTime(2);

std::size_t SizeOf(const Parameter& cell) {
  if (const auto* text = std::get_if<Text>(&cell)) return text->value.size() + 4;
  if (const auto* bytes = std::get_if<Bytes>(&cell)) return bytes->value.size() + 4;
  return 12;
}

// The key of a row in a form that is equal for equal keys only.
std::string KeyOf(std::span<const Parameter> key) {
  std::string out;
  for (const Parameter& cell : key) {
    if (const auto* integer = std::get_if<std::int64_t>(&cell)) {
      fmt::format_to(std::back_inserter(out), "i{};", *integer);
    } else if (const auto* text = std::get_if<Text>(&cell)) {
      fmt::format_to(std::back_inserter(out), "t{}:{}", text->value.size(), text->value);
    } else if (const auto* bytes = std::get_if<Bytes>(&cell)) {
      fmt::format_to(std::back_inserter(out), "b{}:{}", bytes->value.size(), bytes->value);
    }
  }
  return out;
}

// PostgreSQL refuses to replace a row twice in one statement: of rows with the
// same key the last one counts, as if they had come one by one.
std::vector<Parameter> LastOfEachKey(const Insert& insert) {
  const std::size_t columns = insert.table->columns.size();
  const std::span<const Parameter> cells(insert.cells);
  std::unordered_map<std::string, std::size_t> last;
  for (std::size_t at = 0; at < cells.size(); at += columns) {
    last.insert_or_assign(KeyOf(cells.subspan(at, insert.table->key)), at);
  }
  if (last.size() * columns == cells.size()) return {};  // as they are
  std::vector<Parameter> kept;
  for (std::size_t at = 0; at < cells.size(); at += columns) {
    const auto row = cells.subspan(at, columns);
    if (last.at(KeyOf(row.first(insert.table->key))) == at) {
      kept.insert(kept.end(), row.begin(), row.end());
    }
  }
  return kept;
}

bool Writes(const Call& call) {
  const auto* query = std::get_if<Query>(&call);
  return query == nullptr || query->statement->writes;
}

}  // namespace

PostgresTransaction::~PostgresTransaction() { Close(); }

Result<std::vector<Answer>> PostgresTransaction::Run(std::span<const Call> calls) {
  return Execute(calls, Then::kGoOn);
}

Result<std::vector<Answer>> PostgresTransaction::Commit(std::span<const Call> calls) {
  return Execute(calls, Then::kCommit);
}

Status PostgresTransaction::Check(std::span<const Call> calls) const {
  if (state_ == State::kOver) return Fail(Errc::kInternal, "the transaction is over");
  for (const Call& call : calls) {
    if (access_ == Access::kRead && Writes(call)) {
      return Fail(Errc::kInvalidInput, "a transaction that reads cannot write");
    }
    if (const auto* query = std::get_if<Query>(&call)) {
      if (query->parameters.size() != query->statement->types.size()) {
        return Fail(
            Errc::kInternal,
            fmt::format("the statement {} takes {} parameters, not {}", query->statement->name,
                        query->statement->types.size(), query->parameters.size()));
      }
    } else {
      const auto& insert = std::get<Insert>(call);
      if (insert.cells.size() % insert.table->columns.size() != 0) {
        return Fail(Errc::kInternal, fmt::format("rows for {} are not whole", insert.table->name));
      }
    }
  }
  return scope_.deadline.Check("asking PostgreSQL");
}

Result<std::vector<Answer>> PostgresTransaction::Execute(std::span<const Call> calls, Then then) {
  if (auto status = Check(calls); !status) {
    Close();
    return std::unexpected(status.error());
  }
  if (calls.empty() && (state_ == State::kNew || then == Then::kGoOn)) {
    if (then == Then::kCommit) state_ = State::kOver;
    return std::vector<Answer>();
  }
  for (int tries = 1;; ++tries) {
    bool again = false;
    auto answers = RoundTrip(calls, then, again);
    if (answers || !again || tries == kMostTries) return answers;
    state_ = State::kNew;
  }
}

void PostgresTransaction::Open() {
  Arguments workspace;
  workspace.AddInteger(scope_.workspace.value());
  connection_->Queue(access_ == Access::kRead ? kBeginRead : kBeginWrite, {});
  // A message of its own with digits only: row security reads it, and it ends
  // with the transaction whatever happens.
  connection_->Queue(
      fmt::format("SET LOCAL satchel.workspace = '{}'", scope_.workspace.value()).c_str(), {});
  opening_ = 2;
  if (access_ == Access::kWrite) {
    connection_->Queue(kFence, workspace, {ParameterType::kInteger}, kFence);
    opening_ = 3;
  }
}

Result<PostgresTransaction::Sent> PostgresTransaction::Queue(const Call& call) {
  const auto* query = std::get_if<Query>(&call);
  if (query == nullptr) return QueueInsert(std::get<Insert>(call));
  Arguments arguments;
  arguments.AddInteger(scope_.workspace.value());
  for (std::size_t i = 0; i < query->parameters.size(); ++i) {
    SATCHEL_TRY(arguments.Add(query->statement->types[i], query->parameters[i]),
                query->statement->name);
  }
  connection_->Queue(connection_->QueryText(*query->statement).c_str(), arguments,
                     query->statement->gives, query->statement);
  return Sent{.messages = 1};
}

Result<PostgresTransaction::Sent> PostgresTransaction::QueueInsert(const Insert& insert) {
  const std::size_t columns = insert.table->columns.size();
  std::span<const Parameter> cells(insert.cells);
  std::vector<Parameter> kept;
  Sent sent;
  if (insert.on_conflict == OnConflict::kReplace) {
    kept = LastOfEachKey(insert);
    if (!kept.empty()) {
      sent.changed_before = (cells.size() - kept.size()) / columns;
      cells = kept;
    }
  }
  const std::string& sql = connection_->InsertText(*insert.table, insert.on_conflict);
  const void* identity = connection_->InsertIdentity(*insert.table, insert.on_conflict);
  while (!cells.empty()) {
    std::size_t size = 0;
    std::size_t end = 0;
    while (end < cells.size() && size < kMostBytes) size += SizeOf(cells[end++]);
    end = (end + columns - 1) / columns * columns;
    Arguments arguments;
    arguments.AddInteger(scope_.workspace.value());
    for (std::size_t column = 0; column < columns; ++column) {
      SATCHEL_TRY(arguments.AddColumn(insert.table->columns[column].type, cells.first(end), column,
                                      columns),
                  insert.table->name);
    }
    connection_->Queue(sql.c_str(), arguments, {}, identity);
    ++sent.messages;
    cells = cells.subspan(end);
  }
  return sent;
}

std::vector<Answer> PostgresTransaction::Collect(std::span<const Call> calls,
                                                 std::span<const Sent> sent,
                                                 Connection::Outcomes& outcomes, std::size_t at) {
  std::vector<Answer> answers(calls.size());
  for (std::size_t call = 0; call < calls.size(); ++call) {
    Answer& answer = answers[call];
    answer.changed = sent[call].changed_before;
    for (std::size_t i = 0; i < sent[call].messages; ++i, ++at) {
      if (Writes(calls[call])) answer.changed += outcomes[at].changed;
      answer.rows = std::move(outcomes[at].rows);
    }
  }
  return answers;
}

Error PostgresTransaction::Explain(const Connection::Failure& failure) const {
  if (state_ == State::kNew && access_ == Access::kWrite && failure.at == kFenceAt &&
      failure.sqlstate == "22012") {
    return Fail(Errc::kConflict, "this store is not the home of the workspace",
                "the workspace was moved, or belongs to another store: open it by its name again")
        .error();
  }
  return failure.error;
}

// `again`: the server rolled the whole of it back in favour of another transaction.
Result<std::vector<Answer>> PostgresTransaction::RoundTrip(std::span<const Call> calls, Then then,
                                                           bool& again) {
  if (!connection_) {
    auto connection = pool_->Take(scope_.deadline);
    if (!connection) {
      state_ = State::kOver;
      return std::unexpected(connection.error());
    }
    connection_ = *std::move(connection);
  }
  opening_ = 0;
  if (state_ == State::kNew) Open();
  std::vector<Sent> sent;
  for (const Call& call : calls) {
    auto one = Queue(call);
    if (!one) {
      // Queued messages cannot be taken back; the connection goes with them.
      connection_->Retire();
      connection_.reset();
      state_ = State::kOver;
      return std::unexpected(one.error());
    }
    sent.push_back(*one);
  }
  if (then == Then::kCommit) connection_->Queue("COMMIT", {});
  auto outcomes = connection_->Finish(scope_.deadline);
  if (scope_.count != nullptr) ++scope_.count->round_trips;
  if (!outcomes) {
    const Connection::Failure& failure = outcomes.error();
    again = state_ == State::kNew && then == Then::kCommit &&
            (failure.sqlstate == "40001" || failure.sqlstate == "40P01");
    Error error = Explain(failure);
    state_ = State::kOpen;
    const bool elsewhere = failure.sqlstate == "25006" || failure.sqlstate.starts_with("57P") ||
                           (!connection_->usable() && error.code() == Errc::kUnavailable);
    if (failure.sqlstate == "25006") connection_->Retire();
    Close();
    if (elsewhere) pool_->Forget();
    return std::unexpected(std::move(error));
  }
  state_ = State::kOpen;
  auto answers = Collect(calls, sent, *outcomes, opening_);
  if (then == Then::kCommit) {
    const bool committed = outcomes->back().tag == "COMMIT";
    state_ = State::kOver;
    connection_.reset();
    if (!committed) return Fail(Errc::kInternal, "PostgreSQL rolled back instead of committing");
  }
  Count(answers);
  return answers;
}

void PostgresTransaction::Count(std::span<const Answer> answers) const {
  if (scope_.count == nullptr) return;
  scope_.count->calls += answers.size();
  for (const Answer& answer : answers) scope_.count->rows += answer.rows.size() + answer.changed;
}

void PostgresTransaction::Close() {
  const bool open = std::exchange(state_, State::kOver) == State::kOpen;
  if (!connection_) return;
  if (open && connection_->usable()) {
    // Its own time: the locks must go even when the caller's time is over.
    connection_->Queue("ROLLBACK", {});
    static_cast<void>(connection_->Finish(Deadline::After(kRollbackTime)));
    if (scope_.count != nullptr) ++scope_.count->round_trips;
  }
  connection_.reset();
}

}  // namespace satchel::store
