#include "bench/peers/driver.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <sys/resource.h>

#include <fmt/format.h>

namespace satchel::peers {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + (static_cast<double>(time.tv_usec) / 1e6);
}

double CpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
}

std::uintmax_t BytesOf(const std::string& directory) {
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file()) bytes += entry.file_size();
  }
  return bytes;
}

std::ifstream OpenFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return file;
}

std::vector<std::string> ReadLines(const std::string& path) {
  std::ifstream file = OpenFile(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string LineOf(const std::vector<Hit>& hits) {
  std::string line;
  for (const Hit& hit : hits) {
    line += fmt::format("{}{}:{:.9g}", line.empty() ? "" : " ", hit.document, hit.score);
  }
  return line + '\n';
}

void Build(Engine& engine, const std::string& documents, const std::string& directory) {
  const auto started = Clock::now();
  fs::create_directories(directory);
  std::ifstream file = OpenFile(documents);
  engine.Create(directory);
  std::uint64_t count = 0;
  for (std::string line; std::getline(file, line);) engine.Add(count++, line);
  engine.Finish();
  const std::chrono::duration<double> wall = Clock::now() - started;
  fmt::print(
      R"({{"engine":"{}","documents":{},"wall_seconds":{:.3f},"cpu_seconds":{:.3f},"bytes":{}}})"
      "\n",
      engine.name(), count, wall.count(), CpuSeconds(), BytesOf(directory));
}

std::string Pass(Engine& engine, const std::string& queries, const std::string& out) {
  std::string times = "L";
  std::string results;
  for (const std::string& query : ReadLines(queries)) {
    const auto started = Clock::now();
    const std::vector<Hit> hits = engine.Search(query);
    const std::chrono::duration<double, std::micro> took = Clock::now() - started;
    times += fmt::format(" {:.1f}", took.count());
    results += LineOf(hits);
  }
  if (out != "-" && !(std::ofstream(out, std::ios::binary) << results << std::flush)) {
    throw std::runtime_error("cannot write " + out);
  }
  return times + '\n';
}

void Serve(Engine& engine, const std::string& directory) {
  engine.OpenToRead(directory);
  for (std::string line; std::getline(std::cin, line);) {
    std::vector<std::string> words;
    ForEachWord(line, [&](std::string_view word) { words.emplace_back(word); });
    if (words.size() != 3 || words[0] != "pass") {
      throw std::runtime_error("no such command: " + line);
    }
    fmt::print("{}", Pass(engine, words[1], words[2]));
    std::fflush(stdout);
  }
}

void Update(Engine& engine, const std::string& directory, const std::string& documents,
            std::size_t count) {
  const std::vector<std::string> lines = ReadLines(documents);
  if (count == 0 || count > lines.size()) {
    throw std::runtime_error("COUNT is 0, or more than there are documents");
  }
  engine.OpenToWrite(directory);
  std::vector<double> times;
  const double cpu = CpuSeconds();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t document = i * lines.size() / count;
    const std::string& other = lines[(document + (lines.size() / 2)) % lines.size()];
    const auto started = Clock::now();
    engine.Replace({document, lines[document], other});
    times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - started).count());
  }
  const double cpu_ms = (CpuSeconds() - cpu) * 1e3 / static_cast<double>(count);
  std::ranges::sort(times);
  const auto rank = [&](std::size_t share) { return times[((count * share) + 99) / 100 - 1]; };
  fmt::print(R"({{"engine":"{}","updates":{},"p50_ms":{:.3f},"p99_ms":{:.3f},"max_ms":{:.3f},)"
             R"("cpu_ms":{:.3f}}})"
             "\n",
             engine.name(), count, rank(50), rank(99), rank(100), cpu_ms);
}

int Run(Engine& engine, const std::vector<std::string>& words) {
  const auto is = [&](std::string_view command, std::size_t size) {
    return words.size() == size && words[0] == command;
  };
  if (is("build", 3)) {
    Build(engine, words[1], words[2]);
  } else if (is("serve", 2)) {
    Serve(engine, words[1]);
  } else if (is("update", 4)) {
    Update(engine, words[1], words[2], std::stoul(words[3]));
  } else if (is("once", 3)) {
    engine.OpenToRead(words[1]);
    fmt::print("{}", LineOf(engine.Search(words[2])));
  } else {
    fmt::print(stderr,
               "usage: build DOCS INDEX | serve INDEX | update INDEX DOCS COUNT | once INDEX "
               "QUERY\n");
    return 2;
  }
  return std::fflush(stdout) == 0 ? 0 : 1;
}

}  // namespace

int RunDriver(Engine& engine, int count, char** arguments) {
  try {
    return Run(engine, {arguments + 1, arguments + count});
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", engine.name(), error.what());
    return 1;
  }
}

}  // namespace satchel::peers
