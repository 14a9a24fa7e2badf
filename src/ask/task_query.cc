#include "ask/task_query.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ask/query.h"
#include "base/ascii.h"
#include "base/json_fields.h"
#include "text/analyser.h"

// What a task names is what a search would look for, so that a packet and a search agree on what is
// a path, a name or a stack frame. What is added here is what only a task has: its kind, what is
// wanted, lines that say what went wrong, and the words that are left when names are taken away.
namespace satchel::ask {
namespace {

constexpr std::size_t kMostKeywords = 256;  // a pasted log is no list of keywords
constexpr std::size_t kMostErrors = 8;
constexpr std::size_t kMostErrorBytes = 200;
constexpr std::size_t kMostConcepts = 32;
constexpr std::size_t kLeastConcept = 4;  // letters

// The first whose words the task has decides.
struct TypeWords {
  std::string_view type;
  std::string_view words;  // with spaces around each
};
constexpr std::array kTypes = {
    TypeWords{"bug_fix",
              " fix fixes fixed bug bugs broken crash crashes crashed error errors exception fails "
              "failing failure regression wrong incorrect traceback panic segfault "},
    TypeWords{
        "refactor",
        " refactor refactoring rename renames extract move simplify cleanup clean deduplicate "
        "split restructure reorganize "},
    TypeWords{"test", " test tests testing unittest coverage fixture fixtures "},
    TypeWords{"docs",
              " doc docs document documentation readme docstring docstrings changelog typo typos "},
    TypeWords{"feature",
              " add adds implement implements support supports create introduce allow enable new "
              "feature extend provide "},
};
constexpr std::string_view kLocating = " where which who whose find locate ";
constexpr std::string_view kExplaining = " how why what when explain describe understand ";

constexpr auto kErrorMarks = std::to_array<std::string_view>(
    {"Error:", "Exception:", "error:", "panic:", "Error[", "FAILED", "fatal:", "Traceback",
     "assertion failed", "AssertionError", "undefined reference", "Segmentation fault"});

bool HasWord(std::string_view list, std::string_view word) {
  return list.contains(fmt::format(" {} ", word));
}

std::string TypeOf(std::span<const text::Term> words, bool has_trace) {
  if (has_trace) return "bug_fix";
  for (const TypeWords& type : kTypes) {
    const auto says = [&](const text::Term& word) { return HasWord(type.words, word.text); };
    if (std::ranges::any_of(words, says)) return std::string(type.type);
  }
  return "unknown";
}

// By the first word of the title.
std::string IntentOf(std::span<const text::Term> words, std::size_t title_bytes) {
  if (words.empty() || words.front().range.begin >= title_bytes) return "change";
  if (HasWord(kLocating, words.front().text)) return "locate";
  if (HasWord(kExplaining, words.front().text)) return "explain";
  return "change";
}

std::vector<std::string> ErrorLines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < kMostErrors) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    const auto has = [line](std::string_view mark) { return line.contains(mark); };
    if (!std::ranges::any_of(kErrorMarks, has)) continue;
    while (!line.empty() && (IsBlank(line.front()) || line.front() == '\r')) line.remove_prefix(1);
    while (!line.empty() && (IsBlank(line.back()) || line.back() == '\r')) line.remove_suffix(1);
    std::size_t most = std::min(line.size(), kMostErrorBytes);
    while (most > 0 && most < line.size() &&
           (static_cast<unsigned char>(line[most]) & 0xC0U) == 0x80U) {
      --most;
    }
    std::string kept(line.substr(0, most));
    if (std::ranges::find(lines, kept) == lines.end()) lines.push_back(std::move(kept));
  }
  return lines;
}

// Endings of files that are as long as the name of a member.
constexpr std::string_view kLongEndings =
    " adoc bash bats cmake conf cppm dart html java json jsonc less lock make mdown phtml "
    "proto rake scala scss swift text toml xhtml yaml ";

// Whether what reads like a file is a member of a type: `Cart.total`, but not `Cargo.lock`.
bool IsMember(std::string_view path) {
  constexpr std::size_t kLeastMember = 4;  // `Cart.py` has an ending
  const auto dot = path.find('.');
  if (dot == path.npos || dot == 0 || path.contains('/')) return false;
  const std::string_view type = path.substr(0, dot);
  const std::string_view member = path.substr(dot + 1);
  if (type == "Dockerfile" || type == "Makefile") return false;
  return IsUpper(type.front()) && std::ranges::any_of(type, IsLower) &&
         member.size() >= kLeastMember && std::ranges::all_of(member, IsLower) &&
         !HasWord(kLongEndings, member);
}

}  // namespace

TaskQuery ReadTask(std::string_view text, std::span<const text::Term> words, const Query& read) {
  TaskQuery query;
  query.title = std::string(text.substr(0, text.find_first_of("\r\n")));
  for (text::Term& term : text::AnalyseQuery(text, {.stems = text::Stems::kNone})) {
    if (std::ranges::find(query.keywords, term.text) != query.keywords.end()) continue;
    query.keywords.push_back(std::move(term.text));
    if (query.keywords.size() == kMostKeywords) break;
  }
  std::set<std::string> parts;
  const auto add_parts = [&parts](std::string_view name) {
    for (const text::Term& term : text::AnalyseQuery(name, {.stems = text::Stems::kNone})) {
      parts.insert(term.text);
    }
  };
  for (const TraceFrame& frame : read.frames) {
    query.files.push_back(frame.line == 0 ? frame.path
                                          : fmt::format("{}:{}", frame.path, frame.line));
    add_parts(frame.path);
  }
  for (const std::string& path : read.paths) {
    const bool known = std::ranges::any_of(query.files, [&path](const std::string& file) {
      return file == path || file.starts_with(path + ":");
    });
    if (!known && !IsMember(path)) query.files.push_back(path);
    add_parts(path);
  }
  for (const QueryName& name : read.names) {
    query.symbols.push_back(name.text);
    add_parts(name.text);
  }
  query.modules = read.modules;
  query.error_signatures = ErrorLines(text);
  for (const std::string& word : query.keywords) {
    if (query.concepts.size() == kMostConcepts) break;
    if (word.size() >= kLeastConcept && !parts.contains(word)) query.concepts.push_back(word);
  }
  query.task_type = TypeOf(words, !read.frames.empty() || !query.error_signatures.empty());
  query.intent = IntentOf(words, query.title.size());
  return query;
}

Json ToJson(const TaskQuery& query) {
  return {{"title", query.title},         {"keywords", query.keywords},
          {"task_type", query.task_type}, {"intent", query.intent},
          {"files", query.files},         {"symbols", query.symbols},
          {"modules", query.modules},     {"error_signatures", query.error_signatures},
          {"concepts", query.concepts}};
}

Result<TaskQuery> QueryFromJson(const Json& json) {
  JsonFields fields(json, "task_query");
  TaskQuery query{.title = fields.Text("title"),
                  .keywords = fields.Texts("keywords"),
                  .task_type = fields.TextOr("task_type", ""),
                  .intent = fields.TextOr("intent", ""),
                  .files = fields.TextsOrNone("files"),
                  .symbols = fields.TextsOrNone("symbols"),
                  .modules = fields.TextsOrNone("modules"),
                  .error_signatures = fields.TextsOrNone("error_signatures"),
                  .concepts = fields.TextsOrNone("concepts")};
  SATCHEL_TRY(std::move(fields).Finish());
  return query;
}

}  // namespace satchel::ask
