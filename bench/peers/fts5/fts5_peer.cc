// SQLite's FTS5 behind the protocol of bench/peers/README.md.

#include <memory>
#include <stdexcept>
#include <string>

#include <sqlite3.h>

#include "bench/peers/driver.h"

namespace satchel::peers {
namespace {

// Words between spaces, as they are.
int Tokenize(Fts5Tokenizer*, void* context, int, const char* text, int size,
             int (*take)(void*, int, const char*, int, int, int)) {
  int status = SQLITE_OK;
  ForEachWord({text, static_cast<std::size_t>(size)}, [&](std::string_view word) {
    const auto begin = static_cast<int>(word.data() - text);
    const auto length = static_cast<int>(word.size());
    if (status == SQLITE_OK) status = take(context, 0, text + begin, length, begin, begin + length);
  });
  return status;
}

int MakeTokenizer(void*, const char**, int, Fts5Tokenizer** out) {
  static char nothing = 0;  // it has no state, and null would mean none
  *out = reinterpret_cast<Fts5Tokenizer*>(&nothing);
  return SQLITE_OK;
}

void DropTokenizer(Fts5Tokenizer*) {}

class Connection {
 public:
  explicit Connection(const std::string& directory) {
    Check(sqlite3_open((directory + "/index.db").c_str(), &database_));
    Run("PRAGMA journal_mode=WAL");
    Run("PRAGMA synchronous=FULL");
    Run("PRAGMA mmap_size=4294967296");
    RegisterTokenizer();
  }
  ~Connection() { sqlite3_close_v2(database_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void Check(int status) const {
    if (status == SQLITE_OK || status == SQLITE_ROW || status == SQLITE_DONE) return;
    throw std::runtime_error(sqlite3_errmsg(database_));
  }

  void Run(const std::string& sql) const {
    Check(sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr));
  }

  sqlite3* get() const { return database_; }

 private:
  void RegisterTokenizer() const {
    fts5_api* api = nullptr;
    sqlite3_stmt* statement = nullptr;
    Check(sqlite3_prepare_v2(database_, "SELECT fts5(?)", -1, &statement, nullptr));
    sqlite3_bind_pointer(statement, 1, static_cast<void*>(&api), "fts5_api_ptr", nullptr);
    sqlite3_step(statement);
    Check(sqlite3_finalize(statement));
    if (api == nullptr) throw std::runtime_error("this SQLite has no FTS5");
    fts5_tokenizer spaces{MakeTokenizer, DropTokenizer, Tokenize};
    Check(api->xCreateTokenizer(api, "spaces", nullptr, &spaces, nullptr));
  }

  sqlite3* database_ = nullptr;
};

class Statement {
 public:
  Statement(const Connection& connection, const char* sql) : connection_(connection) {
    connection.Check(sqlite3_prepare_v2(connection.get(), sql, -1, &statement_, nullptr));
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  // Text is borrowed until Reset().
  void Bind(int parameter, std::string_view text) {
    connection_.Check(sqlite3_bind_text(statement_, parameter, text.data(),
                                        static_cast<int>(text.size()), SQLITE_STATIC));
  }
  void Bind(int parameter, sqlite3_int64 value) {
    connection_.Check(sqlite3_bind_int64(statement_, parameter, value));
  }
  bool Step() {
    const int status = sqlite3_step(statement_);
    connection_.Check(status);
    return status == SQLITE_ROW;
  }
  void Reset() { connection_.Check(sqlite3_reset(statement_)); }

  sqlite3_stmt* get() const { return statement_; }

 private:
  const Connection& connection_;
  sqlite3_stmt* statement_ = nullptr;
};

class Fts5Engine : public Engine {
 public:
  std::string_view name() const override { return "fts5"; }

  void Create(const std::string& directory) override {
    connection_ = std::make_unique<Connection>(directory);
    connection_->Run(std::string("CREATE VIRTUAL TABLE documents USING fts5(text, content='', ") +
                     (DeletesByNumber() ? "contentless_delete=1, " : "") + "tokenize='spaces')");
    PrepareWrites();
    connection_->Run("BEGIN");
  }

  void Add(std::uint64_t document, std::string_view text) override { Insert(document, text); }

  void Finish() override {
    connection_->Run("COMMIT");
    connection_->Run("INSERT INTO documents(documents) VALUES('optimize')");
    insert_.reset();
    remove_.reset();
    connection_->Run("VACUUM");
    connection_->Run("PRAGMA wal_checkpoint(TRUNCATE)");
    connection_.reset();
  }

  void OpenToRead(const std::string& directory) override {
    connection_ = std::make_unique<Connection>(directory);
    search_ = std::make_unique<Statement>(
        *connection_,
        "SELECT rowid, rank FROM documents WHERE documents MATCH ? ORDER BY rank LIMIT ?");
  }

  std::vector<Hit> Search(std::string_view query) override {
    std::string match;
    ForEachWord(query, [&](std::string_view word) {
      match += match.empty() ? "\"" : " OR \"";
      for (const char letter : word) match += letter == '"' ? "\"\"" : std::string(1, letter);
      match += '"';
    });
    search_->Bind(1, match);
    search_->Bind(2, static_cast<sqlite3_int64>(kBest));
    std::vector<Hit> hits;
    while (search_->Step()) {
      hits.push_back({static_cast<std::uint64_t>(sqlite3_column_int64(search_->get(), 0) - 1),
                      -sqlite3_column_double(search_->get(), 1)});
    }
    search_->Reset();
    return hits;
  }

  void OpenToWrite(const std::string& directory) override {
    connection_ = std::make_unique<Connection>(directory);
    PrepareWrites();
  }

  void Replace(const Replacement& replacement) override {
    connection_->Run("BEGIN IMMEDIATE");
    remove_->Bind(1, RowOf(replacement.document));
    if (!DeletesByNumber()) remove_->Bind(2, replacement.old_text);
    remove_->Step();
    remove_->Reset();
    Insert(replacement.document, replacement.new_text);
    connection_->Run("COMMIT");
  }

 private:
  static sqlite3_int64 RowOf(std::uint64_t document) {
    return static_cast<sqlite3_int64>(document) + 1;
  }

  // Older ones must be told the text that goes.
  static bool DeletesByNumber() { return sqlite3_libversion_number() >= 3043000; }

  void PrepareWrites() {
    insert_ = std::make_unique<Statement>(*connection_,
                                          "INSERT INTO documents(rowid, text) VALUES(?, ?)");
    remove_ = std::make_unique<Statement>(
        *connection_, DeletesByNumber()
                          ? "DELETE FROM documents WHERE rowid = ?"
                          : "INSERT INTO documents(documents, rowid, text) VALUES('delete', ?, ?)");
  }

  void Insert(std::uint64_t document, std::string_view text) {
    insert_->Bind(1, RowOf(document));
    insert_->Bind(2, text);
    insert_->Step();
    insert_->Reset();
  }

  std::unique_ptr<Connection> connection_;  // outlives its statements
  std::unique_ptr<Statement> insert_;
  std::unique_ptr<Statement> remove_;
  std::unique_ptr<Statement> search_;
};

}  // namespace
}  // namespace satchel::peers

int main(int count, char** arguments) {
  satchel::peers::Fts5Engine engine;
  return satchel::peers::RunDriver(engine, count, arguments);
}
