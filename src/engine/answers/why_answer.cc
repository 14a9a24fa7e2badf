#include "engine/answers/why_answer.h"

#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "packet/candidate_json.h"
#include "packet/packet_json.h"

namespace satchel::engine {
namespace {

Json NoticesJson(const std::vector<const packet::Notice*>& notices) {
  Json list = Json::array();
  for (const packet::Notice* notice : notices) {
    list.push_back({{"source", notice->source},
                    {"path", notice->path},
                    {"line", notice->line},
                    {"reason", notice->reason},
                    {"text", notice->text}});
  }
  return list;
}

Json RemainderJson(const RunView& view) {
  Json list = Json::array();
  if (!view.packet) return list;
  for (const packet::Remainder& rest : view.packet->remainder) {
    list.push_back({{"section", rest.section},
                    {"reason", std::string(Name(rest.reason))},
                    {"count", rest.count},
                    {"tokens", rest.tokens}});
  }
  return list;
}

}  // namespace

std::string NoticeLine(const packet::Notice& notice) {
  const std::string line = notice.line == 0 ? "" : fmt::format(":{}", notice.line);
  return fmt::format("{}{}: {}: {}", notice.path, line, notice.reason, notice.text);
}

WhyAnswer ExplainItem(const RunView& view, std::string_view item) {
  WhyAnswer answer{.view = view,
                   .decisions = item.empty() ? view.LastDecisions() : FindDecisions(view, item),
                   .notices = {}};
  if (!view.packet) return answer;
  for (const packet::Notice& notice : view.packet->notices) {
    if (item.empty() || NoticeLine(notice).find(item) != std::string::npos) {
      answer.notices.push_back(&notice);
    }
  }
  return answer;
}

Json ToJson(const LoggedDecision& decision) {
  return {{"item", decision.item},
          {"title", decision.title},
          {"source", decision.source},
          {"section", decision.section},
          {"stage", decision.stage},
          {"included", decision.included},
          {"rendition", decision.included ? Json(decision.rendition) : Json(nullptr)},
          {"reason", decision.reason.empty() ? Json(nullptr) : Json(decision.reason)},
          {"tokens", decision.tokens},
          {"tier", decision.tier},
          {"score", decision.terms.total().millionths()},
          {"terms", packet::TermsJson(decision.terms)},
          {"provenance", packet::ProvenanceJson(decision.provenance)}};
}

Json ToJson(const WhyAnswer& answer) {
  Json items = Json::array();
  for (const LoggedDecision* decision : answer.decisions) items.push_back(ToJson(*decision));
  return {{"run", answer.view.summary.id.value()},
          {"items", std::move(items)},
          {"remainder", RemainderJson(answer.view)},
          {"notices", NoticesJson(answer.notices)}};
}

}  // namespace satchel::engine
