#include "memory/requests/inbox.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json.h"
#include "base/json_fields.h"
#include "base/sha256.h"
#include "base/writer_lock.h"
#include "memory/propose/own_words.h"
#include "memory/rank/contradiction.h"
#include "memory/rank/judgement.h"
#include "memory/requests/items.h"
#include "memory/requests/make.h"
#include "memory/requests/place.h"
#include "memory/requests/similar.h"

namespace satchel::engine {
namespace fs = std::filesystem;
namespace {

constexpr std::int64_t kVersion = 1;
constexpr std::size_t kMostOpen = 200;
constexpr std::size_t kMostOfConversation = 20;
constexpr std::size_t kMostRejected = 2'000;
constexpr std::size_t kMostFileBytes = 16UL << 20U;
constexpr std::size_t kIdDigits = 10;
constexpr std::chrono::minutes kMostToWithdraw(5);
constexpr std::array kKinds = {memory::ProposalKind::kWish, memory::ProposalKind::kCorrection,
                               memory::ProposalKind::kDecision, memory::ProposalKind::kAgent};

// The same for texts with the same words in the same order.
std::string DigestOf(std::string_view text) {
  constexpr std::size_t kDigits = 32;
  return Sha256Of(memory::ContentHash(text)).Hex().substr(0, kDigits);
}

std::string IdOf(std::string_view text) { return "p" + DigestOf(text).substr(0, kIdDigits); }

memory::Category CategoryOf(memory::ProposalKind kind) {
  switch (kind) {
    case memory::ProposalKind::kWish:
      return memory::Category::kPreference;
    case memory::ProposalKind::kCorrection:
      return memory::Category::kCorrection;
    case memory::ProposalKind::kDecision:
      return memory::Category::kDecision;
    case memory::ProposalKind::kAgent:
      return memory::Category::kFact;
  }
  return memory::Category::kFact;
}

struct Content {
  std::vector<Proposal> open;         // in the order in which they came
  std::vector<std::string> rejected;  // digests, the oldest first
};

Json ToFile(const Content& content) {
  Json open = Json::array();
  for (const Proposal& proposal : content.open) {
    open.push_back({{"kind", Name(proposal.kind)},
                    {"text", proposal.text},
                    {"category", Name(proposal.category)},
                    {"agent", proposal.agent},
                    {"conversation", proposal.conversation},
                    {"said", FormatTime(proposal.said)},
                    {"redacted", proposal.secrets}});
  }
  return {{"version", kVersion}, {"proposals", std::move(open)}, {"rejected", content.rejected}};
}

Result<Proposal> ProposalFrom(const Json& json) {
  JsonFields fields(json, "proposals[]");
  Proposal proposal;
  const std::string kind = fields.Text("kind");
  const std::string category = fields.Text("category");
  const std::string said = fields.Text("said");
  proposal.text = fields.Text("text");
  proposal.agent = fields.Text("agent");
  proposal.conversation = fields.Text("conversation");
  SATCHEL_TRY(std::move(fields).Finish());
  const auto known =
      std::ranges::find(kKinds, kind, [](memory::ProposalKind each) { return Name(each); });
  const auto time = ParseTime(said);
  if (known == kKinds.end() || !time) return Fail(Errc::kCorrupt, "a proposal has a wrong field");
  proposal.kind = *known;
  proposal.category = SATCHEL_TRY(memory::ParseCategory(category));
  proposal.said = *time;
  for (const Json& secret : json.value("redacted", Json::array())) {
    if (secret.is_string()) proposal.secrets.push_back(secret.get<std::string>());
  }
  proposal.id = IdOf(proposal.text);
  return proposal;
}

Result<Content> FromFile(std::string_view bytes) {
  const Json json = SATCHEL_TRY(ParseJson(bytes, {.max_bytes = kMostFileBytes, .max_depth = 8}));
  if (!json.is_object() || json.value("version", Json()) != kVersion ||
      !json.value("proposals", Json()).is_array() || !json.value("rejected", Json()).is_array()) {
    return Fail(Errc::kCorrupt, "it is no inbox of this version");
  }
  Content content;
  for (const Json& each : json["proposals"]) {
    if (content.open.size() < kMostOpen) content.open.push_back(SATCHEL_TRY(ProposalFrom(each)));
  }
  for (const Json& each : json["rejected"]) {
    if (each.is_string()) content.rejected.push_back(each.get<std::string>());
  }
  return content;
}

Result<Content> Read(const Inbox& inbox) {
  const fs::path path = inbox.directory / inbox.file;
  const auto bytes = SATCHEL_TRY(ReadSmallFile(path, kMostFileBytes));
  if (!bytes) return Content();
  auto content = FromFile(*bytes);
  if (content) return content;
  return Fail(Errc::kCorrupt,
              fmt::format("{} cannot be read: {}", path.string(), content.error().text()),
              "move it away; the proposals in it are lost");
}

Status Write(const Inbox& inbox, const Content& content) {
  // A draft is private from its first byte on.
  auto draft = SATCHEL_TRY(FileDraft::Open(inbox.directory / inbox.file));
  SATCHEL_TRY(draft.Write(PrettyJson(ToFile(content))));
  return std::move(draft).Commit();
}

Result<WriterLock> Lock(const Inbox& inbox) {
  SATCHEL_TRY(MakePrivateDirectory(inbox.directory));
  return WriterLock::Acquire(inbox.directory, inbox.deadline, inbox.file + ".lock");
}

Result<std::size_t> Find(const Content& content, std::string_view which) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < content.open.size(); ++i) {
    const std::string& id = content.open[i].id;
    if (id == which) return i;
    if (which.empty() || !id.starts_with(which)) continue;
    if (found) {
      return Fail(Errc::kInvalidInput, fmt::format("several proposals begin with '{}'", which),
                  "give more of the id");
    }
    found = i;
  }
  if (found) return *found;
  return Fail(Errc::kNotFound, fmt::format("no proposal has the id '{}'", which),
              "`satchel memory inbox` lists them");
}

bool Holds(const Content& content, std::string_view text) {
  const std::string id = IdOf(text);
  return std::ranges::find(content.open, id, &Proposal::id) != content.open.end() ||
         std::ranges::find(content.rejected, DigestOf(text)) != content.rejected.end();
}

// nullopt: no memory can say this.
std::optional<Proposal> MakeProposal(const ProposedMemory& proposed, const ProposalSource& source,
                                     Time now) {
  auto checked = CheckMemoryText(proposed.text);
  if (!checked) return std::nullopt;
  Proposal proposal;
  proposal.id = IdOf(checked->text);
  proposal.kind = proposed.kind;
  proposal.text = std::move(checked->text);
  proposal.category = proposed.category.value_or(CategoryOf(proposed.kind));
  proposal.agent = source.agent;
  proposal.conversation = source.conversation;
  proposal.said = now;
  proposal.secrets = std::move(checked->secrets);
  return proposal;
}

// A conversation beyond its share adds nothing; in a full inbox the oldest proposals go.
bool HasRoom(const Content& content, const std::string& conversation) {
  return conversation.empty() ||
         static_cast<std::size_t>(std::ranges::count(
             content.open, conversation, &Proposal::conversation)) < kMostOfConversation;
}

std::vector<std::string_view> SplitWords(std::string_view words) {
  std::vector<std::string_view> split;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    if (end > at) split.push_back(words.substr(at, end - at));
    at = end + 1;
  }
  return split;
}

// Whether the words that both have stand in the same order: "tabs, not spaces" is no repetition of
// "spaces, not tabs".
bool InSameOrder(std::string_view a, std::string_view b) {
  const std::string all_a = memory::WordsForLookup(a);
  const std::string all_b = memory::WordsForLookup(b);
  const auto words_a = SplitWords(all_a);
  const auto words_b = SplitWords(all_b);
  const auto common = [](const std::vector<std::string_view>& of,
                         const std::vector<std::string_view>& with) {
    const std::set<std::string_view> others(with.begin(), with.end());
    std::vector<std::string_view> kept;
    std::ranges::copy_if(of, std::back_inserter(kept),
                         [&](std::string_view word) { return others.contains(word); });
    return kept;
  };
  return common(words_a, words_b) == common(words_b, words_a);
}

// The memories that proposals are compared with.
class Known {
 public:
  Known(std::span<const MemoryPointer> memories, Time now) {
    for (const MemoryPointer& memory : memories) {
      if (!Stands(*memory, now)) continue;
      standing_.push_back(memory);
      texts_.Add(memory->text);
    }
  }

  bool Repeats(std::string_view text) const {
    if (!texts_.HasSimilar(text)) return false;
    constexpr Score kNearlySame = Score::FromMillionths(900'000);
    const std::vector<std::string> stems = memory::StemsOf(text);
    return std::ranges::any_of(standing_, [&](const MemoryPointer& memory) {
      return memory::Alike(memory::StemsOf(memory->text), stems) >= kNearlySame &&
             InSameOrder(memory->text, text);
    });
  }

  // The id of the newest memory that this one seems to contradict; empty: none.
  std::string ContradictedBy(const memory::Memory& made) const {
    const memory::Memory* newest = nullptr;
    for (const MemoryPointer& memory : standing_) {
      if (newest != nullptr && memory->created <= newest->created) continue;
      if (memory::LikelyContradict(*memory, made)) newest = memory.get();
    }
    return newest == nullptr ? "" : newest->id;
  }

 private:
  std::vector<MemoryPointer> standing_;
  SimilarTexts texts_;
};

// The memory that a proposal would become.
Result<memory::Memory> AsMemory(const Proposal& proposal, const MemoryTarget& target) {
  auto made = SATCHEL_TRY(
      MakeMemory(NewMemory{.text = proposal.text, .category = proposal.category}, target.now));
  const std::string& space = target.scope.space;
  made.memory.space = space.empty() ? std::string(memory::kDefaultSpace) : space;
  return std::move(made.memory);
}

}  // namespace

Result<Inbox> InboxOf(const settings::Workspace& workspace,
                      const settings::Directories& directories) {
  const auto state = SATCHEL_TRY(settings::Require(directories.state, "XDG_STATE_HOME"));
  return Inbox{.directory = state / "inbox",
               .file = DirectoryOfProject(ProjectKey(workspace.root)) + ".json",
               .now = {}};
}

PromptProposals ProposedBy(std::string_view prompt) {
  memory::PromptReading reading = memory::ReadPromptForMemories(prompt);
  PromptProposals proposals{.proposed = {}, .withdraws = reading.withdraws};
  for (memory::ProposedText& each : reading.proposals) {
    proposals.proposed.push_back({.kind = each.kind, .text = std::move(each.text)});
  }
  return proposals;
}

Result<std::vector<Proposal>> Propose(const Inbox& inbox, std::span<const ProposedMemory> proposed,
                                      const ProposalSource& source) {
  const auto lock = SATCHEL_TRY(Lock(inbox));
  Content content = SATCHEL_TRY(Read(inbox));
  bool changed = false;
  if (source.withdraws && !source.conversation.empty()) {
    changed = std::erase_if(content.open, [&](const Proposal& each) {
                return each.conversation == source.conversation && each.said <= inbox.now &&
                       inbox.now - each.said <= kMostToWithdraw;
              }) > 0;
  }
  std::vector<Proposal> added;
  for (const ProposedMemory& each : proposed) {
    auto proposal = MakeProposal(each, source, inbox.now);
    if (!proposal || Holds(content, proposal->text)) continue;
    if (!HasRoom(content, source.conversation)) break;
    if (content.open.size() >= kMostOpen) content.open.erase(content.open.begin());
    content.open.push_back(*proposal);
    added.push_back(*std::move(proposal));
    changed = true;
  }
  if (changed) SATCHEL_TRY(Write(inbox, content));
  return added;
}

Result<InboxList> ListInbox(const Inbox& inbox, const MemoryTarget& target) {
  InboxList list;
  if (SATCHEL_TRY(CountInbox(inbox)) == 0) return list;
  const auto loaded = SATCHEL_TRY(LoadMemories(target.place, target.scope, target.deadline));
  const Known known(loaded.memories, target.now);
  const auto lock = SATCHEL_TRY(Lock(inbox));
  Content content = SATCHEL_TRY(Read(inbox));
  list.repeated =
      std::erase_if(content.open, [&](const Proposal& each) { return known.Repeats(each.text); });
  if (list.repeated > 0) SATCHEL_TRY(Write(inbox, content));
  for (const Proposal& proposal : content.open) {
    const auto made = AsMemory(proposal, target);
    list.proposals.push_back(
        {.proposal = proposal, .contradicts = made ? known.ContradictedBy(*made) : ""});
  }
  std::ranges::sort(list.proposals, [](const ListedProposal& a, const ListedProposal& b) {
    return std::pair(a.proposal.said, std::string_view(a.proposal.id)) <
           std::pair(b.proposal.said, std::string_view(b.proposal.id));
  });
  return list;
}

Result<std::size_t> CountInbox(const Inbox& inbox) { return SATCHEL_TRY(Read(inbox)).open.size(); }

Result<AcceptedProposal> AcceptProposal(const Inbox& inbox, const MemoryTarget& target,
                                        std::string_view which, const RememberOptions& options) {
  const auto lock = SATCHEL_TRY(Lock(inbox));
  Content content = SATCHEL_TRY(Read(inbox));
  const std::size_t at = SATCHEL_TRY(Find(content, which));
  AcceptedProposal accepted{.proposal = content.open[at], .remembered = {}};
  const NewMemory asked{.text = accepted.proposal.text,
                        .category = accepted.proposal.category,
                        .source = accepted.proposal.agent};
  // Written first: if the process ends before the inbox is, the proposal is dropped as a repetition
  // the next time.
  accepted.remembered = SATCHEL_TRY(Remember(target, asked, options));
  if (accepted.remembered.outcome == RememberOutcome::kAlike) return accepted;
  content.open.erase(content.open.begin() + static_cast<std::ptrdiff_t>(at));
  SATCHEL_TRY(Write(inbox, content));
  return accepted;
}

Result<Proposal> RejectProposal(const Inbox& inbox, std::string_view which) {
  const auto lock = SATCHEL_TRY(Lock(inbox));
  Content content = SATCHEL_TRY(Read(inbox));
  const std::size_t at = SATCHEL_TRY(Find(content, which));
  Proposal rejected = content.open[at];
  content.open.erase(content.open.begin() + static_cast<std::ptrdiff_t>(at));
  content.rejected.push_back(DigestOf(rejected.text));
  if (content.rejected.size() > kMostRejected) content.rejected.erase(content.rejected.begin());
  SATCHEL_TRY(Write(inbox, content));
  return rejected;
}

Result<Proposal> EditProposal(const Inbox& inbox, std::string_view which, std::string_view text) {
  auto checked = SATCHEL_TRY(CheckMemoryText(text));
  const auto lock = SATCHEL_TRY(Lock(inbox));
  Content content = SATCHEL_TRY(Read(inbox));
  const std::size_t at = SATCHEL_TRY(Find(content, which));
  const std::string id = IdOf(checked.text);
  for (std::size_t i = 0; i < content.open.size(); ++i) {
    if (i != at && content.open[i].id == id) {
      return Fail(Errc::kInvalidInput, fmt::format("{} says the same", id),
                  fmt::format("`satchel memory inbox reject {}` removes the other one", which));
    }
  }
  Proposal& edited = content.open[at];
  edited.id = id;
  edited.text = std::move(checked.text);
  edited.secrets = std::move(checked.secrets);
  SATCHEL_TRY(Write(inbox, content));
  return edited;
}

Result<Proposal> FindProposal(const Inbox& inbox, std::string_view which) {
  const Content content = SATCHEL_TRY(Read(inbox));
  return content.open[SATCHEL_TRY(Find(content, which))];
}

}  // namespace satchel::engine
