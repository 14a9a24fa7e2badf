// memory inbox: proposed memories, and what the user decides about each.

#include "memory/requests/inbox.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <termios.h>

#include "base/ascii.h"
#include "base/result.h"
#include "memory/answers/memory_answer.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/memory/access.h"
#include "surfaces/cli/note/editor.h"

namespace satchel::cli {
namespace {

// While one lives, the terminal gives each key at once and does not show it. Without a terminal
// nothing changes.
class KeyByKey {
 public:
  KeyByKey() {
    if (::tcgetattr(STDIN_FILENO, &before_) != 0) return;
    ::termios now = before_;
    now.c_lflag &= ~static_cast<::tcflag_t>(ICANON | ECHO);
    changed_ = ::tcsetattr(STDIN_FILENO, TCSADRAIN, &now) == 0;
  }
  ~KeyByKey() {
    if (changed_) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
  }
  KeyByKey(const KeyByKey&) = delete;
  KeyByKey& operator=(const KeyByKey&) = delete;

 private:
  ::termios before_{};
  bool changed_ = false;
};

// The next of these keys that somebody presses; nullopt: the input ends.
std::optional<char> ReadKey(const Context& context, std::string_view keys) {
  const KeyByKey key_by_key;
  for (char c = 0; context.streams.in.get(c);) {
    if (keys.contains(ToLower(c))) return ToLower(c);
  }
  return std::nullopt;
}

std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

std::string LineOf(const Context& context, const engine::Proposal& proposal) {
  return fmt::format("{}  {:<10}  {}  {}\n", context.out.Green(proposal.id), Name(proposal.kind),
                     FormatTime(proposal.said).substr(0, 10), Visible(proposal.text));
}

std::string DetailsOf(const engine::ListedProposal& listed) {
  std::string details;
  if (!listed.contradicts.empty()) {
    details += fmt::format("    it may contradict {}\n", Visible(listed.contradicts));
  }
  if (!listed.proposal.secrets.empty()) details += "    what looks like a secret was taken out\n";
  return details;
}

// One after the other, with what is accepted remembered at once.
class Review {
 public:
  Review(const Context& context, const engine::Inbox& inbox, const engine::MemoryTarget& target)
      : context_(context), inbox_(inbox), target_(target) {}

  Outcome Run(const std::vector<engine::ListedProposal>& proposals) {
    for (std::size_t i = 0; i < proposals.size(); ++i) {
      context_.Print(fmt::format("{} of {}, {}, {}:\n  {}\n{}", i + 1, proposals.size(),
                                 Name(proposals[i].proposal.kind), From(proposals[i].proposal),
                                 Visible(proposals[i].proposal.text), DetailsOf(proposals[i])));
      if (!SATCHEL_TRY(Decide(proposals[i].proposal.id))) break;
    }
    return ExitCode::kOk;
  }

 private:
  static std::string From(const engine::Proposal& proposal) {
    return Visible(fmt::format("{}, {}", proposal.agent, FormatTime(proposal.said).substr(0, 10)));
  }

  // False: the user has enough.
  std::expected<bool, Failure> Decide(std::string id) {
    const bool editor = CanEdit(context_);
    bool force = false;
    while (true) {
      context_.Print(fmt::format("  [a]ccept{} [r]eject [s]kip [q]uit ", editor ? " [e]dit" : ""));
      context_.streams.out.flush();
      const auto key = ReadKey(context_, editor ? "aersq" : "arsq");
      context_.Print(fmt::format("{}\n", key.value_or('q')));
      switch (key.value_or('q')) {
        case 'a': {
          const auto accepted =
              engine::AcceptProposal(inbox_, target_, id, RememberOptionsFrom(context_, force));
          if (!accepted) return FailSource(accepted.error());
          if (accepted->remembered.outcome != engine::RememberOutcome::kAlike) return true;
          context_.Print(fmt::format("  {} says nearly the same: {}; accept again to keep both\n",
                                     NameOf(accepted->remembered.memory),
                                     HeadOf(accepted->remembered.memory)));
          force = true;
          continue;
        }
        case 'e':
          SATCHEL_TRY(Edit(id));
          force = false;
          continue;
        case 'r': {
          const auto rejected = engine::RejectProposal(inbox_, id);
          if (!rejected) return FailSource(rejected.error());
          return true;
        }
        case 's':
          return true;
        default:
          return false;
      }
    }
  }

  // A text that was left as it is changes nothing.
  std::expected<void, Failure> Edit(std::string& id) {
    const auto found = engine::FindProposal(inbox_, id);
    if (!found) return FailSource(found.error());
    const auto edited =
        EditText(context_, found->text + "\n", [&](const std::string& text) -> Outcome {
          const auto done = engine::EditProposal(inbox_, id, text);
          if (!done) return FailSource(done.error());
          id = done->id;
          context_.Print(fmt::format("  {}\n", Visible(done->text)));
          return ExitCode::kOk;
        });
    if (!edited) context_.Warn(edited.error().error.text(), edited.error().error.hint());
    return {};
  }

  const Context& context_;
  const engine::Inbox& inbox_;
  const engine::MemoryTarget& target_;
};

void NoteEmpty(const Context& context) {
  const bool off = context.loaded.settings.Text(settings::Key::kMemoryInbox) == "off";
  context.Note(off ? "no memories are proposed; `satchel config set memory.inbox on` lets hooks "
                     "propose them"
                   : "no memories are proposed");
}

}  // namespace

Outcome RunMemoryInbox(Context& context) {
  const auto target = SATCHEL_TRY(MemoryTargetFrom(context));
  const auto inbox = SATCHEL_TRY(InboxFrom(context));
  const auto list = engine::ListInbox(inbox, target);
  if (!list) return FailSource(list.error());
  if (context.json) {
    context.PrintJson(engine::ToJson(*list));
    return ExitCode::kOk;
  }
  if (list->repeated > 0) {
    context.Note(fmt::format("dropped {} that a memory says already",
                             Count(list->repeated, "proposal", "proposals")));
  }
  if (list->proposals.empty()) {
    NoteEmpty(context);
    return ExitCode::kOk;
  }
  const bool person = context.streams.in_is_terminal && context.streams.out_is_terminal;
  if (person && !context.invocation.Has("--list")) {
    return Review(context, inbox, target).Run(list->proposals);
  }
  for (const engine::ListedProposal& listed : list->proposals) {
    context.Print(LineOf(context, listed.proposal) + DetailsOf(listed));
  }
  return ExitCode::kOk;
}

Outcome RunMemoryInboxAccept(Context& context) {
  const auto target = SATCHEL_TRY(MemoryTargetFrom(context));
  const auto inbox = SATCHEL_TRY(InboxFrom(context));
  const auto ids = WordsOf(context.invocation.arguments[0]);
  // A wrong one ends it before anything is written.
  for (const std::string& id : ids) {
    const auto found = engine::FindProposal(inbox, id);
    if (!found) return FailSource(found.error());
  }
  const auto options = RememberOptionsFrom(context, context.invocation.Has("--force"));
  Json items = Json::array();
  bool all = true;
  for (const std::string& id : ids) {
    const auto accepted = engine::AcceptProposal(inbox, target, id, options);
    if (!accepted) return FailSource(accepted.error());
    const engine::Remembered& remembered = accepted->remembered;
    const bool alike = remembered.outcome == engine::RememberOutcome::kAlike;
    all = all && !alike;
    Json item = engine::ToJson(remembered);
    item["proposal"] = accepted->proposal.id;
    items.push_back(std::move(item));
    if (context.json) continue;
    const std::string_view did =
        remembered.outcome == engine::RememberOutcome::kAdded ? "remembered" : "known already as";
    context.Print(alike ? fmt::format("not remembered: {} says nearly the same: {}\n",
                                      NameOf(remembered.memory), HeadOf(remembered.memory))
                        : fmt::format("{} {}: {}\n", did, NameOf(remembered.memory),
                                      HeadOf(remembered.memory)));
  }
  if (context.json) context.PrintJson({{"items", std::move(items)}});
  if (all) return ExitCode::kOk;
  context.Note("--force remembers it all the same; `satchel memory inbox reject ID` drops it");
  return ExitCode::kNothing;
}

Outcome RunMemoryInboxReject(Context& context) {
  SATCHEL_TRY(context.CheckSetup());
  const auto inbox = SATCHEL_TRY(InboxFrom(context));
  const auto ids = WordsOf(context.invocation.arguments[0]);
  for (const std::string& id : ids) {
    const auto found = engine::FindProposal(inbox, id);
    if (!found) return FailSource(found.error());
  }
  Json items = Json::array();
  for (const std::string& id : ids) {
    const auto rejected = engine::RejectProposal(inbox, id);
    if (!rejected) return FailSource(rejected.error());
    items.push_back(engine::ToJson(*rejected));
    if (!context.json) {
      context.Print(fmt::format("rejected {}: {}\n", rejected->id, Visible(rejected->text)));
    }
  }
  if (context.json) context.PrintJson({{"items", std::move(items)}});
  return ExitCode::kOk;
}

Outcome RunMemoryInboxEdit(Context& context) {
  SATCHEL_TRY(context.CheckSetup());
  const auto inbox = SATCHEL_TRY(InboxFrom(context));
  const std::string& which = context.invocation.arguments[0];
  const auto change = [&](const std::string& text) -> Outcome {
    const auto edited = engine::EditProposal(inbox, which, text);
    if (!edited) return FailSource(edited.error());
    WarnOfSecrets(context, edited->secrets);
    if (context.json) {
      context.PrintJson(engine::ToJson(*edited));
    } else {
      context.Print(fmt::format("edited {}: {}\n", edited->id, Visible(edited->text)));
    }
    return ExitCode::kOk;
  };
  if (context.invocation.arguments.size() > 1) {
    const auto text = SATCHEL_TRY(TextFrom(context, context.invocation.arguments[1]));
    return change(text);
  }
  if (!CanEdit(context)) {
    return FailWith(ExitCode::kUsage, "memory inbox edit needs the new TEXT",
                    "at a terminal, $VISUAL or $EDITOR opens it in an editor");
  }
  const auto found = engine::FindProposal(inbox, which);
  if (!found) return FailSource(found.error());
  return EditText(context, found->text + "\n", change);
}

}  // namespace satchel::cli
