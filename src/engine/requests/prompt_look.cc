#include "engine/requests/prompt_look.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "ask/question.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/sha256.h"
#include "code/orient/orientation.h"
#include "code/pack/options.h"
#include "code/pack/source.h"
#include "code/rank/answer_floor.h"
#include "engine/requests/packet_request.h"
#include "engine/stores/run_id.h"
#include "pack/recipe.h"
#include "packet/packer.h"
#include "packet/packet_json.h"
#include "packet/record.h"
#include "pipeline/audit.h"

namespace satchel::engine {
namespace {

using pipeline::Decision;
using pipeline::kCode;

// Of the files that came nearest: as many as a scope takes for their words.
constexpr std::size_t kMostLogged = 10;

std::vector<Decision> DecisionsOf(const rank::RankedCode& ranked) {
  std::vector<Decision> decisions;
  for (const rank::RankedFile& file : ranked.files) {
    if (decisions.size() == kMostLogged) break;
    Decision& decision = decisions.emplace_back();
    decision.section = "code.seeds";
    decision.source = kCode;
    decision.item = ItemId(file.path);
    decision.title = file.path;
    decision.reason = "below_floor";
    decision.terms = rank::TermsOf(file.features, file.penalties, ranked.query.form);
  }
  return decisions;
}

}  // namespace

Result<PromptLook> LookAtPrompt(Stores& stores, const SearchedFiles& files,
                                const PacketRequest& request, const Deadline& deadline) {
  // As a packet is asked for: without secrets.
  const ask::Question task = ReadQuestion(request);
  const auto indexes = OpenCodeIndex(stores);
  const retrieval::SearchedCode searched{.curated = stores.curated(),
                                         .scope = stores.scope(deadline),
                                         .indexes = *indexes,
                                         .root = files.root,
                                         .file_bytes = files.file_bytes};
  const auto curated = SATCHEL_TRY(searched.curated.Begin(searched.scope, store::Access::kRead));
  const auto guides = SATCHEL_TRY(retrieval::FindOrientation(searched, *curated, task));
  if (!guides.empty()) {
    const ask::SpeakFacts oriented{
        .prompt = {.prompt = task}, .known = ask::Known::kCode, .oriented = true};
    return PromptLook{.decision = ask::DecideToSpeak(oriented), .ranked = nullptr};
  }
  auto ranked = SATCHEL_TRY(retrieval::RankTask(searched, *curated, task));
  const auto& orientation = task.orientation();
  ask::SpeakFacts facts{.prompt = {.prompt = task,
                                   .keywords = task.task().keywords.size(),
                                   .work = task.task().task_type != "unknown",
                                   .documents = ranked.ranked.all_documents},
                        .known = ask::Known::kCode,
                        // A command that no file explains is about the agent's tools.
                        .small_talk = orientation && orientation->command};
  const rank::AnswerFloor floor = rank::FloorOf(task.query(), ranked.ranked);
  for (const ask::JudgedSign& sign : retrieval::SignsOf(task.query(), ranked.ranked, floor)) {
    facts.prompt.code_signs.emplace(sign.name, sign.value);
  }
  return PromptLook{.decision = ask::DecideToSpeak(facts),
                    .ranked = std::make_shared<const retrieval::RankedTask>(std::move(ranked))};
}

void UseLook(const PromptLook& look, PacketRequest& request) {
  auto option = std::make_shared<pipeline::RankedBeforeOption>();
  option->ranked = std::make_shared<pipeline::RankedBefore>();
  option->ranked->task = look.ranked;
  request.options.push_back(std::move(option));
}

Status RecordSilence(Stores& stores, const PacketRequest& asked, const PromptLook& look,
                     const Unshown& why, const Deadline& deadline) {
  const pipeline::Recipe& recipe = pipeline::PackRecipe();
  const SystemClock clock;
  const Time started = clock.Now();
  const auto request = SATCHEL_TRY(ToRequest(asked, recipe, asked.now.value_or(started)));
  const Json snapshot = {{std::string(kCode), pipeline::CodeSnapshot(look.ranked->content)}};
  const packet::Layout& layout = LayoutOf(asked.rendering);
  packet::PackRecord record;
  packet::Packer packer(std::string(recipe.name), recipe.plan(), request.budget, request.tokenizer,
                        layout);
  packet::Packet packet = std::move(packer).Finish(&record);
  packet.digest = packet::DigestOf(pipeline::Essence(request), snapshot, packet);
  pipeline::RunAudit audit(stores.raw(), stores.scope(deadline), MakeRunId(started));
  Json details = {{"version", SATCHEL_VERSION},
                  {std::string(kFaceDetail), std::string(Name(Face::kHook))},
                  {std::string(kLookDetail), true},
                  {"snapshot", snapshot}};
  NameHook(asked.options, details);
  SATCHEL_TRY(audit.Start(request, started, std::move(details)));
  const std::vector<Decision> decisions = DecisionsOf(look.ranked->ranked);
  SATCHEL_TRY(audit.AddStage("pack.look", {{"status", "done"},
                                           {"decisions", decisions.size()},
                                           {"about", ToJson(look.decision.judgement)}}));
  SATCHEL_TRY(audit.AddDecisions("pack.look", decisions));
  SATCHEL_TRY(audit.KeepPacket(pipeline::EncodeKept(CanonicalJson(packet::ToStoredJson(packet)),
                                                    CanonicalJson(packet::ToJson(record))),
                               clock.Now()));
  SATCHEL_TRY(audit.AddEvent(kUnshownEvent, clock.Now(), ToJson(why)));
  const Json outcome = {{"digest", packet.digest},
                        {"text_sha256", Sha256Of(packet::Compose(packet, layout)).Hex()},
                        {"tokens_used", packet.tokens_used},
                        {"over_budget", packet.over_budget},
                        {"remarks", Json::array()}};
  return audit.Finish(pipeline::RunStatus::kDone, outcome, clock.Now());
}

}  // namespace satchel::engine
