// What everything that was offered is worth to the task, on one scale, so that the sources can
// compete for one budget. What is worth nothing to it, what is replaced, and what says the same as
// something better is not offered any more, and a decision says so.

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "ask/about.h"
#include "ask/question.h"
#include "ask/speak.h"
#include "code/find/scoped_file.h"
#include "code/languages/languages.h"
#include "code/pack/options.h"
#include "code/pack/scope_json.h"
#include "code/pack/sections.h"
#include "graph/pack/options.h"
#include "memory/pack/options.h"
#include "memory/pack/recalled.h"
#include "notes/pack/source.h"
#include "pack/options.h"
#include "pack/recipe.h"
#include "pack/task_words.h"
#include "packet/offers.h"
#include "packet/own_words.h"
#include "packet/packet.h"
#include "text/token_counter.h"

namespace satchel::pipeline {
namespace {

using packet::Candidate;
using packet::SectionOffer;

constexpr Score Thousandths(std::int64_t value) { return Score::FromMillionths(value * 1'000); }

// When the best text has less of what the task says, the workspace matches it weakly; next to a
// good one a text may say little.
constexpr Score kLeastBest = Thousandths(180);
constexpr Score kFloor = Thousandths(30);
constexpr Score kGoodPart = Thousandths(250);
// What names a file that the task is about is about the task.
constexpr Score kNamesFile = Thousandths(250);
// Memories have passed a floor of their own.
constexpr Score kRecalled = Thousandths(350);
constexpr Score kProfile = Thousandths(300);
// Whatever else is worth its tokens comes after what a person has pinned.
constexpr Score kPinned = Score::FromInt(100);
// A rule of style holds for every task, and says little about this one.
constexpr Score kGeneral = Thousandths(50);
constexpr std::size_t kMostGeneral = 6;
// A text that has so many of its words in a better one says the same.
constexpr Score kSame = Thousandths(850);

// Bodies and outlines of a tier.
struct TierWorth {
  std::string_view section;
  Score body;
  Score outline;
};
constexpr std::array kTiers = {
    TierWorth{"seeds", Thousandths(800), Thousandths(500)},
    TierWorth{"dependencies", Thousandths(400), Thousandths(250)},
    TierWorth{"co_changes", Thousandths(250), Thousandths(200)},
    TierWorth{"metadata", Thousandths(250), Thousandths(200)},
};

// A text that was offered, and what was read of it.
struct Prose {
  SectionOffer* offer = nullptr;
  std::size_t candidate = 0;
  std::size_t text = 0;  // of the task's words
  Score worth;
  std::string left_out;  // why; empty: it stays

  Candidate& of() const { return offer->candidates[candidate]; }
};

bool IsFloor(const SectionOffer& offer) {
  return offer.source == kNotes && offer.name == "constitution";
}

// Without a date or a kind in brackets before it, which say when and what and not what about.
std::string_view WithoutLabel(std::string_view text) {
  const auto end = text.find("] ");
  return text.starts_with('[') && end != text.npos ? text.substr(end + 2) : text;
}

std::string FileName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// The names of the files that the task is about.
std::set<std::string> SeedNames(const packet::Offers& offers) {
  std::set<std::string> names;
  const SectionOffer* seeds = offers.Find({kCode, "seeds"});
  if (seeds == nullptr) return names;
  for (const Candidate& candidate : seeds->candidates) {
    const std::string& id = candidate.id.value();
    const std::string name = FileName(id.substr(0, id.find_first_of(":#")));
    if (name.find('.') != name.npos) names.insert(name);
  }
  return names;
}

// Reads everything that is prose.
class Texts {
 public:
  Texts(const ask::Question& task, packet::Offers& offers) : words_(task) {
    const std::set<std::string> names = SeedNames(offers);
    for (SectionOffer& offer : offers.all()) {
      if (offer.source == kCode || IsFloor(offer)) continue;
      for (std::size_t i = 0; i < offer.candidates.size(); ++i) Read(offer, i, names);
    }
    ReadCode(offers);
    words_.Weigh();
    for (std::size_t i = 0; i < all_.size(); ++i) all_[i].worth = WorthOf(all_[i], names_file_[i]);
  }

  // The most that a single text has of what the task says.
  Score Best() const { return std::max(BestCode(), BestProse()); }
  Score BestCode() const {
    Score best;
    for (const std::size_t text : code_) best = std::max(best, words_.WorthOf(text));
    return best;
  }
  Score BestProse() const {
    Score best;
    for (const Prose& prose : all_) {
      if (prose.offer->source != kMemory) best = std::max(best, words_.WorthOf(prose.text));
    }
    return best;
  }
  // How many have a good part of it.
  std::size_t CountGood() const {
    const auto good = [this](std::size_t text) { return words_.WorthOf(text) >= kGoodPart; };
    const auto code = std::ranges::count_if(code_, good);
    const auto prose = std::ranges::count_if(
        all_, [&](const Prose& one) { return one.offer->source != kMemory && good(one.text); });
    return static_cast<std::size_t>(code + prose);
  }

  std::vector<Prose>& all() { return all_; }
  const TaskWords& words() const { return words_; }

 private:
  void Read(SectionOffer& offer, std::size_t index, const std::set<std::string>& names) {
    Candidate late;
    if (offer.late) {
      late = offer.candidates[index];
      offer.late->SetTexts(late);
    }
    const Candidate& whole = offer.late ? late : offer.candidates[index];
    const std::string& body = whole.renditions.front().text;
    all_.push_back({.offer = &offer,
                    .candidate = index,
                    .text = words_.Read(WithoutLabel(whole.title), WithoutLabel(body)),
                    .worth = {},
                    .left_out = ""});
    names_file_.push_back(std::ranges::any_of(names, [&](const std::string& name) {
      return body.find(name) != body.npos || whole.title.find(name) != whole.title.npos;
    }));
  }

  // Code is weighed by its tiers; here it says which words are rare, and whether the task is about
  // this workspace at all.
  void ReadCode(const packet::Offers& offers) {
    const SectionOffer* seeds = offers.Find({kCode, "seeds"});
    if (seeds == nullptr) return;
    for (const Candidate& candidate : seeds->candidates) {
      code_.push_back(words_.Read(candidate.title, candidate.renditions.front().text));
    }
  }

  Score WorthOf(const Prose& prose, bool names_file) const {
    Score worth = words_.WorthOf(prose.text);
    if (names_file && worth > Score()) worth += kNamesFile;
    if (prose.offer->source == kMemory) {
      worth = std::max(worth, prose.offer->name == "profile" ? kProfile : kRecalled);
    }
    if (prose.offer->name == "conventions") worth = std::max(worth, kGeneral);
    return std::min(worth, Score::FromInt(1));
  }

  TaskWords words_;
  std::vector<Prose> all_;
  std::vector<bool> names_file_;
  std::vector<std::size_t> code_;  // numbers of texts
};

// How well the workspace matches the task.
enum class Match : std::uint8_t { kSure, kWeak, kNone };

// What is about something else, and rules of style beyond a few.
void LeaveOutByWorth(Match match, bool unasked, std::vector<Prose>& all) {
  const Score floor = match == Match::kNone ? Score::FromInt(2) : kFloor;  // more than any has
  const bool few_rules = match != Match::kSure;
  std::size_t general = 0;
  for (Prose& prose : all) {
    const bool convention = prose.offer->name == "conventions";
    if (prose.of().superseded) {
      prose.left_out = "superseded";
    } else if (convention) {
      // If nothing matches the task well, a few are enough. Agent files are long: a few of their
      // rules about other things are enough, too, and none in a hook.
      const bool extra = prose.of().trust == packet::Trust::kRepository && prose.worth <= kGeneral;
      if ((extra && unasked) || ((extra || few_rules) && general++ >= kMostGeneral)) {
        prose.left_out = "below_floor";
      }
    } else if (prose.offer->source != kMemory && prose.worth < floor) {
      prose.left_out = "below_floor";
    }
  }
}

// What a better one says too is left out; of equals the source that comes first is better.
void LeaveOutTwins(const TaskWords& words, std::vector<Prose>& all) {
  std::vector<Prose*> order;
  for (Prose& prose : all) {
    if (prose.left_out.empty()) order.push_back(&prose);
  }
  const auto key = [](const Prose* prose) {
    return std::tuple(-prose->worth, prose->offer->source != kNotes, prose->offer->source,
                      prose->offer->name, prose->candidate);
  };
  std::ranges::sort(order, {}, key);
  std::vector<const Prose*> kept;
  for (Prose* prose : order) {
    const auto twin = std::ranges::find_if(kept, [&](const Prose* better) {
      return words.IsPartOf(prose->text, better->text, kSame);
    });
    if (twin == kept.end()) {
      kept.push_back(prose);
    } else {
      prose->left_out = "same_as " + (*twin)->of().id.value();
    }
  }
}

Decision DecisionOn(const SectionOffer& offer, const Candidate& candidate, std::string reason) {
  return {.section = offer.source + "." + offer.name,
          .source = candidate.source,
          .item = candidate.id,
          .title = candidate.title,
          .included = false,
          .rendition = "",
          .reason = std::move(reason),
          .tokens = 0,
          .priority = candidate.priority,
          .terms = candidate.terms,
          .provenance = candidate.provenance};
}

// The best of what was left out one by one, the rest by reason.
Json Report(const std::vector<Prose>& all, StageContext& context) {
  std::map<std::string, std::size_t> counts;
  std::vector<const Prose*> out;
  for (const Prose& prose : all) {
    if (prose.left_out.empty()) continue;
    ++counts[prose.left_out.substr(0, prose.left_out.find(' '))];
    out.push_back(&prose);
  }
  std::ranges::sort(out, {}, [](const Prose* prose) {
    return std::tuple(-prose->worth, prose->offer->source, prose->offer->name, prose->candidate);
  });
  if (out.size() > packet::kMostDropped) out.resize(packet::kMostDropped);
  for (const Prose* prose : out) {
    Decision decision = DecisionOn(*prose->offer, prose->of(), prose->left_out);
    decision.terms.Add("worth", prose->worth);
    context.decisions.push_back(std::move(decision));
  }
  Json removed = Json::object();
  for (const auto& [reason, count] : counts) removed[reason] = count;
  return {{"considered", all.size()}, {"removed", std::move(removed)}};
}

void TakeOut(std::vector<Prose>& all) {
  std::map<SectionOffer*, std::vector<Candidate>> kept;
  for (Prose& prose : all) {
    std::vector<Candidate>& to = kept[prose.offer];
    prose.of().worth = prose.worth;
    if (prose.left_out.empty()) to.push_back(std::move(prose.of()));
  }
  for (auto& [offer, candidates] : kept) offer->candidates = std::move(candidates);
}

// Memories keep the order of their recall: none is worth more than one before it.
void KeepOrderOfRecall(packet::Offers& offers) {
  for (const std::string_view name : {"memories", "episodes"}) {
    if (offers.Find({kMemory, name}) == nullptr) continue;
    std::vector<Candidate>& candidates = offers.To({kMemory, name}).candidates;
    std::ranges::sort(candidates, {}, &Candidate::position);
    Score most = Score::FromInt(1);
    for (Candidate& candidate : candidates) {
      candidate.worth = std::min(candidate.worth, most);
      most = candidate.worth - Score::FromMillionths(1);
    }
  }
}

// Pinned memories have a section of their own, wherever they would have stood.
void MovePinned(packet::Offers& offers) {
  std::vector<Candidate> pinned;
  for (const std::string_view name : {"memories", "episodes"}) {
    if (offers.Find({kMemory, name}) == nullptr) continue;
    std::vector<Candidate> rest;
    std::vector<Candidate>& from = offers.To({kMemory, name}).candidates;
    for (Candidate& candidate : from) {
      const bool is_pinned = candidate.priority < 0;
      candidate.priority = 0;
      (is_pinned ? pinned : rest).push_back(std::move(candidate));
    }
    from = std::move(rest);
  }
  if (!pinned.empty()) offers.To({kMemory, "pinned"}).candidates = std::move(pinned);
}

// Of many pieces of a tier the later ones are worth less: half of the first behind so many.
constexpr std::int64_t kHalfBehind = 2;

// Removes candidates of code, and logs each.
template <class Leaves>
void LeaveOutCode(Leaves leaves, std::string_view reason, StageContext& context) {
  for (SectionOffer& offer : context.offers.all()) {
    if (offer.source != kCode) continue;
    for (const Candidate& candidate : offer.candidates) {
      if (leaves(candidate) && context.decisions.size() < packet::kMostDropped) {
        context.decisions.push_back(DecisionOn(offer, candidate, std::string(reason)));
      }
    }
    std::erase_if(offer.candidates, leaves);
  }
}

// A file that shows no line tells the reader little: only paths that the task names are shown by
// their names.
void LeaveOutNames(StageContext& context) {
  for (SectionOffer& offer : context.offers.all()) {
    if (offer.source != kCode) continue;
    for (Candidate& candidate : offer.candidates) {
      const std::string& relation = candidate.provenance.relation;
      const bool named = candidate.pinned && (relation == "path" || relation == "refinement");
      if (!named && candidate.renditions.back().name == "name") candidate.renditions.pop_back();
    }
  }
  LeaveOutCode([](const Candidate& one) { return one.renditions.empty(); }, "no_lines", context);
}

// A hook's packet is small. One line names the best files of which it has no room to show a body,
// so that the agent can open them. The estimate of what is shown leaves half of the budget to
// others.
void OfferMoreFiles(StageContext& context) {
  constexpr std::size_t kMostFiles = 10;
  if (context.offers.Find({kCode, "seeds"}) == nullptr) return;
  std::vector<Candidate>& seeds = context.offers.To({kCode, "seeds"}).candidates;
  std::vector<const Candidate*> order;
  for (const Candidate& candidate : seeds) order.push_back(&candidate);
  std::ranges::sort(order, {}, [](const Candidate* candidate) {
    return std::tuple(candidate->priority, -candidate->terms.total(), candidate->id);
  });
  std::set<std::string_view> shown;
  std::vector<std::string_view> more;
  std::size_t left = 2 * context.request.budget;  // bytes: half of the tokens, four bytes each
  for (const Candidate* candidate : order) {
    const std::string_view id = candidate->id.value();
    const std::string_view path = id.substr(0, candidate->priority == 0 ? id.rfind(':') : id.npos);
    const std::size_t bytes = candidate->renditions.front().text.size();
    if (candidate->pinned || (candidate->priority == 0 && bytes <= left)) {
      left -= std::min(left, bytes);
      shown.insert(path);
    } else if (more.size() < kMostFiles && shown.insert(path).second) {
      more.push_back(path);
    }
  }
  if (more.empty()) return;
  std::string text = "Also:";
  for (const std::string_view path : more) text += fmt::format(" {}", path);
  Candidate line;
  line.id = ItemId(std::string(kMoreFiles));
  line.source = std::string(kCode);
  line.kind = packet::ContentKind::kLine;
  line.title = text;
  line.terms.Add(kMoreFiles, Score::FromInt(100));  // before bodies, which leave no room
  line.position = std::numeric_limits<std::int64_t>::max();
  line.renditions.push_back({.name = "full", .text = std::move(text)});
  line.provenance.rule = kMoreFiles;
  seeds.push_back(std::move(line));
}

// Bodies are enough of what may be about something else.
void LeaveOutOutlines(StageContext& context) {
  LeaveOutCode([](const Candidate& one) { return one.priority > 0 && !one.pinned; }, "weak_match",
               context);
}

// Nobody asked about a command that failed, so its packet has what the failure is about: the code
// of its frames and around it. Words of a log ("build", "github.com") find settings and workflows.
void LeaveOutFarFromFailure(StageContext& context) {
  const auto is_far = [](const Candidate& one) {
    if (one.pinned) return false;
    if (one.priority > 0) return true;
    const code::LanguageRules* rules = code::FindLanguage(one.language);
    const bool is_program = rules != nullptr && rules->level != code::Level::kStructure;
    return one.provenance.relation == retrieval::kBySearch && !is_program;
  };
  LeaveOutCode(is_far, "not_the_failure", context);
}

// No file must be shown at any price here: a name that the task mentions is in its first tier.
void WeighCode(packet::Offers& offers) {
  for (const TierWorth& tier : kTiers) {
    if (offers.Find({kCode, tier.section}) == nullptr) continue;
    std::vector<Candidate*> order;
    for (Candidate& candidate : offers.To({kCode, tier.section}).candidates) {
      order.push_back(&candidate);
    }
    std::ranges::sort(order, {}, [](const Candidate* candidate) {
      return std::tuple(candidate->priority, -candidate->terms.total(), candidate->position,
                        candidate->id);
    });
    for (std::int64_t rank = 0; Candidate* const candidate : order) {
      const Score first = candidate->priority == 0 ? tier.body : tier.outline;
      candidate->worth = first.Times(Score::Ratio(kHalfBehind, kHalfBehind + rank++));
      candidate->pinned = false;
    }
  }
}

// Files that the agent reads by itself are not shown as code either.
void LeaveOutOmitted(StageContext& context) {
  const Json notes = context.request.options.value(std::string(kNotes), Json::object());
  std::vector<std::string> omitted;
  for (const Json& path : notes.value("omitted", Json::array())) {
    if (path.is_string()) omitted.push_back(path.get<std::string>());
  }
  if (omitted.empty()) return;
  const auto is_omitted = [&omitted](const Candidate& candidate) {
    const std::string_view id = candidate.id.value();
    const std::string_view path = id.substr(0, id.find_first_of(":#"));
    return std::ranges::any_of(omitted, [path](const std::string& one) {
      return path == one || (path.starts_with(one) && path[one.size()] == '/');
    });
  };
  for (SectionOffer& offer : context.offers.all()) {
    if (offer.source != kCode) continue;
    for (const Candidate& candidate : offer.candidates) {
      if (is_omitted(candidate)) {
        context.decisions.push_back(DecisionOn(offer, candidate, "read_by_agent"));
      }
    }
    std::erase_if(offer.candidates, is_omitted);
  }
}

// What an earlier packet showed, word for word. How many there were of it.
std::size_t LeaveOutShown(const PackOptions& options, StageContext& context) {
  if (options.shown.empty()) return 0;
  std::size_t known = 0;
  for (SectionOffer& offer : context.offers.all()) {
    std::vector<Candidate> rest;
    for (Candidate& candidate : offer.candidates) {
      const auto shown = options.shown.find(ShownKey(candidate));
      Candidate whole = candidate;
      if (shown != options.shown.end() && offer.late) offer.late->SetTexts(whole);
      if (shown == options.shown.end() || shown->second != ShownDigest(whole)) {
        rest.push_back(std::move(candidate));
        continue;
      }
      ++known;
      context.decisions.push_back(DecisionOn(offer, candidate, "shown_before"));
    }
    offer.candidates = std::move(rest);
  }
  return known;
}

// What the task names by itself is about it, whatever else it says.
bool HasMentioned(const packet::Offers& offers) {
  const SectionOffer* seeds = offers.Find({kCode, "seeds"});
  return seeds != nullptr && std::ranges::any_of(seeds->candidates, &Candidate::pinned);
}

// Whether the files that the words of the task found have too little of it.
bool ScopeIsWeak(const StageContext& context) {
  const auto scope = context.values.find("code.scope");
  return scope != context.values.end() && IsWeakScope(scope->second);
}

// Whether it shows how to work here, because the task asks for that.
bool IsOriented(const StageContext& context) {
  const auto scope = context.values.find("code.scope");
  return scope != context.values.end() && IsOrientedScope(scope->second);
}

// A command to an agent that no file of the workspace explains.
bool IsUnanswered(const ask::Question& question, bool oriented) {
  const auto& asked = question.orientation();
  return asked && asked->command && !oriented;
}

// Besides the line that is to be run, a conversation gets what holds for every task.
bool IsBesideCommand(const SectionOffer& offer) {
  return offer.source != kCode && !IsForEveryTask(offer.key());
}

// Says something about the code below it.
void OfferRemark(std::string_view id, std::string_view text, packet::Offers& offers) {
  const auto has_code = [](const SectionOffer& offer) {
    return offer.source == kCode && !offer.candidates.empty();
  };
  if (std::ranges::none_of(offers.all(), has_code)) return;
  Candidate& remark = offers.To(kPackRemark).candidates.emplace_back();
  remark.id = ItemId(std::string(id));
  remark.source = "satchel";
  remark.trust = packet::Trust::kSatchel;
  remark.kind = packet::ContentKind::kLine;
  remark.title = text;
  remark.renditions.push_back({.name = "full", .text = std::string(text)});
  remark.provenance.rule = id;
}

bool HoldsForEveryTask(const SectionOffer& offer) { return IsForEveryTask(offer.key()); }

bool HasPartForEveryTask(const packet::Offers& offers) {
  return std::ranges::any_of(offers.all(), [](const SectionOffer& offer) {
    return HoldsForEveryTask(offer) && !offer.candidates.empty();
  });
}

// Memories that answer the prompt. Where memories are not searched the newest ones are offered for
// every prompt, which says nothing about this one.
std::size_t CountMatching(const packet::Offers& offers) {
  std::size_t count = 0;
  for (const std::string_view name : {"artifacts", "memories", "episodes"}) {
    const SectionOffer* offer = offers.Find({kMemory, name});
    if (offer == nullptr) continue;
    count += static_cast<std::size_t>(
        std::ranges::count_if(offer->candidates, [](const Candidate& candidate) {
          const packet::Provenance& from = candidate.provenance;
          const bool weakly_near = from.rule == kWeakRule && from.relation == kVectorWay;
          return from.relation != "recent" && from.rule != kBesideRule && !weakly_near;
        }));
  }
  return count;
}

// Removes the candidates of these sections and logs each.
template <class Leaves>
void LeaveOutSections(Leaves leaves, std::string_view reason, StageContext& context) {
  for (SectionOffer& offer : context.offers.all()) {
    if (!leaves(offer)) continue;
    for (const Candidate& candidate : offer.candidates) {
      if (context.decisions.size() >= packet::kMostDropped) break;
      context.decisions.push_back(DecisionOn(offer, candidate, std::string(reason)));
    }
    offer.candidates.clear();
  }
}

// What the stages found out about a prompt to which nobody asked for a packet.
ask::PromptFacts FactsOf(const StageContext& context, const ask::Question& prompt,
                         const Texts& texts) {
  const ask::TaskQuery& query = context.query;
  ask::PromptFacts facts{.prompt = prompt,
                         .keywords = query.keywords.size(),
                         .work = query.task_type != "unknown",
                         .mentions = HasMentioned(context.offers),
                         .can_tell = texts.words().CanTell(),
                         .prose = texts.BestProse(),
                         .code = texts.BestCode(),
                         .good_texts = texts.CountGood()};
  const auto plan = context.values.find("memory.plan");
  facts.chatter = plan != context.values.end() && plan->second.value("mode", "") == "no_recall";
  const auto scope = context.values.find("code.scope");
  const auto signs =
      scope == context.values.end() ? Json::object() : scope->second.value("signs", Json::object());
  for (const auto& [name, value] : signs.items()) {
    if (value.is_number_integer()) {
      facts.code_signs.emplace(name, Score::FromMillionths(value.get<std::int64_t>()));
    }
  }
  if (!signs.empty()) facts.documents = scope->second.value("documents", std::uint64_t{0});
  return facts;
}

// Of the rules the first that take a part of the budget: a small one next to what a task needs.
void CutRules(bool alone, StageContext& context) {
  constexpr packet::Share kNextToTask{20};
  constexpr packet::Share kAlone{40};
  if (context.offers.Find({kNotes, "constitution"}) == nullptr) return;
  SectionOffer& rules = context.offers.To({kNotes, "constitution"});
  const text::TokenCounter& counter = text::CounterFor(context.request.tokenizer);
  std::size_t left = (alone ? kAlone : kNextToTask).Of(context.request.budget);
  std::vector<Candidate> kept;
  for (Candidate& candidate : rules.candidates) {
    Candidate whole = candidate;
    if (rules.late) rules.late->SetTexts(whole);
    const std::string& text = whole.renditions.front().text;
    const std::size_t tokens = counter.Count(text.empty() ? whole.title : text);
    if (tokens <= left) {
      left -= tokens;
      kept.push_back(std::move(candidate));
    } else {
      left = 0;
      context.decisions.push_back(DecisionOn(rules, candidate, "section_full"));
    }
  }
  rules.candidates = std::move(kept);
}

// What a line of a list takes.
std::size_t TokensOfLine(const text::TokenCounter& counter, std::string_view line) {
  return counter.Count(fmt::format("- {}\n", line));
}

std::string LineOf(const ChangedFile& file) {
  std::vector<std::string> remarks;
  if (file.state == "uncommitted") remarks.emplace_back("not committed");
  if (file.state == "deleted") remarks.emplace_back("deleted");
  if (!file.tests.empty()) remarks.push_back(fmt::format("tests: {}", fmt::join(file.tests, " ")));
  if (remarks.empty()) return file.path;
  return fmt::format("{} ({})", file.path, fmt::join(remarks, "; "));
}

void AddLine(std::string_view id, std::string line, packet::SectionKey section,
             packet::Offers& offers) {
  std::vector<Candidate>& to = offers.To(section).candidates;
  Candidate candidate;
  candidate.id = ItemId(fmt::format("{}:{}", section.name, id));
  candidate.source = std::string(kCode);
  candidate.kind = packet::ContentKind::kLine;
  candidate.title = line;
  candidate.position = std::ssize(to);
  candidate.renditions.push_back({.name = "full", .text = std::move(line)});
  candidate.provenance.rule = section.name;
  to.push_back(std::move(candidate));
}

// Where the work stands takes a few lines, each part within its own limit, so that one of them
// cannot crowd out the others.
class Work {
 public:
  Work(const PackOptions& options, const StageContext& context)
      : work_(options.work), counter_(text::CounterFor(context.request.tokenizer)) {
    const SectionOffer* tasks = context.offers.Find({kNotes, "tasks"});
    if (work_ && tasks != nullptr) {
      tasks_ = tasks->candidates;
      late_ = tasks->late;
    }
  }

  // Whether there is a reason to say so without being asked.
  bool has_news() const { return work_ && (!work_->changed.empty() || !tasks_.empty()); }

  void Offer(packet::Offers& offers) const {
    if (!work_) return;
    OfferChanged(*work_, offers);
    OfferShown(*work_, offers);
    OfferTasks(*work_, offers);
  }

 private:
  static constexpr packet::Share kChangedPart{40};
  static constexpr packet::Share kShownPart{10};
  static constexpr packet::Share kTasksPart{20};
  static constexpr Score kTask = Thousandths(200);

  void OfferChanged(const WorkSoFar& work, packet::Offers& offers) const {
    const std::size_t most = kChangedPart.Of(work.tokens);
    std::size_t used = 0;
    std::size_t more = work.more;
    for (const ChangedFile& file : work.changed) {
      std::string line = LineOf(file);
      const std::size_t tokens = TokensOfLine(counter_, line);
      if (more > work.more || used + tokens > most) {
        ++more;
        continue;
      }
      used += tokens;
      AddLine(file.path, std::move(line), kPackBranch, offers);
    }
    if (more > 0) AddLine("", fmt::format("and {} more files", more), kPackBranch, offers);
  }

  // On one line: nobody needs more than their names. Files of which this packet has code are left
  // to it.
  void OfferShown(const WorkSoFar& work, packet::Offers& offers) const {
    const std::size_t most = kShownPart.Of(work.tokens);
    std::set<std::string> offered;
    for (const SectionOffer& offer : offers.all()) {
      if (offer.source != kCode || IsWorkSoFar(offer.key())) continue;
      for (const Candidate& candidate : offer.candidates) {
        const std::string& id = candidate.id.value();
        offered.insert(id.substr(0, id.find_first_of(":#")));
      }
    }
    std::string line;
    for (const std::string& path : work.shown) {
      if (offered.contains(path)) continue;
      const std::string longer = line.empty() ? path : fmt::format("{} {}", line, path);
      if (TokensOfLine(counter_, longer) > most) break;
      line = longer;
    }
    if (!line.empty()) AddLine("", std::move(line), kPackShown, offers);
  }

  // Those that the task does not need come after those that it does.
  void OfferTasks(const WorkSoFar& work, packet::Offers& offers) const {
    if (tasks_.empty()) return;
    SectionOffer& to = offers.To({kNotes, "tasks"});
    std::set<ItemId> there;
    for (const Candidate& candidate : to.candidates) there.insert(candidate.id);
    std::size_t left = kTasksPart.Of(work.tokens);
    for (const Candidate& task : tasks_) {
      if (there.contains(task.id)) continue;
      Candidate whole = task;
      if (late_) late_->SetTexts(whole);
      const std::string& text = whole.renditions.back().text;
      const std::size_t tokens = TokensOfLine(counter_, text.empty() ? whole.title : text);
      if (tokens > left) break;
      left -= tokens;
      to.candidates.push_back(task);
      to.candidates.back().worth = kTask;
    }
  }

  std::optional<WorkSoFar> work_;
  const text::TokenCounter& counter_;
  std::vector<Candidate> tasks_;  // all that are open
  std::shared_ptr<packet::LateParts> late_;
};

class PackShare final : public Stage {
 public:
  std::string_view name() const override { return "pack.share"; }

  Result<StageContext> Run(StageContext context, const Services& services) const override {
    const auto options = SATCHEL_TRY(
        PackOptionsFrom(context.request.options.value(std::string(kPack), Json::object())));
    const Work work(options, context);
    const std::size_t known = LeaveOutShown(options, context);
    LeaveOutOmitted(context);
    MovePinned(context.offers);
    if (options.every_task == EveryTask::kKnown) {
      LeaveOutSections(HoldsForEveryTask, "shown_before", context);
    }
    if (options.every_task == EveryTask::kAlone) {
      LeaveOutSections([](const SectionOffer& offer) { return !HoldsForEveryTask(offer); },
                       "no_task", context);
    }
    Texts texts(services.question, context.offers);
    SATCHEL_TRY(services.deadline.Check("weighing what was found"));
    const bool oriented = IsOriented(context);
    const bool little = !oriented && texts.words().CanTell() && texts.Best() < kLeastBest &&
                        !HasMentioned(context.offers);
    const bool weak_code =
        !options.unasked && !context.refinement && (little || ScopeIsWeak(context));
    const bool weak = weak_code && texts.BestProse() < kLeastBest;
    bool abstain = options.unasked && little;
    std::optional<ask::SpeakDecision> decision;
    if (options.unasked && !context.refinement) {
      decision = ask::DecideToSpeak(
          {.prompt = FactsOf(context, services.question, texts),
           .small_talk = IsUnanswered(services.question, oriented),
           .oriented = oriented,
           .elsewhere = options.elsewhere,
           .memories = CountMatching(context.offers),
           .failed_command = options.failed_command,
           .every_task = HasPartForEveryTask(context.offers) || work.has_news()});
      abstain = decision->reason != ask::SpeakReason::kWorkspace &&
                decision->reason != ask::SpeakReason::kFailedCommand &&
                decision->reason != ask::SpeakReason::kOrientation;
    }
    for (Prose& prose : texts.all()) {
      if (prose.offer->name == "pinned") prose.worth = kPinned;
    }
    LeaveOutByWorth(abstain ? Match::kNone
                    : weak  ? Match::kWeak
                            : Match::kSure,
                    options.unasked, texts.all());
    LeaveOutTwins(texts.words(), texts.all());
    Json report = Report(texts.all(), context);
    if (known > 0) report["removed"]["shown_before"] = known;
    report["best"] = texts.Best().millionths();
    report["can_tell"] = texts.words().CanTell();
    report["weak"] = weak;
    if (decision) report["about"] = ToJson(*decision);
    context.values[std::string(name())] = std::move(report);
    TakeOut(texts.all());
    if (options.unasked) CutRules(options.every_task == EveryTask::kAlone, context);
    KeepWhatIsSaid(abstain, decision, context);
    KeepOrderOfRecall(context.offers);
    work.Offer(context.offers);
    if (options.failed_command) {
      LeaveOutFarFromFailure(context);
    } else if (options.unasked && !oriented) {
      OfferMoreFiles(context);
    }
    const auto& orientation = services.question.orientation();
    if (options.unasked && oriented && orientation && orientation->command) {
      LeaveOutSections(IsBesideCommand, "not_the_command", context);
    }
    LeaveOutNames(context);
    if (weak_code) {
      LeaveOutOutlines(context);
      OfferRemark("weak_match", packet::kWeakMatch, context.offers);
    }
    if (options.old_index) OfferRemark("old_index", packet::kOldIndex, context.offers);
    WeighCode(context.offers);
    return context;
  }

 private:
  // Of a task that is about something else only what does not depend on it is kept. Code that words
  // alone have found is named in the log.
  static void KeepWhatIsSaid(bool abstain, const std::optional<ask::SpeakDecision>& decision,
                             StageContext& context) {
    if (!abstain) return;
    const auto is_code = [](const SectionOffer& offer) { return offer.source == kCode; };
    LeaveOutSections(is_code, "below_floor", context);
    context.offers.Forget(kCode);
    if (!decision) return;
    const ask::SpeakReason reason = decision->reason;
    for (SectionOffer& offer : context.offers.all()) {
      const bool said = HoldsForEveryTask(offer)
                            ? decision->speaks()
                            : reason == ask::SpeakReason::kRecall && offer.source == kMemory;
      if (!said) offer.candidates.clear();
    }
  }
};

}  // namespace

std::unique_ptr<const Stage> MakePackShare() { return std::make_unique<PackShare>(); }

}  // namespace satchel::pipeline
