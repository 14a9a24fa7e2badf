#include "pipeline/stages/notes_entries.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "packet/packer.h"
#include "packet/policies.h"
#include "pipeline/stages/notes_candidates.h"
#include "sources/notes/keywords.h"

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
    if (section.name != "tasks") continue;
    for (const packet::Item& item : section.items) text += item.rendition().text + "\n";
  }
  return text;
}

// Turns entries into candidates with their scores.
class Scorer {
 public:
  Scorer(const StageContext& context, std::vector<std::string> keywords,
         std::vector<std::string> of_tasks)
      : now_(context.request.now),
        by_text_(!context.request.task.empty()),
        keywords_(std::move(keywords)),
        matcher_(keywords_),
        tasks_(by_text_ ? std::move(of_tasks) : std::vector<std::string>()) {}

  std::vector<packet::Candidate> Candidates(const std::vector<notes::Entry>& entries) {
    std::vector<packet::Candidate> candidates;
    candidates.reserve(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
      packet::Candidate candidate = EntryCandidate(entries[i], i);
      // A superseded entry scores nothing and is shown only where everything fits.
      if (!entries[i].superseded) AddTerms(entries[i], candidate);
      candidates.push_back(std::move(candidate));
    }
    return candidates;
  }

 private:
  void AddTerms(const notes::Entry& entry, packet::Candidate& candidate) {
    candidate.terms.Add("recency", Recency(entry.time, now_));
    const auto& matches = matcher_.Matches(entry.title, entry.body);
    const auto count = static_cast<std::int64_t>(matches.size());
    candidate.terms.Add("relevance",
                        Score::Ratio(std::min(count, kFullMatches), kFullMatches));
    if (!matches.empty()) {
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
    if (!by_text_) return;
    // Less than any difference between two scores: it only breaks ties.
    const auto of_tasks = static_cast<std::int64_t>(tasks_.Matches(entry.title, entry.body).size());
    candidate.terms.Add("open_tasks",
                        Score::FromMillionths(std::min(of_tasks, kFullMatches)));
  }

  const Time now_;
  const bool by_text_;
  const std::vector<std::string> keywords_;
  notes::KeywordMatcher matcher_;
  notes::KeywordMatcher tasks_;
};

class NotesEntries final : public Stage {
 public:
  std::string_view name() const override { return "notes.entries"; }

  Result<StageContext> Run(StageContext context, const Services& services) const override {
    if (services.notes == nullptr) return Fail(Errc::kInternal, "no notes were read");
    const notes::Notes& notes = *services.notes;
    std::vector<std::string> of_tasks = notes::Keywords(ShownTasks(context.packet));
    std::vector<std::string> keywords =
        context.request.task.empty() ? of_tasks : notes::Keywords(context.request.task);
    context.values["notes.keywords"] = keywords;
    Scorer scorer(context, std::move(keywords), std::move(of_tasks));
    packet::Packer packer(std::move(context.packet), std::move(context.record), services.layout);
    std::vector<packet::Offer> offers;
    offers.push_back({PolicyNamed(packet::NotesPolicies(), "decisions"),
                      scorer.Candidates(notes.decisions)});
    if (auto time = services.deadline.Check("scoring notes"); !time) {
      return std::unexpected(time.error());
    }
    offers.push_back({PolicyNamed(packet::NotesPolicies(), "learnings"),
                      scorer.Candidates(notes.learnings)});
    packer.AddSplit(std::move(offers));
    context.record = packer.record();
    context.packet = packer.packet();
    return context;
  }
};

}  // namespace

std::unique_ptr<const Stage> MakeNotesEntries() { return std::make_unique<NotesEntries>(); }

}  // namespace satchel::pipeline
