// What a search costs in an engine that lives, against a new engine and a new process for each.
//
//   bench_search DIRECTORY SATCHEL [QUERIES [ROUNDS]]
//
// DIRECTORY  a workspace that has been indexed; its stores are read and not changed
// SATCHEL    the program to compare with
// QUERIES    a file with one a line; - or none: names of symbols in the index, and their words
//
// process    `SATCHEL search QUERY` from its start to its end
// opened     a new engine in this process: opening the stores, and an empty row cache
// first      one engine for all queries, each for the first time
// warm       the same engine again, ROUNDS times (5)

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <spawn.h>

#include "bench/engine_parts.h"
#include "bench/must.h"
#include "engine/engine.h"
#include "evaluation/percentile.h"
#include "store/code.h"
#include "text/analyser.h"

namespace satchel {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kQueries = 200;

using bench::Must;
using bench::PartsOf;

std::unique_ptr<engine::Engine> OpenEngine(const fs::path& directory) {
  return Must(engine::Engine::Open(PartsOf(directory), engine::Purpose::kRead, Deadline::Never()));
}

std::vector<std::string> QueriesIn(const std::string& file) {
  std::vector<std::string> queries;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) queries.push_back(line);
  }
  return queries;
}

// Evenly over all names: every second as it is written, the others as words.
std::vector<std::string> QueriesOf(const fs::path& directory) {
  const engine::EngineParts parts = PartsOf(directory);
  auto stores = Must(
      engine::Stores::Open(engine::FindStore(parts.workspace, parts.environment, parts.settings),
                           engine::Stores::Use::kReadOnly, Deadline::Never()));
  const store::CodeReader reader(stores.curated());
  std::vector<std::string> names;
  for (std::string from;;) {
    const auto page = Must(reader.SymbolsFrom(stores.scope(Deadline::Never()), from, 20'000));
    for (const store::SymbolRow& row : page) {
      if (names.empty() || names.back() != row.name) names.push_back(row.name);
    }
    if (page.size() < 20'000 || page.back().name == from) break;
    from = page.back().name;
  }
  std::vector<std::string> queries;
  const std::size_t step = std::max<std::size_t>(names.size() / kQueries, 1);
  for (std::size_t i = step / 2; i < names.size(); i += step) {
    std::string words;
    for (const text::Term& term : text::Analyser().Analyse(names[i])) {
      if (term.kind == text::TermKind::kPart) words += (words.empty() ? "" : " ") + term.text;
    }
    queries.push_back(i / step % 2 == 0 || words.empty() ? names[i] : words);
  }
  return queries;
}

struct Times {
  std::vector<double> milliseconds;
  std::vector<std::uint64_t> calls;  // of the store; none: not known

  void Add(const std::function<std::optional<std::uint64_t>()>& search) {
    const auto started = std::chrono::steady_clock::now();
    const auto count = search();
    milliseconds.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started)
            .count());
    if (count) calls.push_back(*count);
  }
  void Print(std::string_view name) const {
    fmt::print("{:8} {:>8} {:>10.3f} {:>10.3f} {:>10}\n", name, milliseconds.size(),
               evaluation::Percentile(milliseconds, 50), evaluation::Percentile(milliseconds, 99),
               calls.empty() ? "" : fmt::format("{}", evaluation::Percentile(calls, 50)));
  }
};

// A name without a word in it finds nothing, which is an answer too.
std::optional<std::uint64_t> Ask(engine::Engine& engine, const std::string& query) {
  const auto answer = engine.Search({.query = query}, Deadline::Never());
  if (answer) return answer->store_calls;
  if (answer.error().code() == Errc::kInvalidInput) return std::nullopt;
  throw std::runtime_error(std::string(answer.error().text()));
}

void RunProcess(const std::string& program, const fs::path& directory, const std::string& query) {
  std::vector<std::string> words = {
      program, "search", "--workspace", directory.string(), "-q", "--format", "json", "--", query};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = -1;
  const int error =
      ::posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (error != 0 || ::waitpid(child, &status, 0) != child || !WIFEXITED(status) ||
      (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 2)) {
    throw std::runtime_error(fmt::format("{} failed", program));
  }
}

void Measure(const fs::path& directory, const std::string& program,
             const std::vector<std::string>& queries, int rounds) {
  Times process;
  Times opened;
  Times first;
  Times warm;
  const auto engine = OpenEngine(directory);
  for (const std::string& query : queries) {
    process.Add([&]() -> std::optional<std::uint64_t> {
      RunProcess(program, directory, query);
      return std::nullopt;
    });
  }
  for (const std::string& query : queries) {
    opened.Add([&] { return Ask(*OpenEngine(directory), query); });
  }
  for (const std::string& query : queries) {
    first.Add([&] { return Ask(*engine, query); });
  }
  for (int round = 0; round < rounds; ++round) {
    for (const std::string& query : queries) {
      warm.Add([&] { return Ask(*engine, query); });
    }
  }
  fmt::print("{:8} {:>8} {:>10} {:>10} {:>10}\n", "", "searches", "p50 ms", "p99 ms", "calls p50");
  process.Print("process");
  opened.Print("opened");
  first.Print("first");
  warm.Print("warm");
}

}  // namespace
}  // namespace satchel

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments, arguments + count);
  if (words.size() < 3) {
    fmt::print(stderr, "usage: bench_search DIRECTORY SATCHEL [QUERIES [ROUNDS]]\n");
    return 2;
  }
  const std::filesystem::path directory = std::filesystem::canonical(words[1]);
  const auto queries = words.size() > 3 && words[3] != "-" ? satchel::QueriesIn(words[3])
                                                           : satchel::QueriesOf(directory);
  const int rounds =
      words.size() > 4 ? static_cast<int>(std::strtol(words[4].c_str(), nullptr, 10)) : 5;
  satchel::Measure(directory, words[2], queries, rounds);
  return 0;
}
