#include "tests/tokens/token_inputs.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include <nlohmann/json.hpp>

#include "tests/support/random.h"

namespace satchel::test {
namespace {

using nlohmann::json;

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

void AppendUtf8(std::uint32_t c, std::string& out) {
  const auto tail = [&](unsigned shift) {
    out.push_back(static_cast<char>(0x80U | ((c >> shift) & 0x3fU)));
  };
  if (c < 0x80) {
    out.push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    out.push_back(static_cast<char>(0xc0U | (c >> 6U)));
    tail(0);
  } else if (c < 0x10000) {
    out.push_back(static_cast<char>(0xe0U | (c >> 12U)));
    tail(6);
    tail(0);
  } else {
    out.push_back(static_cast<char>(0xf0U | (c >> 18U)));
    tail(12);
    tail(6);
    tail(0);
  }
}

// The size of the well-formed sequence at `at`, or 0: Unicode's table of well-formed sequences.
std::size_t SequenceSize(std::string_view bytes, std::size_t at) {
  struct Form {
    unsigned char first, last, second_low, second_high;
    std::size_t size;
  };
  static constexpr std::array<Form, 8> kForms = {{{0xc2, 0xdf, 0x80, 0xbf, 2},
                                                  {0xe0, 0xe0, 0xa0, 0xbf, 3},
                                                  {0xe1, 0xec, 0x80, 0xbf, 3},
                                                  {0xed, 0xed, 0x80, 0x9f, 3},
                                                  {0xee, 0xef, 0x80, 0xbf, 3},
                                                  {0xf0, 0xf0, 0x90, 0xbf, 4},
                                                  {0xf1, 0xf3, 0x80, 0xbf, 4},
                                                  {0xf4, 0xf4, 0x80, 0x8f, 4}}};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[at + i]); };
  if (byte(0) < 0x80) return 1;
  for (const Form& form : kForms) {
    if (byte(0) < form.first || byte(0) > form.last) continue;
    if (form.size > bytes.size() - at) return 0;
    for (std::size_t i = 1; i < form.size; ++i) {
      const unsigned low = i == 1 ? form.second_low : 0x80;
      const unsigned high = i == 1 ? form.second_high : 0xbf;
      if (byte(i) < low || byte(i) > high) return 0;
    }
    return form.size;
  }
  return 0;
}

// Every byte that is not part of a well-formed sequence becomes U+FFFD.
std::string Repair(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  std::size_t copied = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t size = SequenceSize(bytes, at);
    if (size == 0) {
      text.append(bytes, copied, at - copied).append(kReplacement);
      copied = at + 1;
    }
    at += std::max<std::size_t>(size, 1);
  }
  return text.append(bytes, copied);
}

// A pool has strings or ranges of code points.
struct Pool {
  std::vector<std::string> strings;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges;
};

Pool ReadPool(const json& items) {
  Pool pool;
  if (items.front().is_string()) {
    items.get_to(pool.strings);
  } else {
    items.get_to(pool.ranges);
  }
  return pool;
}

std::vector<std::string> RandomTexts(const json& group, const json& all_pools) {
  std::vector<Pool> pools;
  for (const json& name : group["pools"]) {
    pools.push_back(ReadPool(all_pools.at(name.get<std::string>())));
  }
  const auto least = group["least"].get<std::uint64_t>();
  const auto most = group["most"].get<std::uint64_t>();
  Random random(group["seed"].get<std::uint64_t>());
  std::vector<std::string> texts(group["cases"].get<std::size_t>());
  for (std::string& text : texts) {
    for (std::uint64_t left = random.Between(least, most); left > 0; --left) {
      const Pool& pool = random.Pick(pools);
      if (!pool.strings.empty()) {
        text += random.Pick(pool.strings);
      } else {
        const auto& [low, high] = random.Pick(pool.ranges);
        AppendUtf8(static_cast<std::uint32_t>(random.Between(low, high)), text);
      }
    }
  }
  return texts;
}

std::vector<std::string> RepairedTexts(const json& group) {
  const auto least = group["least"].get<std::uint64_t>();
  const auto most = group["most"].get<std::uint64_t>();
  Random random(group["seed"].get<std::uint64_t>());
  std::vector<std::string> texts(group["cases"].get<std::size_t>());
  for (std::string& text : texts) {
    std::string bytes;
    for (std::uint64_t left = random.Between(least, most); left > 0; --left) {
      const std::uint64_t bound = random.Below(2) == 0 ? 128 : 256;
      bytes.push_back(static_cast<char>(random.Below(bound)));
    }
    text = Repair(bytes);
  }
  return texts;
}

std::vector<std::string> RunTexts(const json& group) {
  std::vector<std::string> texts;
  for (const json& unit : group["units"]) {
    for (const json& size : group["sizes"]) {
      std::string run;
      for (auto i = size.get<std::size_t>(); i > 0; --i) run += unit.get<std::string>();
      texts.push_back(run);
      texts.push_back(run + "z");
      texts.push_back("." + run + " z");
    }
  }
  return texts;
}

std::vector<std::string> FilesOf(const json& group, const std::filesystem::path& modules) {
  if (group.contains("files")) return group["files"].get<std::vector<std::string>>();
  std::vector<std::string> files;
  const std::filesystem::path under = modules / group["under"].get<std::string>();
  for (const auto& entry : std::filesystem::recursive_directory_iterator(under)) {
    const std::string file = entry.path().lexically_relative(modules).generic_string();
    if (entry.is_regular_file() && file.ends_with(group["suffix"].get<std::string>())) {
      files.push_back(file);
    }
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::string SourcePath(const std::string& path) {
  const char* root =
      std::getenv("SATCHEL_SOURCE_DIR");  // NOLINT(concurrency-mt-unsafe): tests only
  if (root == nullptr) throw std::runtime_error("SATCHEL_SOURCE_DIR is not set: run through ctest");
  return std::string(root) + "/" + path;
}

std::string ReadWholeFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::ostringstream content;
  content << file.rdbuf();
  return std::move(content).str();
}

std::vector<TokenInput> MakeTokenInputs() {
  const json description = json::parse(ReadWholeFile(SourcePath("tests/tokens/inputs.json")));
  const std::string modules = SourcePath("third_party/npm/node_modules");
  std::vector<TokenInput> inputs;
  std::set<std::string> taken;
  for (const json& group : description["files"]) {
    TokenInput& input = inputs.emplace_back(group["name"]);
    for (const std::string& file : FilesOf(group, modules)) {
      if (taken.insert(file).second) {
        input.texts.push_back(Repair(ReadWholeFile(modules + "/" + file)));
      }
    }
  }
  for (const json& group : description["random"]) {
    inputs.push_back({group["name"], RandomTexts(group, description["pools"])});
  }
  for (const json& group : description["bytes"]) {
    inputs.push_back({group["name"], RepairedTexts(group)});
  }
  for (const json& group : description["runs"]) inputs.push_back({group["name"], RunTexts(group)});
  return inputs;
}

std::vector<ExpectedTokens> ReadExpectedTokens() {
  std::istringstream table(ReadWholeFile(SourcePath("tests/tokens/expected.tsv")));
  std::vector<ExpectedTokens> rows;
  for (std::string line; std::getline(table, line);) {
    if (line.starts_with("#")) continue;
    std::istringstream fields(line);
    ExpectedTokens row;
    std::getline(fields, row.name, '\t');
    fields >> row.texts >> row.bytes >> row.bytes_digest >> row.o200k_tokens >> row.o200k_digest >>
        row.cl100k_tokens >> row.cl100k_digest;
    if (!fields) throw std::runtime_error("bad row in expected.tsv: " + line);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace satchel::test
