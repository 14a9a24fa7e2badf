#include "code/rank/path_words.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/ascii.h"
#include "base/sort_unique.h"

namespace satchel::rank {
bool EndsWithPart(std::string_view path, std::string_view end) {
  if (!path.ends_with(end)) return false;
  return path.size() == end.size() || path[path.size() - end.size() - 1] == '/';
}

namespace {

std::string_view FileName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view Stem(std::string_view path) {
  const std::string_view name = FileName(path);
  const std::size_t dot = name.find('.', 1);
  return name.substr(0, dot);
}

std::vector<std::string> TermsOf(std::string_view text, text::Analyser& analyser) {
  std::vector<std::string> terms;
  analyser.ForEach(text, [&terms](std::string_view term, text::ByteRange, text::TermKind) {
    terms.emplace_back(term);
  });
  SortUnique(terms);
  return terms;
}

// Files that stand for their directory, by what they are called and what they end with: `index.ts`
// is its directory's face, `index.c` is about an index. A blank is on both sides of each ending.
struct IndexFile {
  std::string_view stem;
  std::string_view endings;
};
constexpr auto kIndexFiles = std::to_array<IndexFile>({
    {"all", " cjs js jsx mjs ts tsx "},
    {"doc", " go "},
    {"global", " cjs js jsx mjs ts tsx "},
    {"index", " cjs cts html js jsx md mdx mjs mts php rst svelte ts tsx txt vue "},
    {"init", " lua vim "},
    {"lib", " rs "},
    {"main", " go rs "},
    {"mod", " rs ts "},
    {"types", " cjs go js jsx mjs rs ts tsx "},
});
// What many files are called and that says little about one.
constexpr auto kPlainWords =
    std::to_array<std::string_view>({"base", "common", "core", "helper", "impl", "intern", "util"});
constexpr auto kDataEndings = std::to_array<std::string_view>(
    {".bib",        ".cfg",  ".conf",  ".css",  ".csv", ".html", ".in",   ".dockerfile",
     ".ini",        ".json", ".jsonl", ".lock", ".mak", ".mk",   ".po",   ".pot",
     ".properties", ".scss", ".svg",   ".toml", ".tsv", ".xml",  ".yaml", ".yml"});
constexpr auto kModuleFiles = std::to_array<std::string_view>({"/__init__", "/index", "/mod"});

bool IsIndexFile(std::string_view path) {
  const auto* found = std::ranges::find(kIndexFiles, Stem(path), &IndexFile::stem);
  if (found == kIndexFiles.end()) return false;
  const std::string_view name = FileName(path);
  const std::string ending = " " + std::string(name.substr(name.rfind('.') + 1)) + " ";
  return found->endings.contains(ending);
}

bool IsInit(std::string_view path) {
  const std::string_view name = FileName(path);
  return name == "__init__.py" || name == "__init__.pyi" || name == "package-info.java";
}

// `Dockerfile`, `Dockerfile.dev`, `Containerfile`.
bool IsContainerFile(std::string_view name) {
  return name.starts_with("Dockerfile") || name == "Containerfile";
}

}  // namespace

std::string PlainName(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    if (IsAlnum(c)) plain += ToLower(c);
  }
  if (plain.size() > 3 && plain.ends_with('s')) plain.pop_back();
  return plain;
}

PathWords WordsOf(std::string_view path, text::Analyser& analyser) {
  std::string_view stem = Stem(path);
  std::string_view above = path.substr(0, path.size() - FileName(path).size());
  if ((IsInit(path) || IsIndexFile(path)) && above.size() > 1) {
    stem = FileName(above.substr(0, above.size() - 1));
  }
  PathWords words;
  words.stem = TermsOf(stem, analyser);
  words.directories = TermsOf(above, analyser);
  analyser.ForEach(stem, [&words](std::string_view term, text::ByteRange, text::TermKind kind) {
    const bool plain = std::ranges::find(kPlainWords, term) != kPlainWords.end();
    if (kind == text::TermKind::kPart && !plain) ++words.parts;
  });
  words.parts = std::max<std::size_t>(words.parts, 1);
  words.plain = PlainName(stem);
  return words;
}

bool IsPath(std::string_view path, std::string_view written) {
  return EndsWithPart(path, written) ||
         (written.contains('/') && path.contains('/') && EndsWithPart(written, path));
}

std::size_t IsModule(std::string_view path, std::string_view module) {
  const std::size_t name = path.size() - FileName(path).size();
  const std::size_t dot = path.find('.', name + 1);
  std::string_view own = path.substr(0, dot);
  for (const std::string_view file : kModuleFiles) {
    if (own.ends_with(file)) own.remove_suffix(file.size());
  }
  for (;;) {
    const auto names = static_cast<std::size_t>(std::ranges::count(module, '/')) + 1;
    if (names < 2) return 0;
    if (EndsWithPart(own, module)) return names;
    module = module.substr(0, module.rfind('/'));
  }
}

void TakeBackWanted(std::span<const ask::FileKind> wanted, Penalties& penalties) {
  const auto penalty_for = [](ask::FileKind kind) {
    switch (kind) {
      case ask::FileKind::kTest:
        return Penalty::kTest;
      case ask::FileKind::kDoc:
        return Penalty::kDoc;
      case ask::FileKind::kExample:
        return Penalty::kExample;
      case ask::FileKind::kData:
        return Penalty::kData;
      case ask::FileKind::kBenchmark:
        return Penalty::kBenchmark;
      case ask::FileKind::kStrings:
        return Penalty::kStrings;
      case ask::FileKind::kGenerated:
        break;
    }
    return Penalty::kGenerated;
  };
  for (const ask::FileKind kind : wanted) {
    penalties.at(static_cast<std::size_t>(penalty_for(kind))) = false;
  }
}

Versioned WithoutVersion(std::string_view path) {
  std::size_t begin = 0;
  for (std::size_t end = path.find('/'); end != std::string_view::npos;
       begin = end + 1, end = path.find('/', begin)) {
    const std::string_view part = path.substr(begin, end - begin);
    if (part.size() != 2 || part[0] != 'v' || !IsDigit(part[1])) continue;
    return {std::string(path.substr(0, begin)) + std::string(path.substr(end + 1)),
            static_cast<std::uint32_t>(part[1] - '0')};
  }
  return {std::string(path), 0};
}

Penalties PenaltiesOf(std::string_view path, std::string_view role) {
  Penalties penalties{};
  const auto set = [&penalties](Penalty penalty, bool holds) {
    penalties.at(static_cast<std::size_t>(penalty)) = holds;
  };
  const std::string_view name = FileName(path);
  set(Penalty::kTest, role == "test");
  set(Penalty::kDoc, role == "doc");
  set(Penalty::kExample, role == "example");
  set(Penalty::kGenerated, role == "generated");
  set(Penalty::kVendored, role == "vendored");
  set(Penalty::kBenchmark, role == "benchmark");
  set(Penalty::kStrings, role == "strings");
  set(Penalty::kInit, IsInit(path));
  set(Penalty::kTypes, name.ends_with(".d.ts"));
  set(Penalty::kIndexFile, IsIndexFile(path));
  set(Penalty::kData,
      role == "source" &&
          (IsContainerFile(name) || std::ranges::any_of(kDataEndings, [name](std::string_view end) {
             return name.ends_with(end);
           })));
  return penalties;
}

}  // namespace satchel::rank
