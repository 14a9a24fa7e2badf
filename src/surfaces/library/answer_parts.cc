#include "surfaces/library/answer_parts.h"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/answers/empty_answer.h"
#include "engine/requests/pack.h"

namespace satchel::library {
namespace {

constexpr std::size_t kMostTaskBytes = 1U << 20U;
constexpr std::size_t kMostTokens = 100'000'000;
// For another one that makes the index at the same time.
constexpr std::chrono::seconds kWaitForFirst(60);

std::string StaleText(const engine::CodeRefresh& refresh) {
  if (refresh.state == engine::CodeRefresh::State::kUnfinished) {
    return "the index is not complete: a run is under way or was cut off, or another version made "
           "it";
  }
  return fmt::format("the index lacks {}{} changed files: it is {}",
                     refresh.complete ? "" : "more than ", refresh.size(), Name(refresh.state));
}

}  // namespace

Status CheckText(const std::string& what, const std::string& text) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    return Fail(Errc::kInvalidInput, fmt::format("the {} is empty", what));
  }
  if (text.size() <= kMostTaskBytes) return {};
  return Fail(Errc::kInvalidInput,
              fmt::format("the {} has more than {} bytes", what, kMostTaskBytes));
}

engine::Rendering RenderingOf(Rendering rendering) {
  return rendering == Rendering::kMarkdown ? engine::Rendering::kMarkdown
                                           : engine::Rendering::kPrompt;
}

void PacketWish::FillIn(engine::PacketRequest& request) const {
  if (budget) request.budget = budget;
  if (tokenizer) request.tokenizer = tokenizer;
  request.rendering = rendering;
}

Result<PacketWish> WishOf(std::optional<std::size_t> budget, const std::string& tokenizer,
                          Rendering rendering) {
  if (budget && *budget > kMostTokens) {
    return Fail(Errc::kInvalidInput, fmt::format("the budget is more than {} tokens", kMostTokens));
  }
  PacketWish wish{.budget = budget, .tokenizer = std::nullopt, .rendering = RenderingOf(rendering)};
  if (!tokenizer.empty()) wish.tokenizer = SATCHEL_TRY(text::ParseTokenizer(tokenizer));
  return wish;
}

PacketAnswer AnswerOf(const engine::PacketAnswer& made, std::string json) {
  std::vector<std::string> remarks = made.remarks;
  if (auto empty = engine::WhyEmpty(made)) remarks.push_back(std::move(empty->text));
  return {.text = made.text,
          .json = std::move(json),
          .budget = made.packet.budget,
          .tokens_used = made.packet.tokens_used,
          .over_budget = made.packet.over_budget,
          .run = made.run.value(),
          .task_id = made.task_id,
          .digest = made.packet.digest,
          .abstained = engine::Abstains(made),
          .remarks = std::move(remarks)};
}

Result<engine::CodeRefresh> BringUpToDate(engine::Engine& engine, const Deadline& deadline,
                                          std::vector<std::string>& remarks) {
  auto refresh = SATCHEL_TRY(engine.RefreshCode(deadline));
  if (refresh.state == engine::CodeRefresh::State::kMissing) {
    engine::CodeIndexRequest first;
    first.wait = kWaitForFirst;
    SATCHEL_TRY(engine.Index(first, deadline));
    refresh.state = engine::CodeRefresh::State::kFresh;
  }
  if (refresh.doubtful()) remarks.push_back(StaleText(refresh));
  return refresh;
}

}  // namespace satchel::library
