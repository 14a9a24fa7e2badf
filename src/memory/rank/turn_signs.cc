#include "memory/rank/turn_signs.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "base/ascii.h"
#include "text/stop_words.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace satchel::rank {
namespace {

using text::Term;

// Sorted by bytes, which the compiler checks.
constexpr auto kTimes = std::to_array<std::string_view>(
    {"ago",       "april",     "august",  "day",      "days",    "december", "february",
     "friday",    "january",   "july",    "june",     "last",    "march",    "monday",
     "month",     "months",    "next",    "november", "october", "recently", "saturday",
     "september", "since",     "sunday",  "thursday", "today",   "tomorrow", "tonight",
     "tuesday",   "wednesday", "week",    "weekend",  "weeks",   "year",     "years",
     "yesterday", "августа",   "апреля",  "вчера",    "год",     "года",     "году",
     "декабря",   "день",      "завтра",  "июля",     "июня",    "лет",      "марта",
     "мая",       "месяц",     "месяца",  "назад",    "недавно", "неделе",   "неделю",
     "ноября",    "октября",   "сегодня", "сентября", "февраля", "января"});
constexpr auto kNumbers = std::to_array<std::string_view>(
    {"couple", "dozen", "eight",  "fifth", "first",   "five", "four",   "fourth", "nine",
     "once",   "one",   "second", "seven", "several", "six",  "ten",    "third",  "three",
     "twice",  "two",   "восемь", "два",   "дважды",  "две",  "девять", "десять", "несколько",
     "один",   "одна",  "пара",   "пять",  "семь",    "три",  "четыре", "шесть"});
static_assert(std::ranges::is_sorted(kTimes));
static_assert(std::ranges::is_sorted(kNumbers));

bool IsYear(std::string_view word) {
  return word.size() == 4 && (word.starts_with("19") || word.starts_with("20")) &&
         IsDigit(word[2]) && IsDigit(word[3]);
}

// 1st, 22nd.
bool IsOrdinal(std::string_view word) {
  return word.size() > 2 && IsDigit(word.front()) &&
         (word.ends_with("st") || word.ends_with("nd") || word.ends_with("rd") ||
          word.ends_with("th"));
}

bool IsCapital(std::string_view text, const Term& word) {
  return text::ClassOf(text::DecodeUtf8(text, word.range.begin).value) == text::CharClass::kUpper;
}

// Nothing before it, or the end of a sentence and spaces.
bool BeginsSentence(std::string_view text, const Term& word) {
  const std::size_t end = text.substr(0, word.range.begin).find_last_not_of(" \t\r\n\"'(");
  return end == text.npos || text[end] == '.' || text[end] == '!' || text[end] == '?';
}

bool Follows(std::span<const Term> words, std::string_view first,
             std::span<const std::string_view> second) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i].text == first && std::ranges::find(second, words[i + 1].text) != second.end()) {
      return true;
    }
  }
  return false;
}

bool HasAny(std::span<const Term> words, std::span<const std::string_view> wanted) {
  return std::ranges::any_of(words, [&wanted](const Term& word) {
    return std::ranges::find(wanted, word.text) != wanted.end();
  });
}

}  // namespace

std::vector<std::string> NamesIn(std::string_view text, std::span<const Term> words) {
  std::set<std::string> names;
  for (const Term& word : words) {
    if (!std::ranges::all_of(word.text, IsDigit) && IsCapital(text, word) && word.text.size() > 1 &&
        !BeginsSentence(text, word) && !text::IsStopWord(word.text)) {
      names.insert(word.text);
    }
  }
  return {names.begin(), names.end()};
}

std::size_t CountNames(std::span<const std::string> names, std::span<const std::string> speakers) {
  return static_cast<std::size_t>(std::ranges::count_if(names, [speakers](const auto& name) {
    return std::ranges::find(speakers, name) == speakers.end();
  }));
}

TurnSigns SignsOf(std::string_view text, std::span<const Term> words,
                  std::span<const std::string> speakers) {
  TurnSigns signs;
  signs.asks = text.contains('?');
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  signs.is_asked = end != text.npos && text[end] == '?';
  for (const Term& word : words) {
    const bool digits = std::ranges::all_of(word.text, IsDigit);
    signs.has_time = signs.has_time || std::ranges::binary_search(kTimes, word.text) ||
                     IsYear(word.text) || IsOrdinal(word.text);
    signs.has_number =
        signs.has_number || digits || std::ranges::binary_search(kNumbers, word.text);
  }
  signs.names = CountNames(NamesIn(text, words), speakers);
  return signs;
}

AskedKind KindOf(std::span<const Term> words) {
  static constexpr auto kWhen = std::to_array<std::string_view>(
      {"year", "month", "date", "day", "time", "году", "месяце", "день"});
  static constexpr auto kMany =
      std::to_array<std::string_view>({"many", "much", "old", "long", "often"});
  static constexpr auto kLong = std::to_array<std::string_view>({"long", "давно", "долго"});
  static constexpr auto kNumber = std::to_array<std::string_view>({"number"});
  static constexpr auto kHowMany = std::to_array<std::string_view>({"сколько"});
  static constexpr auto kWho =
      std::to_array<std::string_view>({"who", "whom", "where", "name", "names", "кто", "кого",
                                       "кому", "где", "куда", "откуда", "зовут", "имя"});
  static constexpr auto kWhich = std::to_array<std::string_view>(
      {"city", "country", "state", "place", "book", "movie", "game"});
  AskedKind kind;
  if (words.empty()) return kind;
  const auto first = words.first(std::min<std::size_t>(words.size(), 3));
  kind.time = words.front().text == "when" || words.front().text == "когда" ||
              Follows(first, "how", kLong) || Follows(first, "как", kLong) ||
              Follows(first, "what", kWhen) || Follows(first, "which", kWhen) ||
              Follows(first, "каком", kWhen) || Follows(first, "какой", kWhen);
  kind.number =
      Follows(words, "how", kMany) || Follows(words, "what", kNumber) || HasAny(words, kHowMany);
  kind.name = HasAny(words, kWho) || Follows(words, "which", kWhich);
  return kind;
}

double HasKind(const TurnSigns& signs, const AskedKind& kind) {
  constexpr std::size_t kEnoughNames = 2;
  double value = 0;
  if (kind.name) {
    value = 0.5 * static_cast<double>(std::min(signs.names, kEnoughNames)) / kEnoughNames;
  }
  if (kind.number && signs.has_number) value = 0.5;
  if (kind.time && signs.has_time) value = 1;
  return value;
}

}  // namespace satchel::rank
