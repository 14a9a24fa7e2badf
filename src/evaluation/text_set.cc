#include "evaluation/text_set.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/files.h"
#include "base/sha1.h"
#include "evaluation/json_lines.h"
#include "memory/rank/dates.h"
#include "text/analyser.h"

namespace satchel::evaluation {
namespace {

void ReadText(CorpusText& text, LineFields& fields) {
  fields.TextOrNumber("id", text.id);
  if (text.id.empty()) fields.Wrong("has no 'id'");
  fields.Text("title", false, text.title);
  fields.Text("text", false, text.text);
  fields.Text("caption", false, text.caption);
  if (text.text.empty() && text.title.empty() && text.caption.empty()) {
    fields.Wrong("has no 'text'");
  }
  fields.TextOrNumber("group", text.group);
  fields.TextOrNumber("session", text.session);
  fields.Text("speaker", false, text.speaker);
  fields.Text("role", false, text.role);
  fields.Text("time", false, text.time);
  text.said = ParseSaid(text.time);
}

}  // namespace

bool TextSet::is_conversation() const {
  return std::ranges::any_of(
      texts, [](const CorpusText& text) { return !text.session.empty() || !text.group.empty(); });
}

bool TextSet::has_sessions() const {
  return std::ranges::any_of(texts, [](const CorpusText& text) { return !text.session.empty(); });
}

std::string_view HalfOf(std::string_view name) {
  return Sha1Of(name).back() % 2 == 0 ? "development" : "held_out";
}

std::optional<Time> ParseSaid(std::string_view text) {
  if (text.empty()) return std::nullopt;
  if (const auto time = ParseTime(text)) return *time;
  const auto words = text::Words(text);
  const rank::AskedDates dates = rank::ReadAskedDates(text, words);
  if (dates.years.size() != 1 || dates.months.size() != 1 || dates.days.size() != 1) {
    return std::nullopt;
  }
  const auto date = ParseTime(fmt::format("{:04}-{:02}-{:02}", dates.years.front(),
                                          dates.months.front(), dates.days.front()));
  return date ? std::optional(*date) : std::nullopt;
}

Result<std::vector<CorpusText>> ParseCorpus(std::string_view bytes, std::string_view file) {
  return ParseItems<CorpusText>(bytes, file, ReadText);
}

Result<TextSet> LoadTextSet(const std::filesystem::path& directory) {
  TextSet set;
  auto queries = SATCHEL_TRY(LoadDataSet(directory));
  set.queries = std::move(queries);
  for (Query& query : set.queries.queries) {
    if (query.half.empty()) query.half = HalfOf(query.group.empty() ? query.id : query.group);
  }
  const std::filesystem::path file = directory / "corpus.jsonl";
  auto bytes = SATCHEL_TRY(ReadSmallFile(file, kMostSetBytes));
  if (!bytes) {
    return Fail(Errc::kNotFound, fmt::format("there is no {}", file.string()),
                "docs/formats/evaluation.md has the form of a data set");
  }
  auto texts = SATCHEL_TRY(ParseCorpus(*bytes, file.string()));
  set.texts = std::move(texts);
  return set;
}

}  // namespace satchel::evaluation
