#include "text/stop_words.h"

#include <algorithm>
#include <array>

namespace satchel::text {
namespace {

// Sorted by bytes, which the compiler checks.
constexpr auto kEnglish = std::to_array<std::string_view>(
    {"a",          "about",   "all",   "also",   "am",     "an",       "and",      "any",
     "are",        "arent",   "as",    "at",     "be",     "because",  "been",     "being",
     "between",    "both",    "but",   "by",     "can",    "cannot",   "cant",     "could",
     "couldnt",    "did",     "didnt", "do",     "does",   "doesnt",   "doing",    "dont",
     "each",       "for",     "from",  "had",    "hadnt",  "has",      "hasnt",    "have",
     "havent",     "having",  "he",    "her",    "here",   "herself",  "him",      "himself",
     "his",        "how",     "hows",  "i",      "if",     "im",       "in",       "into",
     "is",         "isnt",    "it",    "its",    "itself", "ive",      "just",     "may",
     "me",         "might",   "mine",  "must",   "my",     "myself",   "no",       "nor",
     "not",        "of",      "on",    "only",   "or",     "our",      "ours",     "ourselves",
     "per",        "please",  "shall", "she",    "should", "shouldnt", "so",       "some",
     "such",       "than",    "that",  "thats",  "the",    "their",    "theirs",   "them",
     "themselves", "then",    "there", "theres", "these",  "they",     "theyre",   "this",
     "those",      "to",      "too",   "us",     "use",    "used",     "using",    "very",
     "via",        "was",     "wasnt", "we",     "were",   "werent",   "weve",     "what",
     "whats",      "when",    "where", "wheres", "which",  "while",    "who",      "whom",
     "whos",       "whose",   "why",   "whys",   "will",   "with",     "within",   "wont",
     "would",      "wouldnt", "you",   "your",   "youre",  "yours",    "yourself", "youve"});

constexpr auto kRussian = std::to_array<std::string_view>(
    {"а",       "без",     "более",    "бы",         "был",     "была",    "были",    "было",
     "быть",    "в",       "вам",      "вами",       "вас",     "весь",    "вместо",  "во",
     "вот",     "вроде",   "все",      "всего",      "всей",    "всем",    "всеми",   "всему",
     "всех",    "всю",     "вся",      "всё",        "вы",      "где",     "да",      "даже",
     "для",     "до",      "его",      "ее",         "ей",      "ему",     "если",    "есть",
     "еще",     "ещё",     "её",       "же",         "за",      "зачем",   "здесь",   "и",
     "из",      "или",     "им",       "ими",        "их",      "к",       "каждый",  "как",
     "какая",   "какие",   "каким",    "какими",     "каких",   "какого",  "какое",   "какой",
     "какому",  "какую",   "когда",    "кого",       "ком",     "кому",    "которая", "которого",
     "которое", "которой", "которому", "которую",    "которые", "который", "которым", "которых",
     "кто",     "куда",    "ли",       "либо",       "лишь",    "между",   "меня",    "мне",
     "мной",    "мое",     "мои",      "мой",        "моя",     "моё",     "мы",      "на",
     "над",     "надо",    "нам",      "нами",       "нас",     "наш",     "наша",    "наше",
     "наши",    "не",      "него",     "нее",        "ней",     "нельзя",  "нем",     "нет",
     "неё",     "ни",      "нибудь",   "них",        "но",      "ну",      "нём",     "о",
     "об",      "однако",  "он",       "она",        "они",     "оно",     "от",      "откуда",
     "отчего",  "по",      "под",      "пожалуйста", "пока",    "после",   "потом",   "потому",
     "почему",  "почти",   "при",      "про",        "ради",    "раз",     "с",       "сам",
     "сама",    "сами",    "само",     "свое",       "своего",  "своей",   "свои",    "свой",
     "свою",    "своё",    "себе",     "себя",       "сколько", "со",      "так",     "такая",
     "также",   "такие",   "такое",    "такой",      "там",     "те",      "тебе",    "тебя",
     "тем",     "теми",    "тех",      "то",         "тобой",   "тогда",   "того",    "тоже",
     "той",     "только",  "том",      "тому",       "тот",     "ту",      "тут",     "ты",
     "у",       "уж",      "уже",      "хотя",       "чего",    "чей",     "чем",     "чему",
     "через",   "что",     "чтоб",     "чтобы",      "чье",     "чьи",     "чья",     "чьё",
     "чём",     "эта",     "эти",      "этим",       "этими",   "этих",    "это",     "этого",
     "этой",    "этом",    "этому",    "этот",       "эту",     "я"});

static_assert(std::ranges::is_sorted(kEnglish));
static_assert(std::ranges::is_sorted(kRussian));

}  // namespace

bool IsStopWord(std::string_view word) {
  if (word.empty()) return false;
  const bool ascii = static_cast<unsigned char>(word.front()) < 0x80;
  return ascii ? std::ranges::binary_search(kEnglish, word)
               : std::ranges::binary_search(kRussian, word);
}

}  // namespace satchel::text
