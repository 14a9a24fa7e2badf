#include "engine/answers/empty_answer.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "code/pack/options.h"
#include "engine/answers/recall_answer.h"
#include "engine/requests/pack.h"
#include "memory/pack/options.h"
#include "packet/packet.h"
#include "text/fence.h"
#include "text/inline_text.h"

namespace satchel::engine {
namespace {

constexpr std::size_t kMostReasonChars = 2'000;

Json ValueOf(const PacketAnswer& answer, const std::string& name) {
  const auto found = answer.values.find(name);
  return found == answer.values.end() ? Json::object() : found->second;
}

std::vector<std::string> TextsOf(const Json& json, std::string_view key) {
  return json.value(std::string(key), std::vector<std::string>());
}

bool Ran(const PacketAnswer& answer, std::string_view stage) {
  return std::ranges::any_of(answer.stages, [stage](const StageReport& report) {
    return report.name == stage && report.status != "skipped";
  });
}

std::size_t Dropped(const packet::Packet& packet) {
  std::size_t dropped = 0;
  for (const packet::Section& section : packet.sections) dropped += section.dropped;
  return dropped;
}

EmptyPacket NoRoom(const packet::Packet& packet) {
  const std::size_t found = Dropped(packet);
  return {.reason = "budget",
          .text = fmt::format("the budget of {} tokens is too small for the results ({} {})",
                              packet.budget, found, found == 1 ? "item" : "items")};
}

// "landlord, deposit", of a long list the first ones and how many more.
std::string Listed(std::vector<std::string> words) {
  constexpr std::size_t kMostWords = 12;
  const std::size_t more = words.size() - std::min(words.size(), kMostWords);
  words.resize(words.size() - more);
  return fmt::format("{}{}", fmt::join(words, ", "),
                     more == 0 ? "" : fmt::format(" and {} more", more));
}

std::string NowhereText(const Json& scope) {
  const auto missing = TextsOf(scope, "missing");
  return missing.empty() ? "" : "; not in the code: " + Listed(missing);
}

EmptyPacket WhyNoCode(const PacketAnswer& answer) {
  if (!Ran(answer, "code.scope")) {
    return {.reason = "stages",
            .text = "the stages that ran find no files; `--stages scope,precision` does"};
  }
  const Json scope = ValueOf(answer, "code.scope");
  if (const auto judged = scope.value("judged_irrelevant", std::size_t{0}); judged > 0) {
    return {
        .reason = "judged_irrelevant",
        .text = fmt::format("the model called none of {} files relevant; `satchel why --run {}` "
                            "lists them",
                            judged, answer.run.value())};
  }
  if (scope.value("considered", std::size_t{0}) == 0) {
    return {.reason = "no_word_found",
            .text = "no word of the task is in the code: " + Listed(TextsOf(scope, "missing"))};
  }
  if (Dropped(answer.packet) > 0) return NoRoom(answer.packet);
  return {.reason = "below_threshold",
          .text = "nothing in the code matches the task" + NowhereText(scope)};
}

EmptyPacket WhyNothingRecalled(const PacketAnswer& answer) {
  const Json plan = ValueOf(answer, "memory.plan");
  const Json filters = ValueOf(answer, "memory.filters");
  const std::string_view reason = plan.value("mode", "") == "no_recall" ? "no_recall"
                                  : filters.value("considered", std::size_t{0}) == 0
                                      ? "no_word_found"
                                  : Dropped(answer.packet) > 0 ? "budget"
                                                               : "filtered";
  return {.reason = reason, .text = EmptyRecall(answer)};
}

EmptyPacket WhyNothingPacked(const PacketAnswer& answer) {
  const Json share = ValueOf(answer, "pack.share");
  const Json removed = share.value("removed", Json::object());
  if (removed.value("shown_before", std::size_t{0}) > 0) {
    return {.reason = "shown_before", .text = "the earlier packet showed everything found for it"};
  }
  if (Dropped(answer.packet) > 0) return NoRoom(answer.packet);
  const Json scope = ValueOf(answer, "code.scope");
  return {.reason = "below_threshold",
          .text = fmt::format(
              "nothing here is about this task{}; `satchel why --run {}` lists the closest items",
              NowhereText(scope), answer.run.value())};
}

}  // namespace

std::optional<EmptyPacket> WhyEmpty(const PacketAnswer& answer) {
  const packet::Packet& packet = answer.packet;
  if (packet.recipe == kPack) {
    return Abstains(answer) ? std::optional(WhyNothingPacked(answer)) : std::nullopt;
  }
  const auto shows = [](const packet::Section& section) { return !section.items.empty(); };
  if (std::ranges::any_of(packet.sections, shows)) return std::nullopt;
  if (packet.recipe == pipeline::kCode) return WhyNoCode(answer);
  if (packet.recipe == pipeline::kMemory) return WhyNothingRecalled(answer);
  if (Dropped(packet) > 0) return NoRoom(packet);
  return EmptyPacket{.reason = "nothing_offered",
                     .text = "the stages that ran found nothing to show"};
}

std::string TextWithLine(const PacketAnswer& answer, std::string text, std::string_view section,
                         std::string_view line) {
  const std::string safe = text::InlineText(line, kMostReasonChars);
  if (answer.rendering == Rendering::kMarkdown) return fmt::format("{}\n{}\n", text, safe);
  // The line may name files, so it stands in the packet's own fence; a packet without a header
  // names none.
  const std::array<std::string_view, 2> contents = {text, safe};
  const auto fence =
      text::PromptFence::OfPacket(text, safe).value_or(text::PromptFence::For(contents));
  const std::array<text::FenceAttribute, 2> attributes = {
      {{"section", section}, {"source", answer.packet.recipe}}};
  return text + fence.Block(attributes, safe);
}

std::string TextWithReason(const PacketAnswer& answer) {
  const auto empty = WhyEmpty(answer);
  if (!empty) return answer.text;
  return TextWithLine(answer, answer.text, "Empty", empty->text);
}

void AddEmpty(const PacketAnswer& answer, Json& json) {
  const auto empty = WhyEmpty(answer);
  json["empty"] = empty ? Json{{"reason", empty->reason}, {"text", empty->text}} : Json();
}

}  // namespace satchel::engine
