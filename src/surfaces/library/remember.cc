#include <utility>

#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "memory/answers/memory_answer.h"
#include "memory/requests/edit.h"
#include "memory/requests/place.h"
#include "settings/settings.h"
#include "surfaces/library/answer_parts.h"
#include "surfaces/library/requests.h"

namespace satchel::library {
namespace {

Result<engine::NewMemory> MemoryOf(const RememberRequest& request) {
  SATCHEL_TRY(CheckText("text", request.text));
  engine::NewMemory asked;
  asked.text = request.text;
  if (!request.category.empty()) {
    asked.category = SATCHEL_TRY(memory::ParseCategory(request.category));
  }
  asked.tags = request.tags;
  asked.entity = request.entity;
  asked.supersedes = request.supersedes;
  return asked;
}

}  // namespace

// Of the engine nothing is opened: memories are files, which need neither stores nor an index.
Result<Answer> Remember(Workspaces& workspaces, const RememberRequest& request,
                        const Deadline& deadline) {
  const auto asked = SATCHEL_TRY(MemoryOf(request));
  SATCHEL_TRY(deadline.Check("remember"));
  const auto parts = SATCHEL_TRY(workspaces.Parts(request.workspace));
  engine::MemoryTarget target;
  target.place = SATCHEL_TRY(engine::PlaceOfMemories(parts.workspace, parts.settings,
                                                     parts.directories, parts.environment));
  target.now = workspaces.now().value_or(SystemClock().Now());
  target.deadline = deadline;
  const engine::RememberOptions options{
      .force = request.force,
      .artifacts = parts.settings.Bool(settings::Key::kMemoryVerbatimArtifactsEnabled),
      .intent = parts.settings.Bool(settings::Key::kMemoryIntentRoutingEnabled)};
  const auto remembered = SATCHEL_TRY(engine::Remember(target, asked, options));
  Answer answer;
  answer.json = JsonText(engine::ToJson(remembered));
  if (!remembered.secrets.empty()) {
    answer.remarks.emplace_back("what looks like a secret was taken out");
  }
  return answer;
}

}  // namespace satchel::library
