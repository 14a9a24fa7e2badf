#include "engine/requests/replay.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json_fields.h"
#include "base/sha256.h"
#include "engine/requests/packets.h"
#include "engine/requests/prompt_look.h"
#include "engine/requests/run_view.h"
#include "engine/requests/stored_options.h"
#include "pack/built_in.h"
#include "packet/layout.h"
#include "packet/packet_json.h"
#include "packet/record.h"
#include "pipeline/audit.h"
#include "pipeline/recipe.h"
#include "pipeline/request.h"
#include "store/raw_log.h"

namespace satchel::engine {
namespace {

constexpr std::size_t kMostShown = 200;  // characters of a line that differs

// What is needed of a run to repeat it.
struct Recorded {
  pipeline::Request request;
  Json snapshot;
  std::string version;
  std::string digest;
  std::string text_sha256;
  bool was_refinement = false;
  bool was_look = false;
  pipeline::KeptPacket kept;
};

Result<Recorded> ReadRun(Stores& stores, const RunId& run, const Deadline& deadline) {
  const store::RawReader reader(stores.raw());
  const store::Scope scope = stores.scope(deadline);
  const std::array ids = {run.value()};
  const auto rows = SATCHEL_TRY(reader.Runs(scope, ids));
  if (rows.empty()) return NoRun(run.value());
  if (rows.front().status != Name(pipeline::RunStatus::kDone)) {
    return Fail(Errc::kNotFound, fmt::format("run {} is {} and has no packet to replay",
                                             run.value(), rows.front().status));
  }
  const auto request = SATCHEL_TRY(ParseJson(rows.front().request));
  const auto outcome = SATCHEL_TRY(ParseJson(rows.front().outcome));
  Recorded recorded;
  JsonFields fields(request, "run");
  auto parsed = pipeline::RequestFromJson(fields.Value("request"));
  recorded.snapshot = fields.Value("snapshot");
  recorded.version = fields.TextOr("version", "");
  recorded.was_refinement = request.contains("refinement_request");
  recorded.was_look = request.contains(kLookDetail);
  SATCHEL_TRY(std::move(fields).Finish());
  if (!parsed) return std::unexpected(parsed.error());
  recorded.request = *std::move(parsed);
  JsonFields end(outcome, "outcome");
  recorded.digest = end.Text("digest");
  recorded.text_sha256 = end.Text("text_sha256");
  SATCHEL_TRY(std::move(end).Finish());
  auto kept = SATCHEL_TRY(FindKeptPacket(stores, run, deadline));
  if (!kept) return Fail(Errc::kCorrupt, "the log has lost the run's packet");
  recorded.kept = *std::move(kept);
  return recorded;
}

void AddVersionCause(const Recorded& recorded, Replayed& replayed) {
  if (recorded.version == SATCHEL_VERSION) return;
  replayed.causes.push_back(
      fmt::format("the run was made by version {}, this is {}", recorded.version, SATCHEL_VERSION));
}

// What a run had besides its request, which is not asked for again.
void AddOtherCauses(const Recorded& recorded, Replayed& replayed) {
  if (recorded.was_refinement) {
    replayed.causes.emplace_back("the run was a refinement; --fresh asks for the task alone");
  }
  if (recorded.was_look) {
    replayed.causes.emplace_back(
        "the run ended with a look at the prompt; --fresh makes the whole packet");
  }
  if (!recorded.request.options.value("model", "").empty()) {
    replayed.causes.emplace_back("the run asked a model; --fresh does not");
  }
}

std::string Line(std::string_view text) { return std::string(text.substr(0, kMostShown)); }

}  // namespace

std::optional<TextDifference> FirstDifference(std::string_view then, std::string_view now) {
  if (then == now) return std::nullopt;
  std::size_t line = 1;
  while (true) {
    const auto then_end = then.find('\n');
    const auto now_end = now.find('\n');
    const std::string_view then_line = then.substr(0, then_end);
    const std::string_view now_line = now.substr(0, now_end);
    const bool ends = then_end == std::string_view::npos || now_end == std::string_view::npos;
    if (then_line != now_line || ends) {
      return TextDifference{.line = line, .then = Line(then_line), .now = Line(now_line)};
    }
    then.remove_prefix(then_end + 1);
    now.remove_prefix(now_end + 1);
    ++line;
  }
}

Result<Replayed> Replay(Stores& stores, const RunId& run, const Deadline& deadline) {
  auto recorded = SATCHEL_TRY(ReadRun(stores, run, deadline), "replay");
  const pipeline::Recipe* recipe = pipeline::BuiltIn().FindRecipe(recorded.request.recipe);
  if (recipe == nullptr) {
    return Fail(Errc::kInvalidInput,
                fmt::format("this version has no recipe '{}'", recorded.request.recipe));
  }
  const packet::Layout& layout =
      LayoutOf(recorded.request.rendering, recorded.kept.packet.line_rules);
  auto packet = packet::Repack(recorded.kept.record, recorded.kept.packet, recipe->plan(), layout);
  if (!packet) return std::move(packet.error()).While("pack again");
  packet->digest =
      packet::DigestOf(pipeline::Essence(recorded.request), recorded.snapshot, *packet);
  Replayed replayed{.run = run,
                    .digest = recorded.digest,
                    .digest_now = packet->digest,
                    .text = packet::Compose(*packet, layout)};
  const std::string then = packet::Compose(recorded.kept.packet, layout);
  replayed.difference = FirstDifference(then, replayed.text);
  if (!replayed.difference && Sha256Of(replayed.text).Hex() != recorded.text_sha256) {
    replayed.difference = TextDifference{.line = 1};
    replayed.causes.emplace_back("the packet in the log is not the one that was shown");
  }
  if (!replayed.same()) AddVersionCause(recorded, replayed);
  if (!replayed.same() && replayed.causes.empty()) {
    replayed.causes.emplace_back("what the log kept does not lead to this packet");
  }
  return replayed;
}

Result<std::string> RecipeOf(Stores& stores, const RunId& run, const Deadline& deadline) {
  const std::array ids = {run.value()};
  auto rows = SATCHEL_TRY(store::RawReader(stores.raw()).Runs(stores.scope(deadline), ids));
  if (rows.empty()) return NoRun(run.value());
  return std::move(rows.front().recipe);
}

Result<Replayed> ReplayFresh(Stores& stores, const settings::Workspace& workspace, const RunId& run,
                             const Deadline& deadline, const SourceCaches* caches,
                             const pipeline::Surroundings& around) {
  auto recorded = SATCHEL_TRY(ReadRun(stores, run, deadline), "replay");
  const pipeline::Request& request = recorded.request;
  auto options = SATCHEL_TRY(StoredOptions(request), "ask again");
  const PacketRequest asked{.recipe = request.recipe,
                            .task = request.task,
                            .task_id = "replay",
                            .budget = request.budget,
                            .tokenizer = request.tokenizer,
                            .rendering = request.rendering,
                            .stages = request.stages,
                            .now = request.now,
                            .options = std::move(options),
                            .fresh = true};
  auto answer =
      SATCHEL_TRY(MakePacket(stores, workspace, asked, deadline, caches, around), "ask again");
  const std::string then = packet::Compose(recorded.kept.packet, LayoutOf(request.rendering));
  Replayed replayed{.run = run,
                    .digest = recorded.digest,
                    .digest_now = answer.packet.digest,
                    .text = std::move(answer.text)};
  replayed.difference = FirstDifference(then, replayed.text);
  if (replayed.same()) return replayed;
  replayed.causes = ChangedFiles(recorded.snapshot, answer.snapshot);
  AddOtherCauses(recorded, replayed);
  AddVersionCause(recorded, replayed);
  return replayed;
}

}  // namespace satchel::engine
