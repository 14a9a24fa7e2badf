// What indexing a repository costs against the bare parser on the same files, and a run without a
// change against `git status`, in one run, as CPU seconds of whole processes.
//
//   bench_code DIRECTORY [ROUNDS]
//
// bare    reads every file that has a grammar, parses it with tree-sitter and the process's own
//         allocator, and visits every node once with a cursor, looking at those that define names
// full    a new store and no parse cache
// cached  a new store and a full parse cache: a second work tree
// again   nothing changed
// status  `git status`, twice before it counts
// edit    one file changed, until its new symbol is found in the store: wall milliseconds

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <tree_sitter/api.h>

#include "code/index/code_documents.h"
#include "code/index/indexer.h"
#include "code/languages/languages.h"
#include "code/parse/grammar.h"
#include "code/walk/language.h"
#include "code/walk/walker.h"
#include "store/code.h"
#include "store/sqlite/sqlite_database.h"
#include "tests/support/temp_dir.h"

namespace satchel::code {
namespace {

namespace fs = std::filesystem;

struct Cost {
  double cpu = 0;      // seconds of user and system time
  double wall = 0;     // seconds
  long memory_kb = 0;  // most that was resident
};

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + (static_cast<double>(time.tv_usec) / 1e6);
}

Cost InChild(const std::function<void()>& work) {
  const auto started = std::chrono::steady_clock::now();
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    work();
    std::fflush(stdout);
    std::_Exit(0);
  }
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child || status != 0) {
    throw std::runtime_error("a measured process failed");
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - started;
  return {Seconds(usage.ru_utime) + Seconds(usage.ru_stime), wall.count(), usage.ru_maxrss};
}

std::string ReadFile(const fs::path& path, std::size_t most) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes(most, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(most));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

// Everything visited once; what a rule knows is looked at.
std::size_t WalkBare(TSTree* tree, const Grammar& grammar) {
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
  std::size_t met = 0;
  for (bool more = true; more;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    if (grammar.CodeOf(ts_node_symbol(node)) != Grammar::kNothing) {
      if (ts_node_end_byte(node) > ts_node_start_byte(node)) ++met;
    }
    if (ts_tree_cursor_goto_first_child(&cursor)) continue;
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (!ts_tree_cursor_goto_parent(&cursor)) {
        more = false;
        break;
      }
    }
  }
  ts_tree_cursor_delete(&cursor);
  return met;
}

void Bare(const fs::path& root) {
  const auto walk = Walk(root, {}, Deadline::Never());
  TSParser* parser = ts_parser_new();
  std::size_t met = 0;
  std::map<const LanguageRules*, Grammar> grammars;
  for (const WalkedFile& file : walk->files) {
    if (file.stamp.size > (1U << 20U)) continue;
    const std::string content = ReadFile(root / file.path, file.stamp.size);
    const LanguageRules* rules = FindLanguage(LanguageOf(file.path, content));
    if (rules == nullptr || rules->grammar == nullptr) continue;
    const auto found = grammars.try_emplace(rules, *rules).first;
    ts_parser_set_language(parser, found->second.language());
    TSTree* tree = ts_parser_parse_string(parser, nullptr, content.data(),
                                          static_cast<std::uint32_t>(content.size()));
    met += WalkBare(tree, found->second);
    ts_tree_delete(tree);
  }
  ts_parser_delete(parser);
  if (met == 0) std::puts("nothing parsed");
}

// A store of its own, with the one workspace in it.
struct Store {
  explicit Store(const fs::path& file) {
    store::SqliteOptions options;
    options.file = file.string();
    options.area = store::Area::kCurated;
    options.mode = store::SqliteOptions::Mode::kCreate;
    options.full_sync = false;
    auto opened = store::OpenSqlite(options);
    if (!opened) throw std::runtime_error(std::string(opened.error().text()));
    database = *std::move(opened);
    scope.workspace = database->AddWorkspace("bench", "bench", Time{1}, Deadline::Never()).value();
  }
  std::unique_ptr<store::Database> database;
  store::Scope scope;
};

IndexSummary Index(const fs::path& root, const fs::path& file, ParseCache* cache) {
  const Store store(file);
  retrieval::CodeDocuments documents;
  IndexOptions options;
  options.chunks = &documents;
  auto done = IndexTree(root, *store.database, store.scope, cache, options);
  if (!done) throw std::runtime_error(std::string(done.error().text()));
  return *std::move(done);
}

double EditMilliseconds(const fs::path& root, const fs::path& file, const fs::path& edited,
                        int number) {
  const Store store(file);
  const std::string name = fmt::format("satchel_bench_{}", number);
  std::ofstream(edited, std::ios::app) << fmt::format("\n\ndef {}():\n    pass\n", name);
  const auto started = std::chrono::steady_clock::now();
  const std::vector<std::string> paths = {edited.lexically_relative(root).generic_string()};
  retrieval::CodeDocuments documents;
  IndexOptions options;
  options.chunks = &documents;
  auto done = IndexFiles(root, *store.database, store.scope, nullptr, options, paths);
  const std::vector<std::string> names = {name};
  const auto rows = store::CodeReader(*store.database).SymbolsNamed(store.scope, names);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - started;
  if (!done || !rows || rows->size() != 1) throw std::runtime_error("the edit was not found");
  return took.count();
}

void Print(std::string_view name, const Cost& cost, const Cost& base) {
  fmt::print("{:8} {:8.3f} CPU s {:8.3f} s {:6} MB  {:.2f} of the base\n", name, cost.cpu,
             cost.wall, cost.memory_kb / 1024, cost.cpu / base.cpu);
}

void Measure(const fs::path& root, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    const test::TempDir dir;
    const fs::path file = dir.path() / "curated.db";
    const fs::path second = dir.path() / "second.db";
    const auto open_cache = [&dir] { return ParseCache::Open(dir.path() / "cache").value(); };
    const Cost bare = InChild([&] { Bare(root); });
    const Cost full = InChild([&] { Index(root, file, nullptr); });
    InChild([&] {
      ParseCache cache = open_cache();
      Index(root, dir.path() / "fill.db", &cache);
    });
    const Cost cached = InChild([&] {
      ParseCache cache = open_cache();
      Index(root, second, &cache);
    });
    const Cost again = InChild([&] { Index(root, file, nullptr); });
    const std::string command =
        fmt::format("git -C '{}' status --porcelain > /dev/null", root.string());
    const auto status = [&command] {
      return std::system(command.c_str());  // NOLINT(concurrency-mt-unsafe): a child of one thread
    };
    InChild([&] { static_cast<void>(status()); });
    const Cost git = InChild([&] { static_cast<void>(status()); });
    Print("bare", bare, bare);
    Print("full", full, bare);
    Print("cached", cached, full);
    Print("status", git, git);
    Print("again", again, git);
    fmt::print("store {:.1f} MB\n\n", static_cast<double>(fs::file_size(file)) / 1e6);
  }
}

void MeasureEdits(const fs::path& root) {
  const test::TempDir dir;
  const fs::path file = dir.path() / "curated.db";
  Index(root, file, nullptr);
  const fs::path edited = root / "satchel_bench_edit.py";
  std::ofstream(edited) << "import os\n";
  Index(root, file, nullptr);
  std::vector<double> times;
  times.reserve(50);
  for (int i = 0; i < 50; ++i) times.push_back(EditMilliseconds(root, file, edited, i));
  fs::remove(edited);
  std::ranges::sort(times);
  fmt::print("edit     {:.1f} ms median, {:.1f} ms the slowest of 50\n", times[25], times[49]);
}

}  // namespace
}  // namespace satchel::code

int main(int count, char** arguments) {
  if (count < 2) {
    fmt::print(stderr, "usage: bench_code DIRECTORY [ROUNDS]\n");
    return 2;
  }
  const std::filesystem::path root = std::filesystem::canonical(arguments[1]);
  satchel::code::Measure(root,
                         count > 2 ? static_cast<int>(std::strtol(arguments[2], nullptr, 10)) : 3);
  satchel::code::MeasureEdits(root);
  return 0;
}
