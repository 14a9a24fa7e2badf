#include "memory/requests/items.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ask/question.h"
#include "base/suggest.h"
#include "memory/rank/contradiction.h"
#include "memory/rank/judgement.h"
#include "memory/requests/files.h"
#include "notes/files/keywords.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace satchel::engine {
namespace {

using memory::Memory;
using memory::MemoryState;

constexpr std::size_t kShown = 60;
constexpr std::chrono::seconds kWaitForDrafts{1};

bool IsOfUse(MemoryState state) {
  return state == MemoryState::kActive || state == MemoryState::kPendingReview ||
         state == MemoryState::kQuarantined;
}

bool BeginsLike(const std::string& id, std::string_view which) {
  if (id.starts_with(which)) return true;
  const auto dash = id.find('-');
  return dash != id.npos && std::string_view(id).substr(dash + 1).starts_with(which);
}

bool Has(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

std::string Names(std::span<const MemoryPointer> found) {
  constexpr std::size_t kMostNames = 3;
  std::string names;
  for (std::size_t i = 0; i < std::min(found.size(), kMostNames); ++i) {
    names += fmt::format("{}{}", i == 0 ? "" : ", ", found[i]->id);
  }
  if (found.size() > kMostNames) names += fmt::format(" and {} more", found.size() - kMostNames);
  return names;
}

std::unexpected<Error> NoSuchMemory(std::span<const MemoryPointer> memories,
                                    std::string_view which) {
  std::vector<std::string_view> ids;
  ids.reserve(memories.size());
  for (const MemoryPointer& memory : memories) ids.push_back(memory->id);
  const auto meant = which.empty() ? std::nullopt : Suggest(which, ids);
  return Fail(Errc::kNotFound,
              fmt::format("there is no memory '{}'", text::Ellipsize(which, kShown)),
              meant ? fmt::format("did you mean {}?", *meant)
                    : std::string("`satchel memory list` shows them"));
}

std::string_view FirstLine(std::string_view text) { return text.substr(0, text.find('\n')); }

// What is wrong with memories, beyond their files.
class Doctor {
 public:
  Doctor(const LoadedMemories& loaded, Time now) : loaded_(loaded), now_(now) {
    for (const MemoryPointer& memory : loaded.memories) {
      const auto [first, is_new] = by_id_.try_emplace(memory->id, memory.get());
      if (is_new) continue;
      Report(MemoryIssueKind::kDuplicateId, *memory,
             fmt::format("its id is that of {} in the namespace {}", first->second->path,
                         first->second->space));
    }
  }

  std::vector<MemoryIssue> Look() {
    for (const MemoryFinding& finding : loaded_.findings) {
      // The folder leaves out the second of two with one id.
      const bool twice = finding.text.starts_with("its id is that of ");
      issues_.push_back({.kind = twice ? MemoryIssueKind::kDuplicateId : MemoryIssueKind::kFile,
                         .space = finding.space,
                         .path = finding.path,
                         .id = {},
                         .text = finding.text});
    }
    LookAtSpaces();
    for (const MemoryPointer& memory : loaded_.memories) {
      LookAtReferences(*memory);
      LookAtTime(*memory);
      if (IsCurrent(*memory, now_)) LookAtOthers(*memory);
    }
    LookAtContradictions();
    std::ranges::sort(issues_, {}, [](const MemoryIssue& issue) {
      return std::tie(issue.space, issue.path, issue.kind, issue.text);
    });
    return std::move(issues_);
  }

 private:
  void Report(MemoryIssueKind kind, const Memory& memory, std::string text) {
    issues_.push_back({.kind = kind,
                       .space = memory.space,
                       .path = memory.path,
                       .id = memory.id,
                       .text = std::move(text)});
  }

  void LookAtSpaces() {
    for (const std::string& fault : loaded_.spaces.faults) {
      issues_.push_back(
          {.kind = MemoryIssueKind::kNamespace, .space = {}, .path = {}, .id = {}, .text = fault});
    }
    for (const std::string& space : loaded_.read) {
      const auto is_in = [&](const MemoryPointer& memory) { return memory->space == space; };
      if (space == memory::kDefaultSpace || space == memory::kSharedSpace) continue;
      if (std::ranges::any_of(loaded_.memories, is_in)) continue;
      issues_.push_back({.kind = MemoryIssueKind::kNamespace,
                         .space = space,
                         .path = {},
                         .id = {},
                         .text = "the namespace has no memories"});
    }
    LookAtRules();
  }

  // A rule that is misspelt leaves open what it was to close.
  void LookAtRules() {
    const memory::SpaceRules& rules = loaded_.spaces.rules;
    std::vector<std::string_view> without;
    for (const std::string& space : loaded_.read) {
      if (!rules.HasRule(space)) without.push_back(space);
    }
    for (const std::string& name : rules.Names()) {
      if (name == memory::kDefaultSpace || name == memory::kSharedSpace) continue;
      if (std::ranges::find(loaded_.spaces.all, name, &memory::Space::name) !=
          loaded_.spaces.all.end())
        continue;
      const auto meant = Suggest(name, without);
      if (!meant) continue;  // one that is to come
      issues_.push_back({.kind = MemoryIssueKind::kNamespace,
                         .space = std::string(*meant),
                         .path = {},
                         .id = {},
                         .text = fmt::format("it has no rule, and namespaces.json has one for "
                                             "'{}', which is not there",
                                             name)});
    }
  }

  void LookAtReferences(const Memory& memory) {
    const auto check = [&](std::string_view what, const std::string& id) {
      if (id.empty() || by_id_.contains(id)) return;
      Report(MemoryIssueKind::kDanglingLink, memory,
             fmt::format("{} {}, which is not there", what, text::Ellipsize(id, kShown)));
    };
    check("it supersedes", memory.supersedes);
    check("it is superseded by", memory.superseded_by);
    check("it is a copy of", memory.source_memory);
    for (const memory::Link& link : memory.links) check("it links to", link.target);
  }

  void LookAtTime(const Memory& memory) {
    if (memory.state != MemoryState::kActive || !memory.expires || *memory.expires > now_) return;
    Report(MemoryIssueKind::kExpired, memory,
           fmt::format("it expired at {}", FormatTime(*memory.expires)));
  }

  void LookAtOthers(const Memory& memory) {
    const auto same =
        texts_.try_emplace(memory.space + '\n' + memory::ContentHash(memory.text), &memory);
    if (!same.second) {
      Report(MemoryIssueKind::kSameText, memory,
             fmt::format("it says the same as {}", same.first->second->id));
    }
    if (memory.entity.empty()) return;
    for (const auto& [name, value] : memory.attributes) {
      const std::string key = fmt::format("{}\n{}\n{}", memory.space, text::FoldCase(memory.entity),
                                          text::FoldCase(name));
      const auto [first, is_new] = values_.try_emplace(key, &memory, text::FoldCase(value));
      if (is_new || first->second.second == text::FoldCase(value)) continue;
      Report(MemoryIssueKind::kContradiction, memory,
             fmt::format("it says another {} of {} than {}", text::Ellipsize(name, kShown),
                         text::Ellipsize(memory.entity, kShown), first->second.first->id));
    }
  }

  // By their words: a guess, so the number is bounded.
  void LookAtContradictions() {
    constexpr std::size_t kMost = 50;
    std::vector<MemoryPointer> current;
    for (const MemoryPointer& memory : loaded_.memories) {
      if (IsCurrent(*memory, now_)) current.push_back(memory);
    }
    for (const auto& [first, second] : memory::LikelyContradictions(current, kMost)) {
      const bool first_is_older = current[first]->created < current[second]->created;
      const Memory& older = *current[first_is_older ? first : second];
      const Memory& newer = *current[first_is_older ? second : first];
      Report(MemoryIssueKind::kLikelyContradiction, older,
             fmt::format("it may contradict the newer {}: \"{}\" and \"{}\"", newer.id,
                         text::Ellipsize(FirstLine(older.text), kShown),
                         text::Ellipsize(FirstLine(newer.text), kShown)));
    }
  }

  const LoadedMemories& loaded_;
  Time now_;
  std::map<std::string, const Memory*, std::less<>> by_id_;
  std::map<std::string, const Memory*> texts_;
  std::map<std::string, std::pair<const Memory*, std::string>> values_;
  std::vector<MemoryIssue> issues_;
};

// Whoever writes now holds the lock, and is not waited for long: the drafts are theirs.
std::size_t RemoveDrafts(const LoadedMemories& loaded, const MemoryScope& scope,
                         const Deadline& deadline) {
  std::size_t removed = 0;
  for (const memory::Space& space : loaded.spaces.all) {
    const bool meant = scope.space.empty() || space.name == scope.space;
    const bool open =
        Has(loaded.read, space.name) && loaded.spaces.rules.MayWrite(space.name, scope.principal);
    if (!meant || !open || MemoryFiles::CountDrafts(space.directory) == 0) continue;
    const auto files = MemoryFiles::Open(space.directory, MemoryFiles::LinksOf(space.name),
                                         deadline.Within(kWaitForDrafts));
    if (files) removed += files->cleared();
  }
  return removed;
}

}  // namespace

Result<LoadedMemories> LoadMemories(const MemoryPlace& place, const MemoryScope& scope,
                                    const Deadline& deadline) {
  LoadedMemories loaded;
  loaded.spaces = SATCHEL_TRY(memory::FindSpaces(place.project, place.shared));
  if (!scope.space.empty()) {
    // It knows which there are and who may read them.
    SATCHEL_TRY(memory::ReadableSpaces(loaded.spaces, true, scope.space, scope.principal));
  }
  for (const memory::Space& space : loaded.spaces.all) {
    if (!scope.space.empty() && space.name != scope.space) continue;
    if (!loaded.spaces.rules.MayRead(space.name, scope.principal)) continue;
    auto folder = SATCHEL_TRY(memory::LoadFolder(space.directory, space.name, nullptr, deadline));
    loaded.read.push_back(space.name);
    loaded.memories.insert(loaded.memories.end(), folder.memories.begin(), folder.memories.end());
    for (memory::Finding& finding : folder.findings) {
      loaded.findings.push_back(
          {.space = space.name, .path = std::move(finding.path), .text = std::move(finding.text)});
    }
  }
  return loaded;
}

std::vector<MemoryPointer> Filter(std::span<const MemoryPointer> memories,
                                  const MemoryFilter& filter) {
  const auto words = notes::Keywords(ask::Question(filter.match));
  notes::KeywordMatcher matcher(words);
  const std::string wanted = text::FoldCase(filter.match);
  const auto is_out = [&](const Memory& memory) {
    if (memory.artifact && !filter.artifacts) return true;
    if (filter.category && memory.category != *filter.category) return true;
    if (filter.state ? memory.state != *filter.state
                     : !filter.any_state && !IsOfUse(memory.state)) {
      return true;
    }
    if (filter.match.empty()) return false;
    const std::string about =
        fmt::format("{}\n{}\n{}", memory.id, memory.entity, fmt::join(memory.tags, "\n"));
    // Words too short or common for stems still have to stand there.
    if (words.empty()) {
      return !text::FoldCase(memory.text).contains(wanted) &&
             !text::FoldCase(about).contains(wanted);
    }
    return matcher.Matches(about, memory.text).size() < words.size();
  };
  std::vector<MemoryPointer> kept;
  for (const MemoryPointer& memory : memories) {
    if (!is_out(*memory)) kept.push_back(memory);
  }
  std::ranges::sort(kept, [](const MemoryPointer& a, const MemoryPointer& b) {
    return std::tie(b->created, a->id, a->space) < std::tie(a->created, b->id, b->space);
  });
  return kept;
}

Result<MemoryPointer> FindMemory(std::span<const MemoryPointer> memories, std::string_view which) {
  const auto slash = which.find('/');
  const std::string_view space = which.substr(0, slash == which.npos ? 0 : slash);
  const std::string_view id = slash == which.npos ? which : which.substr(slash + 1);
  std::vector<MemoryPointer> same;
  std::vector<MemoryPointer> like;
  for (const MemoryPointer& memory : memories) {
    if (slash != which.npos && memory->space != space) continue;
    if (memory->id == id) same.push_back(memory);
    if (!id.empty() && BeginsLike(memory->id, id)) like.push_back(memory);
  }
  if (same.size() > 1) {
    return Fail(
        Errc::kInvalidInput,
        fmt::format("'{}' is in the namespaces {} and {}", which, same[0]->space, same[1]->space),
        "name one with --namespace");
  }
  if (same.size() == 1) return same.front();
  if (like.empty()) return NoSuchMemory(memories, which);
  if (like.size() > 1) {
    return Fail(Errc::kInvalidInput,
                fmt::format("'{}' means {} memories: {}", which, like.size(), Names(like)),
                "write more of the id");
  }
  return like.front();
}

bool IsCurrent(const Memory& memory, Time now) {
  return memory.state == MemoryState::kActive && memory.superseded_by.empty() && !memory.artifact &&
         (!memory.expires || *memory.expires > now) &&
         (!memory.valid_from || *memory.valid_from <= now) &&
         (!memory.valid_to || *memory.valid_to > now);
}

std::string_view Name(MemoryIssueKind kind) {
  switch (kind) {
    case MemoryIssueKind::kFile:
      return "file";
    case MemoryIssueKind::kDuplicateId:
      return "duplicate_id";
    case MemoryIssueKind::kDanglingLink:
      return "dangling_link";
    case MemoryIssueKind::kContradiction:
      return "contradiction";
    case MemoryIssueKind::kLikelyContradiction:
      return "likely_contradiction";
    case MemoryIssueKind::kSameText:
      return "same_text";
    case MemoryIssueKind::kExpired:
      return "expired";
    case MemoryIssueKind::kNamespace:
      return "namespace";
  }
  return "";
}

Result<MemoryCheck> CheckMemories(const MemoryPlace& place, const MemoryScope& scope, Time now,
                                  const Deadline& deadline) {
  // Links may lead from one namespace into another: all of them are read.
  const auto loaded = SATCHEL_TRY(LoadMemories(place, {.principal = scope.principal}, deadline));
  MemoryCheck check{.issues = Doctor(loaded, now).Look(),
                    .memories = loaded.memories.size(),
                    .spaces = loaded.read.size()};
  if (!scope.space.empty()) {
    SATCHEL_TRY(memory::ReadableSpaces(loaded.spaces, true, scope.space, scope.principal));
  }
  check.drafts = RemoveDrafts(loaded, scope, deadline);
  if (scope.space.empty()) return check;
  std::erase_if(check.issues, [&](const MemoryIssue& issue) { return issue.space != scope.space; });
  check.memories = static_cast<std::size_t>(std::ranges::count_if(
      loaded.memories, [&](const MemoryPointer& memory) { return memory->space == scope.space; }));
  check.spaces = 1;
  return check;
}

}  // namespace satchel::engine
