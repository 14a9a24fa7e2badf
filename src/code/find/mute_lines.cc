#include "code/find/mute_lines.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/trimmed.h"

// By the text of each line alone. The facts of a file have the line on which an import begins and
// not where it ends, and are lacking for languages that have no grammar here.
namespace satchel::retrieval {
namespace {

using Beginnings = std::span<const std::string_view>;

constexpr auto kScriptImports = std::to_array<std::string_view>({"import ", "import{"});
constexpr auto kRustImports = std::to_array<std::string_view>(
    {"use ", "pub use ", "pub(crate) use ", "pub(super) use ", "extern crate "});
constexpr auto kRustOpenings = std::to_array<std::string_view>({"impl ", "impl<", "unsafe impl"});
constexpr auto kCppImports = std::to_array<std::string_view>(
    {"#include", "# include", "#import", "#pragma once", "#endif", "using namespace ", "import "});
constexpr auto kCppOpenings = std::to_array<std::string_view>(
    {"namespace ", "namespace{", "inline namespace ", "extern \"C"});
constexpr auto kPackageImports = std::to_array<std::string_view>({"import ", "package "});
constexpr auto kSharpImports = std::to_array<std::string_view>({"using ", "global using "});
constexpr auto kSharpOpenings = std::to_array<std::string_view>({"namespace "});
constexpr auto kPhpImports = std::to_array<std::string_view>(
    {"use ", "namespace ", "require ", "require_once ", "include ", "include_once "});
constexpr auto kRubyImports =
    std::to_array<std::string_view>({"require ", "require_relative ", "require(", "autoload "});
constexpr auto kOtherImports = std::to_array<std::string_view>(
    {"import ", "use ", "using ", "alias ", "require ", "package "});

// What the mute lines of a language begin with.
struct Row {
  std::string_view language;
  Beginnings imports;
  Beginnings openings = {};
};
constexpr auto kRows = std::to_array<Row>({
    {"c", kCppImports, kCppOpenings},
    {"cpp", kCppImports, kCppOpenings},
    {"csharp", kSharpImports, kSharpOpenings},
    {"dart", kScriptImports},
    {"elixir", kOtherImports},
    {"go", kPackageImports},
    {"groovy", kPackageImports},
    {"haskell", kScriptImports},
    {"java", kPackageImports},
    {"javascript", kScriptImports},
    {"julia", kOtherImports},
    {"kotlin", kPackageImports},
    {"perl", kOtherImports},
    {"php", kPhpImports},
    {"python", kScriptImports},
    {"ruby", kRubyImports},
    {"rust", kRustImports, kRustOpenings},
    {"scala", kPackageImports},
    {"swift", kScriptImports},
    {"tsx", kScriptImports},
    {"typescript", kScriptImports},
});

constexpr std::size_t kMostImportLines = 400;

bool BeginsWithOne(std::string_view line, Beginnings beginnings) {
  return std::ranges::any_of(beginnings,
                             [line](std::string_view b) { return line.starts_with(b); });
}

// `from a import b`, `export * from "a"`, `const a = require("a")`, `mod a;`
bool IsOtherImport(std::string_view line, std::string_view language) {
  if (language == "python") return line.starts_with("from ") && line.contains(" import");
  if (language == "javascript" || language == "typescript" || language == "tsx") {
    if (line.starts_with("export ")) return line.contains(" from ");
    const bool binds =
        line.starts_with("const ") || line.starts_with("let ") || line.starts_with("var ");
    return binds && line.contains("= require(");
  }
  if (language == "rust") {
    return line.ends_with(';') && (line.starts_with("mod ") || line.starts_with("pub mod "));
  }
  return false;
}

// `#ifndef A_H` and the `#define A_H` behind it.
std::string_view GuardName(std::string_view line) {
  for (const std::string_view word : {"#ifndef ", "#define "}) {
    if (line.starts_with(word)) return Trimmed(line.substr(word.size()));
  }
  return "";
}

// How many brackets more it opens than it closes.
int Opened(std::string_view line) {
  int opened = 0;
  for (const char c : line) {
    if (c == '(' || c == '{' || c == '[') ++opened;
    if (c == ')' || c == '}' || c == ']') --opened;
  }
  return opened;
}

}  // namespace

std::vector<bool> MuteLines(std::span<const std::string_view> lines, std::string_view language) {
  std::vector<bool> mute(lines.size(), false);
  const auto* row = std::ranges::find(kRows, language, &Row::language);
  if (row == kRows.end()) return mute;
  const bool has_guards = language == "c" || language == "cpp";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = Trimmed(lines[i]);
    if (BeginsWithOne(line, row->openings)) {
      // With a body on the same line it does more.
      mute[i] = line.ends_with('{') || line.ends_with(';') || !line.contains('{');
      continue;
    }
    if (has_guards && i + 1 < lines.size() && line.starts_with("#ifndef ") &&
        GuardName(line) == GuardName(Trimmed(lines[i + 1]))) {
      mute[i] = mute[i + 1] = true;
      ++i;
      continue;
    }
    if (!BeginsWithOne(line, row->imports) && !IsOtherImport(line, language)) continue;
    const std::size_t end = std::min(lines.size(), i + kMostImportLines);
    for (int open = 0; i < end; ++i) {
      mute[i] = true;
      open += Opened(lines[i]);
      if (open <= 0 && !Trimmed(lines[i]).ends_with('\\')) break;
    }
  }
  return mute;
}

}  // namespace satchel::retrieval
