// The rules of specification 001 in their order; the first that applies decides. Markers are looked
// for at word boundaries, Russian ones beside the English. A command may have a courtesy in front
// of it ("ok, now run the tests"). Lists were extended on the dev half of
// tests/data/planner_prompts.tsv; plan_test.cc holds what the other half measures.

#include "memory/rank/plan.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "memory/rank/phrases.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace satchel::memory {
namespace {

constexpr std::array kNames =
    std::to_array<std::string_view>({"no_recall", "minimal", "full", "graph_mode"});

// In characters.
constexpr std::size_t kAcknowledgementLength = 18;
constexpr std::size_t kOperationalLength = 100;
constexpr std::size_t kEvidenceBytes = 80;

constexpr std::string_view kHistory =
    "timeline, timelines, sequence, history, what happened, chain of events, root cause, "
    "root causes, "
    "таймлайн*, хронологи*, история, истории, историю, историей, последовательност*, "
    "что произошло, что случилось, цепочк* событий, корнев* причин*, первопричин*";

// The second list of the specification's original, and what says the same.
constexpr std::string_view kExpandedHistory =
    "back to the change, back to the commit, backstory, causal chain, cause and effect, "
    "cause chain, chain of causes, chain of changes, chain of decisions, changed between, "
    "changed from the, changed over time, changed since, changes since, chronolog*, "
    "course of events, day by day, decision chain, event chain, evolution of, evolve, evolved, "
    "events leading, happened since, happened to my, happened to our, happened to the, happened to "
    "this, how did it come, how did it happen, "
    "how did this come, how did this happen, how did we arrive, how did we come, "
    "how did we end up, how did we get here, how did we get to, how we ended up, how we got here, "
    "led to this, led up to, led us, leading up to, order of events, post-mortem, postmortem, "
    "progression of, series of events, what caused, what changed, what has changed, "
    "what have changed, what led to, who changed what, why did it happen, why did this happen, "
    "как до этого дошло, как менял*, как изменил*, как изменял*, как мы до этого дошли, "
    "как мы к этому, как мы пришли, как развивал*, как так вышло, как так получилось, "
    "как это вышло, как это получилось, как это случилось, как эволюционировал*, день за днем, "
    "порядок событий, постмортем*, предшествовал*, предыстори*, привел* к этому, привел* нас, "
    "причинно-следственн*, ход событий, хода событий, ходе событий, череда событий, "
    "цепочк* изменений, цепочк* решений, что изменилось, что менялось, что поменялось, "
    "что привело, эволюци*";

// Things that are named so and are no history.
constexpr std::string_view kNotHistory =
    "bash history, browser history, browsing history, chat history, command history, "
    "escape sequence, history api, history button, history page, history tab, history table, "
    "id sequence, input sequence, key sequence, sequence diagram, sequence diagrams, "
    "sequence id, sequence number, sequence numbers, shell history, timeline component, "
    "timeline view, timeline widget, undo history, "
    "диаграмм* последовательност*, истори* браузера, истори* команд, истори* отмен*, "
    "истори* чата, компонент* таймлайн*, пользовательск* истори*";

constexpr std::string_view kAcknowledgements =
    "absolutely, agreed, all good, all right, all set, alright, amazing, awesome, brilliant, "
    "cheers, cool, copy that, correct, do it, done, exactly, excellent, fair enough, fine, "
    "fine by me, go ahead, go for it, good, good job, good work, got it, gotcha, great, great job, "
    "great work, haha, i see, it works, k, kk, lgtm, lol, looks fine, looks good, looks great, "
    "lovely, makes sense, many thanks, never mind, nevermind, nice, nice job, nice one, "
    "nice work, no, no need, no problem, no thanks, no worries, nope, noted, np, nvm, of course, "
    "ok, okay, okey, perfect, perfectly, right, roger, ship it, sounds fine, sounds good, "
    "sounds great, super, sure, sure thing, thank u, thank you, thanks, thanks a lot, that did it, "
    "that works, thx, tnx, true, ty, understood, very good, well done, will do, works, "
    "works for me, works now, wow, ya, yea, yeah, yep, yes, yup, "
    "ага, благодарю, большое спасибо, верно, вижу, годится, готово, давай, давайте, да, "
    "договорились, допустим, заработало, здорово, идеально, именно, классно, класс, конечно, "
    "красота, круто, лады, ладно, молодец, не важно, не за что, не надо, не нужно, неа, неважно, "
    "нет, норм, нормально, огонь, ок, окей, оки, отлично, пасиб, пасибо, подходит, пойдет, понял, "
    "поняла, понятно, поехали, правильно, прекрасно, принято, работает, разумеется, сделано, "
    "согласен, согласна, сойдет, спасибо, спс, сработало, супер, так и есть, точно, угу, умница, "
    "учту, хорошо, шикарно, ясно, замечательно";
// Beside an acknowledgement, and none alone.
constexpr std::string_view kFillers =
    "ah, all, and, bro, hm, hmm, it, man, mate, now, oh, please, so, so much, that, that's, then, "
    "very, very much, well, "
    "а, большое, все, вполне, ну, о, огромное, очень, пожалуйста, так, тебе, теперь, тогда, уже";

constexpr std::string_view kMemorySeeking =
    "agreed, as before, as discussed, as usual, context, convention, conventions, decide, decided, "
    "decision, decisions, did i, did we, discussed, earlier, from now on, have we, i asked, i "
    "said, "
    "i told, keep in mind, last time, like before, my usual, prefer, preference, preferences, "
    "preferred, previous, previously, recap, remember, remind me, summarise, summarize, summary, "
    "we chose, we said, we talked, we used, "
    "в прошлый раз, вспомн*, договорил*, запомн*, итог*, как обычно, как раньше, контекст*, "
    "мы выбрал*, мы говорил*, напомн*, обсудил*, обсуждал*, подытож*, помнишь, помните, помни, "
    "предпочит*, предпочтен*, предыдущ*, раньше, ранее, резюм*, решение, решения, решений, "
    "решил*, сводк*, соглашени*, я говорил*, я просил*";

constexpr std::string_view kQuestionWords =
    "how, what, when, where, which, who, whom, whose, why, "
    "где, зачем, как, какая, какие, каким, какого, какое, какой, какую, когда, кто, куда, откуда, "
    "отчего, почему, сколько, чей, чем, что";

constexpr std::string_view kOpeners =
    "also, alright, and, can you, cool, could you, first, go ahead and, good, great, hey, just, "
    "let's, lets, nice, now, ok, okay, perfect, please, pls, plz, quickly, sure, thank you, "
    "thanks, then, thx, will you, would you, yeah, yep, yes, "
    "а, ага, быстренько, быстро, да, давай, давайте, еще, заодно, и, ладно, можешь, можете, ну, "
    "ок, окей, отлично, пожалуйста, плиз, просто, сначала, спасибо, супер, также, теперь, "
    "тогда, хорошо";

// The first line is the specification's original.
constexpr std::string_view kOperational =
    "check, reload, restart, run, verify, show, status, sync, update, open, close, set, enable, "
    "disable, fix, patch, "
    "abort, activate, amend, apply, apt, back up, backup, boot, brew, build again, build and, "
    "build in, build it, build the app, build the binary, build the container, build the docker, "
    "build the docs, build the image, build the package, build the project, bump, cancel, cargo, "
    "cat, cd, checkout, cherry-pick, chmod, clean, clear, cmake, commit, compile, continue, copy, "
    "cp, create a branch, create a new branch, create a pr, create a pull request, create a tag, "
    "create branch, curl, deactivate, delete, deploy, discard, docker, docker-compose, download, "
    "dump, exec, execute, fetch, force push, format, generate the, git, go build, go on, go test, "
    "gradle, grep, helm, install, jest, keep going, kill, kubectl, launch, lint, list, ls, "
    "make all, make check, make clean, make install, make test, merge, mkdir, move, mv, mvn, next, "
    "ninja, npm, npx, pause, ping, pip, pnpm, poetry, print, proceed, psql, publish, pull, push, "
    "pytest, quit, re-run, rebase, rebuild, recompile, redeploy, redo, refresh, regenerate, "
    "reinstall, remove, rename, repeat, rerun, reset, restore, resume, retry, revert, rm, "
    "roll back, rollback, ssh, squash, stage, start, stash, stop, switch, systemctl, tag, tail, "
    "terraform, test it, toggle, touch, try again, turn off, turn on, undo, uninstall, unstage, "
    "unzip, upgrade, upload, yarn, zip, "
    "верни, включи, влей, выведи, выкати, выключи, выполни, далее, дальше, задеплой, "
    "закоммить, закоммитим, закрой, закоммитить, залей, запусти, запустим, запушим, запушь, "
    "запуш, загрузи, исправь, коммить, накати, обнови, обновись, обновим, останови, открой, "
    "откати, откатим, откатись, отключи, отмени, отформатируй, очисти, перегенерируй, "
    "перезагрузи, перезапусти, перезапустим, переименуй, переключи, переключись, перемести, "
    "перенеси, пересобери, повтори, подними, подтяни, покажи, поправь, попробуй еще, "
    "попробуй снова, поставь, пофикси, почини, почисти, примени, пробегись, проверим, проверь, "
    "прогони, продолжай, продолжи, пуш, пушни, распечатай, сбрось, сгенерируй, синхронизируй, "
    "скачай, скомпилируй, скопируй, слей, смержи, смерджи, собери, соберем, создай ветку, "
    "создай тег, сохрани, статус, стартани, стяни, сделай бэкап, сделай деплой, сделай коммит, "
    "сделай мерж, сделай откат, сделай пуш, сделай ребейз, сделай сборку, убей, удали, установи";

// Behind a verb that is a noun as well: something is told about it, and nothing is to be done.
constexpr std::string_view kTelling =
    "are, breaks, broke, crashed, crashes, does, doesn't, fail, failed, failing, fails, gives, "
    "hangs, has, is, isn't, never, returns, takes, throws, was, were, "
    "не, падает, упал, упала, упали";

struct Lists {
  PhraseList history{kHistory};
  PhraseList expanded{kExpandedHistory};
  PhraseList not_history{kNotHistory};
  PhraseList acknowledgements{kAcknowledgements};
  PhraseList fillers{kFillers};
  PhraseList memory_seeking{kMemorySeeking};
  PhraseList question_words{kQuestionWords};
  PhraseList openers{kOpeners};
  PhraseList operational{kOperational};
  PhraseList telling{kTelling};
};

const Lists& Markers() {
  static const Lists lists;
  return lists;
}

std::string_view TrimSpace(std::string_view text) {
  std::size_t begin = text.size();
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size();) {
    const text::CodePoint c = text::DecodeUtf8(text, at);
    if (!text::IsSpace(c.value)) {
      begin = std::min(begin, at);
      end = at + c.size;
    }
    at += c.size;
  }
  return begin < end ? text.substr(begin, end - begin) : std::string_view();
}

struct Prompt {
  std::string_view text;  // without space around it
  std::size_t length = 0;
  std::span<const std::string> words;

  std::string Evidence(std::size_t at, std::size_t count) const {
    const std::string joined = fmt::format("{}", fmt::join(words.subspan(at, count), " "));
    return std::string(text::TruncateUtf8(joined, kEvidenceBytes));
  }
};

std::optional<Plan> History(const Prompt& prompt) {
  const Lists& lists = Markers();
  for (std::size_t at = 0; at < prompt.words.size();) {
    if (const std::size_t hides = lists.not_history.LengthAt(prompt.words, at); hides > 0) {
      at += hides;
      continue;
    }
    const std::size_t base = lists.history.LengthAt(prompt.words, at);
    const std::size_t expanded = lists.expanded.LengthAt(prompt.words, at);
    if (base > 0) return Plan{Mode::kGraph, "history", prompt.Evidence(at, base)};
    if (expanded > 0) return Plan{Mode::kGraph, "expanded_history", prompt.Evidence(at, expanded)};
    ++at;
  }
  return std::nullopt;
}

std::optional<Plan> Acknowledgement(const Prompt& prompt) {
  if (prompt.length > kAcknowledgementLength) return std::nullopt;
  if (prompt.words.empty()) {
    if (prompt.text.ends_with('?')) return std::nullopt;
    return Plan{Mode::kNoRecall, "no_words", ""};
  }
  const Lists& lists = Markers();
  bool found = false;
  for (std::size_t at = 0; at < prompt.words.size();) {
    const std::size_t length = lists.acknowledgements.LengthAt(prompt.words, at);
    const std::size_t filler = lists.fillers.LengthAt(prompt.words, at);
    if (length == 0 && filler == 0) return std::nullopt;
    found = found || length > 0;
    at += std::max(length, filler);
  }
  if (!found) return std::nullopt;
  return Plan{Mode::kNoRecall, "acknowledgement", prompt.Evidence(0, prompt.words.size())};
}

std::optional<Plan> Question(const Prompt& prompt) {
  const Lists& lists = Markers();
  if (const auto found = lists.memory_seeking.Find(prompt.words)) {
    return Plan{Mode::kFull, "memory_seeking", prompt.Evidence(found->at, found->words)};
  }
  if (prompt.text.ends_with('?')) return Plan{Mode::kFull, "question", "?"};
  if (prompt.words.empty()) return std::nullopt;
  if (const std::size_t length = lists.question_words.LengthAt(prompt.words, 0); length > 0) {
    return Plan{Mode::kFull, "question", prompt.Evidence(0, length)};
  }
  return std::nullopt;
}

// How many words the command that begins at `at` has, its polite form included; 0: none does.
std::size_t CommandAt(std::span<const std::string> words, std::size_t at) {
  constexpr std::string_view kPolite = "те";
  const PhraseList& commands = Markers().operational;
  if (const std::size_t length = commands.LengthAt(words, at); length > 0) return length;
  if (!words[at].ends_with(kPolite)) return 0;
  const std::string plain = words[at].substr(0, words[at].size() - kPolite.size());
  return commands.LengthAt(std::span(&plain, 1), 0);
}

std::optional<Plan> Operational(const Prompt& prompt) {
  if (prompt.length > kOperationalLength) return std::nullopt;
  const Lists& lists = Markers();
  for (std::size_t at = 0; at < prompt.words.size();) {
    if (const std::size_t length = CommandAt(prompt.words, at); length > 0) {
      const std::size_t behind = at + length;
      if (behind < prompt.words.size() && lists.telling.LengthAt(prompt.words, behind) > 0) break;
      return Plan{Mode::kMinimal, "operational", prompt.Evidence(at, length)};
    }
    const std::size_t opener = lists.openers.LengthAt(prompt.words, at);
    if (opener == 0) break;
    at += opener;
  }
  return std::nullopt;
}

}  // namespace

std::string_view Name(Mode mode) { return kNames.at(static_cast<std::size_t>(mode)); }

Result<Mode> ParseMode(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found != kNames.end()) return static_cast<Mode>(found - kNames.begin());
  return Fail(Errc::kInvalidInput,
              fmt::format("unknown mode '{}': one of {}", name, fmt::join(kNames, ", ")));
}

Plan PlanRecall(const ask::Question& prompt) {
  Prompt read{.text = TrimSpace(prompt.text())};
  if (read.text.empty()) return {Mode::kNoRecall, "empty", ""};
  read.length = text::CountCodePoints(read.text);
  read.words = prompt.joined().words;
  for (const auto& rule : {History, Acknowledgement, Question, Operational}) {
    if (std::optional<Plan> plan = rule(read)) return *std::move(plan);
  }
  return {Mode::kFull, "default", ""};
}

}  // namespace satchel::memory
