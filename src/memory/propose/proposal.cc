// The rules look up phrases in the words of one sentence. They come in three groups, in this order:
//   1. what makes a sentence no memory, whatever else it says: questions, hypotheses, what others
//      say, recollections, reminders and what holds only now;
//   2. phrases that say by themselves what the sentence is ("from now on", "we decided");
//   3. `always` and `never`, which observations have as well: they count where an instruction has
//      them, at the beginning of a clause or after a modal verb, and before a verb that is not
//      past.
// A sentence that only points back ("remember that", "let's do exactly that") takes the one before
// it along. Both English and German phrases are known.

#include "memory/propose/proposal.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "base/ascii.h"
#include "base/trimmed.h"
#include "memory/propose/own_words.h"

namespace satchel::memory {
namespace {

constexpr std::size_t kMostProposals = 5;
constexpr std::size_t kLeastBytes = 12;
constexpr std::size_t kMostBytes = 600;
constexpr std::size_t kLeastWords = 3;

// A quotation in the words of a sentence.
constexpr std::string_view kHiddenWord = "…";

using Phrases = std::span<const std::string_view>;

// Of whole words: `words` has a blank around each.
bool Has(std::string_view words, Phrases phrases) {
  return std::ranges::any_of(phrases, [&](std::string_view phrase) {
    for (std::size_t at = words.find(phrase); at != words.npos; at = words.find(phrase, at + 1)) {
      const std::size_t end = at + phrase.size();
      if (at > 0 && words[at - 1] == ' ' && end < words.size() && words[end] == ' ') return true;
    }
    return false;
  });
}

bool StartsWith(std::string_view words, Phrases phrases) {
  return std::ranges::any_of(phrases, [&](std::string_view phrase) {
    return words.substr(1).starts_with(phrase) && words.substr(1 + phrase.size()).starts_with(' ');
  });
}

std::vector<std::string_view> Split(std::string_view words) {
  std::vector<std::string_view> split;
  for (std::size_t at = 1; at < words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    split.push_back(words.substr(at, end - at));
    at = end + 1;
  }
  return split;
}

bool IsOneOf(std::string_view word, Phrases words) {
  return std::ranges::find(words, word) != words.end();
}

bool IsWord(std::string_view word) {
  return !word.empty() &&
         (IsAlnum(word.front()) || static_cast<unsigned char>(word.front()) >= 0x80);
}

// What people say before they come to the point.
constexpr std::string_view kFillers[] = {
    "ok",     "okay",  "and",   "but",     "so",     "also",    "oh",    "yes",   "yeah",
    "yep",    "btw",   "hm",    "hmm",     "well",   "right",   "good",  "great", "nice",
    "cool",   "fine",  "then",  "alright", "please", "und",     "aber",  "also",  "ach",
    "ja",     "gut",   "genau", "bitte",   "dann",   "ah",      "sure",  "fair",  "thx",
    "thanks", "super", "ps",    "nb",      "hey",    "perfect", "great", "agreed"};

// Without fillers at the beginning, and with the blank in front.
std::string_view WithoutFillers(std::string_view words) {
  while (words.size() > 1) {
    const std::size_t end = std::min(words.find(' ', 1), words.size());
    const std::string_view word = words.substr(1, end - 1);
    if (IsWord(word) && !IsOneOf(word, kFillers)) break;
    words.remove_prefix(end);
  }
  return words;
}

// 1. No memories.

// An instruction in the form of a question, with or without its mark.
bool IsPoliteRule(std::string_view words) {
  static constexpr std::string_view kPolite[] = {"please always", "please never", "from now on",
                                                 "bitte immer",   "bitte nie",    "in future"};
  static constexpr std::string_view kAsksYou[] = {"can you",  "could you", "would you",
                                                  "will you", "kannst du", "könntest du"};
  return StartsWith(words, kAsksYou) && Has(words, kPolite);
}

bool IsQuestion(const OwnSentence& sentence, std::string_view words) {
  static constexpr std::string_view kTag[] = {", ok ?",    ", okay ?", ", please ?", ", right ?",
                                              ", bitte ?", ", yes ?",  ", alright ?"};
  if (sentence.question) return !Has(words, kTag);
  static constexpr std::string_view kStarts[] = {
      "should", "shall",    "does",    "did",     "didn't",   "doesn't", "isn't",  "aren't",
      "are",    "is",       "can",     "could",   "would",    "what",    "whats",  "what's",
      "why",    "how",      "where",   "which",   "who",      "was",     "were",   "do we",
      "do you", "do i",     "do they", "have we", "have you", "has",     "had",    "am i",
      "sollen", "soll",     "sollte",  "sollten", "hatten",   "haben",   "hast",   "kann",
      "können", "könnte",   "warum",   "wieso",   "wie",      "wer",     "welche", "welcher",
      "wo",     "weißt",    "weisst",  "ist",     "sind",     "gibt es", "müssen", "any chance",
      "wonder", "i wonder", "not sure"};
  return StartsWith(words, kStarts);
}

bool IsHypothetical(std::string_view words) {
  static constexpr std::string_view kWish[] = {
      "i'd prefer",    "i would prefer", "i'd like you",   "i would like you",
      "i'd rather",    "would be nice",  "ich hätte gern", "ich würde gern",
      "we would like", "i'd like all",   "i'd like every"};
  static constexpr std::string_view kSure[] = {
      "what if",        "maybe",          "perhaps",     "might",
      "could",          "would",          "wouldn't",    "i'd",
      "we'd",           "you'd",          "they'd",      "it'd",
      "if it were",     "had their way",  "should have", "should've",
      "shouldn't have", "hypothetically", "suppose",     "assuming",
      "imagine",        "theoretically",  "in theory",   "vielleicht",
      "hätte",          "hätten",         "würde",       "würden",
      "wäre",           "wären",          "könnte",      "könnten",
      "angenommen",     "theoretisch",    "eventuell",   "i think",
      "i guess",        "thinking about", "not sure",    "wonder",
      "if we ever",     "if i were",      "if we were",  "ideally",
      "i doubt",        "i don't think",  "as far as i", "if i understand",
      "probably",       "wahrscheinlich", "falls wir",   "keine ahnung",
      "no idea",        "i wish",         "wish we",     "one could",
      "we may",         "i may"};
  return Has(words, kSure) && !Has(words, kWish);
}

bool IsReported(std::string_view words) {
  static constexpr std::string_view kOwn[] = {
      "i said",          "we said",    "as i said", "i told you", "i say",    "ich sagte",
      "ich habe gesagt", "wie gesagt", "i've said", "as said",    "that said"};
  static constexpr std::string_view kSays[] = {
      "said",      "says",       "saying",     "told us",     "told me",      "claims",
      "claimed",   "claim",      "thinks",     "insists",     "insisted",     "according to",
      "suggests",  "suggested",  "recommends", "recommended", "recommend",    "argues",
      "argued",    "believes",   "wrote",      "writes",      "mentioned",    "tells us",
      "tells me",  "wants us",   "want us",    "read that",   "heard",        "you said",
      "you wrote", "they say",   "people say", "docs say",    "sagt",         "sagte",
      "sagen",     "meint",      "meinte",     "behauptet",   "laut",         "schreibt",
      "angeblich", "apparently", "supposedly", "allegedly",   "empfiehlt",    "asked us",
      "asked me",  "demands",    "complains",  "complained",  "keeps telling"};
  return Has(words, kSays) && !Has(words, kOwn);
}

bool IsRecollection(std::string_view words) {
  static constexpr std::string_view kPhrases[] = {
      "i remember",     "still remember", "can never remember",
      "never remember", "can't remember", "don't remember",
      "remember when",  "remember last",  "remember whether",
      "remember how",   "remember why",   "you remember",
      "we remember",    "remember what",  "remember where",
      "remember who",   "remember which", "weißt du noch",
      "weisst du noch", "erinnerst du",   "ich erinnere",
      "as i remember",  "haha",           "lol",
      "last time",      "last year",      "last week",
      "yesterday",      "gestern",        "letztes mal",
      "letzte woche",   "back then",      "damals",
      "we used to",     "it used to",     "i used to",
      "they used to",   "until recently"};
  // A reason for a rule may be a recollection, but it stands behind it.
  static constexpr std::string_view kReasons[] = {"last time",    "last year",  "last week",
                                                  "yesterday",    "gestern",    "letztes mal",
                                                  "letzte woche", "we used to", "i used to"};
  if (!Has(words, kPhrases)) return false;
  std::size_t first = words.size();
  for (const std::string_view phrase : kPhrases) first = std::min(first, words.find(phrase));
  return !(Has(words.substr(first - 1), kReasons) && words.substr(0, first).contains(" , "));
}

bool IsReminder(std::string_view words) {
  static constexpr std::string_view kReminders[] = {
      "remind me",     "don't forget",    "do not forget", "dont forget",
      "vergiss nicht", "nicht vergessen", "erinner mich",  "erinnere mich",
      "denk dran",     "denk daran",      "reminder"};
  static constexpr std::string_view kRule[] = {"always",      "never", "every", "whenever",
                                               "each",        "immer", "nie",   "niemals",
                                               "from now on", "jedes", "jeder", "jede"};
  if (Has(words, kReminders)) return !Has(words, kRule);
  static constexpr std::string_view kRememberTo[] = {"remember to"};
  if (Has(words, kRememberTo)) return !Has(words, kRule);
  static constexpr std::string_view kRememberThe[] = {"remember the", "remember it's",
                                                      "remember there"};
  static constexpr std::string_view kDates[] = {
      "today",    "tomorrow", "tonight", "monday",   "tuesday", "wednesday", "thursday", "friday",
      "saturday", "sunday",   "week",    "deadline", "meeting", "demo",      "holiday",  "month"};
  return Has(words, kRememberThe) && Has(words, kDates);
}

bool HoldsOnlyNow(std::string_view words) {
  static constexpr std::string_view kPhrases[] = {
      "this once",     "just once",        "only once",      "for now",      "just for this",
      "for this one",  "in this pr",       "this pr",        "in this mr",   "in this commit",
      "this commit",   "this time",        "for today",      "today",        "for the moment",
      "for this run",  "temporarily",      "in this branch", "just this",    "only this",
      "this one time", "one time",         "until tomorrow", "right now",    "diesmal",
      "dieses mal",    "nur heute",        "heute",          "fürs erste",   "vorerst",
      "erstmal",       "erst mal",         "für diesen",     "in diesem pr", "nur jetzt",
      "ausnahmsweise", "as an exception",  "on this branch", "in this test", "in this file",
      "for the demo",  "in diesem commit", "for this test",  "einmalig",     "as the example",
      "in this case"};
  if (Has(words, kPhrases)) return true;
  const std::string_view bare = Trimmed(words, " .!,");
  return bare.ends_with(" first") || bare.ends_with(" zuerst");
}

// 2. Phrases.

constexpr std::string_view kExplicitWishes[] = {"from now on",
                                                "from here on",
                                                "from this point on",
                                                "going forward",
                                                "moving forward",
                                                "in future",
                                                "in the future",
                                                "for the future",
                                                "henceforth",
                                                "from today on",
                                                "künftig",
                                                "zukünftig",
                                                "in zukunft",
                                                "ab jetzt",
                                                "ab sofort",
                                                "von jetzt an",
                                                "von nun an",
                                                "ab heute",
                                                "keep in mind",
                                                "bear in mind",
                                                "for the record",
                                                "merk dir",
                                                "merke dir",
                                                "merk's dir",
                                                "note that",
                                                "take note",
                                                "make a note",
                                                "note for later",
                                                "note to self",
                                                "behalte",
                                                "no exceptions",
                                                "without exception",
                                                "ausnahmslos",
                                                "ohne ausnahme",
                                                "keine ausnahmen",

                                                "house rule",
                                                "the rule is",
                                                "our rule",
                                                "our rules",
                                                "driver rules",
                                                "our convention",
                                                "our conventions",
                                                "our policy",
                                                "project rule",
                                                "hausregel",
                                                "unsere regel",
                                                "i prefer",
                                                "i'd prefer",
                                                "i would prefer",
                                                "we prefer",
                                                "ich bevorzuge",
                                                "i'd rather",
                                                "i want you to",
                                                "i'd like you to",
                                                "i would like you to",
                                                "i don't want you to",
                                                "ich will nie",
                                                "ich will nicht",
                                                "ich möchte nie",
                                                "ich möchte nicht",
                                                "ich möchte immer",
                                                "ich will immer",
                                                "don't ever",
                                                "do not ever",
                                                "dont ever",
                                                "stop doing",
                                                "as a rule",
                                                "grundsätzlich",
                                                "generell",
                                                "standing order",

                                                "never ever",
                                                "unless i ask",
                                                "unless i say",
                                                "unless i tell",
                                                "ohne zu fragen",
                                                "under no circumstances",
                                                "auf keinen fall",
                                                "write that down",
                                                "add that to your memory",
                                                "to your memory",
                                                "store in memory",
                                                "save to memory",
                                                "commit this to memory",
                                                "save that",
                                                "keep this rule",
                                                "make it a habit",
                                                "as a general rule",
                                                "by default please",
                                                "as a standing rule"};

// Verbs that begin an instruction.
constexpr std::string_view kImperatives[] = {
    "run",    "add",      "update",  "bump",     "write", "use",   "check", "put",   "make",
    "keep",   "test",     "build",   "format",   "lint",  "ask",   "tell",  "give",  "show",
    "create", "commit",   "push",    "do",       "don't", "avoid", "pin",   "name",  "prefix",
    "prefer", "document", "include", "follow",   "start", "end",   "put",   "leave", "treat",
    "log",    "mark",     "wrap",    "return",   "throw", "store", "place", "call",  "sort",
    "nimm",   "schreib",  "benutze", "verwende", "nutze", "lass",  "mach",  "setz",  "leg"};

// "put the commands into the description, every time", but not "it fails every time".
bool IsEveryTime(std::string_view words) {
  static constexpr std::string_view kTimes[] = {"every time", "each time", "every single time",
                                                "jedes mal", "jedesmal"};
  static constexpr std::string_view kApart[] = {", every time", ", each time", ", jedes mal"};
  return StartsWith(WithoutFillers(words), kImperatives) ? Has(words, kTimes) : Has(words, kApart);
}

// "remember that …", "remember: …", but not "remember to …".
bool HasRememberFact(std::string_view words) {
  static constexpr std::string_view kFacts[] = {
      "remember that",   "remember :",         "remember ,",        "remember this",
      "remember we",     "remember our",       "remember i",        "remember it's",
      "remember all",    "remember every",     "remember never",    "remember always",
      "remember not",    "remember you",       "remember only",     "remember these",
      "remember it",     "remember to always", "remember to never", "remember for",
      "remember -",      "remember my",        "memorize",          "memorise",
      "please remember", "remember don't",     "remember they",     "remember tests"};
  if (Has(words, kFacts)) return true;
  static constexpr std::string_view kThe[] = {"remember the", "remember a", "remember to"};
  static constexpr std::string_view kVerbs[] = {
      "is",   "are",  "must", "has",     "have",  "needs", "need",     "lives",
      "live", "runs", "uses", "belongs", "every", "each",  "whenever", "only"};
  return Has(words, kThe) && Has(words, kVerbs);
}

// "every new flag needs an owner", "all migrations must …", "our style: …".
bool IsGeneralRule(std::string_view words) {
  static constexpr std::string_view kAll[] = {"every", "each", "all",    "any",   "new",
                                              "neue",  "jede", "jeder",  "jedes", "alle",
                                              "allen", "our",  "unsere", "unser"};
  static constexpr std::string_view kMust[] = {
      "needs", "need",   "must", "should", "has to", "have to", "shall",    "braucht",  "brauchen",
      "muss",  "müssen", "soll", "sollen", "darf",   "dürfen",  "may only", "requires", "require"};
  static constexpr std::string_view kDoubts[] = {
      "we need",  "i need", "we have to", "i have to", "wir müssen", "wir brauchen",
      "you need", "seem",   "seems",      "but",       "yet",        "already",
      "at all",   "now",    "again",      "pass"};
  const auto list = Split(words);
  static constexpr std::string_view kOne[] = {"the", "a",   "this", "that",
                                              "our", "der", "die",  "das"};
  std::string_view before;
  const auto first = std::ranges::find_if(list, [&](std::string_view word) {
    const bool one = (word == "new" || word == "neue") && IsOneOf(before, kOne);
    before = word;
    return !one && IsOneOf(word, kAll);
  });
  if (first != list.end()) {
    // A few words, and no other clause, between the two.
    constexpr std::ptrdiff_t kMostBetween = 7;
    const auto end = std::ranges::next(first, kMostBetween, list.end());
    const std::size_t at = static_cast<std::size_t>(first->data() - words.data()) - 1;
    const std::size_t past =
        end == list.end() ? words.size() : static_cast<std::size_t>(end->data() - words.data());
    if (Has(words.substr(at, past - at), kMust) && !Has(words, kDoubts)) return true;
  }
  static constexpr std::string_view kOur[] = {"our", "unser", "unsere", "my", "mein"};
  static constexpr std::string_view kNorms[] = {
      "style", "convention", "conventions", "rule",       "rules", "policy",     "standard",
      "stil",  "regel",      "regeln",      "konvention", "norm",  "preference", "guideline"};
  return Has(words, kOur) && Has(words, kNorms) &&
         (words.contains(" : ") || words.contains(" is "));
}

bool HasScope(std::string_view words) {
  static constexpr std::string_view kScopes[] = {"in this repo",    "in this repository",
                                                 "in this project", "in this codebase",
                                                 "in our",          "in this code base",
                                                 "anywhere",        "in the whole",
                                                 "across the repo", "bei uns",
                                                 "in diesem repo",  "in diesem projekt",
                                                 "nirgends",        "nirgendwo",
                                                 "around here",     "into this repo",
                                                 "to this repo",    "by hand",
                                                 "without asking",  "von hand",
                                                 "in the codebase", "in this team",
                                                 "in unserem",      "in unseren",
                                                 "everywhere",      ", ever",
                                                 "überall",         "hier im projekt",
                                                 "on main",         "in tests"};
  return Has(words, kScopes);
}

// "use pnpm in this repo", "prefer composition over inheritance", "ask me before you push".
bool IsInstructionForAll(std::string_view words) {
  const std::string_view bare = WithoutFillers(words);
  static constexpr std::string_view kProject[] = {
      "in this repo",     "in this repository", "in this project",
      "in this codebase", "in our repo",        "in our codebase",
      "in our project",   "in this code base",  "in diesem repo",
      "bei uns",          "in diesem projekt",  "in this team",
      "that way",         "in general",         "whenever possible"};
  static constexpr std::string_view kPrefer[] = {"prefer", "favour", "favor", "bevorzuge"};
  static constexpr std::string_view kAsk[] = {
      "ask me before",  "ask before you",  "ask first before", "check with me before",
      "tell me before", "frag mich bevor", "frag vorher",      "frag mich vorher"};
  static constexpr std::string_view kNo[] = {"no", "keine", "kein"};
  static constexpr std::string_view kHere[] = {"this", "these", "those", "it"};
  if (StartsWith(bare, kPrefer) || Has(words, kAsk)) return true;
  if (StartsWith(bare, kImperatives) && Has(words, kProject)) return true;
  const auto list = Split(bare);
  return StartsWith(bare, kNo) && list.size() > 3 && IsWord(list[1]) && !Has(words, kHere) &&
         (Has(words, kProject) || words.contains(" please ") || words.contains(" bitte "));
}

bool IsProhibition(std::string_view words) {
  static constexpr std::string_view kPlease[] = {
      "please don't",      "please do not",      "please dont", "please avoid", "please no",
      "please never",      "bitte kein",         "bitte keine", "bitte nicht",  "bitte niemals",
      "don't want to see", "do not want to see", "please stop"};
  static constexpr std::string_view kDont[] = {"don't", "do not", "dont",   "avoid", "no more",
                                               "kein",  "keine",  "keinen", "nicht", "stop"};
  // About a thing at hand.
  static constexpr std::string_view kHere[] = {"this",   "that",  "these", "those",
                                               "it",     "yet",   "them",  "das",
                                               "dieses", "diese", "es",    "die datei"};
  if (Has(words, kPlease)) return !Has(words, kHere) || HasScope(words);
  const std::string_view bare = WithoutFillers(words);
  return StartsWith(bare, kDont) && HasScope(words);
}

// "whenever you touch X, bump Y", "when you report numbers, give me …", "before each commit run …".
bool IsCondition(std::string_view words) {
  static constexpr std::string_view kWhenever[] = {
      "whenever you",   "whenever we",    "whenever i", "whenever a",
      "whenever there", "every time you", "wann immer"};
  static constexpr std::string_view kBefore[] = {
      "before every", "before each", "after every", "after each", "vor jedem",
      "nach jedem",   "bei jedem",   "bei jeder",   "on every",   "for every new",
      "for each new", "for new",     "for all new", "bei neuen",  "for everything new"};
  const std::string_view bare = WithoutFillers(words);
  if (Has(words, kBefore) && (StartsWith(bare, kBefore) || StartsWith(bare, kImperatives)))
    return true;
  static constexpr std::string_view kWhen[] = {"when you",  "if you",   "wenn du",   "before you",
                                               "after you", "bevor du", "nachdem du"};
  static constexpr std::string_view kStarts[] = {"whenever"};
  if (StartsWith(bare, kStarts)) return words.contains(" , ");
  if (Has(words, kWhenever)) {
    static constexpr std::string_view kObserved[] = {
        "crashes", "fails", "happens", "breaks", "i get", "we get", "it's", "hangs", "seems"};
    return !Has(words, kObserved);
  }
  static constexpr std::string_view kRule[] = {"always",  "never", "immer", "nie",
                                               "as well", "every", "first"};
  return StartsWith(bare, kWhen) && Has(words, kRule);
}

constexpr std::string_view kDecisions[] = {"we decided",
                                           "we've decided",
                                           "we have decided",
                                           "i decided",
                                           "i've decided",
                                           "i have decided",
                                           "decided :",
                                           "it's decided",
                                           "that's decided",
                                           "we settle",
                                           "we settled",
                                           "we've settled",
                                           "we agreed",
                                           "we've agreed",
                                           "we have agreed",
                                           "we chose",
                                           "we've chosen",
                                           "let's go with",
                                           "lets go with",
                                           "let us go with",
                                           "let's stick",
                                           "lets stick",
                                           "let's standardise",
                                           "let's standardize",
                                           "let's do exactly that",
                                           "let's settle",
                                           "let's use",
                                           "lets use",
                                           "let's keep",
                                           "lets keep",
                                           "we'll go with",
                                           "we will go with",
                                           "we'll keep",
                                           "we will keep",
                                           "we'll use",
                                           "we will use",
                                           "we'll stick",
                                           "we will stick",
                                           "we're going with",
                                           "we are going with",
                                           "i'm going with",
                                           "we go with",
                                           "final answer",
                                           "final decision",
                                           "final call",
                                           "that's final",
                                           "becomes the",
                                           "that's the policy",
                                           "that's our policy",
                                           "that's the rule",
                                           "that's the plan from",
                                           "we're not switching",
                                           "we are not switching",
                                           "we're not going to",
                                           "we're staying",
                                           "we're sticking",
                                           "we are staying",
                                           "we stay with",
                                           "we're switching to",
                                           "we are switching to",
                                           "we're moving to",
                                           "we are moving to",
                                           "we'll move to",
                                           "we drop",
                                           "we're dropping",
                                           "wir haben entschieden",
                                           "haben beschlossen",
                                           "ist beschlossen",
                                           "beschlossen",
                                           "entschieden",
                                           "wir nehmen",
                                           "nehmen wir",
                                           "wir bleiben bei",
                                           "bleiben wir bei",
                                           "wir machen das künftig",
                                           "dabei bleibt",
                                           "dabei bleiben",
                                           "abgemacht",
                                           "einigen wir uns",
                                           "haben uns geeinigt",
                                           "wir gehen mit",
                                           "settled :",
                                           "let's go for",
                                           "lets go for",
                                           "we'll take",
                                           "we're keeping",
                                           "we're doing",
                                           ", decided",
                                           "done deal",
                                           "we stay on",
                                           "wins",
                                           "let's drop",
                                           "decision :",
                                           "entscheidung :",
                                           "it's settled",
                                           "that settles it",
                                           "agreed :",
                                           "verdict :"};

bool IsDecision(std::string_view words) {
  if (Has(words, kDecisions)) return true;
  const std::string_view bare = WithoutFillers(words);
  static constexpr std::string_view kGo[] = {
      "go with", "stick with", "stay with", "going with", "i'll go with", "go for", "bleib bei"};
  if (StartsWith(bare, kGo)) return true;
  // "nullable in the DTO it is", "Tauri then", "precedence climbing stays".
  static constexpr std::string_view kIs[] = {"it is ,", "it is .", "it is !", "it is then"};
  static constexpr std::string_view kIts[] = {"it is", "yes it is", "that's how it is"};
  if (!StartsWith(bare, kIts) && (Has(words, kIs) || words.ends_with(" it is "))) return true;
  static constexpr std::string_view kStays[] = {"stays ,",  "stays .",  "stay ,",    "stay .",
                                                "bleibt ,", "bleibt .", "bleiben ,", "bleiben ."};
  static constexpr std::string_view kAgain[] = {"it stays", "still", "that stays", "why", "but"};
  static constexpr std::string_view kThen[] = {"then ,", "it is then", "dann ,"};
  if (Has(words, kThen) && Has(words, std::array<std::string_view, 1>{"final"})) return true;
  return (Has(words, kStays) || words.ends_with(" stays ")) && !Has(words, kAgain);
}

bool IsPastVerb(std::string_view word) {
  // And what follows an observation or an exclamation: "always the same", "never again".
  static constexpr std::string_view kPast[] = {
      "a",      "again", "an",     "are",     "been",   "broke", "came",  "comes",      "could",
      "did",    "ever",  "fails",  "felt",    "found",  "gave",  "gets",  "goes",       "good",
      "got",    "gut",   "had",    "happens", "has",    "heard", "is",    "knew",       "knows",
      "liked",  "lost",  "made",   "mal",     "mehr",   "mind",  "more",  "my",         "nice",
      "noch",   "once",  "quite",  "ran",     "really", "said",  "saw",   "schön",      "seen",
      "should", "so",    "the",    "thought", "told",   "took",  "tried", "understood", "was",
      "went",   "were",  "wieder", "worked",  "works",  "would", "wrote"};
  static constexpr std::string_view kPresent[] = {"need",  "embed",   "feed",   "speed",
                                                  "seed",  "proceed", "exceed", "shed",
                                                  "bleed", "heed",    "breed",  "shred"};
  if (IsOneOf(word, kPast)) return true;
  return word.ends_with("ed") && !IsOneOf(word, kPresent);
}

// Verbs of a statement "we …" that says how things are done.
constexpr std::string_view kPractices[] = {
    "use",       "write",    "commit",      "print",     "store",     "keep",   "call",    "name",
    "put",       "avoid",    "build",       "ship",      "deploy",    "format", "follow",  "number",
    "pin",       "log",      "version",     "document",  "support",   "target", "sign",    "cache",
    "return",    "validate", "generate",    "wrap",      "treat",     "raise",  "throw",   "merge",
    "squash",    "rebase",   "tag",         "release",   "review",    "indent", "spell",   "serve",
    "host",      "measure",  "pass",        "only",      "don't",     "do not", "never",   "always",
    "no longer", "just",     "bucket",      "round",     "mock",      "inject", "prefix",  "suffix",
    "sort",      "group",    "expose",      "import",    "check",     "lint",   "test",    "encode",
    "escape",    "quote",    "translate",   "track",     "count",     "charge", "bill",    "nennen",
    "verwenden", "benutzen", "nutzen",      "schreiben", "speichern", "machen", "rechnen", "runden",
    "committen", "heißen",   "haben keine", "testen",    "loggen"};
constexpr std::string_view kNoPractice[] = {
    "don't know",  "don't need",       "don't have", "don't see",   "don't get",   "don't care",
    "don't think", "don't understand", "never got",  "never had",   "never saw",   "just need",
    "just have",   "only have",        "only need",  "just saw",    "just got",    "only see",
    "just merged", "don't want",       "never seen", "do not have", "do not need", "do not know",
    "don't seem",  "never found",      "check it",   "test it",     "build it",    "ship it",
    "merge it"};

// "we use X", at the beginning of a clause; not "the function that we use".
bool SaysPractice(std::string_view words) {
  const auto list = Split(words);
  static constexpr std::string_view kWe[] = {"we", "wir"};
  static constexpr std::string_view kBefore[] = {"and",     "so",   "but", "actually", "then",
                                                 "because", "here", "now", "no",       "nope",
                                                 "nein",    "also", "as"};
  for (std::size_t i = 0; i + 2 < list.size(); ++i) {
    if (!IsOneOf(list[i], kWe)) continue;
    if (i > 0 && IsWord(list[i - 1]) && !IsOneOf(list[i - 1], kBefore) &&
        !IsOneOf(list[i - 1], kFillers)) {
      continue;
    }
    const std::string_view rest =
        words.substr(static_cast<std::size_t>(list[i + 1].data() - words.data()) - 1);
    static constexpr std::string_view kAdverbs[] = {"never", "always", "only", "just"};
    const bool past = IsOneOf(list[i + 1], kAdverbs) && IsPastVerb(list[i + 2]);
    if (StartsWith(rest, kPractices) && !StartsWith(rest, kNoPractice) && !past) return true;
  }
  return false;
}

bool SaysNo(std::string_view words) {
  static constexpr std::string_view kNo[] = {"no",
                                             "nope",
                                             "nein",
                                             "wrong",
                                             "nah",
                                             "nee",
                                             "falsch",
                                             "not",
                                             "actually",
                                             "that's wrong",
                                             "that's not right",
                                             "that's not how",
                                             "not like that",
                                             "other way",
                                             "stimmt nicht",
                                             "quatsch",
                                             "incorrect",
                                             "not quite",
                                             "close , but",
                                             "almost",
                                             "eigentlich",
                                             "nö",
                                             "sorry , no",
                                             "careful",
                                             "by the way",
                                             "no no"};
  return StartsWith(words, kNo) || StartsWith(WithoutFillers(words), kNo);
}

// "X, not Y", "X instead of Y".
bool Contrasts(std::string_view words) {
  static constexpr std::string_view kNot[] = {", not",   "instead of", "rather than", ", nicht",
                                              "statt",   "anstatt",    "; not",       "- not",
                                              ", never", ", nie",      ", no"};
  return Has(words, kNot);
}

// A statement about how things are, in the present.
bool States(std::string_view words) {
  static constexpr std::string_view kVerbs[] = {
      "is",    "are",  "it's",   "they're", "should be", "must be", "belongs", "belong",
      "lives", "live", "goes",   "go",      "means",     "called",  "heißt",   "heißen",
      "ist",   "sind", "gehört", "gehören", "kommt",     "kommen",  "use",     "uses",
      "named", "has",  "have",   "need",    "needs",     "runs",    "run",     "must",
      "soll",  "muss", "liegt",  "liegen"};
  return Has(words, kVerbs);
}

bool IsCorrection(std::string_view words, bool first) {
  const std::string_view bare = WithoutFillers(words);
  static constexpr std::string_view kShouldBe[] = {
      "it should be", "they should be", "that should be", "it must be",  "they must be",
      "it's called",  "they're called", "that's called",  "it is called"};
  static constexpr std::string_view kCalled[] = {"is called", "are called", "heißt",
                                                 "heißen",    "is named",   "are named"};
  static constexpr std::string_view kOurs[] = {"bei uns", "for us", "in our case", "our",
                                               "we",      "wir",    "unser",       "unsere"};
  const bool no = first && SaysNo(words);
  if (no && (SaysPractice(words) || Contrasts(words) || Has(words, kCalled))) return true;
  if (no && States(words) && (Has(words, kOurs) || words.contains(" , ") || HasScope(words))) {
    return true;
  }
  if (first && StartsWith(bare, kShouldBe)) return true;
  if (Has(words, std::array<std::string_view, 1>{"bei uns"}) && States(words)) return true;
  if (Contrasts(words) && (HasScope(words) || SaysPractice(words))) return true;
  if (first && Has(words, kCalled) && words.contains(" , ")) return true;
  return false;
}

// 3. always and never.

bool IsInfinitive(std::string_view word) {
  constexpr std::size_t kLeast = 5;
  return word.size() >= kLeast &&
         (word.ends_with("en") || word.ends_with("ern") || word.ends_with("eln"));
}

// Whether an instruction has `always` or `never`.
bool InstructsAlways(std::string_view words) {
  static constexpr std::string_view kAdverbs[] = {"always", "never", "immer", "nie", "niemals"};
  static constexpr std::string_view kModals[] = {
      "must",    "should", "shall",  "to", "muss",  "müssen", "soll", "sollen", "sollte",
      "sollten", "darf",   "dürfen", "be", "bitte", "please", "that", "dass"};
  static constexpr std::string_view kLinks[] = {"and",  "but", "so",   "also", "or",
                                                "then", "und", "aber", "oder", "yes",
                                                "no",   "ok",  "nope", "nein"};
  static constexpr std::string_view kPeople[] = {"we", "you", "wir", "i", "du"};
  static constexpr std::string_view kAsks[] = {
      "check that", "check this", "make sure",    "please", "ensure",          "bitte",
      "enforce",    "keep it so", "in this repo", "in our", "in this project", "in this codebase"};
  const auto list = Split(words);
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    if (!IsOneOf(list[i], kAdverbs)) continue;
    if (IsPastVerb(list[i + 1]) || !(IsWord(list[i + 1]) || list[i + 1] == kHiddenWord)) continue;
    const std::string_view before = i == 0 ? std::string_view() : list[i - 1];
    if (before.empty() || !IsWord(before) || IsOneOf(before, kModals) || IsOneOf(before, kLinks) ||
        IsOneOf(before, kFillers)) {
      return true;
    }
    static constexpr std::string_view kSeeing[] = {"get",      "see",  "find",  "know",
                                                   "remember", "have", "need",  "forget",
                                                   "hit",      "lose", "think", "wait"};
    if (IsOneOf(before, kPeople) && !IsOneOf(list[i + 1], kSeeing)) return true;
    const bool they =
        i > 0 && IsOneOf(list[0], std::array<std::string_view, 4>{"they", "it", "this", "that"});
    if (!they && !list[i + 1].ends_with('s') && Has(words, kAsks)) return true;
    // "Tests immer mit -race laufen lassen".
    const bool german = list[i] == "immer" || list[i] == "nie" || list[i] == "niemals";
    const auto last = std::ranges::find_if(list.rbegin(), list.rend(), IsWord);
    static constexpr std::string_view kMust[] = {"muss", "müssen", "soll", "sollen",
                                                 "darf", "dürfen", "wird", "werden"};
    if (german && (Has(words, kMust) || (last != list.rend() && IsInfinitive(*last)))) return true;
  }
  return false;
}

bool IsWish(std::string_view words) {
  if (Has(words, kExplicitWishes) || HasRememberFact(words) || IsEveryTime(words)) return true;
  return IsGeneralRule(words) || IsProhibition(words) || IsCondition(words) ||
         InstructsAlways(words) || IsInstructionForAll(words);
}

// Sentences that only point at the one before them.
bool PointsBack(std::string_view words) {
  static constexpr std::string_view kPhrases[] = {
      "do exactly that",   "that's the policy", "that's our policy", "that's the rule",
      "that's a rule",     "that's our rule",   "that's final",      "that's decided",
      "that's settled",    "remember that .",   "remember that !",   "remember this",
      "remember it",       "merk dir das",      "make that a rule",  "make it a rule",
      "write that down",   "note that down",    "keep that in mind", "let's do that",
      "das ist die regel", "so machen wir"};
  // These point back if there is hardly anything else.
  static constexpr std::string_view kShort[] = {
      "no exceptions", "every time",     "ohne ausnahme", "keine ausnahmen", "decided",
      "beschlossen",   "final answer",   "from now on",   "always",          "remember",
      "abgemacht",     "agreed",         "ab jetzt",      "immer",           "merk dir",
      "remember that", "please remember"};
  constexpr std::ptrdiff_t kMostWords = 8;
  constexpr std::ptrdiff_t kHardlyAny = 3;
  const auto count = std::ranges::count_if(Split(words), IsWord);
  return (count <= kMostWords && Has(words, kPhrases)) ||
         (count <= kHardlyAny && Has(words, kShort));
}

bool TakesBack(std::string_view words) {
  static constexpr std::string_view kPhrases[] = {"ignore that",
                                                  "never mind",
                                                  "nevermind",
                                                  "scratch that",
                                                  "forget that",
                                                  "forget it",
                                                  "forget what i said",
                                                  "disregard",
                                                  "strike that",
                                                  "ach egal",
                                                  "vergiss es",
                                                  "vergiss das",
                                                  "doch nicht",
                                                  "wait , no",
                                                  "on second thought",
                                                  "let me check",
                                                  "ignore what i said",
                                                  "nvm",
                                                  "i take that back",
                                                  "scrap that",
                                                  "egal ,",
                                                  "quatsch",
                                                  "undo that",
                                                  "don't remember that",
                                                  "nicht merken",
                                                  "oder nein",
                                                  "or no",
                                                  "hold on"};
  return Has(words, kPhrases);
}

std::optional<ProposalKind> KindOf(const OwnSentence& sentence, bool first) {
  const std::string_view words = sentence.words;
  const std::string_view bare = WithoutFillers(words);
  const bool asks = IsQuestion(sentence, bare) || IsHypothetical(words);
  if ((asks && !IsPoliteRule(bare)) || IsReported(words)) return std::nullopt;
  if (IsRecollection(words) || IsReminder(words) || HoldsOnlyNow(words)) return std::nullopt;
  if (first && SaysNo(words) && IsCorrection(words, first)) return ProposalKind::kCorrection;
  if (IsWish(words)) return ProposalKind::kWish;
  if (IsDecision(words)) return ProposalKind::kDecision;
  if (IsCorrection(words, first)) return ProposalKind::kCorrection;
  if (SaysPractice(words)) return ProposalKind::kDecision;
  return std::nullopt;
}

bool IsLongEnough(const OwnSentence& sentence) {
  const auto list = Split(sentence.words);
  return sentence.text.size() >= kLeastBytes &&
         static_cast<std::size_t>(std::ranges::count_if(list, IsWord)) >= kLeastWords;
}

}  // namespace

std::string_view Name(ProposalKind kind) {
  switch (kind) {
    case ProposalKind::kWish:
      return "wish";
    case ProposalKind::kCorrection:
      return "correction";
    case ProposalKind::kDecision:
      return "decision";
    case ProposalKind::kAgent:
      return "agent";
  }
  return "";
}

PromptReading ReadPromptForMemories(std::string_view prompt) {
  PromptReading reading;
  const std::vector<OwnSentence> sentences = OwnSentences(prompt);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const OwnSentence& sentence = sentences[i];
    // Nobody says a wish in so many words, and looking for phrases in them takes time.
    if (sentence.text.size() > kMostBytes) continue;
    if (TakesBack(sentence.words)) {
      reading.proposals.clear();
      reading.withdraws = reading.withdraws || i == 0;
      continue;
    }
    const auto kind = KindOf(sentence, i == 0);
    if (!kind || sentence.quotes || reading.proposals.size() >= kMostProposals) continue;
    std::string text = sentence.text;
    if (PointsBack(sentence.words)) {
      // Alone it says nothing.
      if (i == 0 || sentences[i - 1].question || sentences[i - 1].quotes) continue;
      text = sentences[i - 1].text + " " + text;
      if (!reading.proposals.empty() && reading.proposals.back().text == sentences[i - 1].text) {
        reading.proposals.pop_back();
      }
    } else if (!IsLongEnough(sentence)) {
      continue;
    }
    if (text.size() > kMostBytes) continue;
    reading.proposals.push_back({.kind = *kind, .text = std::move(text)});
  }
  return reading;
}

}  // namespace satchel::memory
