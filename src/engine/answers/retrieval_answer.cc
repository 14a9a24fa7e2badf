#include "engine/answers/retrieval_answer.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "code/answers/confidence.h"
#include "code/pack/judgement.h"
#include "code/pack/options.h"
#include "engine/answers/empty_answer.h"
#include "engine/answers/pack_answer.h"
#include "engine/answers/packet_answer.h"
#include "engine/requests/pack.h"
#include "packet/packet_json.h"

namespace satchel::engine {
namespace {

const Json& ValueOf(const PacketAnswer& answer, const std::string& stage) {
  static const Json kNothing = Json::object();
  const auto found = answer.values.find(stage);
  return found == answer.values.end() ? kNothing : found->second;
}

// The path that an item is of: everything before the lines.
std::string PathOf(const packet::Item& item, const std::set<std::string>& paths) {
  const std::string& id = item.candidate.id.value();
  if (paths.contains(id)) return id;
  return id.substr(0, id.rfind(':'));
}

// `first-last`, or 0, 0.
std::pair<std::int64_t, std::int64_t> LinesOf(std::string_view text) {
  std::pair<std::int64_t, std::int64_t> lines;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), text.data() + text.size(), lines.first);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '-') return {};
  const auto last = std::from_chars(first.ptr + 1, end, lines.second);
  return last.ec == std::errc() && last.ptr == end ? lines
                                                   : std::pair<std::int64_t, std::int64_t>();
}

// What is shown of each file, in the order shown.
Json FilesJson(const PacketAnswer& answer, const Json& scope) {
  std::map<std::string, const Json*> known;
  std::set<std::string> paths;
  if (const auto files = scope.find("files"); files != scope.end()) {
    for (const Json& file : *files) {
      const std::string path = file.value("path", "");
      known.emplace(path, &file);
      paths.insert(path);
    }
  }
  Json files = Json::array();
  std::map<std::string, std::size_t> at;
  for (const packet::Section& section : answer.packet.sections) {
    for (const packet::Item& item : section.items) {
      const std::string path = PathOf(item, paths);
      const auto [place, is_new] = at.try_emplace(path, files.size());
      if (is_new) {
        Json file = {{"path", path}, {"pieces", Json::array()}, {"tokens", 0}};
        if (const auto found = known.find(path); found != known.end()) {
          for (const char* key : {"language", "role", "tier", "relation", "seed", "mentioned"}) {
            file[key] = (*found->second)[key];
          }
        }
        files.push_back(std::move(file));
      }
      Json& file = files[place->second];
      file["tokens"] = file["tokens"].get<std::size_t>() +
                       packet::CostModel(answer.packet.tokenizer).Tokens(item.cost);
      file["pieces"].push_back({{"id", item.candidate.id.value()},
                                {"rendition", item.rendition().name},
                                {"detail", item.candidate.provenance.rule}});
    }
  }
  return files;
}

// What was chosen of each file that is shown, and whether its lines are in the text: a primary
// symbol in a piece, another one in the outline.
void AddSymbols(const PacketAnswer& answer, const Json& precision, Json& files) {
  const auto chosen = precision.find("chosen");
  if (chosen == precision.end()) return;
  std::map<std::string, Json*> by_path;
  for (Json& file : files) {
    file["symbols"] = Json::array();
    by_path.emplace(file.value("path", ""), &file);
  }
  std::set<std::string> outlines;
  std::multimap<std::string, std::pair<std::int64_t, std::int64_t>> bodies;  // lines, by path
  for (const packet::Section& section : answer.packet.sections) {
    for (const packet::Item& item : section.items) {
      const std::string& id = item.candidate.id.value();
      if (by_path.contains(id)) {
        if (item.rendition().name != "name") outlines.insert(id);
      } else if (const std::size_t colon = id.rfind(':'); colon != std::string::npos) {
        bodies.emplace(id.substr(0, colon), LinesOf(std::string_view(id).substr(colon + 1)));
      }
    }
  }
  for (const Json& symbol : *chosen) {
    const std::string path = symbol.value("path", "");
    const auto file = by_path.find(path);
    if (file == by_path.end()) continue;
    const auto line = symbol.value("line", std::int64_t{0});
    const auto [first, last] = bodies.equal_range(path);
    const bool in_body = std::any_of(first, last, [line](const auto& one) {
      return line >= one.second.first && line <= one.second.second;
    });
    const bool listed = symbol.value("tier", "") != "primary" && outlines.contains(path);
    (*file->second)["symbols"].push_back({{"name", symbol.value("symbol", "")},
                                          {"line", line},
                                          {"tier", symbol.value("tier", "")},
                                          {"relation", symbol.value("relation", "")},
                                          {"shown", in_body || listed}});
  }
}

// Between files that are shown.
Json EdgesJson(const Json& precision, const Json& files) {
  std::set<std::string> shown;
  for (const Json& file : files) shown.insert(file.value("path", ""));
  Json edges = Json::array();
  const auto imports = precision.find("imports");
  if (imports == precision.end()) return edges;
  for (const Json& edge : *imports) {
    if (shown.contains(edge.value("from", "")) && shown.contains(edge.value("to", ""))) {
      edges.push_back(edge);
    }
  }
  return edges;
}

// How well the code matches the task; unless it does well, also the words that are nowhere.
void AddConfidence(const Json& scope, Json& json) {
  const bool abstained = scope.value("abstained", false);
  const bool weak = scope.value("weak", false);
  json["abstained"] = abstained;
  json["confidence"] = ConfidenceName(abstained, weak);
  if (abstained || weak) json["missing"] = scope.value("missing", Json::array());
}

// Who decided what the package has: a model, the record of what it said before, or rules alone.
Json JudgementJson(const PacketAnswer& answer) {
  const Json& judgement = ValueOf(answer, std::string(pipeline::kJudgementValue));
  Json json = {{"by", judgement.value("by", "rules")}};
  if (judgement.contains("model")) json["model"] = judgement["model"];
  return json;
}

Json DifferenceJson(const RefinedPacket& refined) {
  Json changes = Json::array();
  for (const RunDifference::Change& change : refined.difference.items) {
    changes.push_back({{"section", change.section},
                       {"item", change.item},
                       {"title", change.title},
                       {"then", change.then},
                       {"now", change.now},
                       {"reason", change.reason}});
  }
  return {{"before", refined.before.value()}, {"items", std::move(changes)}};
}

}  // namespace

Json RetrievalJson(const PacketAnswer& answer) {
  Json json = packet::ToJson(answer.packet);
  const Json& scope = ValueOf(answer, "code.scope");
  Json files = FilesJson(answer, scope);
  AddSymbols(answer, ValueOf(answer, "code.precision"), files);
  json["dependencies"] = EdgesJson(ValueOf(answer, "code.precision"), files);
  json["files"] = std::move(files);
  json["task_id"] = answer.task_id;
  json["task_query"] = ask::ToJson(answer.query);
  const Json& analysis = ValueOf(answer, "code.analysis");
  json["task_query"]["analysis"] = analysis.empty() ? Json() : analysis;
  json["run"] = answer.run.value();
  json["generated"] = FormatTime(answer.now);
  json["budget_config"] = answer.options;
  json["considered"] = scope.value("considered", 0);
  json["not_found"] = scope.value("not_found", Json::array());
  AddConfidence(scope, json);
  AddEmpty(answer, json);
  AddUnrecorded(answer, json);
  json["enriched"] = scope.value("enriched", false);
  json["judgement"] = JudgementJson(answer);
  json["remarks"] = answer.remarks;
  return json;
}

Json RetrievalTextJson(const PacketAnswer& answer) {
  const Json& scope = ValueOf(answer, "code.scope");
  Json json = {{"packet", answer.text},
               {"budget", answer.packet.budget},
               {"tokens_used", answer.packet.tokens_used},
               {"over_budget", answer.packet.over_budget},
               {"task_id", answer.task_id},
               {"run", answer.run.value()},
               {"not_found", scope.value("not_found", Json::array())},
               {"remarks", answer.remarks}};
  if (answer.packet.recipe == pipeline::kCode) json["judgement"] = JudgementJson(answer);
  AddConfidence(scope, json);
  AddEmpty(answer, json);
  AddUnrecorded(answer, json);
  return json;
}

std::string RefinedText(const RefinedPacket& refined) {
  constexpr std::size_t kMostNames = 20;
  const PacketAnswer& answer = refined.answer;
  std::string text = TextWithReason(answer);
  std::vector<std::string> unknown =
      ValueOf(answer, "code.scope").value("not_found", std::vector<std::string>());
  if (!unknown.empty()) {
    unknown.resize(std::min(unknown.size(), kMostNames));
    text = TextWithLine(answer, std::move(text), "Not found",
                        fmt::format("Not found in this workspace: {}", fmt::join(unknown, ", ")));
  }
  std::vector<std::string> gone = refined.gone;
  if (!gone.empty()) {
    gone.resize(std::min(gone.size(), kMostNames));
    text = TextWithLine(
        answer, std::move(text), "Gone",
        fmt::format("No longer shown within {} tokens: {}. `add` gives a refinement tokens of its "
                    "own, and everything stays.",
                    answer.packet.budget, fmt::join(gone, ", ")));
  }
  return text;
}

Json RefinedJson(const RefinedPacket& refined) {
  const bool everything = refined.answer.packet.recipe == kPack;
  Json json = everything ? PackJson(refined.answer) : RetrievalJson(refined.answer);
  json["difference"] = DifferenceJson(refined);
  return json;
}

Json RefinedTextJson(const RefinedPacket& refined) {
  Json json = RetrievalTextJson(refined.answer);
  json["difference"] = DifferenceJson(refined);
  return json;
}

}  // namespace satchel::engine
