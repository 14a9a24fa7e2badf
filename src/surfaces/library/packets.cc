#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/answers/pack_answer.h"
#include "engine/answers/recall_answer.h"
#include "engine/answers/retrieval_answer.h"
#include "engine/requests/pack.h"
#include "engine/requests/packet_settings.h"
#include "engine/requests/recall.h"
#include "engine/requests/retrieve.h"
#include "settings/settings.h"
#include "surfaces/library/answer_parts.h"
#include "surfaces/library/requests.h"

namespace satchel::library {
namespace {

void AddTo(std::vector<std::string>& remarks, std::vector<std::string> more) {
  remarks.insert(remarks.end(), std::make_move_iterator(more.begin()),
                 std::make_move_iterator(more.end()));
}

Result<std::optional<std::int64_t>> TokensOf(const std::optional<std::size_t>& tokens) {
  constexpr std::size_t kMost = 100'000'000;
  if (!tokens) return std::nullopt;
  if (*tokens > kMost) return Fail(Errc::kInvalidInput, fmt::format("more than {} tokens", kMost));
  return static_cast<std::int64_t>(*tokens);
}

engine::PacketRequest RecallOf(const RecallRequest& request, const PacketWish& wish,
                               const settings::Settings& settings,
                               std::vector<std::string>& remarks) {
  engine::PacketRequest asked;
  asked.recipe = engine::kMemory;
  asked.task = request.prompt;
  asked.budget = static_cast<std::size_t>(settings.Integer(settings::Key::kMemoryMaxMemoryTokens));
  wish.FillIn(asked);
  engine::FillFromSettings(settings, asked);
  engine::MemoryOptions options = engine::RecallOptions(settings);
  auto model = engine::RankingModel(settings, options);
  if (model) {
    asked.model = *std::move(model);
  } else {
    remarks.push_back("no model ranks the memories: " + model.error().text());
  }
  asked.options = {std::make_shared<engine::MemoryOptions>(std::move(options))};
  return asked;
}

}  // namespace

Result<PacketAnswer> Pack(Workspaces& workspaces, const PackRequest& request,
                          const Deadline& deadline) {
  SATCHEL_TRY(CheckText("task", request.task));
  const auto wish = SATCHEL_TRY(WishOf(request.budget, request.tokenizer, request.rendering));
  std::vector<std::string> remarks;
  engine::PacketAnswer made;
  const auto ask = [&](engine::Engine& engine) -> Status {
    auto asked = engine::PackRequest(engine.settings(), request.task);
    wish.FillIn(asked);
    if (!request.only.empty()) SATCHEL_TRY(engine::KeepOnly(request.only, asked));
    asked.conversation = request.conversation;
    asked.now = workspaces.now();
    if (!request.since.empty()) {
      asked.since = SATCHEL_TRY(engine.FindRun(
          request.since == "last" ? std::nullopt : std::optional(request.since), deadline));
    }
    made = SATCHEL_TRY(engine.MakePacket(asked, deadline));
    return {};
  };
  SATCHEL_TRY(AskCode(workspaces, request.workspace, deadline, remarks, ask));
  PacketAnswer answer = AnswerOf(made, JsonText(engine::PackJson(made)));
  AddTo(answer.remarks, std::move(remarks));
  return answer;
}

Result<PacketAnswer> Retrieve(Workspaces& workspaces, const RetrieveRequest& request,
                              const Deadline& deadline) {
  SATCHEL_TRY(CheckText("task", request.task));
  engine::RetrieveRequest wanted{.task = request.task,
                                 .task_id = request.task_id,
                                 .stages = request.stages,
                                 .budget = SATCHEL_TRY(TokensOf(request.budget)),
                                 .context_window = SATCHEL_TRY(TokensOf(request.context_window)),
                                 .reserved_tokens = SATCHEL_TRY(TokensOf(request.reserved_tokens)),
                                 .margin = SATCHEL_TRY(TokensOf(request.margin)),
                                 .model = request.model,
                                 .model_required = request.model_required};
  if (!request.tokenizer.empty()) {
    wanted.tokenizer = SATCHEL_TRY(text::ParseTokenizer(request.tokenizer));
  }
  std::vector<std::string> remarks;
  engine::PacketAnswer made;
  const auto ask = [&](engine::Engine& engine) -> Status {
    auto asked = SATCHEL_TRY(engine::ToPacketRequest(engine.settings(), wanted));
    asked.rendering = RenderingOf(request.rendering);
    asked.now = workspaces.now();
    made = SATCHEL_TRY(engine.MakePacket(asked, deadline));
    return {};
  };
  SATCHEL_TRY(AskCode(workspaces, request.workspace, deadline, remarks, ask));
  PacketAnswer answer = AnswerOf(made, JsonText(engine::RetrievalJson(made)));
  AddTo(answer.remarks, std::move(remarks));
  return answer;
}

Result<PacketAnswer> Refine(Workspaces& workspaces, const RefineRequest& request,
                            const Deadline& deadline) {
  engine::RefineRequest asked;
  asked.task = request.task_id;
  engine::Refinement missing{.reason = request.reason,
                             .missing_files = request.missing_files,
                             .missing_symbols = request.missing_symbols,
                             .missing_tests = request.missing_tests,
                             .error_signatures = request.error_signatures};
  if (missing == engine::Refinement()) {
    return Fail(Errc::kInvalidInput, "the request names nothing that is missing",
                "give files, symbols, tests, errors or a reason");
  }
  asked.refinement = std::move(missing);
  if (request.add == 0U) {
    return Fail(Errc::kInvalidInput, "a refinement that adds 0 tokens adds nothing",
                "leave `add` out to keep the budget");
  }
  asked.add = request.add;
  asked.now = workspaces.now();
  asked.rendering = RenderingOf(request.rendering);
  std::vector<std::string> remarks;
  engine::RefinedPacket refined;
  const auto ask = [&](engine::Engine& engine) -> Status {
    if (!request.model.empty()) {
      asked.model = SATCHEL_TRY(engine::ConfiguredModel(engine.settings(), request.model));
      asked.model_required = request.model_required;
    }
    refined = SATCHEL_TRY(engine.Refine(asked, deadline));
    return {};
  };
  SATCHEL_TRY(AskCode(workspaces, request.workspace, deadline, remarks, ask));
  PacketAnswer answer = AnswerOf(refined.answer, JsonText(engine::RefinedJson(refined)));
  AddTo(answer.remarks, std::move(remarks));
  return answer;
}

Result<PacketAnswer> Recall(Workspaces& workspaces, const RecallRequest& request,
                            const Deadline& deadline) {
  SATCHEL_TRY(CheckText("prompt", request.prompt));
  const auto wish = SATCHEL_TRY(WishOf(request.budget, request.tokenizer, request.rendering));
  std::vector<std::string> remarks;
  const auto use = SATCHEL_TRY(workspaces.Open(request.workspace, deadline, remarks));
  auto asked = RecallOf(request, wish, use.engine().settings(), remarks);
  asked.now = workspaces.now();
  const auto made = SATCHEL_TRY(use.engine().MakePacket(asked, deadline));
  const auto run = SATCHEL_TRY(use.engine().ViewRun(made, deadline));
  PacketAnswer answer = AnswerOf(made, JsonText(engine::RecallAnswerJson(made, run), made.text));
  answer.abstained = !engine::EmptyRecall(made).empty();
  AddTo(answer.remarks, std::move(remarks));
  return answer;
}

}  // namespace satchel::library
