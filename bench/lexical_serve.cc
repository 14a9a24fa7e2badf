// Satchel's lexical index behind the protocol of bench/peers: build, serve, update, once.
//
//   lexical_serve build DOCS DIR [BATCH]    a document a line; BATCH documents a transaction
//   lexical_serve serve DIR [rows|cache]    `pass QUERIES OUT` on stdin; rows: nothing is kept
//   lexical_serve update DIR DOCS COUNT     one document each, durable
//   lexical_serve once DIR QUERY            from start to the first answer
//   lexical_serve merge DIR                 all segments into one

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <vector>

#include <fmt/format.h>

#include "search/lexical/group.h"
#include "search/lexical/index.h"
#include "search/lexical/merge.h"
#include "search/lexical/writer.h"
#include "store/segments.h"
#include "store/sqlite/sqlite_database.h"

namespace satchel {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kSource = "code";
constexpr std::size_t kUnderOneKey = 16;
constexpr std::size_t kLimit = 20;
constexpr lexical::Ranking kRanking;

template <class T>
T Must(Result<T> result) {
  if (result) return *std::move(result);
  std::cerr << result.error().text() << '\n';
  std::exit(1);  // NOLINT(concurrency-mt-unsafe): one thread
}
void Must(const Status& status) {
  if (status) return;
  std::cerr << status.error().text() << '\n';
  std::exit(1);  // NOLINT(concurrency-mt-unsafe): one thread
}

double Seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

double CpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + (static_cast<double>(time.tv_usec) * 1e-6);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

template <class Visit>
void ForEachWord(std::string_view line, Visit visit) {
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    if (end > 0) visit(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
}

struct Place {
  std::unique_ptr<store::Database> database;
  WorkspaceId workspace;

  store::Scope scope() const { return {.workspace = workspace}; }
};

Place Open(const std::filesystem::path& directory, store::SqliteOptions::Mode mode,
           bool full_sync) {
  Place place;
  place.database = Must(store::OpenSqlite({.file = directory / "curated.db",
                                           .mode = mode,
                                           .full_sync = full_sync,
                                           .end_long_log = true}));
  if (mode == store::SqliteOptions::Mode::kCreate) {
    place.workspace =
        Must(place.database->AddWorkspace("bench", "bench", Time{1}, Deadline::Never()));
  } else {
    place.workspace = *Must(place.database->FindWorkspace("bench", Deadline::Never()));
  }
  return place;
}

std::string KeyOf(std::size_t document) { return fmt::format("f{:07}", document / kUnderOneKey); }

void Apply(const Place& place, std::span<const lexical::Change> changes) {
  auto transaction = Must(place.database->Begin(place.scope(), store::Access::kWrite));
  Must(lexical::Apply(*transaction, kSource, kRanking, changes));
  Must(transaction->Commit({}));
}

int Build(const std::string& documents, const std::filesystem::path& directory,
          std::size_t batch_size) {
  std::filesystem::create_directories(directory);
  std::ifstream in(documents);
  const auto start = Clock::now();
  const double cpu = CpuSeconds();
  std::size_t count = 0;
  {
    const Place place = Open(directory, store::SqliteOptions::Mode::kCreate, false);
    lexical::GroupWriter writer(1);
    std::vector<lexical::Change> batch;
    const auto end_group = [&] {
      batch.push_back({KeyOf(count - 1), writer.Take()});
      if (batch.size() * kUnderOneKey < batch_size) return;
      Apply(place, batch);
      batch.clear();
    };
    for (std::string line; std::getline(in, line);) {
      ForEachWord(line, [&](std::string_view word) { writer.Add(0, word); });
      writer.EndDocument();
      ++count;
      if (count % kUnderOneKey == 0) end_group();
    }
    if (count % kUnderOneKey != 0) end_group();
    if (!batch.empty()) Apply(place, batch);
    Must(lexical::Fold(*place.database, place.scope(), kSource, kRanking));
    Must(lexical::Tidy(*place.database, place.scope(), kSource, kRanking));
  }
  std::uintmax_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    bytes += entry.file_size();
  }
  std::cout << fmt::format(
      "{{\"engine\":\"satchel\",\"documents\":{},\"wall_seconds\":{:.2f},\"cpu_seconds\":{:.2f},"
      "\"bytes\":{}}}\n",
      count, Seconds(Clock::now() - start), CpuSeconds() - cpu, bytes);
  return 0;
}

std::vector<lexical::QueryTerm> TermsOf(std::string_view line) {
  std::vector<lexical::QueryTerm> terms;
  ForEachWord(line, [&](std::string_view word) {
    const auto known = std::ranges::find(terms, word, &lexical::QueryTerm::text);
    if (known == terms.end()) {
      terms.push_back({std::string(word)});
    } else {
      ++known->times;
    }
  });
  return terms;
}

void WriteHits(std::ostream& out, const lexical::SearchResult& found) {
  for (const lexical::Hit& hit : found.hits) {
    const std::size_t document =
        (std::strtoull(hit.key.c_str() + 1, nullptr, 10) * kUnderOneKey) + hit.ordinal;
    out << fmt::format("{}:{:.6f} ", document,
                       static_cast<double>(hit.units) / lexical::kUnitsInOne);
  }
  out << '\n';
}

int Serve(const std::filesystem::path& directory, bool keep) {
  const Place place = Open(directory, store::SqliteOptions::Mode::kReadOnly, true);
  constexpr std::size_t kLarge = 256U << 20U;
  lexical::Index index(*place.database, kSource, kRanking, keep ? kLarge : 0);
  for (std::string command; std::getline(std::cin, command);) {
    std::istringstream words(command);
    std::string pass;
    std::string queries;
    std::string out;
    words >> pass >> queries >> out;
    std::ifstream in(queries);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    std::ofstream answers;
    if (out != "-") answers.open(out);
    std::string times = "L";
    store::StoreCount calls;
    for (const std::string& line : lines) {
      store::Scope scope = place.scope();
      scope.count = &calls;
      const auto start = Clock::now();
      const auto found = Must(index.Search(scope, TermsOf(line), {.limit = kLimit}));
      times += fmt::format(" {:.1f}", Seconds(Clock::now() - start) * 1e6);
      if (answers.is_open()) WriteHits(answers, found);
    }
    std::cout << times << '\n' << std::flush;
    std::cerr << fmt::format(
        "calls {:.1f} round trips {:.1f} rows {:.1f} a query\n",
        static_cast<double>(calls.calls) / static_cast<double>(lines.size()),
        static_cast<double>(calls.round_trips) / static_cast<double>(lines.size()),
        static_cast<double>(calls.rows) / static_cast<double>(lines.size()));
  }
  return 0;
}

int Update(const std::filesystem::path& directory, const std::string& documents,
           std::size_t count) {
  const Place place = Open(directory, store::SqliteOptions::Mode::kReadWrite, true);
  std::vector<std::string> lines;
  std::ifstream in(documents);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  const double cpu = CpuSeconds();
  std::vector<double> times;
  lexical::GroupWriter writer(1);
  for (std::size_t i = 0; i < count; ++i) {
    // The document's neighbours under its key are written with it.
    const std::size_t document = i * (lines.size() / count);
    const std::size_t first = document / kUnderOneKey * kUnderOneKey;
    const auto start = Clock::now();
    for (std::size_t d = first; d < std::min(first + kUnderOneKey, lines.size()); ++d) {
      const std::string& line = d == document ? lines[(d * 7) % lines.size()] : lines[d];
      ForEachWord(line, [&](std::string_view word) { writer.Add(0, word); });
      writer.EndDocument();
    }
    const lexical::Change change{KeyOf(document), writer.Take()};
    Apply(place, {&change, 1});
    times.push_back(Seconds(Clock::now() - start) * 1e3);
  }
  Must(lexical::Tidy(*place.database, place.scope(), kSource, kRanking));  // as `index` does
  std::ranges::sort(times);
  std::cout << fmt::format(
      "{{\"engine\":\"satchel\",\"updates\":{},\"p50_ms\":{:.3f},\"p99_ms\":{:.3f},"
      "\"max_ms\":{:.3f},\"cpu_ms\":{:.3f}}}\n",
      count, times[count / 2], times[count * 99 / 100], times.back(),
      (CpuSeconds() - cpu) * 1e3 / static_cast<double>(count));
  return 0;
}

int MergeAll(const std::filesystem::path& directory) {
  const Place place = Open(directory, store::SqliteOptions::Mode::kReadWrite, false);
  std::vector<std::int64_t> ids;
  for (const auto& info :
       Must(store::SegmentReader(*place.database).Segments(place.scope(), kSource))) {
    if (info.id != 0) ids.push_back(info.id);
  }
  const double cpu = CpuSeconds();
  if (ids.size() > 1) {
    Must(lexical::Merge(*place.database, place.scope(), kSource, kRanking, ids));
  }
  std::cout << fmt::format("{{\"merged\":{},\"cpu_seconds\":{:.2f}}}\n", ids.size(),
                           CpuSeconds() - cpu);
  return 0;
}

int Once(const std::filesystem::path& directory, std::string_view query) {
  const Place place = Open(directory, store::SqliteOptions::Mode::kReadOnly, true);
  lexical::Index index(*place.database, kSource, kRanking);
  WriteHits(std::cout, Must(index.Search(place.scope(), TermsOf(query), {.limit = kLimit})));
  return 0;
}

}  // namespace
}  // namespace satchel

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const std::string command = words.empty() ? "" : words[0];
  if (command == "build" && words.size() >= 3) {
    return satchel::Build(words[1], words[2],
                          words.size() > 3 ? std::stoull(words[3]) : std::size_t{1} << 40U);
  }
  if (command == "serve" && words.size() >= 2) {
    return satchel::Serve(words[1], words.size() < 3 || words[2] != "rows");
  }
  if (command == "update" && words.size() == 4) {
    return satchel::Update(words[1], words[2], std::stoull(words[3]));
  }
  if (command == "merge" && words.size() == 2) return satchel::MergeAll(words[1]);
  if (command == "once" && words.size() == 3) return satchel::Once(words[1], words[2]);
  std::cerr << "usage: lexical_serve build|serve|update|merge|once …\n";
  return 2;
}
