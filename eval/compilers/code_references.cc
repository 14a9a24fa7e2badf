// What Satchel says about the uses and imports of a directory, for comparing it with compilers.
//
//   code_references DIRECTORY > LINES
//
// Indexes the directory into a store of its own that is gone afterwards. A line of the answer is a
// JSON object. With `use`: a use that leads to a definition, or, without `rule`, to none; `first`
// and `last` are the lines of what the use is in (the whole file when that is nothing). With
// `import`: what a file imports, and the file or directory (with a slash) that it leads to.

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "code/index/indexer.h"
#include "code/references/reference_reader.h"
#include "store/code.h"
#include "store/sqlite/sqlite_database.h"
#include "tests/support/temp_dir.h"

namespace satchel {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kPage = 5000;

template <class T>
T Must(Result<T> result) {
  if (result) return *std::move(result);
  std::cerr << result.error().text() << '\n';
  std::exit(1);  // NOLINT(concurrency-mt-unsafe): one thread
}

class Printer {
 public:
  explicit Printer(const std::filesystem::path& root)
      : database_(Must(store::OpenSqlite({.file = place_.path() / "curated.db",
                                          .mode = store::SqliteOptions::Mode::kCreate,
                                          .full_sync = false}))) {
    scope_.workspace = Must(database_->AddWorkspace("tree", "tree", Time{1}, Deadline::Never()));
    Must(code::IndexTree(root, *database_, scope_, nullptr, {}));
  }

  void Print() {
    const store::CodeReader reader(*database_);
    std::vector<std::int64_t> ids;
    for (std::int64_t after = 0;;) {
      const auto rows = Must(reader.Files(scope_, after, kPage));
      if (rows.empty()) break;
      for (const store::FileRow& row : rows) ids.push_back(row.id);
      after = rows.back().id;
    }
    const code::ReferenceReader references(*database_, scope_);
    const auto files = Must(references.Load(ids));
    for (const code::LoadedFile& file : files) by_id_.emplace(file.row.id, &file);
    const auto found = Must(references.From(files));
    std::size_t next = 0;
    for (const code::LoadedFile& file : files) {
      for (const store::ImportRow& row : file.imports) PrintImport(file, row);
      for (std::size_t use = 0; use < file.facts.uses.size(); ++use) {
        bool leads = false;
        for (;
             next < found.size() && found[next].from_file == file.row.id && found[next].use == use;
             ++next) {
          PrintUse(file, use, &found[next]);
          leads = true;
        }
        if (!leads) PrintUse(file, use, nullptr);
      }
    }
  }

 private:
  static void PrintImport(const code::LoadedFile& file, const store::ImportRow& row) {
    std::cout << Json{{"import", row.module},  {"name", row.name}, {"kind", row.kind},
                      {"path", file.row.path}, {"line", row.line}, {"to", row.target},
                      {"rule", row.rule}}
                     .dump(-1, ' ', false, Json::error_handler_t::replace)
              << '\n';
  }

  // Null when the use leads nowhere.
  void PrintUse(const code::LoadedFile& file, std::size_t index,
                const code::Reference* reference) const {
    const code::Use& use = file.facts.uses[index];
    Json line{{"use", use.name},
              {"kind", code::Name(use.kind)},
              {"qualifier", use.qualifier},
              {"path", file.row.path},
              {"language", file.row.language},
              {"line", use.line},
              {"first", 1},
              {"last", std::numeric_limits<std::int32_t>::max()}};
    if (use.symbol != code::kNoSymbol) {
      line["first"] = file.facts.symbols[use.symbol].extent.first_line;
      line["last"] = file.facts.symbols[use.symbol].extent.last_line;
    }
    if (reference != nullptr) {
      const code::LoadedFile& target = *by_id_.at(reference->to_file);
      line["rule"] = reference->rule;
      line["confidence"] = static_cast<double>(reference->confidence.millionths()) / 1e6;
      if (!reference->route.empty()) {
        line["to"] = {{"path", target.row.path},
                      {"name", reference->route},
                      {"kind", "route"},
                      {"first", reference->to_line},
                      {"last", reference->to_line}};
      } else {
        const code::Symbol& symbol =
            target.facts.symbols[static_cast<std::size_t>(reference->to_symbol)];
        line["to"] = {{"path", target.row.path},
                      {"name", symbol.name},
                      {"kind", code::Name(symbol.kind)},
                      {"first", symbol.extent.first_line},
                      {"last", symbol.extent.last_line}};
      }
    }
    std::cout << line.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
  }

  test::TempDir place_;
  std::unique_ptr<store::Database> database_;
  store::Scope scope_;
  std::map<std::int64_t, const code::LoadedFile*> by_id_;
};

}  // namespace
}  // namespace satchel

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: code_references DIRECTORY > LINES\n";
    return 2;
  }
  satchel::Printer(std::filesystem::canonical(arguments[1])).Print();
  return 0;
}
