// Fixed work, a moment of it, whose instructions scripts/instructions counts under callgrind and
// compares with bench/instructions.toml. Instructions do not depend on how busy a machine is, so a
// loop that became quadratic shows on any of them. Not a benchmark: bench/ has those.
//
//   speed_smoke NAME   runs one workload and prints a checksum, so that nothing is optimised away

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "base/json.h"
#include "base/score.h"
#include "code/facts/facts_codec.h"
#include "code/languages/languages.h"
#include "code/pack/sections.h"
#include "code/parse/parser.h"
#include "packet/layout.h"
#include "packet/offers.h"
#include "packet/packer.h"
#include "packet/render/markdown.h"
#include "text/analyser.h"
#include "text/bpe.h"
#include "text/redactor.h"

namespace satchel {
namespace {

// Parses and prints an array of 2,000 small objects.
std::uint64_t Json() {
  std::string text = "[";
  for (int i = 0; i < 2'000; ++i) {
    text += fmt::format(R"({}{{"path":"src/file_{}.cc","line":{},"terms":[1.5,{}],"new":true}})",
                        i == 0 ? "" : ",", i, i * 7, i);
  }
  text += "]";
  const auto value = ParseJson(text);
  return value ? StableHash(CanonicalJson(*value)) : 0;
}

// Logarithms, decays and sums: what ranking 20,000 candidates costs.
std::uint64_t Scores() {
  Score sum;
  for (std::int64_t i = 1; i <= 20'000; ++i) {
    const auto frequency = static_cast<std::uint64_t>(i);
    sum += Score::Ln(frequency).Times(Score::Decay(i, 1'000)) + Score::Ratio(i, 3);
  }
  return static_cast<std::uint64_t>(sum.millionths());
}

// About 100 kB like source code, no two lines the same.
std::string Source() {
  std::string text;
  for (int i = 0; i < 1'500; ++i) {
    text += fmt::format(
        "  // Reads HTTPHeader number {0} of the request before its deadline.\n"
        "  auto value_{0} = request.readHeader(\"x-item-{0}\", timeout_ms * {0});\n",
        i);
  }
  return text;
}

std::uint64_t Analyse() {
  text::Analyser analyser;
  std::uint64_t sum = 0;
  analyser.ForEach(Source(), [&](std::string_view term, auto, auto) { sum += StableHash(term); });
  return sum;
}

std::uint64_t Tokens() { return text::BpeEncoding::O200k().Count(Source()); }

std::uint64_t Redact() { return StableHash(text::Redactor::Default().Redact(Source()).text); }

// 400 candidates into 8,000 tokens, and the finished text.
std::uint64_t Pack() {
  packet::Offers offers;
  for (int i = 0; i < 400; ++i) {
    packet::Candidate candidate;
    candidate.id = ItemId(fmt::format("src/file_{}.cc:{}", i % 40, i));
    candidate.source = "code";
    candidate.kind = packet::ContentKind::kCode;
    candidate.title = candidate.id.value();
    candidate.language = "cpp";
    candidate.terms.Add("words", Score::FromMillionths((i * 7'919) % 1'000));
    candidate.position = i;
    std::string body;
    for (int line = 0; line < 20; ++line)
      body += fmt::format("  total += rows[{}].size();\n", line);
    candidate.renditions = {{"full", body},
                            {"signature", fmt::format("int Total{}(Rows rows);", i)}};
    offers.To({"code", i < 200 ? "seeds" : "dependencies"})
        .candidates.push_back(std::move(candidate));
  }
  const packet::MarkdownLayout layout;
  packet::Packer packer("code", pipeline::CodePolicies(), 8'000, text::Tokenizer::kO200k, layout);
  for (const packet::Fill& fill : pipeline::CodeFills()) {
    if (!packet::CarryOut(fill, pipeline::CodePolicies(), offers, packer)) return 0;
  }
  return StableHash(packet::Compose(std::move(packer).Finish(), layout));
}

// Parses 20 kB of each of five languages and stores what it finds.
std::uint64_t Code() {
  struct Source {
    std::string_view language;
    std::string_view text;  // with {0} where a number goes
  };
  static constexpr std::array kSources = {
      Source{"python",
             "class Shape{0}(Base):\n    \"\"\"One of many.\"\"\"\n    def area(self, scale=1):\n"
             "        # Rounded because callers compare.\n        return round(self.side{0} * "
             "scale)\n\n\n"},
      Source{"c",
             "struct node{0} {{ int value; struct node{0} *next; }};\n"
             "static int add{0}(struct node{0} *n, int by) {{\n  return n->value + by + "
             "f{0}(by);\n}}\n\n"},
      Source{
          "cpp",
          "namespace a{0} {{\ntemplate <class T>\nclass Box{0} : public Base<T> {{\n public:\n"
          "  T Get() const {{ return std::move(value_); }}\n private:\n  T value_;\n}};\n}}\n\n"},
      Source{
          "go",
          "type Shape{0} struct {{ Side float64 }}\n\nfunc (s *Shape{0}) Area(by int) float64 {{\n"
          "\tif by > {0} {{\n\t\treturn math.Round(s.Side)\n\t}}\n\treturn s.Side\n}}\n\n"},
      Source{
          "typescript",
          "export class Shape{0} extends Base<number> {{\n  constructor(private side: number) {{"
          " super(); }}\n  area(by = 1): number {{ return Math.round(this.side * by); }}\n}}\n\n"},
  };
  code::Parser parser;
  std::uint64_t hash = 0;
  for (const Source& source : kSources) {
    std::string text;
    for (int i = 0; text.size() < 20'000; ++i) {
      text += fmt::format(fmt::runtime(source.text), i);
    }
    const auto facts = parser.Read(text, code::FindLanguage(source.language));
    hash ^= StableHash(code::EncodeFacts(facts), facts.symbols.size());
  }
  return hash;
}

struct Workload {
  std::string_view name;
  std::uint64_t (*run)();
};

constexpr std::array kWorkloads = {
    Workload{.name = "analyse", .run = Analyse}, Workload{.name = "code", .run = Code},
    Workload{.name = "json", .run = Json},       Workload{.name = "pack", .run = Pack},
    Workload{.name = "redact", .run = Redact},   Workload{.name = "score", .run = Scores},
    Workload{.name = "tokens", .run = Tokens},
};

}  // namespace
}  // namespace satchel

int main(int argc, char** argv) {
  const std::string_view wanted = argc == 2 ? argv[1] : "";
  for (const auto& workload : satchel::kWorkloads) {
    if (workload.name != wanted) continue;
    fmt::print("{:016x}\n", workload.run());
    return 0;
  }
  fmt::print(stderr, "usage: speed_smoke NAME; names:");
  for (const auto& workload : satchel::kWorkloads) fmt::print(stderr, " {}", workload.name);
  fmt::print(stderr, "\n");
  return 2;
}
