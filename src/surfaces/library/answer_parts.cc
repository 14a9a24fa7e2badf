#include "surfaces/library/answer_parts.h"

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

Result<engine::CodeRefresh> AskCode(Workspaces& workspaces, const std::string& workspace,
                                    const Deadline& deadline, std::vector<std::string>& remarks,
                                    const std::function<Status(engine::Engine&)>& ask) {
  engine::CodeRefresh refresh;
  SATCHEL_TRY(workspaces.AskIndex(
      workspace, deadline, remarks, [&](engine::Engine& engine, std::vector<std::string>& said) {
        const engine::CodeAsking asking{
            .tell = [&](const engine::Remark& remark) { said.push_back(remark.text); }};
        const auto asked = engine.AskCode(asking, deadline, ask);
        if (asked) refresh = *asked;
        return asked ? Status() : std::unexpected(asked.error());
      }));
  return refresh;
}

}  // namespace satchel::library
