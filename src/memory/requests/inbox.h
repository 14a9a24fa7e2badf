#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "base/time.h"
#include "memory/files/memory.h"
#include "memory/propose/proposal.h"
#include "memory/requests/edit.h"
#include "settings/directories.h"
#include "settings/workspace.h"

// Proposed memories, which wait for the user's decision in one file per project below
// $XDG_STATE_HOME/satchel/inbox, readable by its owner alone. They are not memories: nothing
// searches, recalls, packs or exports them. One writer at a time, by a lock next to the file.
// Errors: kNotFound (no such proposal), kInvalidInput (several, or a text that no memory can have),
// kUnavailable (another writer holds the lock), kCorrupt (a file that is no inbox), kSystem.
namespace satchel::engine {

struct Inbox {
  std::filesystem::path directory;
  std::string file;  // of this project: all its clones and work trees share it
  Time now;
  Deadline deadline = Deadline::Never();
};
// Only names: nothing is opened or made.
Result<Inbox> InboxOf(const settings::Workspace& workspace,
                      const settings::Directories& directories);

struct Proposal {
  std::string id;  // `p` and ten digits, the same for the same words
  memory::ProposalKind kind = memory::ProposalKind::kWish;
  std::string text;                                           // without secrets
  memory::Category category = memory::Category::kPreference;  // of the memory that it becomes
  // Where it comes from: the agent's name, its conversation and when the user or the agent said it.
  // `satchel hook log` lists the prompts of a conversation by time.
  std::string agent;
  std::string conversation;
  Time said;
  std::vector<std::string> secrets;  // the kinds of those that were taken out
};

// What somebody said, before it is checked.
struct ProposedMemory {
  memory::ProposalKind kind = memory::ProposalKind::kWish;
  std::string text;
  std::optional<memory::Category> category = {};  // nullopt: by its kind
};

// What the user's own prompt suggests (memory/propose/proposal.h). No I/O.
struct PromptProposals {
  std::vector<ProposedMemory> proposed;
  bool withdraws = false;  // as below
};
PromptProposals ProposedBy(std::string_view prompt);

struct ProposalSource {
  std::string agent;
  std::string conversation;
  // The prompt takes back what the one before it said: proposals that the conversation made within
  // the last five minutes are deleted first.
  bool withdraws = false;
};

// Adds what is new and returns it. Drops what is in the inbox already, what the user rejected
// before, and what no memory can say (CheckMemoryText). A conversation has at most 20 proposals in
// an inbox, which holds 200; the oldest make room.
Result<std::vector<Proposal>> Propose(const Inbox& inbox, std::span<const ProposedMemory> proposed,
                                      const ProposalSource& source);

struct ListedProposal {
  Proposal proposal;
  std::string contradicts;  // the id of the newest memory that it seems to contradict; may be empty
};
struct InboxList {
  std::vector<ListedProposal> proposals;  // oldest first, then by id
  std::size_t repeated = 0;               // that were deleted because a memory says the same by now
};
// Compares the proposals with the memories of `target`.
Result<InboxList> ListInbox(const Inbox& inbox, const MemoryTarget& target);

// How many proposals wait. No file: 0.
Result<std::size_t> CountInbox(const Inbox& inbox);

// `which` is an id or any unique prefix of one, in all of these.
// Remembers it as `satchel remember` does. It leaves the inbox, unless the outcome is kAlike: then
// nothing was written, and the user decides (RememberOptions::force).
struct AcceptedProposal {
  Proposal proposal;
  Remembered remembered;
};
Result<AcceptedProposal> AcceptProposal(const Inbox& inbox, const MemoryTarget& target,
                                        std::string_view which, const RememberOptions& options);

// Deletes it. Only a digest of its words stays, so that it is not proposed again.
Result<Proposal> RejectProposal(const Inbox& inbox, std::string_view which);

// Another text, and with it another id.
Result<Proposal> EditProposal(const Inbox& inbox, std::string_view which, std::string_view text);

Result<Proposal> FindProposal(const Inbox& inbox, std::string_view which);

}  // namespace satchel::engine
