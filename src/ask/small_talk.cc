#include "ask/small_talk.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>

#include "base/ascii.h"

// A short prompt is about the conversation itself if every word of it is of a closed list and one
// of them says so: "again", "please", "commit". A word that is not in the list may be what the
// prompt is about. So the lists have no noun but those of an agent's own work.
//
// A command such as "run the tests" or "revert the last commit" is about the agent's tools and not
// about the code: it begins with a verb of one list, and all of its other words are of a second.
namespace satchel::ask {
namespace {

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

// A command begins with one of these.
constexpr auto kCommands = std::to_array<std::string_view>(
    {"amend",     "build",   "commit",  "compile", "format",  "lint",  "merge",  "pull",
     "push",      "rebase",  "rebuild", "rerun",   "revert",  "run",   "squash", "stash",
     "закоммить", "запусти", "запушь",  "откати",  "прогони", "собери"});
// It goes on with these alone.
constexpr auto kOfCommands = std::to_array<std::string_view>(
    {"again",  "all",     "and",    "any",     "branch",  "build",     "change", "changes",
     "ci",     "code",    "commit", "commits", "e2e",     "entire",    "every",  "everything",
     "failed", "failing", "fast",   "for",     "format",  "full",      "in",     "integration",
     "into",   "it",      "last",   "lint",    "locally", "main",      "master", "me",
     "my",     "now",     "of",     "on",      "once",    "ones",      "onto",   "our",
     "please", "project", "push",   "repo",    "slow",    "test",      "tests",  "the",
     "them",   "then",    "these",  "this",    "to",      "two",       "unit",   "up",
     "with",   "your",    "все",    "ещё",     "и",       "изменения", "коммит", "последний",
     "проект", "раз",     "снова",  "сборку",  "тест",    "тесты"});
// What is run may be one of these. Whoever builds one writes code.
constexpr auto kRun = std::to_array<std::string_view>({"run", "rerun", "запусти", "прогони"});
constexpr auto kOfRuns = std::to_array<std::string_view>(
    {"check", "checker", "checks", "formatter", "linter", "linters", "suite", "type", "линтер"});

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

bool IsCommand(std::span<const std::string> words) {
  if (words.size() < 2 || !IsOf(kCommands, words.front())) return false;
  const bool runs = IsOf(kRun, words.front());
  return std::ranges::all_of(words.subspan(1), [runs](const std::string& word) {
    return IsOf(kOfCommands, word) || (runs && IsOf(kOfRuns, word));
  });
}

}  // namespace

bool IsSmallTalk(const Question& prompt) {
  // A long text is no remark, and to take it apart costs something.
  if (prompt.text().size() > kMostSmallTalk || HasName(prompt.text())) return false;
  const std::span<const std::string> words = prompt.spoken_words();
  if (words.size() > kMostWords) return false;
  if (IsCommand(words)) return true;
  bool steers = false;
  for (const std::string& word : words) {
    const bool says_so = IsOf(kSteering, word);
    if (!says_so && !IsOf(kBeside, word)) return false;
    steers = steers || says_so;
  }
  return steers;
}

}  // namespace satchel::ask
