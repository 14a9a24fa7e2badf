#include "evaluation/data_set.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "engine/files.h"

namespace satchel::evaluation {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30U;
constexpr std::size_t kMostLine = 16U << 20U;
constexpr std::size_t kMostGold = 10'000;

// Reads the fields of one line; the first thing that is wrong stays.
class Fields {
 public:
  explicit Fields(const Json& line) : line_(line) {}

  void Text(const char* key, bool required, std::string& into) {
    const auto found = line_.find(key);
    if (found == line_.end() || found->is_null()) {
      if (required) Wrong(fmt::format("has no '{}'", key));
    } else if (!found->is_string()) {
      Wrong(fmt::format("has a '{}' that is no text", key));
    } else {
      into = found->get<std::string>();
    }
    if (required && into.empty()) Wrong(fmt::format("has an empty '{}'", key));
  }

  void Texts(const char* key, bool required, std::vector<std::string>& into) {
    const auto found = line_.find(key);
    if (found == line_.end() || found->is_null()) {
      if (required) Wrong(fmt::format("has no '{}'", key));
      return;
    }
    if (!found->is_array() || found->size() > kMostGold) {
      return Wrong(fmt::format("has a '{}' that is no list of texts", key));
    }
    for (const Json& item : *found) {
      if (!item.is_string() || item.get_ref<const std::string&>().empty()) {
        return Wrong(fmt::format("has a '{}' with something that is no text", key));
      }
      if (std::ranges::find(into, item.get_ref<const std::string&>()) == into.end()) {
        into.push_back(item.get<std::string>());
      }
    }
  }

  void Wrong(std::string what) {
    if (wrong_.empty()) wrong_ = std::move(what);
  }
  const std::string& wrong() const { return wrong_; }

 private:
  const Json& line_;
  std::string wrong_;  // empty: nothing
};

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

bool IsCommit(std::string_view id) {
  return (id.size() == 40 || id.size() == 64) &&
         id.find_first_not_of("0123456789abcdef") == id.npos;
}

void CheckCode(Query& query, Fields& fields) {
  while (query.root.ends_with('/')) query.root.pop_back();
  if (query.root == ".") query.root.clear();
  const bool own = query.repository.empty() && query.commit.empty();
  if (!own && !IsRepository(query.repository)) {
    fields.Wrong("has a 'repository' that is no 'owner/name'");
  }
  if (!own && !IsCommit(query.commit)) fields.Wrong("has a 'commit' that is no full id");
  if (!query.root.empty() && !IsInside(query.root)) fields.Wrong("has a 'root' that leads outside");
  if (!std::ranges::all_of(query.gold, IsInside)) fields.Wrong("has a 'gold' that is no path");
}

void ReadQuery(const Json& line, DataSet::Kind kind, Query& query, Fields& fields) {
  if (!line.is_object()) return fields.Wrong("is no object");
  const bool code = kind == DataSet::Kind::kCode;
  fields.Text("id", true, query.id);
  fields.Text("text", true, query.text);
  fields.Texts("gold", true, query.gold);
  fields.Texts("gold_corrected", false, query.gold_corrected);
  const auto category = line.find("category");  // some sets number them
  if (category != line.end() && category->is_number_integer()) {
    query.category = category->dump();
  } else {
    fields.Text("category", false, query.category);
  }
  fields.Text("half", false, query.half);
  if (!query.half.empty() && query.half != "development" && query.half != "held_out") {
    fields.Wrong("has a 'half' that is neither 'development' nor 'held_out'");
  }
  fields.Text("group", false, query.group);
  fields.Text("repository", false, query.repository);
  fields.Text("commit", false, query.commit);
  fields.Text("root", false, query.root);
  fields.Texts("gold_functions", false, query.gold_functions);
  if (code) CheckCode(query, fields);
}

}  // namespace

Result<std::vector<Query>> ParseQueries(std::string_view bytes, DataSet::Kind kind,
                                        std::string_view file) {
  std::vector<Query> queries;
  std::set<std::string> ids;
  for (std::size_t number = 1; !bytes.empty(); ++number) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == line.npos) continue;
    const auto fail = [&](std::string_view what) {
      return Fail(Errc::kInvalidInput, fmt::format("{}:{} {}", file, number, what),
                  "docs/formats/evaluation.md has the form of a data set");
    };
    const auto parsed = ParseJson(line, {.max_bytes = kMostLine, .max_depth = 32});
    if (!parsed) return fail("is no JSON: " + parsed.error().text());
    Query& query = queries.emplace_back();
    Fields fields(*parsed);
    ReadQuery(*parsed, kind, query, fields);
    if (!fields.wrong().empty()) return fail(fields.wrong());
    if (!ids.insert(query.id).second) return fail("has an 'id' that another line has");
  }
  return queries;
}

Result<DataSet> LoadDataSet(const std::filesystem::path& directory) {
  const std::filesystem::path file = directory / "queries.jsonl";
  auto bytes = engine::ReadSmallFile(file, kMostBytes);
  if (!bytes) return std::unexpected(bytes.error());
  if (!*bytes) {
    return Fail(Errc::kNotFound, fmt::format("there is no {}", file.string()),
                "docs/formats/evaluation.md has the form of a data set");
  }
  DataSet set;
  const auto normal = directory.lexically_normal();
  set.name = (normal.has_filename() ? normal : normal.parent_path()).filename().string();
  std::error_code error;
  if (std::filesystem::exists(directory / "corpus.jsonl", error)) set.kind = DataSet::Kind::kText;
  auto queries = ParseQueries(**bytes, set.kind, file.string());
  if (!queries) return std::unexpected(queries.error());
  set.queries = *std::move(queries);
  return set;
}

}  // namespace satchel::evaluation
