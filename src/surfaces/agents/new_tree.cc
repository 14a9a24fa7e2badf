#include "surfaces/agents/new_tree.h"

#include <chrono>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/result.h"
#include "engine/stores/sibling.h"
#include "engine/stores/store_place.h"

// A hook has a second in all, and most of it belongs to the packet. An index that is too large to
// be copied in a part of that is copied by a process of its own, for the next prompt.
namespace satchel::agents {
namespace {

constexpr std::uint64_t kMostBytesNow = 48U << 20U;
constexpr std::chrono::milliseconds kMostTimeNow{400};

void IndexLater(const HookCall& call, const settings::Workspace& workspace) {
  if (call.index_in_background) call.index_in_background(workspace.root);
}

}  // namespace

std::optional<std::string> StartNewTree(const HookCall& call, const settings::Workspace& workspace,
                                        const settings::Settings& settings) {
  const auto sibling = engine::FindSibling(workspace, call.directories, call.environment, settings);
  if (!sibling) call.Say(LogLevel::kWarn, sibling.error().text());
  if (!sibling || !*sibling) return std::nullopt;
  const std::string from = (*sibling)->root.string();
  const Time now = call.now.value_or(SystemClock().Now());
  const Status copied =
      engine::CopyFromSibling(workspace, engine::FindStore(workspace, call.environment, settings),
                              **sibling, kMostBytesNow, now, call.deadline.Within(kMostTimeNow));
  if (copied) {
    // What differs is indexed with the answer, as far as it is quick, and behind it.
    call.Say(LogLevel::kDebug, fmt::format("the index of {} was copied", from));
    return std::nullopt;
  }
  switch (copied.error().code()) {
    case Errc::kUnavailable:
      return fmt::format("another process copies the index of {}", from);
    case Errc::kInvalidInput:
    case Errc::kDeadline:
      IndexLater(call, workspace);
      return fmt::format("the index of {} is copied in the background, for the next prompt", from);
    default:
      call.Say(LogLevel::kWarn, copied.error().text());
      return std::nullopt;
  }
}

}  // namespace satchel::agents
