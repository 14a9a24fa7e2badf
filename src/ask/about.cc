#include "ask/about.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

// The signs are of three kinds: what the search of the code found, what the texts have that would
// be shown, and how the prompt is put. None decides alone: small talk may use a word of the code,
// and a question about the code may be put as one about the world.
namespace satchel::ask {
namespace {

// With fewer pieces of code every word is rare.
constexpr std::uint64_t kFewDocuments = 100;
// Of the simple rule.
constexpr std::size_t kLeastWords = 3;
constexpr Score kLeastBest = Score::FromMillionths(250'000);
constexpr std::size_t kMostGoodTexts = 8;

struct WeighedSign {
  std::string_view name;
  std::int64_t weight;  // in thousandths
};
// Fitted by eval/hooks/fit.py on the development half of eval/hooks. The first nine are signs of
// rank::AnswerFloor, by their names there.
constexpr auto kWeights = std::to_array<WeighedSign>({
    {"first", 1970},
    {"path", 430},
    {"named_words", 850},
    {"stem_prefix", 3520},
    {"joined_stem", 1620},
    {"missing", -1660},
    {"rarity", -1220},
    {"foreign", 1710},
    {"words", 1530},
    {"unknown_names", -190},  // words with a capital that are nowhere in the code
    {"good_texts", 1500},     // how many texts have a good part of what the prompt says
    {"keywords", 1530},       // the logarithm of how many there are
    {"work", 1050},
    {"mentions", 950},
    {"chatter", -1320},
    {"lesson", -1480},    // it begins as a question about the world
    {"addressed", -880},  // it speaks of who asks or who answers
    // Not fitted: it decides alone, against all others.
    {"defines_call", 20000},  // it names a function as `name()` that few files here define
});
constexpr Score kBase = Score::FromMillionths(-7'991'000);

// How people begin who want to learn something, or to be given it.
constexpr auto kLessons = std::to_array<std::string_view>(
    {"best ",      "can ",      "center ",   "convert ",  "define ",    "describe ",  "difference",
     "does ",      "explain ",  "give me ",  "how can i", "how do i ",  "how do you", "how does ",
     "how is ",    "how many ", "how much ", "how to ",   "ideas ",     "is ",        "is it ",
     "recommend ", "show me ",  "suggest ",  "tell me ",  "translate ", "what are ",  "what does ",
     "what is ",   "what's ",   "which ",    "who ",      "why did ",   "why does ",  "write ",
     "в чем ",     "в чём ",    "дай ",      "какая ",    "какие ",     "какой ",     "как ",
     "кто ",       "напиши ",   "объясни ",  "переведи ", "посоветуй",  "расскажи ",  "сколько ",
     "чем ",       "что такое "});
constexpr auto kAddressing = std::to_array<std::string_view>(
    {"me", "my", "please", "thank", "thanks", "you", "your", "мне", "пожалуйста", "спасибо", "ты"});

bool HasAny(std::span<const std::string> words, std::span<const std::string_view> list) {
  return std::ranges::any_of(
      words, [&](const std::string& word) { return std::ranges::find(list, word) != list.end(); });
}

Score Truth(bool is) { return Score::FromInt(is ? 1 : 0); }

// What the prompt says by how it is put.
void ReadPrompt(const PromptFacts& facts, std::map<std::string, Score, std::less<>>& signs) {
  const std::string& folded = facts.prompt.folded();
  signs["lesson"] = Truth(std::ranges::any_of(
      kLessons, [&](std::string_view begin) { return folded.starts_with(begin); }));
  signs["addressed"] = Truth(HasAny(facts.prompt.spoken_words(), kAddressing));
}

// Without an index of code, or with a small one: a name that is here is enough, else a few words
// and a text that has a part of them.
bool SpeaksByRule(const PromptFacts& facts) {
  if (facts.mentions) return true;
  if (facts.chatter || facts.keywords < kLeastWords) return false;
  return !facts.can_tell || std::max(facts.prose, facts.code) >= kLeastBest;
}

}  // namespace

PromptJudgement JudgePrompt(const PromptFacts& facts) {
  PromptJudgement judgement;
  if (facts.documents < kFewDocuments) {
    judgement.speaks = SpeaksByRule(facts);
    return judgement;
  }
  std::map<std::string, Score, std::less<>> values = facts.code_signs;
  values["good_texts"] = Score::Ratio(
      static_cast<std::int64_t>(std::min(facts.good_texts, kMostGoodTexts)), kMostGoodTexts);
  values["keywords"] = Score::Ln(facts.keywords + 1);
  values["work"] = Truth(facts.work);
  values["mentions"] = Truth(facts.mentions);
  values["chatter"] = Truth(facts.chatter);
  ReadPrompt(facts, values);
  judgement.standing = kBase;
  judgement.signs.push_back({.name = "base", .value = Score::FromInt(1), .term = kBase});
  for (const WeighedSign& sign : kWeights) {
    const Score value = values[std::string(sign.name)];
    const Score term = value.Times(Score::Ratio(sign.weight, 1000));
    judgement.signs.push_back({.name = std::string(sign.name), .value = value, .term = term});
    judgement.standing += term;
  }
  judgement.speaks = judgement.standing >= Score();
  return judgement;
}

PromptJudgement JudgeAtBest(PromptFacts facts) {
  // There a rule decides that rests on the texts.
  if (facts.documents < kFewDocuments) return {.speaks = true, .signs = {}, .standing = {}};
  // Weights of these are positive, that of chatter is negative.
  facts.good_texts = kMostGoodTexts;
  facts.mentions = true;
  facts.chatter = false;
  return JudgePrompt(facts);
}

Json ToJson(const PromptJudgement& judgement) {
  Json signs = Json::object();
  for (const JudgedSign& sign : judgement.signs) signs[sign.name] = sign.value.millionths();
  return {{"speaks", judgement.speaks},
          {"standing", judgement.standing.millionths()},
          {"signs", std::move(signs)}};
}

}  // namespace satchel::ask
