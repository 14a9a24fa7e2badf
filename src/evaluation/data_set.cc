#include "evaluation/data_set.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/files.h"
#include "base/git.h"
#include "evaluation/json_lines.h"

namespace satchel::evaluation {
namespace {

bool HasControl(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; });
}

// A path inside a repository, as git writes it.
bool IsInside(std::string_view path) {
  if (path.empty() || HasControl(path)) return false;
  while (true) {
    const std::size_t end = path.find('/');
    const std::string_view part = path.substr(0, end);
    if (part.empty() || part == "." || part == "..") return false;
    if (end == path.npos) return true;
    path.remove_prefix(end + 1);
  }
}

// "owner/name": it becomes the name of a directory.
bool IsRepository(std::string_view name) {
  constexpr std::string_view kAllowed =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-/";
  return IsInside(name) && std::ranges::count(name, '/') == 1 &&
         name.find_first_not_of(kAllowed) == name.npos;
}

void CheckCode(Query& query, LineFields& fields) {
  while (query.root.ends_with('/')) query.root.pop_back();
  if (query.root == ".") query.root.clear();
  const bool own = query.repository.empty() && query.commit.empty();
  if (!own && !IsRepository(query.repository)) {
    fields.Wrong("has a 'repository' that is no 'owner/name'");
  }
  if (!own && !IsObjectId(query.commit)) fields.Wrong("has a 'commit' that is no full id");
  if (!query.root.empty() && !IsInside(query.root)) fields.Wrong("has a 'root' that leads outside");
  if (!std::ranges::all_of(query.gold, IsInside)) fields.Wrong("has a 'gold' that is no path");
}

void ReadLines(Query& query, LineFields& fields) {
  std::vector<std::string> texts;
  fields.Texts("gold_lines", false, texts);
  for (const std::string& text : texts) {
    auto span = ParseLineSpan(text);
    if (!span || !IsInside(span->path)) {
      return fields.Wrong("has a 'gold_lines' with something that is no 'path:first-last'");
    }
    query.gold_lines.push_back(std::move(*span));
  }
  query.gold_lines = MergeSpans(std::move(query.gold_lines));
}

void ReadQuery(DataSet::Kind kind, Query& query, LineFields& fields) {
  const bool code = kind == DataSet::Kind::kCode;
  fields.Text("id", true, query.id);
  fields.Text("text", true, query.text);
  fields.Texts("gold", true, query.gold);
  fields.Texts("gold_corrected", false, query.gold_corrected);
  fields.TextOrNumber("category", query.category);  // some sets number them
  fields.Text("half", false, query.half);
  if (!query.half.empty() && query.half != "development" && query.half != "held_out") {
    fields.Wrong("has a 'half' that is neither 'development' nor 'held_out'");
  }
  fields.Text("group", false, query.group);
  fields.Text("repository", false, query.repository);
  fields.Text("commit", false, query.commit);
  fields.Text("root", false, query.root);
  fields.Texts("gold_functions", false, query.gold_functions);
  ReadLines(query, fields);
  if (code) CheckCode(query, fields);
}

}  // namespace

Result<std::vector<Query>> ParseQueries(std::string_view bytes, DataSet::Kind kind,
                                        std::string_view file) {
  return ParseItems<Query>(
      bytes, file, [kind](Query& query, LineFields& fields) { ReadQuery(kind, query, fields); });
}

Result<DataSet> LoadDataSet(const std::filesystem::path& directory) {
  const std::filesystem::path file = directory / "queries.jsonl";
  auto bytes = SATCHEL_TRY(ReadSmallFile(file, kMostSetBytes));
  if (!bytes) {
    return Fail(Errc::kNotFound, fmt::format("there is no {}", file.string()),
                "docs/formats/evaluation.md has the form of a data set");
  }
  DataSet set;
  const auto normal = directory.lexically_normal();
  set.name = (normal.has_filename() ? normal : normal.parent_path()).filename().string();
  std::error_code error;
  if (std::filesystem::exists(directory / "corpus.jsonl", error)) set.kind = DataSet::Kind::kText;
  auto queries = SATCHEL_TRY(ParseQueries(*bytes, set.kind, file.string()));
  set.queries = std::move(queries);
  return set;
}

}  // namespace satchel::evaluation
