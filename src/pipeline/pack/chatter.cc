#include "pipeline/pack/chatter.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "pipeline/pack/prompt_words.h"
#include "pipeline/task_query.h"
#include "sources/memory/plan.h"
#include "text/unicode.h"

// Two rules. The planner of memory knows what says yes or thanks, and single commands. And a short
// prompt is about the conversation itself if every word of it is of a closed list and one of them
// says so: "again", "please", "commit". A word that is not in the list may be what the prompt is
// about. So the lists have no noun but those of an agent's own work.
namespace satchel::pipeline {
namespace {

constexpr std::size_t kMostBytes = 200;
constexpr std::size_t kMostWords = 12;

// These say that the prompt is about what was just said or done.
constexpr auto kSteering = std::to_array<std::string_view>(
    {"again",     "ahead",  "alright", "commit",  "continue", "go",     "good",      "great",
     "nevermind", "nice",   "no",      "nope",    "ok",       "okay",   "once",      "other",
     "over",      "please", "proceed", "push",    "redo",     "retry",  "same",      "sorry",
     "stop",      "sure",   "thank",   "thanks",  "undo",     "wait",   "yeah",      "yep",
     "yes",       "давай",  "дальше",  "другой",  "еще",      "ещё",    "закоммить", "заново",
     "запушь",    "коммит", "ладно",   "нет",     "ок",       "отмени", "подожди",   "пожалуйста",
     "продолжай", "снова",  "сначала", "спасибо", "стоп",     "тот",    "хорошо"});
// These may stand beside them.
constexpr auto kBeside = std::to_array<std::string_view>(
    {"a",          "all",        "and",    "better",    "both",   "branch",  "but",
     "can",        "changes",    "could",  "d",         "did",    "didn",    "do",
     "don",        "everything", "first",  "for",       "from",   "give",    "i",
     "in",         "instead",    "is",     "it",        "just",   "keep",    "last",
     "let",        "like",       "ll",     "longer",    "looks",  "m",       "make",
     "me",         "message",    "minute", "more",      "moment", "my",      "not",
     "now",        "of",         "on",     "one",       "or",     "pr",      "re",
     "rest",       "run",        "s",      "second",    "short",  "shorter", "simpler",
     "so",         "start",      "still",  "t",         "test",   "tests",   "that",
     "the",        "then",       "they",   "this",      "time",   "to",      "too",
     "try",        "up",         "ve",     "want",      "was",    "way",     "we",
     "will",       "with",       "would",  "you",       "your",   "а",       "больше",
     "был",        "вариант",    "все",    "всё",       "вы",     "его",     "ее",
     "её",         "запусти",    "и",      "изменения", "или",    "их",      "как",
     "короткий",   "коротким",   "короче", "лучше",     "минуту", "мне",     "мой",
     "на",         "не",         "но",     "нравится",  "один",   "первый",  "по",
     "попробуй",   "последний",  "проще",  "прогони",   "раз",    "с",       "сделай",
     "сообщением", "так",        "тебя",   "теперь",    "тесты",  "ты",      "у",
     "я",          "это",        "этот"});

bool IsOf(std::span<const std::string_view> list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

// A name of code is more than a word: it has a capital or a mark inside.
bool HasName(std::string_view prompt) {
  for (std::size_t i = 0; i < prompt.size(); ++i) {
    const char c = prompt[i];
    if (IsAlpha(c) || static_cast<unsigned char>(c) >= 0x80U) {
      if (IsUpper(c) && i > 0 && IsLower(prompt[i - 1])) return true;
      continue;
    }
    if (std::string_view(" \t\r\n,.!?;'-").find(c) == std::string_view::npos) return true;
    if (c == '.' && i + 1 < prompt.size() && IsAlnum(prompt[i + 1])) return true;
  }
  return false;
}

bool IsSteering(std::string_view prompt) {
  if (HasName(prompt)) return false;
  const std::vector<std::string> words = PromptWords(text::Fold(prompt));
  if (words.size() > kMostWords) return false;
  bool steers = false;
  for (const std::string& word : words) {
    const bool says_so = IsOf(kSteering, word);
    if (!says_so && !IsOf(kBeside, word)) return false;
    steers = steers || says_so;
  }
  return steers;
}

// A command alone, or beside a word that says yes.
bool IsCommandAlone(const memory::Plan& plan, std::string_view prompt) {
  if (plan.mode != memory::Mode::kMinimal || Analyse(prompt).task_type != "unknown") return false;
  std::string rest = text::Fold(prompt);
  const auto at = rest.find(plan.evidence);
  if (plan.evidence.empty() || at == rest.npos) return false;
  rest.erase(at, plan.evidence.size());
  return memory::PlanRecall(rest).mode == memory::Mode::kNoRecall;
}

}  // namespace

bool IsChatter(std::string_view prompt) {
  // A long text is no remark, and to take it apart costs something.
  if (prompt.size() > kMostBytes) return false;
  const memory::Plan plan = memory::PlanRecall(prompt);
  return plan.mode == memory::Mode::kNoRecall || IsCommandAlone(plan, prompt) || IsSteering(prompt);
}

}  // namespace satchel::pipeline
