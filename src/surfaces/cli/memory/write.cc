#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "memory/answers/memory_answer.h"
#include "memory/requests/edit.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/memory/access.h"
#include "surfaces/cli/note/editor.h"

namespace satchel::cli {
namespace {

std::expected<std::optional<Time>, Failure> MomentOf(const Context& context, const char* flag) {
  const auto text = context.invocation.Find(flag);
  if (!text) return std::nullopt;
  return MomentFrom(context, flag, *text);
}

std::expected<engine::NewMemory, Failure> AskedFrom(const Context& context) {
  const Invocation& invocation = context.invocation;
  engine::NewMemory asked;
  asked.text = SATCHEL_TRY(TextFrom(context, invocation.arguments[0]));
  if (const auto category = invocation.Find("--category")) {
    const auto parsed = memory::ParseCategory(*category);
    if (!parsed) return FailWith(ExitCode::kUsage, parsed.error());
    asked.category = *parsed;
  }
  asked.tags = invocation.All("--tag");
  asked.entity = invocation.Find("--entity").value_or("");
  asked.source = invocation.Find("--source").value_or("");
  asked.supersedes = invocation.Find("--supersedes").value_or("");
  for (const std::string& attribute : invocation.All("--attribute")) {
    const auto equals = attribute.find('=');
    if (equals == attribute.npos || equals == 0) {
      return FailWith(ExitCode::kUsage,
                      fmt::format("--attribute is '{}'; it must be NAME=VALUE", Visible(attribute)),
                      "like --attribute port=8080");
    }
    asked.attributes.emplace_back(attribute.substr(0, equals), attribute.substr(equals + 1));
  }
  if (const auto confidence = invocation.Find("--confidence")) {
    asked.confidence = engine::ParseConfidence(*confidence);
    if (!asked.confidence) {
      return FailWith(
          ExitCode::kUsage,
          fmt::format("--confidence is '{}'; it must be from 0 to 1", Visible(*confidence)), "");
    }
  }
  asked.valid_from = SATCHEL_TRY(MomentOf(context, "--valid-from"));
  asked.valid_to = SATCHEL_TRY(MomentOf(context, "--valid-to"));
  asked.expires = SATCHEL_TRY(MomentOf(context, "--expires"));
  return asked;
}

std::string Said(const engine::Remembered& remembered) {
  const std::string name = NameOf(remembered.memory);
  switch (remembered.outcome) {
    case engine::RememberOutcome::kKnown:
      // Who may not read it is not told its name.
      if (remembered.memory.id.empty()) return "known already\n";
      return fmt::format("known already as {}\n", name);
    case engine::RememberOutcome::kAlike:
      return fmt::format("not remembered: {} says nearly the same: {}\n", name,
                         HeadOf(remembered.memory));
    case engine::RememberOutcome::kAdded:
      break;
  }
  std::string line = fmt::format("remembered {}", name);
  if (!remembered.superseded.empty()) {
    line += fmt::format(", which supersedes {}",
                        Visible(fmt::format("{}", fmt::join(remembered.superseded, ", "))));
  }
  if (!remembered.contradicts.empty()) {
    line += fmt::format(
        "\nit may contradict {}; `satchel memory doctor` compares them, --supersedes replaces one",
        Visible(remembered.contradicts));
  }
  return line + "\n";
}

// `did` to a memory; `said` is the line for people.
Outcome Show(const Context& context, const engine::MemoryEdit& edit, std::string_view did,
             std::string_view said) {
  WarnOfSecrets(context, edit.secrets);
  if (context.json) {
    context.PrintJson(engine::ToJson(edit, did));
    return ExitCode::kOk;
  }
  context.Print(edit.changed
                    ? fmt::format("{}: {}\n", said, HeadOf(edit.memory))
                    : fmt::format("unchanged {}: {}\n", NameOf(edit.memory), HeadOf(edit.memory)));
  return ExitCode::kOk;
}

Outcome SetPin(const Context& context, bool pinned) {
  const auto target = SATCHEL_TRY(MemoryTargetFrom(context));
  const auto edit = engine::Pin(target, context.invocation.arguments[0], pinned);
  if (!edit) return FailSource(edit.error());
  const std::string_view did = pinned ? "pinned" : "unpinned";
  return Show(context, *edit, did, fmt::format("{} {}", did, NameOf(edit->memory)));
}

Outcome ChangeText(const Context& context, const engine::MemoryTarget& target,
                   std::string_view which, std::string_view text,
                   const std::optional<std::string>& seen) {
  const auto edit = engine::EditMemory(target, which, text, seen);
  if (!edit) return FailSource(edit.error());
  NoteUse(context, edit->memory, "edit");
  return Show(context, *edit, "edited", fmt::format("edited {}", NameOf(edit->memory)));
}

}  // namespace

Outcome RunRemember(Context& context) {
  const auto asked = SATCHEL_TRY(AskedFrom(context));
  const auto target = SATCHEL_TRY(MemoryTargetFrom(context));
  const auto options = RememberOptionsFrom(context, context.invocation.Has("--force"));
  const auto remembered = engine::Remember(target, asked, options);
  if (!remembered) return FailSource(remembered.error());
  const bool added = remembered->outcome == engine::RememberOutcome::kAdded;
  // Saying it again confirms it.
  if (!added && !remembered->memory.id.empty()) NoteUse(context, remembered->memory, "remember");
  if (added) WarnOfSecrets(context, remembered->secrets);
  if (added && remembered->new_space && !target.scope.space.empty()) {
    context.Note(fmt::format("the namespace '{}' is new", Visible(target.scope.space)));
  }
  if (context.json) {
    context.PrintJson(engine::ToJson(*remembered));
  } else {
    context.Print(Said(*remembered));
  }
  if (remembered->outcome != engine::RememberOutcome::kAlike) return ExitCode::kOk;
  context.Note("--force adds it anyway; --supersedes ID replaces the other one");
  return ExitCode::kNothing;
}

Outcome RunForget(Context& context) {
  const auto target = SATCHEL_TRY(MemoryTargetFrom(context));
  const engine::ForgetOptions options{.reason = context.invocation.Find("--reason").value_or(""),
                                      .purge = context.invocation.Has("--purge")};
  const auto edit = engine::Forget(target, context.invocation.arguments[0], options);
  if (!edit) return FailSource(edit.error());
  return Show(context, *edit, options.purge ? "purged" : "forgotten",
              fmt::format("{} {}", options.purge ? "purged" : "forgot", NameOf(edit->memory)));
}

Outcome RunMemoryEdit(Context& context) {
  const Invocation& invocation = context.invocation;
  const std::string& which = invocation.arguments[0];
  const auto target = SATCHEL_TRY(MemoryTargetFrom(context));
  if (invocation.arguments.size() > 1) {
    const auto text = SATCHEL_TRY(TextFrom(context, invocation.arguments[1]));
    return ChangeText(context, target, which, text, std::nullopt);
  }
  if (!CanEdit(context)) {
    return FailWith(ExitCode::kUsage, "memory edit needs the new TEXT",
                    "at a terminal, it opens $VISUAL or $EDITOR");
  }
  const auto loaded = engine::LoadMemories(target.place, target.scope, target.deadline);
  if (!loaded) return FailSource(loaded.error());
  const auto found = engine::FindMemory(loaded->memories, which);
  if (!found) return FailSource(found.error());
  return EditText(context, (*found)->text + "\n", [&](const std::string& text) {
    return ChangeText(context, target, which, text, (*found)->text);
  });
}

Outcome RunMemoryVote(Context& context) {
  const Invocation& invocation = context.invocation;
  const auto target = SATCHEL_TRY(MemoryTargetFrom(context));
  const bool up = invocation.arguments[1] == "up";
  const auto query = invocation.Find("--query");
  if (up && query) {
    return FailWith(ExitCode::kUsage, "--query is only for a vote against a memory", "");
  }
  const auto edit =
      engine::VoteFor(target, invocation.arguments[0], up ? engine::Vote::kUp : engine::Vote::kDown,
                      query.value_or(""));
  if (!edit) return FailSource(edit.error());
  NoteUse(context, edit->memory, "vote");
  return Show(context, *edit, "voted",
              fmt::format("voted {} {}, {} up and {} down", up ? "for" : "against",
                          NameOf(edit->memory), edit->memory.up_votes, edit->memory.down_votes));
}

Outcome RunMemoryPin(Context& context) { return SetPin(context, true); }
Outcome RunMemoryUnpin(Context& context) { return SetPin(context, false); }

Outcome RunMemoryExpire(Context& context) {
  const std::string& when = context.invocation.arguments[1];
  const auto target = SATCHEL_TRY(MemoryTargetFrom(context));
  std::optional<Time> at;
  if (when == "now") {
    at = target.now;
  } else if (when != "never") {
    at = SATCHEL_TRY(MomentFrom(context, "WHEN", when));
  }
  const auto edit = engine::Expire(target, context.invocation.arguments[0], at);
  if (!edit) return FailSource(edit.error());
  return Show(context, *edit, "expiry",
              at ? fmt::format("{} expires at {}", NameOf(edit->memory), FormatTime(*at))
                 : fmt::format("{} never expires", NameOf(edit->memory)));
}

}  // namespace satchel::cli
