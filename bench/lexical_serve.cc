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

#include "bench/lexical_lines.h"
#include "bench/must.h"
#include "index/lexical/group.h"
#include "index/lexical/index.h"
#include "index/lexical/merge.h"
#include "store/segments.h"
#include "store/sqlite/sqlite_database.h"

namespace satchel {
namespace {

using Clock = std::chrono::steady_clock;

using bench::kLimit;
using bench::kRanking;
using bench::kSource;
using bench::Must;
using bench::Seconds;
using bench::TermsOf;
using bench::WriteHits;

double CpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + (static_cast<double>(time.tv_usec) * 1e-6);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
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

int Build(const std::string& documents, const std::filesystem::path& directory,
          std::size_t batch_size) {
  std::filesystem::create_directories(directory);
  std::ifstream in(documents);
  const auto start = Clock::now();
  const double cpu = CpuSeconds();
  std::size_t count = 0;
  {
    const Place place = Open(directory, store::SqliteOptions::Mode::kCreate, false);
    count = bench::Load(*place.database, place.scope(), in, batch_size);
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

int Serve(const std::filesystem::path& directory, bool keep) {
  const Place place = Open(directory, store::SqliteOptions::Mode::kReadOnly, true);
  lexical::Index index(*place.database, kSource, kRanking, keep ? bench::kLargeCache : 0);
  for (std::string command; std::getline(std::cin, command);) {
    std::istringstream words(command);
    std::string pass;
    std::string queries;
    std::string out;
    words >> pass >> queries >> out;
    std::ifstream in(queries);
    const std::vector<std::string> lines = bench::LinesOf(in);
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
  std::ifstream in(documents);
  const std::vector<std::string> lines = bench::LinesOf(in);
  const double cpu = CpuSeconds();
  std::vector<double> times;
  lexical::GroupWriter writer(1);
  for (std::size_t i = 0; i < count; ++i) {
    // The document's neighbours under its key are written with it.
    const std::size_t document = i * (lines.size() / count);
    const std::size_t first = document / bench::kUnderOneKey * bench::kUnderOneKey;
    const auto start = Clock::now();
    for (std::size_t d = first; d < std::min(first + bench::kUnderOneKey, lines.size()); ++d) {
      bench::AddDocument(writer, d == document ? lines[(d * 7) % lines.size()] : lines[d]);
    }
    const lexical::Change change{bench::KeyOf(document), writer.Take()};
    bench::Apply(*place.database, place.scope(), {&change, 1});
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
