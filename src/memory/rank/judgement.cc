// Markers are compared at word boundaries, each tier counts once, and all sums are of millionths.

#include "memory/rank/judgement.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/ascii.h"
#include "base/sha256.h"
#include "base/sort_unique.h"
#include "memory/rank/phrases.h"
#include "text/analyser.h"
#include "text/stop_words.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace satchel::memory {
namespace {

constexpr Score Millionths(std::int64_t value) { return Score::FromMillionths(value); }

constexpr Score kBase = Millionths(500'000);
constexpr Score kTrivial = Millionths(100'000);
constexpr std::size_t kTrivialLength = 10;  // characters
constexpr Score kCriticalMarker = Millionths(200'000);
constexpr Score kHighMarker = Millionths(120'000);
constexpr Score kHedging = Millionths(-150'000);
constexpr std::size_t kLongText = 200;  // characters; each further one is worth a thousandth
constexpr Score kMostForLength = Millionths(100'000);
constexpr Score kFirstPerson = Millionths(50'000);
constexpr Score kDetails = Millionths(30'000);
constexpr Score kImportantTag = Millionths(50'000);
constexpr std::size_t kMostKeywords = 5;
constexpr std::size_t kShortestKeyword = 3;  // characters
constexpr std::size_t kLongestKeyword = 64;  // bytes
constexpr Score kArtifactConfidence = Millionths(800'000);
constexpr std::int64_t kGoalTenths = 5;
constexpr std::int64_t kActionTenths = 3;
constexpr std::int64_t kEntityTenths = 2;

constexpr auto kLevels = std::to_array<std::pair<Score, std::string_view>>({
    {Millionths(900'000), "critical"},
    {Millionths(700'000), "high"},
    {Millionths(400'000), "normal"},
    {Millionths(200'000), "low"},
});

Score CategoryBonus(Category category) {
  switch (category) {
    case Category::kCorrection:
      return Millionths(150'000);
    case Category::kPrinciple:
      return Millionths(120'000);
    case Category::kRule:
      return Millionths(110'000);
    case Category::kProcedure:
    case Category::kPreference:
    case Category::kCommitment:
      return Millionths(100'000);
    case Category::kReasoningTrace:
      return Millionths(90'000);
    case Category::kDecision:
      return Millionths(80'000);
    case Category::kRelationship:
    case Category::kSkill:
      return Millionths(50'000);
    case Category::kMoment:
      return Millionths(30'000);
    case Category::kEntity:
      return Millionths(20'000);
    case Category::kFact:
      return {};
  }
  return {};
}

constexpr std::string_view kFiller =
    "bye, cheers, copy that, good morning, goodbye, got it, greetings, haha, hello, hey, hi, hm, "
    "hmm, k, lol, no, nope, noted, ok, okay, roger, see you, so much, sure, thank you, thanks, "
    "there, thx, ty, understood, very much, yeah, yep, yes, "
    "ага, благодарю, большое, да, добрый день, доброе утро, здравствуй, здравствуйте, нет, ок, "
    "окей, пока, понял, поняла, понятно, привет, принято, спасибо, спс, угу, хорошо, ясно";

constexpr std::string_view kCritical =
    "absolutely must, absolutely not, actually, always, correction, critical, crucial, "
    "definitely not, don't forget, essential, i am, i hate, i love, i meant, i said, i was wrong, "
    "important, let me correct, must, my address, my birthday, my email, my name, my phone, never, "
    "remember this, that's wrong, vital, "
    "важно, важная, важный, важное, всегда, должен, должна, должно, должны, жизненно, запомни, "
    "критичен, критическ*, критично, на самом деле, не забудь, не забывай, ни в коем случае, "
    "никогда, обязан*, обязательно, поправка, это неверно, это не так, я имел в виду, "
    "я имела в виду, я ненавижу, я обожаю, я ошибся, я ошиблась, меня зовут, мой адрес, "
    "мой телефон, моя почта";

constexpr std::string_view kHigh =
    "appointment, avoid, by friday, by monday, by next, by saturday, by sunday, by the end, "
    "by thursday, by tuesday, by wednesday, chose, choosing, commit to, deadline, decided, "
    "decision, do not, don't, due by, due date, ensure, guarantee, i dislike, i like, i need, "
    "i prefer, i want, i will, make sure, meeting, my approach, my preference, my style, next "
    "week, "
    "picked, promise, scheduled, selected, this week, today, tomorrow, we will go with, "
    "we will use, you must, you need to, you should, "
    "выбрал*, гарантир*, дедлайн*, до конца, договорил*, завтра, избега*, на следующей неделе, "
    "надо, не надо, не нужно, нельзя, нужно, обещ*, предпочит*, решен*, решил*, сегодня, следует, "
    "совещани*, созвон*, срок, сроки, убедись, я люблю, я хочу";

constexpr std::string_view kHedges =
    "a bit, could be, i guess, i think, in a way, kind of, likely, maybe, might, not sure, "
    "perhaps, possibly, probably, seems like, somewhat, sort of, to some extent, uncertain, "
    "в каком-то смысле, вероятно, возможно, вроде, кажется, как-то, может быть, мне кажется, "
    "наверное, наверно, не уверен, не уверена, отчасти, по-видимому, похоже, предположительно, "
    "скорее всего, я думаю";

constexpr std::string_view kFirstPersonWords =
    "i, mine, my, myself, me, "
    "меня, мне, мной, мое, моего, моей, мой, мои, моих, мою, моя, я";

constexpr std::string_view kDetailWords =
    "api, config, configuration, version, "
    "апи, версии, версию, версия, версией, конфиг, конфига, конфигураци*";

constexpr std::string_view kImportantTags =
    "critical, decision, important, preference, principle, rule, "
    "важно, критично, правило, предпочтение, принцип, решение";

struct Topic {
  std::string_view name;
  PhraseList markers;
};

// The first that matches wins.
const std::array<Topic, 5>& Goals() {
  static const std::array<Topic, 5> topics{{
      {"stabilize",
       PhraseList("bug, bugs, crash, crashes, debug, debugging, error, errors, failing, failure, "
                  "failures, fix, fixed, fixes, fixing, hotfix, incident, incidents, outage, "
                  "авари*, баг, баги, бага, инцидент*, исправ*, отлад*, ошибк*, падает, падени*, "
                  "почин*, сбой, сбоя, сломал*")},
      {"release",
       PhraseList("deploy, deployed, deploying, deployment, deploys, publish, published, release, "
                  "released, releases, releasing, rollout, ship, shipped, shipping, "
                  "выкат*, выпуск*, деплой*, задеплой*, опубликов*, публикац*, релиз*")},
      {"plan",
       PhraseList("design, designed, designing, designs, plan, planned, planning, plans, roadmap, "
                  "strategy, "
                  "дизайн*, план, плана, планы, планируе*, планирова*, проектирова*, спроектир*, "
                  "стратеги*")},
      {"review",
       PhraseList("audit, audits, hardening, review, reviewed, reviewing, reviews, security, "
                  "аудит*, безопасност*, проверк*, ревью")},
      {"close_deal",
       PhraseList("client, clients, customer, customers, deal, deals, prospect, prospects, sales, "
                  "заказчик*, клиентам, клиентов, клиенту, клиенты, продажам, продажи, "
                  "сделк*")},
  }};
  return topics;
}

const std::array<Topic, 5>& Actions() {
  static const std::array<Topic, 5> topics{{
      {"review", PhraseList("audit, check, inspect, review, reviewing, "
                            "аудит*, изучи, осмотр*, проверить, проверка, проверь, ревью")},
      {"plan", PhraseList("brainstorm, design, designing, plan, planning, spec, "
                          "план, планирова*, продума*, спланир*, спроектир*")},
      {"execute",
       PhraseList("build, code, fix, fixing, implement, implemented, implementing, patch, "
                  "write, "
                  "исправ*, напиши, написать, патч, почин*, реализ*, собери, собрать")},
      {"summarize",
       PhraseList("recap, summarise, summarize, summary, timeline, what happened, "
                  "итог, итоги, подытож*, сводк*, таймлайн*, хронолог*, что произошло, "
                  "что случилось")},
      {"decide", PhraseList("choose, chose, decide, decided, decision, "
                            "выбер*, выбор, выбра*, реши, решен*, решил*, решить")},
  }};
  return topics;
}

// By name, which is the order of an intent's entities.
const std::array<Topic, 5>& Entities() {
  static const std::array<Topic, 5> topics{{
      {"ai", PhraseList("embedding, embeddings, llm, memory, model, models, qmd, retrieval, "
                        "модели, модель, моделью, нейросет*, эмбеддинг*")},
      {"client", PhraseList("account, client, clients, customer, customers, deal, deals, lead, "
                            "leads, "
                            "заказчик*, клиентам, клиентов, клиенту, клиенты, сделк*")},
      {"docs", PhraseList("changelog, doc, docs, documentation, readme, readme.md, changelog.md, "
                          "документац*, ридми")},
      {"ops", PhraseList("agent, agents, channel, discord, gateway, slack, "
                         "агент, агента, агенты, дискорд*, канал, канала, канале, слак, слаке, "
                         "шлюз*")},
      {"repo", PhraseList("branch, branches, ci, github, pr, prs, pull request, pull requests, "
                          "repo, repos, repository, workflow, "
                          "ветка, ветке, ветки, ветку, гитхаб*, пулреквест*, репозитори*")},
  }};
  return topics;
}

std::string FirstTopic(const std::array<Topic, 5>& topics, const std::vector<std::string>& words) {
  for (const Topic& topic : topics) {
    if (topic.markers.Find(words)) return std::string(topic.name);
  }
  return {};
}

struct Lists {
  PhraseList filler{kFiller};
  PhraseList critical{kCritical};
  PhraseList high{kHigh};
  PhraseList hedges{kHedges};
  PhraseList first_person{kFirstPersonWords};
  PhraseList details{kDetailWords};
  PhraseList tags{kImportantTags};
};

const Lists& Markers() {
  static const Lists lists;
  return lists;
}

bool Has(const PhraseList& list, const std::vector<std::string>& words) {
  return list.Find(words).has_value();
}

// The whole tag, not a part of one.
bool IsTag(const PhraseList& list, std::string_view tag) {
  const std::vector<std::string> words = ask::ReadJoinedWords(tag).words;
  return !words.empty() && list.LengthAt(words, 0) == words.size();
}

std::size_t LengthOf(std::string_view text) {
  std::size_t length = 0;
  std::size_t counted = 0;  // up to the last character that is no space
  for (std::size_t at = 0; at < text.size();) {
    const text::CodePoint c = text::DecodeUtf8(text, at);
    at += c.size;
    const bool space = text::IsSpace(c.value);
    if (space && counted == 0) continue;
    ++length;
    if (!space) counted = length;
  }
  return counted;
}

bool IsFiller(const std::vector<std::string>& words) {
  const PhraseList& filler = Markers().filler;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t length = filler.LengthAt(words, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

// "42", "1.4.2" and "v2" are; a lonely digit says little.
bool IsNumberOrVersion(std::string_view word) {
  const bool version = word.starts_with('v');
  if (version) word.remove_prefix(1);
  if (word.empty() || !IsDigit(word.front())) return false;
  const auto digits = std::ranges::count_if(word, IsDigit);
  const auto points = std::ranges::count(word, '.');
  if (static_cast<std::size_t>(digits + points) != word.size()) return false;
  return version || digits >= 2;
}

std::vector<std::string> KeywordsOf(const std::vector<std::string>& words) {
  struct Counted {
    const std::string* word;
    std::size_t place;  // among the words counted
    std::size_t count;
  };
  std::vector<Counted> counted;  // in the order of the text
  std::unordered_map<std::string_view, std::size_t> places;
  for (const std::string& word : words) {
    if (word.size() > kLongestKeyword || text::CountCodePoints(word) < kShortestKeyword) continue;
    if (text::IsStopWord(word)) continue;
    const auto [place, added] = places.try_emplace(word, counted.size());
    if (added) counted.push_back({&word, counted.size(), 0});
    ++counted[place->second].count;
  }
  std::ranges::sort(counted, [](const Counted& a, const Counted& b) {
    return std::pair(b.count, a.place) < std::pair(a.count, b.place);
  });
  if (counted.size() > kMostKeywords) counted.resize(kMostKeywords);
  std::vector<std::string> keywords;
  keywords.reserve(counted.size());
  for (const Counted& one : counted) keywords.push_back(*one.word);
  return keywords;
}

Score LengthBonus(std::size_t length) {
  if (length <= kLongText) return {};
  const std::size_t over = std::min<std::size_t>(length - kLongText, 1000);
  return std::min(Score::Ratio(static_cast<std::int64_t>(over), 1000), kMostForLength);
}

std::int64_t ImportantTags(const std::vector<std::string>& tags) {
  std::set<std::vector<std::string>> important;
  for (const std::string& tag : tags) {
    if (IsTag(Markers().tags, tag)) important.insert(ask::ReadJoinedWords(tag).words);
  }
  return static_cast<std::int64_t>(important.size());
}

std::string_view LevelOf(Score score) {
  for (const auto& [least, level] : kLevels) {
    if (score >= least) return level;
  }
  return "trivial";
}

// Letters and digits, folded, with one blank between words. Signs that are a part of a name ("C++",
// "C#") stay, and an apostrophe separates nothing.
std::string Normalised(std::string_view text) {
  const std::string folded = text::Fold(text);
  std::string out;
  bool blank = false;
  bool letter = false;  // what came last is one, or a sign of its name
  for (std::size_t at = 0; at < folded.size();) {
    const text::CodePoint c = text::DecodeUtf8(folded, at);
    const std::string_view bytes = std::string_view(folded).substr(at, c.size);
    at += c.size;
    const text::CharClass kind = text::ClassOf(c.value);
    const bool sign = letter && (c.value == U'+' || c.value == U'#');
    if (letter && (c.value == U'\'' || c.value == U'’')) continue;
    if (!sign && (kind == text::CharClass::kSeparator || kind == text::CharClass::kUnderscore)) {
      blank = !out.empty();
      letter = false;
      continue;
    }
    if (std::exchange(blank, false)) out += ' ';
    out += bytes == "ё" ? std::string_view("е") : bytes;
    letter = kind != text::CharClass::kDigit;
  }
  return out.empty() ? folded : out;
}

// How many are in both, which are in order.
std::int64_t Overlap(std::span<const std::string> a, std::span<const std::string> b) {
  std::int64_t both = 0;
  for (auto first = a.begin(), second = b.begin(); first != a.end() && second != b.end();) {
    const auto order = *first <=> *second;
    if (order == 0) ++both;
    if (order <= 0) ++first;
    if (order >= 0) ++second;
  }
  return both;
}

}  // namespace

Importance JudgeImportance(std::string_view text, Category category,
                           const std::vector<std::string>& tags) {
  const std::size_t length = LengthOf(text);
  const std::vector<std::string> words = ask::ReadJoinedWords(text).words;
  if (length <= kTrivialLength || IsFiller(words)) {
    return {.score = kTrivial, .level = "trivial", .reasons = {"trivial"}};
  }
  const Lists& lists = Markers();
  Importance importance{.score = kBase};
  const auto add = [&](std::string_view reason, Score value) {
    if (value == Score()) return;
    importance.score += value;
    importance.reasons.emplace_back(reason);
  };
  if (Has(lists.critical, words)) add("critical_marker", kCriticalMarker);
  if (Has(lists.high, words)) add("high_marker", kHighMarker);
  if (Has(lists.hedges, words)) add("hedging", kHedging);
  add("category", CategoryBonus(category));
  add("length", LengthBonus(length));
  if (Has(lists.first_person, words)) add("first_person", kFirstPerson);
  if (Has(lists.details, words) || std::ranges::any_of(words, IsNumberOrVersion)) {
    add("details", kDetails);
  }
  add("tags", Millionths(kImportantTag.millionths() * ImportantTags(tags)));
  importance.score = std::clamp(importance.score, Score(), Score::FromInt(1));
  importance.level = LevelOf(importance.score);
  importance.keywords = KeywordsOf(words);
  return importance;
}

Intent IntentOf(const ask::Question& text) {
  const std::vector<std::string>& words = text.joined().words;
  Intent intent{.goal = FirstTopic(Goals(), words), .action = FirstTopic(Actions(), words)};
  for (const Topic& topic : Entities()) {
    if (Has(topic.markers, words)) intent.entities.emplace_back(topic.name);
  }
  return intent;
}

Score Compatibility(const Intent& a, const Intent& b) {
  Score score;
  if (!a.goal.empty() && a.goal == b.goal) score += Score::Ratio(kGoalTenths, 10);
  if (!a.action.empty() && a.action == b.action) score += Score::Ratio(kActionTenths, 10);
  // Of a file that somebody edited, so in any order.
  std::vector<std::string> first = a.entities;
  std::vector<std::string> second = b.entities;
  SortUnique(first);
  SortUnique(second);
  const std::int64_t overlap = Overlap(first, second);
  if (overlap > 0) {
    const std::int64_t most = std::max(std::ssize(first), std::ssize(second));
    score += Score::Ratio(kEntityTenths * overlap, 10 * most);
  }
  return score;
}

bool QualifiesAsArtifact(Category category, Score confidence) {
  switch (category) {
    case Category::kDecision:
    case Category::kCorrection:
    case Category::kPrinciple:
    case Category::kCommitment:
      return confidence >= kArtifactConfidence;
    default:
      return false;
  }
}

std::string ContentHash(std::string_view text) { return Sha256Of(Normalised(text)).Hex(); }

std::vector<std::string> StemsOf(std::string_view text) {
  std::vector<std::string> stems;
  text::Analyser analyser({.split_identifiers = false, .join_hyphens = false});
  analyser.ForEach(text, [&](std::string_view stem, text::ByteRange, text::TermKind) {
    stems.emplace_back(stem);
  });
  SortUnique(stems);
  return stems;
}

Score Alike(std::span<const std::string> a, std::span<const std::string> b) {
  const std::int64_t overlap = Overlap(a, b);
  const std::int64_t all = std::ssize(a) + std::ssize(b) - overlap;
  return all == 0 ? Score() : Score::Ratio(overlap, all);
}

Score Alike(std::string_view a, std::string_view b) { return Alike(StemsOf(a), StemsOf(b)); }

}  // namespace satchel::memory
