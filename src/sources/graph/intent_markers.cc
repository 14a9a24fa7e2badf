// Words rather than stems where a stem is shared with another word: "specification" has that of
// "specific", "running" that of "run". A phrase hides the markers inside it, so "don't implement"
// is no "implement".

#include "sources/graph/intent_markers.h"

#include <array>

namespace satchel::graph {
namespace {

using enum Intent;
using enum MarkerForm;
using enum text::Language;

constexpr auto kMarkerSets = std::to_array<MarkerSet>({
    // Something misbehaves.
    {kDebug, kEnglish, kWord, 3, 4,
     "403, 404, 500, 502, 503, again, anymore, arent, blank, breaks, broke, broken, bug, buggy, "
     "bugs, cannot, cant, complains, couldnt, denied, didnt, doesnt, empty, errno, error, "
     "errors, exception, exceptions, fail, failed, failing, fails, failure, failures, fatal, "
     "flaky, garbage, incorrect, incorrectly, intermittently, invalid, isnt, issue, leak, "
     "leaking, leaks, missing, nan, never, no longer, not found, nothing, problem, randomly, "
     "refused, rejected, slow, slower, sporadically, stopped, stuck, unable, undefined, "
     "unexpected, unexpectedly, warning, wasnt, wont, wrong"},
    {kDebug, kEnglish, kWord, 2, 6, "bisect, debug, diagnose, trace, troubleshoot"},
    {kDebug, kEnglish, kStem, 5, 5,
     "abort, corrupt, crash, deadlock, freeze, hang, malfunction, misbehave, panic, regression, "
     "segfault"},
    {kDebug, kEnglish, kWord, 6, 6,
     "cannot find, cant find, core dumped, didnt work, doesnt compile, doesnt work, dont work, "
     "figure out why, find out why, find the cause, find why, fix the bug, fix the error, "
     "fix this bug, fix this error, getting an error, going wrong, i am getting, "
     "i get an error, im getting, infinite loop, investigate why, look into why, memory leak, "
     "no matching function, no such file, not showing, not work, not working, off by one, "
     "out of memory, permission denied, race condition, root cause, segmentation fault, "
     "something is wrong, stack trace, stacktrace, stopped working, traceback, track down, "
     "track it down, undefined reference, used to work, what causes, what is causing, "
     "what is going on, what is happening, what went wrong, why am i getting, why do i get, "
     "wont start"},
    {kDebug, kEnglish, kWord, 3, 3,
     "are not, break, but got, could not, did not, does not, does nothing, for some reason, "
     "has not, is not, keeps, killed, look into it, mismatch, no output, null pointer, nullptr, "
     "oom, strange, suddenly, throwing, throws, timed out, times out, was not, weird, will not"},
    {kDebug, kEnglish, kWord, 6, 6,
     "any idea why, build is red, ci is red, ci red, exit code 1, how can i fix, how do i fix, "
     "how to fix, keep getting, keeps failing, nothing happens, tests are red, what is wrong, "
     "what wrong with, whats wrong, why cant, why didnt, why doesnt, why isnt, why wont"},
    {kDebug, kEnglish, kEnding, 6, 6, "error, exception"},

    {kDebug, kRussian, kStem, 3, 4,
     "баг, зависнуть, исключение, неверно, некорректно, неправильно, ошибка, ошибок, проблема, "
     "пустой, ругаться, сбоить, сбой, сломать, сломаться, тормозить, упавший, утекать, утечка"},
    {kDebug, kRussian, kStem, 5, 5,
     "вылетать, глючить, дебажить, дедлок, зависать, задебажить, зацикливаться, зациклиться, "
     "крашить, крашиться, ломаться, отладить, отладка, падать, починить, сегфолт, слетать, "
     "трассировка, упасть"},
    {kDebug, kRussian, kWord, 2, 2, "не"},
    {kDebug, kRussian, kWord, 3, 3,
     "вдруг, внезапно, дублируется, дублируются, иногда, косяк, не могу, не получается, не то, "
     "не удается, не хватает, опять, пропадает, пропадают, пропал, пропали, сломано, снова, "
     "странно, таймаут, теряется, теряются, через раз"},
    {kDebug, kRussian, kStem, 5, 5,
     "виснуть, вываливаться, лагать, лезут, отваливаться, отвалиться, тормоза, тупить"},
    {kDebug, kRussian, kWord, 5, 6,
     "в чем дело, в чем ошибка, в чем проблема, все сломалось, вчера все работало, "
     "вчера работало, выдает, вылезает, выясни почему, из-за чего, найди причину, не видит, "
     "не выводится, не грузится, не запускается, не компилируется, не найден, не найдена, "
     "не находит, не обновляется, не отвечает, не открывается, не отображается, не отработал, "
     "не принимается, не приходит, не проходит, не работает, не работал, не работало, "
     "не работают, не реагирует, не собирается, не сохраняется, не срабатывает, ничего не, "
     "отладь, перестал, перестала, перестали, перестало, почему не, почему падает, "
     "почему падают, почему-то, почини, разберись почему, раньше работало, что за ерунда, "
     "что за фигня, что не так, что-то не так"},

    // Steps, a design, a specification.
    {kPlan, kEnglish, kWord, 3, 7,
     "architecture, design, design doc, design document, plan, plans, rfc, roadmap, spec, "
     "specification, specs"},
    {kPlan, kEnglish, kWord, 3, 5,
     "acceptance criteria, architect, backlog, blueprint, brainstorm, checklist, decompose, "
     "estimate, milestone, milestones, outline, phased, phases, prioritise, prioritize, "
     "proposal, propose, schedule, sequence, sketch, sprint, step by step, steps, strategy, "
     "subtasks, tickets"},
    {kPlan, kEnglish, kWord, 7, 7,
     "before coding, before implementing, before we, before writing, break down, break it down, "
     "break this, come up with, dont change, dont code, dont implement, dont touch, dont write, "
     "how can we, how should i, how should we, how would we, how would you, in which order, "
     "into small, into steps, into subtasks, into tasks, lay out, list of steps, list of tasks, "
     "list of tickets, map out, next release, next sprint, no code, no coding, "
     "no implementation, plan of, put together, split the work, test strategy, think about, "
     "think through, what needs to, what should we do, what would it take, "
     "where should we start, which order"},
    {kPlan, kEnglish, kWord, 3, 5,
     "action plan, approach for, high-level, next steps, requirements, scope, timeline, "
     "todo list, user stories"},

    {kPlan, kRussian, kStem, 3, 5,
     "архитектура, бэклог, дорожная карта, план, последовательность, приоритет, проектирование, "
     "спецификация, спринт, стратегия, трудоемкость, чек-лист, чеклист, этап"},
    {kPlan, kRussian, kWord, 6, 7,
     "в каком порядке делать, в каком порядке лучше, декомпозировать, декомпозируй, дизайн, "
     "дизайн-док, запланировать, запланируй, как будем, как бы ты, как лучше организовать, "
     "как нам лучше, какие шаги, код не, набросай, накидай, напиши rfc, напиши план, "
     "напиши спецификацию, напиши тз, ничего не меняй, нужен план, нужна архитектура, обсудим, "
     "планируй, по шагам, подготовь, пока не, предложи, прикинь, продумай, продумать, разбей, "
     "разбить, расписать, распиши, распланируй, расставь приоритеты, с чего начать, составь, "
     "составь план, спланировать, спланируй, спроектировать, спроектируй, техзадание, тз, "
     "что нужно сделать"},

    // Options, evidence, figures.
    {kResearch, kEnglish, kWord, 3, 6,
     "analyse, analysis, analyze, assess, audit, benchmark, collect, compare, comparison, "
     "evaluate, evaluation, examine, explore, gather, investigate, look into, measure, profile, "
     "research, review, study, survey"},
    {kResearch, kEnglish, kWord, 4, 4,
     "best, better, comparable, compatible, evidence, faster, fastest, figures, impact, "
     "nowadays, numbers, options, risks, statistics, whether, worth"},
    {kResearch, kEnglish, kWord, 1, 1, "or"},
    {kResearch, kEnglish, kWord, 7, 7,
     "alternative, alternatives, any good, are there any, best practices, check if, "
     "check whether, dig into, feasibility, feasible, find all, find every, find out how, "
     "find out if, find out whether, find out which, how many, how much of, is it worth, "
     "look for, look into whether, other projects, prior art, pros and cons, should i, "
     "should we, state of the art, tell me which, trade-off, trade-offs, tradeoff, tradeoffs, "
     "versus, vs, what do others, what do people, which framework, which library, which of, "
     "which one, which one is, which tool"},
    {kResearch, kEnglish, kWord, 4, 5,
     "advantages, benefits, best way, disadvantages, does it make sense, drawbacks, literature, "
     "look up, papers, popular, recommend, recommendation, recommendations, report how, "
     "report where, report which, what library, which approach, with sources"},

    {kResearch, kRussian, kStem, 4, 6,
     "альтернатива, анализ, анализировать, аудит, бенчмарк, выводы, замерить, измерить, "
     "изучить, исследование, исследовать, конкурент, обзор, оценить, проанализировать, "
     "разузнать, ревью, совместимый, сравнение, сравнить, статистика, узнать, цифры"},
    {kResearch, kRussian, kWord, 3, 4, "глянь, или, посмотри"},
    {kResearch, kRussian, kWord, 5, 6,
     "варианты, другие проекты, есть ли готовые, есть ли смысл, за и против, замерь, измерь, "
     "изучи, имеет ли смысл, исследуй, какая лучше, какие есть, какие лучше, какие риски, "
     "какой вариант, какой лучше, какую лучше, найди все, насколько, недостатки, оцени, "
     "плюсы и минусы, погугли, подбери, подходит ли, поищи, покопай, посмотри как, "
     "преимущества, проанализируй, проверь, разузнай, риски, собери, сравни, стоит ли, узнай, "
     "что выбрать, что лучше"},

    // Something changed, made or run.
    {kExecute, kEnglish, kWord, 1, 5,
     "add, adjust, align, allow, annotate, append, apply, attach, bring, build, bump, bundle, "
     "cache, change, cherry-pick, clean, cleanup, close, commit, compile, complete, configure, "
     "connect, consolidate, containerize, continue, convert, copy, create, decrease, dedupe, "
     "deduplicate, delete, deploy, deprecate, disable, dockerize, document, downgrade, "
     "download, drop, edit, enable, ensure, exclude, execute, export, expose, extract, fill, "
     "finalize, finish, format, generate, handle, hide, hook, ignore, implement, import, "
     "include, increase, init, initialize, inline, insert, install, introduce, join, let, "
     "limit, link, lint, log, lower, make, mark, merge, migrate, mock, move, optimise, "
     "optimize, parameterize, parametrize, pin, port, print, proceed, prune, publish, pull, "
     "push, put, raise, rebase, rebuild, reduce, refactor, reformat, regenerate, register, "
     "release, remove, rename, reorder, replace, resolve, restore, restructure, resume, return, "
     "reuse, revert, rewrite, run, save, scaffold, send, set, set up, silence, simplify, sort, "
     "split, squash, start, store, stub, support, suppress, swap, switch, tag, throw, tidy, "
     "translate, turn, tweak, undo, uninstall, unwrap, update, upgrade, upload, use, validate, "
     "wire, wrap, write"},
    {kExecute, kEnglish, kWord, 2, 3, "correct, fix, patch, repair"},
    {kExecute, kEnglish, kWord, 6, 6,
     "add error, do it, do that, do this, error handling, error message, error messages, "
     "fix lint, fix the lint, fix the typo, fix typo, fix typos, go ahead, hook up, just do, "
     "lgtm, make it so, next item, next step, next task, same for the, ship it, the same for, "
     "write a script, write a test, write tests, write unit tests"},
    {kExecute, kEnglish, kWord, 2, 2, "everywhere, id like, instead, need, should"},

    {kExecute, kRussian, kStem, 2, 5,
     "включить, внедрить, вставить, выключить, вынести, выполнить, выпустить, добавить, "
     "дописать, доработать, завести, задеплоить, задокументировать, заимплементить, "
     "закоммитить, закрыть, заменить, запустить, запушить, зарефакторить, изменить, "
     "имплементировать, мигрировать, написать, настроить, обновить, объединить, ограничить, "
     "оптимизировать, опубликовать, откатить, отключить, отрефакторить, отформатировать, "
     "оформить, очистить, перевести, переделать, переименовать, перенести, переписать, "
     "подключить, поднять, покрыть, поменять, поставить, почистить, применить, прогнать, "
     "прокинуть, разделить, разрешить, реализовать, сгенерировать, сделать, скопировать, слить, "
     "смержить, собрать, создать, сохранить, убрать, увеличить, удалить, уменьшить, упростить, "
     "установить"},
    {kExecute, kRussian, kWord, 2, 6,
     "верни, включи, внедри, вставь, выключи, вынеси, выполни, выпусти, дай, дальше, делай, "
     "добавь, допиши, доработай, заведи, заверши, задеплой, заимплементь, закоммить, закрой, "
     "замени, запусти, запушь, зарефакторь, измени, используй, напиши, настрой, начни, обнови, "
     "объедини, оптимизируй, откати, отключи, отрефактори, отформатируй, оформи, переведи, "
     "переделай, переименуй, перенеси, перепиши, подключи, подними, покрой, поменяй, поставь, "
     "почисти, примени, приступай, прогони, продолжай, продолжи, прокинь, пусть, раздели, "
     "реализуй, сгенерируй, сделай, скопируй, слей, смержи, создай, сократи, сохрани, "
     "то же самое, убери, увеличь, удали, уменьши, упрости, установи"},
    {kExecute, kRussian, kWord, 2, 2, "надо, нужно, хочу, чтобы"},
    {kExecute, kRussian, kWord, 2, 3, "исправить, исправь, поправить, поправь, пофикси, фикс"},

    // To understand what is there.
    {kExplain, kEnglish, kWord, 3, 7,
     "can i, clarify, describe, difference between, dont get, dont understand, eli5, explain, "
     "explanation, help me understand, how are, how come, how do i, how do you, how does, "
     "how is, how to, how was, i dont get, i dont understand, is there a way, list the, "
     "meaning of, on purpose, overview, point me to, purpose of, remind me, responsible for, "
     "show me, stand for, stands for, summarise, summarize, summary, teach me, tell me about, "
     "tell me how, tell me in, tell me what, the purpose, walk me through, what did we, "
     "what does, what happens, what is the difference, what the difference, where are, "
     "where do, where does, where is, who calls, why are there, why did we, why do we, why was, "
     "why were"},
    {kExplain, kEnglish, kWord, 1, 5,
     "are, do we, do you, docs, does, how, is, what, whats, when, where, which, who, whose"},
    {kExplain, kEnglish, kWord, 2, 3, "why"},
    {kExplain, kEnglish, kWord, 3, 5,
     "curious, definition, documentation, example of, how often, understand, what about, "
     "what kind of, when do, when does, which file, which files, wondering"},
    {kExplain, kEnglish, kWord, 1, 3, "inspect, list, read, show, tell me"},

    {kExplain, kRussian, kStem, 3, 7,
     "напомнить, объяснение, объяснить, означать, описание, описать, показать, пояснить, "
     "разъяснить, рассказать"},
    {kExplain, kRussian, kWord, 3, 7,
     "в чем разница, где, где лежит, где находится, для чего, есть ли в, зачем, как добавить, "
     "как запустить, как использовать, как называется, как работает, как работают, как сделать, "
     "как считается, как устроен, как устроена, как устроено, как это, какой статус, когда, "
     "краткое содержание, кто, куда, напомни, не понимаю, не понял, объясни, опиши, откуда, "
     "покажи, почему здесь, почему мы, почему тут, поясни, разъясни, расскажи, чем отличается, "
     "чем отличаются, что делает, что делают, что значит, что означает, что происходит при, "
     "что такое"},
    {kExplain, kRussian, kWord, 1, 4,
     "в каком, документация, есть, как, какая, какие, какое, какой, можно ли, сколько, чем, "
     "что, что за, что это, это"},
    {kExplain, kRussian, kWord, 2, 3, "почему"},
});

}  // namespace

std::span<const MarkerSet> MarkerSets() { return kMarkerSets; }

std::string_view Openers() {
  return "a also an and but can could create do draft finally first give hello hey hi i id im "
         "just lets like make me need next now ok okay please pls plz prepare so then to want "
         "we well will would write yes you "
         "а бы вы да давай давайте еще и мог можете можешь мы надо написать напиши но ну нужно "
         "ок окей плз пожалуйста потом привет проведи провести просто сделай сделать сначала "
         "теперь тогда ты хочу";
}

}  // namespace satchel::graph
