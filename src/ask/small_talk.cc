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

}  // namespace

bool IsSmallTalk(const Question& prompt) {
  // A long text is no remark, and to take it apart costs something.
  if (prompt.text().size() > kMostSmallTalk || HasName(prompt.text())) return false;
  const std::span<const std::string> words = prompt.spoken_words();
  if (words.size() > kMostWords) return false;
  bool steers = false;
  for (const std::string& word : words) {
    const bool says_so = IsOf(kSteering, word);
    if (!says_so && !IsOf(kBeside, word)) return false;
    steers = steers || says_so;
  }
  return steers;
}

}  // namespace satchel::ask
