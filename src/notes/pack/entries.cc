#include "notes/pack/entries.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "ask/question.h"
#include "base/beside.h"
#include "base/result.h"
#include "notes/files/keywords.h"
#include "notes/pack/candidates.h"
#include "notes/pack/source.h"
#include "packet/offers.h"
#include "packet/packer.h"

namespace satchel::pipeline {
namespace {

struct Bracket {
  std::int64_t days = 0;  // up to
  Score value;
};
constexpr std::array kRecency = {Bracket{7, Score::FromMillionths(1'000'000)},
                                 Bracket{30, Score::FromMillionths(700'000)},
                                 Bracket{90, Score::FromMillionths(400'000)}};
constexpr Score kOld = Score::FromMillionths(200'000);
constexpr std::int64_t kFullMatches = 3;
constexpr std::size_t kNamedMatches = 8;
// Of both kinds; with more of them a second thread is worth its start.
constexpr std::size_t kFewEntries = 1'000;

Score Recency(std::optional<Time> time, Time now) {
  if (!time) return kOld;
  const std::int64_t days = DayNumber(now) - DayNumber(*time);
  for (const Bracket& bracket : kRecency) {
    if (days <= bracket.days) return bracket.value;
  }
  return kOld;
}

// The words of what the packet already shows of the tasks.
std::string ShownTasks(const packet::Packet& packet) {
  std::string text;
  for (const packet::Section& section : packet.sections) {
    if (section.of != kNotes || section.name != "tasks") continue;
    for (const packet::Item& item : section.items) text += item.rendition().text + "\n";
  }
  return text;
}

// What entries are compared with.
struct Wanted {
  Time now;
  bool by_text = false;               // by the task's text, not the tasks shown
  std::vector<std::string> keywords;  // of whichever it is
  std::vector<std::string> of_tasks;
};

// Turns entries into candidates with their scores. A score needs a few matches; which all of
// them are is found out for those that are shown or reported.
class Scorer final : public packet::LateParts {
 public:
  // The entries must outlive it.
  Scorer(const Wanted& wanted, const std::vector<notes::Entry>& entries)
      : now_(wanted.now),
        by_text_(wanted.by_text),
        keywords_(wanted.keywords),
        entries_(entries),
        matcher_(keywords_),
        tasks_(by_text_ ? wanted.of_tasks : std::vector<std::string>()) {}

  std::vector<packet::Candidate> Candidates() {
    std::vector<packet::Candidate> candidates;
    candidates.reserve(entries_.size());
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      packet::Candidate& candidate = candidates.emplace_back(EntryCandidate(entries_[i], i));
      // A superseded entry scores nothing and is shown only where everything fits.
      if (!entries_[i].superseded) AddTerms(entries_[i], candidate);
    }
    return candidates;
  }

  void SetTexts(packet::Candidate& candidate) override {
    SetEntryTexts(EntryOf(candidate), candidate);
  }

  void SetProvenance(packet::Candidate& candidate) override {
    const notes::Entry& entry = EntryOf(candidate);
    if (entry.superseded) return;
    const auto matches = matcher_.Matches(entry.title, entry.body);
    if (matches.empty()) return;
    std::vector<std::string_view> named;
    for (const std::size_t match : matches) {
      if (named.size() == kNamedMatches) break;
      named.push_back(keywords_[match]);
    }
    candidate.provenance.relation = by_text_ ? "words of the task" : "words of the open tasks";
    candidate.provenance.seed = fmt::format(
        "{}{}", fmt::join(named, " "),
        matches.size() > named.size() ? fmt::format(" +{}", matches.size() - named.size()) : "");
  }

 private:
  const notes::Entry& EntryOf(const packet::Candidate& candidate) const {
    return entries_[static_cast<std::size_t>(candidate.position)];
  }

  void AddTerms(const notes::Entry& entry, packet::Candidate& candidate) {
    candidate.terms.Add("recency", Recency(entry.time, now_));
    candidate.terms.Add("relevance", Score::Ratio(Matches(matcher_, entry), kFullMatches));
    if (!by_text_) return;
    // Less than any difference between two scores: it only breaks ties.
    candidate.terms.Add("open_tasks", Score::FromMillionths(Matches(tasks_, entry)));
  }

  static std::int64_t Matches(notes::KeywordMatcher& matcher, const notes::Entry& entry) {
    return static_cast<std::int64_t>(matcher.Count(entry.title, entry.body, kFullMatches));
  }

  const Time now_;
  const bool by_text_;
  const std::vector<std::string> keywords_;
  const std::vector<notes::Entry>& entries_;
  notes::KeywordMatcher matcher_;
  notes::KeywordMatcher tasks_;
};

class NotesEntries final : public Stage {
 public:
  std::string_view name() const override { return "notes.entries"; }

  Result<StageContext> Run(StageContext context, const Services& services) const override {
    const NotesReading* reading = SATCHEL_TRY(services.Need<NotesReading>());
    const notes::Notes& notes = reading->notes();
    Wanted wanted{.now = context.request.now, .by_text = !context.request.task.empty()};
    wanted.of_tasks = notes::Keywords(ask::Question(ShownTasks(*services.packed)));
    wanted.keywords = wanted.by_text ? notes::Keywords(services.question) : wanted.of_tasks;
    context.values["notes.keywords"] = wanted.keywords;
    // They set the texts of what is shown or reported, when the sections are filled.
    auto decisions = std::make_shared<Scorer>(wanted, notes.decisions);
    auto learnings = std::make_shared<Scorer>(wanted, notes.learnings);
    const bool few = notes.decisions.size() + notes.learnings.size() <= kFewEntries;
    auto beside = Beside(!few, [&learnings] { return learnings->Candidates(); });
    packet::SectionOffer& first = context.offers.To({kNotes, "decisions"});
    first.candidates = decisions->Candidates();
    first.late = std::move(decisions);
    SATCHEL_TRY(services.deadline.Check("scoring notes"));
    packet::SectionOffer& second = context.offers.To({kNotes, "learnings"});
    second.candidates = beside.get();
    second.late = std::move(learnings);
    return context;
  }
};

}  // namespace

std::unique_ptr<const Stage> MakeNotesEntries() { return std::make_unique<NotesEntries>(); }

}  // namespace satchel::pipeline
