#include "code/pack/judgement.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "code/pack/options.h"

namespace satchel::pipeline {
namespace {

using retrieval::Detail;

std::string KeyOf(const retrieval::SymbolChoice& choice) {
  return fmt::format("{}#{}", choice.path, choice.symbol);
}

std::optional<Detail> ParseDetail(std::string_view name) {
  for (const Detail detail :
       {Detail::kPrimary, Detail::kSupporting, Detail::kTypeContext, Detail::kExcluded}) {
    if (Name(detail) == name) return detail;
  }
  return std::nullopt;
}

Json ToJson(const Judgement& judgement) {
  Json symbols = Json::object();
  for (const auto& [key, all] : judgement.symbols) {
    Json list = Json::array();
    for (const Judgement::Symbol& one : all) {
      list.push_back({{"line", one.line}, {"detail", Name(one.detail)}});
    }
    symbols[key] = std::move(list);
  }
  return {{"model", judgement.model},
          {"by", judgement.repeated ? "record" : "model"},
          {"files", judgement.files},
          {"symbols", std::move(symbols)}};
}

// Exceptions of the JSON library stop here.
std::optional<Judgement> JudgementFrom(const Json& json) {
  Judgement judgement;
  try {
    judgement.model = json.at("model").get<std::string>();
    judgement.files = json.at("files").get<std::map<std::string, bool>>();
    for (const auto& [key, list] : json.at("symbols").items()) {
      for (const Json& one : list) {
        const auto detail = ParseDetail(one.at("detail").get_ref<const std::string&>());
        if (!detail) return std::nullopt;
        judgement.symbols[key].push_back({one.at("line").get<std::uint32_t>(), *detail});
      }
    }
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
  return judgement;
}

}  // namespace

void Judgement::Remember(const retrieval::SymbolChoice& choice) {
  symbols[KeyOf(choice)].push_back({choice.line, choice.detail});
}

std::optional<Detail> Judgement::Find(const retrieval::SymbolChoice& choice) const {
  const auto found = symbols.find(KeyOf(choice));
  if (found == symbols.end() || found->second.empty()) return std::nullopt;
  const auto same = std::ranges::find(found->second, choice.line, &Symbol::line);
  return same == found->second.end() ? found->second.front().detail : same->detail;
}

Judgement JudgementOf(const StageContext& context) {
  const auto found = context.values.find(std::string(kJudgementValue));
  if (found == context.values.end()) return {};
  return JudgementFrom(found->second).value_or(Judgement());
}

void Keep(const Judgement& judgement, StageContext& context) {
  context.values[std::string(kJudgementValue)] = ToJson(judgement);
}

}  // namespace satchel::pipeline
