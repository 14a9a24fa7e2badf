#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "code/facts/facts_codec.h"
#include "code/find/ranked_text.h"
#include "code/history/path_history.h"
#include "code/index/code_indexes.h"
#include "code/index/content_digest.h"
#include "code/index/indexed_file.h"
#include "code/index/searched_code.h"
#include "store/code.h"
#include "store/curated.h"
#include "store/database.h"
#include "store/history.h"
#include "store/sqlite/sqlite_database.h"

namespace satchel::test {

// An index of code in memory, made of rows instead of files: sizes, imports, commits and scores are
// what a test says. Add everything first; the first use of curated() or searched() stores it.
class CodeStore {
 public:
  CodeStore() {
    auto opened =
        store::OpenSqlite({.file = ":memory:", .mode = store::SqliteOptions::Mode::kCreate});
    EXPECT_TRUE(opened) << opened.error().text();
    database_ = *std::move(opened);
    scope_.workspace = database_->AddWorkspace("key", "name", Time{1}, Deadline::Never()).value();
  }

  // A file of which nothing but its size is known.
  store::FileRow Add(std::string path, std::int64_t size = 400, const code::FileFacts& facts = {},
                     std::string role = "source") {
    store::FileRow row{.id = static_cast<std::int64_t>(files_.size()) + 1,
                       .path = std::move(path),
                       .digest = std::string(32, 'd'),
                       .size = size,
                       .language = "python",
                       .role = std::move(role),
                       .reading = "parsed"};
    facts_.push_back(
        {.file = row.id, .version = code::kFactsVersion, .data = code::EncodeFacts(facts)});
    files_.push_back(row);
    return row;
  }
  // A file that the index knows but does not read.
  store::FileRow AddBinary(std::string path, std::int64_t size = 400) {
    Add(std::move(path), size);
    files_.back().reading = "binary";
    return files_.back();
  }
  // A file in a language; empty: no reader knows it.
  store::FileRow AddIn(std::string language, std::string path) {
    Add(std::move(path));
    files_.back().language = std::move(language);
    return files_.back();
  }
  // A file with its text, parsed as the index does it.
  store::FileRow AddText(const std::string& path, std::string text, std::string role = "source") {
    code::FactsReader reader(code::ParseLimits(), nullptr, nullptr);
    const std::string digest = code::ContentDigest(text, text.size());
    code::FileFacts facts = reader.Read(path, text, digest).facts;
    texts_[path] = std::move(text);
    return Add(path, static_cast<std::int64_t>(texts_[path].size()), facts, std::move(role));
  }
  // `name` of the file `to` is imported.
  void Import(const store::FileRow& from, const store::FileRow& to, std::string name = "") {
    imports_.push_back({.file = from.id,
                        .ordinal = static_cast<std::int64_t>(imports_.size()),
                        .kind = name.empty() ? "module" : "name",
                        .line = 1,
                        .module = to.path,
                        .name = std::move(name),
                        .alias = "",
                        .target = to.path,
                        .rule = "relative"});
  }
  void Define(const store::FileRow& file, std::string name) {
    Define(file, store::SymbolRow{.name = std::move(name),
                                  .kind = "function",
                                  .visibility = "public",
                                  .first_line = 1,
                                  .last_line = 2});
  }
  // The file defines the symbol; this fills in its `file` and `ordinal`.
  void Define(const store::FileRow& file, store::SymbolRow symbol) {
    symbol.file = file.id;
    symbol.ordinal = static_cast<std::int64_t>(symbols_.size());
    symbols_.push_back(std::move(symbol));
  }
  // A commit of these files, so many days before the newest.
  void Commit(std::vector<std::string> paths, std::int64_t days_ago = 0) {
    commits_.emplace_back(std::move(paths), days_ago);
  }
  // What a model said the file is about, as a JSON array.
  void Describe(const store::FileRow& file, std::string concepts) {
    metadata_.push_back(
        {.path = file.path, .digest = file.digest, .concepts = std::move(concepts)});
  }
  void Describe(store::MetadataRow row) { metadata_.push_back(std::move(row)); }

  store::Transaction& curated() {
    Save();
    if (!reading_) reading_ = database_->Begin(scope_, store::Access::kRead).value();
    return *reading_;
  }
  retrieval::SearchedCode searched() {
    Save();
    if (!indexes_) indexes_ = std::make_unique<retrieval::CodeIndexes>(*database_);
    return {.curated = *database_,
            .scope = scope_,
            .indexes = *indexes_,
            .root = "/",
            .read = [this](std::span<const std::string> paths) {
              std::map<std::string, std::string> texts;
              for (const std::string& path : paths) {
                if (texts_.contains(path)) texts[path] = texts_.at(path);
              }
              return texts;
            }};
  }

  // The task as if it had been ranked with these scores, in millionths. Files are best first.
  std::shared_ptr<const retrieval::RankedTask> Ranked(
      std::string_view task, const std::vector<std::pair<store::FileRow, std::int64_t>>& files) {
    auto ranked = std::make_shared<retrieval::RankedTask>();
    ranked->question = ask::Question(std::string(task));
    ranked->content = code::ReadContentDigest(curated()).value();
    ranked->ranked.query = ranked->question.query();
    ranked->ranked.documents.resize(ranked->ranked.query.terms.size());
    ranked->ranked.all_documents = 100;
    for (const auto& [row, score] : files) {
      rank::RankedFile& file = ranked->ranked.files.emplace_back();
      file.path = row.path;
      file.row = row;
      file.score = Score::FromMillionths(score);
    }
    return ranked;
  }

 private:
  static constexpr std::int64_t kNewest = 1'700'000'000;

  void Save() {
    if (saved_) return;
    saved_ = true;
    auto change = store::CuratedChange::Begin(*database_, scope_).value();
    store::CodeWriter code(change.transaction());
    EXPECT_TRUE(code.PutFiles(files_));
    EXPECT_TRUE(code.PutFacts(facts_));
    EXPECT_TRUE(code.PutImports(imports_));
    EXPECT_TRUE(code.PutSymbols(symbols_));
    EXPECT_TRUE(code.PutMetadata(metadata_));
    SaveHistory(change.transaction());
    const auto committed = std::move(change).Commit();
    EXPECT_TRUE(committed) << committed.error().text();
  }

  void SaveHistory(store::Transaction& transaction) {
    std::vector<store::CommitRow> rows;
    std::map<std::string, std::vector<std::int64_t>> numbers;
    for (const auto& [paths, days_ago] : commits_) {
      const auto number = static_cast<std::int64_t>(rows.size()) + 1;
      std::vector<code::PathChange> changes;
      for (const std::string& path : paths) {
        changes.push_back({.kind = code::PathChange::Kind::kChanged, .path = path, .old = ""});
        numbers[path].push_back(number);
      }
      rows.push_back({.number = number,
                      .id = std::to_string(number),
                      .committed = kNewest - (days_ago * 24 * 60 * 60),
                      .changed = static_cast<std::int64_t>(paths.size()),
                      .title = "",
                      .body = "",
                      .changes = code::WriteChanges(changes)});
    }
    std::vector<store::HistoryPathRow> names;
    for (auto& [path, of] : numbers) {
      names.push_back({.path = path, .now = path, .commits = code::WriteNumbers(of)});
    }
    store::HistoryWriter history(transaction);
    EXPECT_TRUE(history.PutCommits(rows));
    EXPECT_TRUE(history.PutPaths(names));
  }

  std::unique_ptr<store::Database> database_;
  store::Scope scope_;
  std::vector<store::FileRow> files_;
  std::vector<store::FactsRow> facts_;
  std::vector<store::ImportRow> imports_;
  std::vector<store::SymbolRow> symbols_;
  std::vector<store::MetadataRow> metadata_;
  std::vector<std::pair<std::vector<std::string>, std::int64_t>> commits_;
  std::map<std::string, std::string> texts_;
  bool saved_ = false;
  std::unique_ptr<retrieval::CodeIndexes> indexes_;
  std::unique_ptr<store::Transaction> reading_;
};

}  // namespace satchel::test
