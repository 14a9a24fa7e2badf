// Words rather than stems where a stem is shared with another word: "specification" has that of
// "specific", "running" that of "run". A phrase hides the markers inside it, so "don't implement"
// is no "implement".

#include "graph/files/intent_markers.h"

#include <array>

namespace satchel::graph {
namespace {

using enum Intent;
using enum MarkerForm;
using enum text::Language;

constexpr auto kMarkerSets = std::to_array<MarkerSet>({
    // Something misbehaves.
    {kDebug, kEnglish, kWord, 6, 6,
     "any idea why, build is red, cannot find, cant find, ci is red, ci red, core dumped, "
     "didnt work, doesnt compile, doesnt work, dont work, exit code 1, figure out why, "
     "find out why, find the cause, find why, fix the bug, fix the error, fix this bug, "
     "fix this error, getting an error, going wrong, how can i fix, how do i fix, how to fix, "
     "i am getting, i get an error, im getting, infinite loop, investigate why, keep getting, "
     "keeps failing, look into why, memory leak, no matching function, no such file, "
     "not showing, not work, not working, nothing happens, off by one, out of memory, "
     "permission denied, race condition, root cause, segmentation fault, something is wrong, "
     "stack trace, stacktrace, stopped working, tests are red, traceback, track down, "
     "track it down, undefined reference, used to work, what causes, what is causing, "
     "what is going on, what is happening, what is wrong, what went wrong, what wrong with, "
     "whats wrong, why am i getting, why cant, why didnt, why do i get, why doesnt, why isnt, "
     "why wont, wont start"},
    {kDebug, kEnglish, kWord, 2, 6, "bisect, debug, diagnose, trace, troubleshoot"},
    {kDebug, kEnglish, kWord, 4, 4,
     "arent, cannot, cant, couldnt, didnt, doesnt, got no, hasnt, havent, isnt, makes no sense, "
     "no longer works, wasnt, werent, wont, worked before"},
    {kDebug, kEnglish, kWord, 3, 4,
     "403, 404, 500, 502, 503, anymore, blank, breaks, broke, broken, bug, buggy, bugs, "
     "complains, denied, empty, errno, error, errors, exception, exceptions, fail, failed, "
     "failing, fails, failure, failures, fatal, flaky, garbage, incorrect, incorrectly, "
     "intermittently, invalid, issue, leak, leaking, leaks, missing, nan, never, no longer, "
     "not found, nothing, problem, randomly, refused, rejected, slow, slower, sporadically, "
     "stopped, stuck, unable, undefined, unexpected, unexpectedly, warning, wrong"},
    {kDebug, kEnglish, kWord, 3, 3,
     "are not, break, but got, could not, did not, does not, does nothing, for some reason, "
     "has not, is not, keeps, killed, look into it, mismatch, no output, null pointer, nullptr, "
     "oom, random, still, still no, still not, strange, suddenly, throwing, throws, timed out, "
     "times out, was not, weird, will not"},
    {kDebug, kEnglish, kWord, 1, 1, "again"},
    {kDebug, kEnglish, kStem, 5, 5,
     "abort, corrupt, crash, deadlock, freeze, hang, malfunction, misbehave, panic, regression, "
     "segfault"},
    {kDebug, kEnglish, kEnding, 6, 6, "error, exception"},
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
    {kDebug, kRussian, kWord, 3, 3,
     "вдруг, внезапно, все еще, до сих пор, дублируется, дублируются, иногда, косяк, не могу, "
     "не получается, не то, не удается, не хватает, опять, по-прежнему, пропадает, пропадают, "
     "пропал, пропали, сломано, снова, странно, таймаут, теряется, теряются, через раз"},
    {kDebug, kRussian, kWord, 2, 2, "не"},
    {kDebug, kRussian, kStem, 5, 5,
     "виснуть, вываливаться, вылетать, глючить, дебажить, дедлок, зависать, задебажить, "
     "зацикливаться, зациклиться, крашить, крашиться, лагать, лезут, ломаться, отваливаться, "
     "отвалиться, отладить, отладка, падать, починить, сегфолт, слетать, тормоза, трассировка, "
     "тупить, упасть"},
    {kDebug, kRussian, kStem, 3, 4,
     "баг, зависнуть, исключение, неверно, некорректно, неправильно, ошибка, ошибок, проблема, "
     "пустой, ругаться, сбоить, сбой, сломать, сломаться, тормозить, упавший, утекать, утечка"},

    // Steps, a design, a specification.
    {kPlan, kEnglish, kWord, 7, 7,
     "before coding, before implementing, before we, before writing, break down, break it down, "
     "break this, come up with, dont change, dont code, dont implement, dont touch, dont write, "
     "how can we, how should i, how should we, how would we, how would you, in which order, "
     "into small, into steps, into subtasks, into tasks, lay out, list of steps, list of tasks, "
     "list of tickets, map out, next release, next sprint, no code, no coding, "
     "no implementation, plan of, put together, split the work, technical design, test strategy, "
     "think about, think through, what needs to, what should we do, what would it take, "
     "where should we start, which order"},
    {kPlan, kEnglish, kWord, 3, 7,
     "architecture, design, design doc, design document, plan, plans, rfc, roadmap, spec, "
     "specification, specs"},
    {kPlan, kEnglish, kWord, 3, 5,
     "acceptance criteria, action plan, approach for, architect, backlog, blueprint, brainstorm, "
     "checklist, decompose, estimate, high-level, milestone, milestones, next steps, outline, "
     "phased, phases, prioritise, prioritize, proposal, propose, requirements, schedule, scope, "
     "sequence, sketch, sprint, step by step, steps, strategy, subtasks, tickets, timeline, "
     "todo list, user stories"},
    {kPlan, kRussian, kWord, 6, 7,
     "в каком порядке делать, в каком порядке лучше, декомпозировать, декомпозируй, дизайн, "
     "дизайн-док, запланировать, запланируй, как будем, как бы ты, как лучше организовать, "
     "как нам лучше, какие шаги, код не, набросай, накидай, напиши rfc, напиши план, "
     "напиши спецификацию, напиши тз, ничего не меняй, нужен план, нужна архитектура, обсудим, "
     "планируй, по шагам, подготовь, пока не, предложи, прикинь, продумай, продумать, разбей, "
     "разбить, расписать, распиши, распланируй, расставь приоритеты, с чего начать, составь, "
     "составь план, спланировать, спланируй, спроектировать, спроектируй, техзадание, тз, "
     "что нужно сделать"},
    {kPlan, kRussian, kStem, 3, 5,
     "архитектура, бэклог, дорожная карта, план, последовательность, приоритет, проектирование, "
     "спецификация, спринт, стратегия, трудоемкость, чек-лист, чеклист, этап"},

    // Options, evidence, figures.
    {kResearch, kEnglish, kWord, 7, 7,
     "alternative, alternatives, any good, best practices, browse the web, check if, "
     "check whether, dig into, feasibility, feasible, find all, find every, find out how, "
     "find out if, find out whether, find out which, how many, how much of, is it worth, "
     "look for, look into whether, other projects, prior art, pros and cons, search the web, "
     "should i, should we, state of the art, tell me which, trade-off, trade-offs, tradeoff, "
     "tradeoffs, what do others, what do people, which framework, which library, which of, "
     "which one, which one is, which tool"},
    {kResearch, kEnglish, kWord, 3, 6,
     "analyse, analysis, analyze, assess, audit, benchmark, collect, compare, comparison, "
     "evaluate, evaluation, examine, explore, gather, investigate, look into, measure, options, "
     "profile, research, review, study, survey"},
    {kResearch, kEnglish, kWord, 4, 5,
     "advantages, are there any, benefits, best way, disadvantages, does it make sense, "
     "drawbacks, go through, literature, look up, papers, popular, recommend, recommendation, "
     "recommendations, report how, report where, report which, see if, what library, "
     "which approach, with sources"},
    {kResearch, kEnglish, kWord, 4, 4,
     "any thoughts, best, better, comparable, compatible, evidence, faster, fastest, figures, "
     "impact, nowadays, numbers, risks, statistics, versus, vs, what do you think, whether, "
     "worth, your opinion"},
    {kResearch, kEnglish, kWord, 0, 3, "check"},
    {kResearch, kEnglish, kWord, 1, 1, "or"},
    {kResearch, kRussian, kWord, 5, 6,
     "варианты, другие проекты, есть ли готовые, есть ли смысл, за и против, замерь, измерь, "
     "изучи, имеет ли смысл, исследуй, какая лучше, какие есть, какие лучше, какие риски, "
     "какой вариант, какой лучше, какую лучше, найди все, насколько, недостатки, оцени, "
     "плюсы и минусы, погугли, подбери, подходит ли, поищи, покопай, посмотри как, преимущества, "
     "проанализируй, проверь, разузнай, риски, собери, сравни, стоит ли, узнай, что выбрать, "
     "что лучше"},
    {kResearch, kRussian, kWord, 3, 4, "глянь, или, посмотри"},
    {kResearch, kRussian, kStem, 4, 6,
     "альтернатива, анализ, анализировать, аудит, бенчмарк, выводы, замерить, измерить, изучить, "
     "исследование, исследовать, конкурент, обзор, оценить, проанализировать, разузнать, ревью, "
     "совместимый, сравнение, сравнить, статистика, узнать, цифры"},

    // Something changed, made or run.
    {kExecute, kEnglish, kWord, 6, 6,
     "add error, carry on, do it, do that, do this, error handling, error message, "
     "error messages, fix lint, fix the lint, fix the typo, fix typo, fix typos, go ahead, "
     "go for it, go forth, hook up, just do, let go, let start, lets go, lets start, lgtm, "
     "make it so, move forward, next item, next step, next task, same for the, ship it, "
     "the same for, write a script, write a test, write tests, write unit tests"},
    {kExecute, kEnglish, kWord, 1, 5,
     "add, address, adjust, allow, append, apply, change, clean, cleanup, commit, configure, "
     "convert, delete, deploy, disable, enable, ensure, execute, extract, generate, hide, "
     "implement, improve, include, insert, install, introduce, merge, migrate, move, push, put, "
     "refactor, remove, rename, reorder, replace, reuse, revert, rewrite, run, set, simplify, "
     "split, update, upgrade, use, validate"},
    {kExecute, kEnglish, kWord, 0, 5,
     "abstract, accept, align, amend, animate, annotate, archive, assign, attach, avoid, backup, "
     "begin, bind, bring, build, bump, bundle, center, checkout, cherry-pick, clear, clone, "
     "close, collapse, combine, compile, complete, compress, confirm, connect, consolidate, "
     "containerize, continue, copy, cover, debounce, declare, decrease, dedupe, deduplicate, "
     "delegate, demote, deprecate, display, dockerize, document, downgrade, download, drop, "
     "edit, embed, encapsulate, encrypt, enhance, escape, exclude, expand, export, expose, "
     "extend, factor, fetch, fill, filter, finalize, finish, flatten, flip, follow, format, "
     "get rid of, go with, guard, handle, highlight, hook, ignore, import, increase, init, "
     "initialize, inject, inline, integrate, internationalize, invert, join, keep, leave, limit, "
     "load, localize, lock, mark, minify, mirror, mock, mount, optimise, optimize, override, "
     "overwrite, pad, paginate, parameterize, parametrize, parse, persist, pin, polish, "
     "populate, port, prevent, print, proceed, promote, propagate, prune, publish, pull, rebase, "
     "rebuild, redirect, reduce, reformat, regenerate, register, reject, release, reload, "
     "render, reset, resize, resolve, restart, restore, restructure, resume, retry, return, "
     "reword, round, save, scaffold, seed, send, separate, serialize, set up, shorten, shrink, "
     "sign, silence, solve, sort, specify, squash, start, stash, stop, strip, stub, support, "
     "suppress, swallow, swap, switch, sync, tackle, test, throttle, throw, tidy, toggle, "
     "translate, treat, trim, truncate, try, turn, tweak, uncomment, undo, unify, uninstall, "
     "unlock, unwrap, upload, verify, wire, work on, wrap"},
    {kExecute, kEnglish, kWord, 2, 2, "everywhere, instead, should"},
    {kExecute, kEnglish, kWord, 1, 1, "correct, fix, patch, repair"},
    {kExecute, kEnglish, kOpener, 1, 5, "create"},
    {kExecute, kEnglish, kOpener, 0, 5, "draft, make, prepare, write"},
    {kExecute, kEnglish, kOpener, 0, 4, "do"},
    {kExecute, kEnglish, kOpener, 1, 2,
     "i need, i need to, i need you to, i want, i want to, i want you to, i would like, "
     "i would like to, i would like you to, id like, id like to, id like you to, let, need, "
     "need to, we need, we need to, we want, we want to"},
    {kExecute, kEnglish, kOpener, 0, 2, "agreed, sounds good, sure, yep, yes, yup"},
    {kExecute, kRussian, kWord, 2, 6,
     "верни, включи, внедри, возьми, вставь, выведи, выключи, вынеси, выполни, выпусти, "
     "выровняй, дай, дальше, действуй, делай, добавь, доделай, допиши, доработай, заведи, "
     "заверши, загрузи, задеплой, заимплементь, займись, закомментируй, закоммить, закрой, "
     "закэшируй, залей, залогируй, замени, запрети, запусти, запушь, зарефакторь, избавься от, "
     "измени, используй, напечатай, настрой, начни, обнови, обработай, объедини, ограничь, "
     "оптимизируй, опубликуй, оставь, останови, откати, отключи, открой, отобрази, отправь, "
     "отрефактори, отсортируй, отфильтруй, отформатируй, оформи, переведи, переделай, "
     "перезапусти, переименуй, перенеси, перепиши, повтори, погнали, поддержи, подключи, "
     "подними, подправь, поехали, покрась, покрой, поменяй, попробуй, поставь, почисти, примени, "
     "приступай, прогони, продолжай, продолжи, прокинь, протестируй, пусть, раздели, разреши, "
     "раскомментируй, расширь, реализуй, сбрось, сгенерируй, сгруппируй, скачай, скопируй, "
     "скрой, слей, смержи, сократи, сохрани, спрячь, то же самое, убери, увеличь, удали, улучши, "
     "уменьши, упрости, установи"},
    {kExecute, kRussian, kWord, 1, 1, "исправить, исправь, поправить, поправь, пофикси, фикс"},
    {kExecute, kRussian, kStem, 2, 5,
     "включить, внедрить, вставить, выключить, вынести, выполнить, выпустить, добавить, "
     "дописать, доработать, завести, задеплоить, задокументировать, заимплементить, закоммитить, "
     "закрыть, заменить, запустить, запушить, зарефакторить, изменить, имплементировать, "
     "мигрировать, настроить, обновить, объединить, ограничить, оптимизировать, опубликовать, "
     "откатить, отключить, отрефакторить, отформатировать, оформить, очистить, перевести, "
     "переделать, переименовать, перенести, переписать, подключить, поднять, покрыть, поменять, "
     "поставить, почистить, применить, прогнать, прокинуть, разделить, разрешить, реализовать, "
     "сгенерировать, скопировать, слить, смержить, собрать, создать, сохранить, убрать, "
     "увеличить, удалить, уменьшить, упростить, установить"},
    {kExecute, kRussian, kOpener, 2, 5,
     "написать, напиши, проведи, провести, сделай, сделать, создай"},
    {kExecute, kRussian, kOpener, 2, 2, "надо, нужно, хочу, чтобы"},

    // To understand what is there.
    {kExplain, kEnglish, kWord, 3, 7,
     "can i, clarify, describe, difference between, dont get, dont understand, eli5, explain, "
     "explanation, help me understand, how are, how come, how do i, how do you, how does, "
     "how is, how to, how was, i dont get, i dont understand, is there a way, list the, "
     "meaning of, on purpose, overview, point me to, purpose of, remind me, responsible for, "
     "show me, stand for, stands for, summarise, summarize, summary, teach me, tell me about, "
     "tell me how, tell me in, tell me what, the purpose, walk me through, what did we, "
     "what does, what happens, what is the difference, what the difference, where are, where do, "
     "where does, where is, who calls, why are there, why did we, why do we, why was, why were"},
    {kExplain, kEnglish, kWord, 3, 5,
     "curious, definition, documentation, example of, how often, understand, what about, "
     "what kind of, when do, when does, which file, which files, wondering"},
    {kExplain, kEnglish, kWord, 1, 5,
     "do we, do you, docs, how, what, whats, when, where, which, who, whose"},
    {kExplain, kEnglish, kWord, 0, 5,
     "are, did, do any, do i, do these, do they, does, has, is, was, were"},
    {kExplain, kEnglish, kWord, 1, 3, "inspect, list, read, show, tell me"},
    {kExplain, kEnglish, kWord, 1, 1, "why"},
    {kExplain, kRussian, kWord, 3, 7,
     "в чем разница, где, где лежит, где находится, для чего, есть ли в, зачем, как добавить, "
     "как запустить, как использовать, как называется, как работает, как работают, как сделать, "
     "как считается, как устроен, как устроена, как устроено, как это, какой статус, когда, "
     "краткое содержание, кто, куда, напомни, не понимаю, не понял, объясни, опиши, откуда, "
     "покажи, почему здесь, почему мы, почему тут, поясни, разъясни, расскажи, чем отличается, "
     "чем отличаются, что делает, что делают, что значит, что означает, что происходит при, "
     "что такое"},
    {kExplain, kRussian, kWord, 1, 4,
     "в каком, документация, есть, как, какая, какие, какое, какой, можно ли, сколько, чем, что, "
     "что за, что это, это"},
    {kExplain, kRussian, kWord, 1, 1, "почему"},
    {kExplain, kRussian, kStem, 3, 7,
     "напомнить, объяснение, объяснить, означать, описание, описать, показать, пояснить, "
     "разъяснить, рассказать"},

    // Words before those that count.
    {kExplain, kEnglish, kOpener, 0, 0,
     "a, actually, alright, also, an, and, but, can i get, can we, can you, cool, could we, "
     "could you, finally, first, give, give me, good, great, hello, help, help me, help me to, "
     "hey, hi, hmm, i think we should, just, kindly, let me, lets, like, maybe, me, next, nice, "
     "now, ok, okay, perfect, please, pls, plz, right, so, take a look, thanks, the first, then, "
     "then please, to, want to, we can, we could, we should, well, will you, would you, "
     "would you please, you can, you could, you should"},
    {kExplain, kRussian, kOpener, 0, 0,
     "а, бы, вы, да, давай, давайте, еще, затем, и, мог бы ты, можете, можешь, можно, мы, "
     "не мог бы ты, но, ну, ок, окей, отлично, плз, пожалуйста, помоги, помоги мне, помогите, "
     "потом, привет, просто, слушай, сначала, спасибо, супер, так, также, теперь, тогда, ты, "
     "хорошо"},
});

}  // namespace

std::span<const MarkerSet> MarkerSets() { return kMarkerSets; }

}  // namespace satchel::graph
