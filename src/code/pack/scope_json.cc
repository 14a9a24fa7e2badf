#include "code/pack/scope_json.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/hex.h"

namespace satchel::pipeline {
namespace {

using retrieval::ScopedFile;

Json FileJson(const ScopedFile& file) {
  Json terms = Json::array();
  for (const ScoreTerm& term : file.terms.terms()) {
    terms.push_back({{"name", term.name}, {"value", term.value.millionths()}});
  }
  Json chunks = Json::array();
  for (const rank::ChunkScore& chunk : file.chunks) {
    chunks.push_back({chunk.ordinal, chunk.units, chunk.title_units});
  }
  Json json = {{"path", file.row.path},
               {"id", file.row.id},
               {"digest", HexOf(file.row.digest)},
               {"size", file.row.size},
               {"language", file.row.language},
               {"role", file.row.role},
               {"tier", static_cast<int>(file.tier)},
               {"relation", file.relation},
               {"seed", file.seed},
               {"mentioned", file.mentioned},
               {"share", file.share.millionths()},
               {"terms", std::move(terms)},
               {"chunks", std::move(chunks)},
               {"asked_lines", file.asked_lines},
               {"failed_lines", file.failed_lines}};
  for (const retrieval::ShownLines& lines : file.shown_lines) {
    json["shown_lines"].push_back({lines.first, lines.last, lines.label, lines.score.millionths()});
  }
  return json;
}

std::unexpected<Error> Unreadable() {
  return Fail(Errc::kCorrupt, "the session's value of code.scope cannot be read");
}

// Exceptions of the JSON library stop here.
Result<ScopedFile> FileFrom(const Json& json) {
  ScopedFile file;
  try {
    file.row.path = json.at("path").get<std::string>();
    file.row.id = json.at("id").get<std::int64_t>();
    file.row.digest = BytesFromHex(json.at("digest").get<std::string>());
    file.row.size = json.at("size").get<std::int64_t>();
    file.row.language = json.at("language").get<std::string>();
    file.row.role = json.at("role").get<std::string>();
    const int tier = json.at("tier").get<int>();
    if (tier < 1 || tier > 4) return Unreadable();
    file.tier = static_cast<retrieval::Tier>(tier);
    file.relation = json.at("relation").get<std::string>();
    file.seed = json.at("seed").get<std::string>();
    file.mentioned = json.at("mentioned").get<bool>();
    file.share = Score::FromMillionths(json.at("share").get<std::int64_t>());
    for (const Json& term : json.at("terms")) {
      file.terms.Add(term.at("name").get<std::string>(),
                     Score::FromMillionths(term.at("value").get<std::int64_t>()));
    }
    file.score = file.terms.total();
    for (const Json& chunk : json.at("chunks")) {
      file.chunks.push_back({.ordinal = chunk.at(0).get<std::uint32_t>(),
                             .units = chunk.at(1).get<std::uint64_t>(),
                             .title_units = chunk.at(2).get<std::uint64_t>()});
    }
    file.asked_lines = json.at("asked_lines").get<std::vector<std::uint32_t>>();
    file.failed_lines = json.value("failed_lines", std::vector<std::uint32_t>());
    for (const Json& lines : json.value("shown_lines", Json::array())) {
      file.shown_lines.push_back({.first = lines.at(0).get<std::uint32_t>(),
                                  .last = lines.at(1).get<std::uint32_t>(),
                                  .label = lines.at(2).get<std::string>(),
                                  .score = Score::FromMillionths(lines.at(3).get<std::int64_t>())});
    }
  } catch (const nlohmann::json::exception&) {
    return Unreadable();
  }
  return file;
}

}  // namespace

Json ToJson(const retrieval::TaskScope& scope) {
  Json files = Json::array();
  for (const ScopedFile& file : scope.files) files.push_back(FileJson(file));
  Json words = Json::array();
  for (const retrieval::LineWord& word : scope.words) {
    words.push_back({word.word, word.worth.millionths()});
  }
  Json json = {{"files", std::move(files)},
               {"considered", scope.files.size() + scope.considered.size() + scope.not_listed},
               {"left_out", scope.considered.size() + scope.not_listed},
               {"not_listed", scope.not_listed},
               {"not_found", scope.not_found},
               {"abstained", scope.abstained},
               {"weak", scope.weak},
               {"missing", scope.missing},
               {"words", std::move(words)},
               {"form", scope.form},
               {"enriched", scope.has_metadata}};
  if (scope.signs.empty()) return json;
  Json signs = Json::object();
  for (const ask::JudgedSign& sign : scope.signs) signs[sign.name] = sign.value.millionths();
  json["signs"] = std::move(signs);
  json["documents"] = scope.documents;
  return json;
}

Result<std::vector<retrieval::LineWord>> LineWordsFrom(const Json& json) {
  constexpr std::size_t kMostWords = 64;
  const Score most = Score::FromInt(1'000);
  std::vector<retrieval::LineWord> words;
  try {
    for (const Json& word : json.value("words", Json::array())) {
      words.push_back({.word = word.at(0).get<std::string>(),
                       .worth = Score::FromMillionths(word.at(1).get<std::int64_t>())});
      const Score worth = words.back().worth;
      if (worth < Score() || worth > most || words.size() > kMostWords) return Unreadable();
    }
  } catch (const nlohmann::json::exception&) {
    return Unreadable();
  }
  return words;
}

bool IsOrientedScope(const Json& json) {
  const auto files = json.find("files");
  return json.is_object() && files != json.end() && files->is_array() && !files->empty() &&
         files->front().is_object() && files->front().contains("shown_lines");
}

bool IsWeakScope(const Json& json) {
  if (!json.is_object()) return false;
  const auto weak = json.find("weak");
  return weak != json.end() && weak->is_boolean() && weak->get<bool>();
}

Result<std::vector<ScopedFile>> ScopedFilesFrom(const Json& json) {
  const auto listed = json.find("files");
  if (listed == json.end() || !listed->is_array()) return Unreadable();
  std::vector<ScopedFile> files;
  for (const Json& one : *listed) {
    auto file = SATCHEL_TRY(FileFrom(one));
    files.push_back(std::move(file));
  }
  return files;
}

}  // namespace satchel::pipeline
