#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/answers/why_answer.h"
#include "engine/requests/run_view.h"
#include "packet/packet.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/store_access.h"
#include "surfaces/cli/packet/run_access.h"
#include "surfaces/cli/table/help.h"
#include "text/columns.h"

namespace satchel::cli {
namespace {

using engine::LoggedDecision;
using engine::RunView;
using engine::WhyAnswer;

constexpr std::size_t kMostListed = 20;  // items of one kind in the text form

std::string Sum(const ScoreTerms& terms) {
  std::string text = terms.total().Text();
  const char* sign = " = ";
  for (const ScoreTerm& term : terms.terms()) {
    text += fmt::format("{}{} {}", sign, term.name, term.value.Text());
    sign = " + ";
  }
  return text;
}

std::string Found(const packet::Provenance& from) {
  std::string text = from.rule;
  if (!from.relation.empty()) text += fmt::format(", by {}", from.relation);
  if (!from.seed.empty()) text += fmt::format(": {}", from.seed);
  return text;
}

std::string Verdict(const LoggedDecision& decision) {
  if (!decision.included) {
    return fmt::format("omitted from {}: {}", decision.section, engine::Explain(decision.reason));
  }
  std::string text = fmt::format("shown in {} as {}, {}", decision.section, decision.rendition,
                                 Count(decision.tokens, "token", "tokens"));
  if (!decision.reason.empty()) text += fmt::format(": {}", engine::Explain(decision.reason));
  return text;
}

void PrintStory(const Context& context, const LoggedDecision& decision) {
  const auto line = [&context](std::string_view text) {
    context.Print(fmt::format("  {}\n", WrapToTerminal(context, Visible(text), 2)));
  };
  context.Print(fmt::format("{}\n", context.out.Bold(Visible(decision.item))));
  line(decision.title);
  line(Verdict(decision));
  if (!decision.included) {
    line(fmt::format("would have taken {}", Count(decision.tokens, "token", "tokens")));
  }
  if (!decision.terms.terms().empty()) line(fmt::format("score {}", Sum(decision.terms)));
  line(fmt::format("considered as {}", Found(decision.provenance)));
  line(fmt::format("decided by {}", decision.stage));
  context.Print("\n");
}

void PrintCounted(const Context& context, const RunView& view) {
  if (!view.packet || view.packet->remainder.empty()) return;
  context.Print("Omitted and only counted\n");
  for (const packet::Remainder& rest : view.packet->remainder) {
    context.Print(fmt::format("  {} of {} ({} tokens): {}\n", rest.count, rest.section, rest.tokens,
                              engine::Explain(Name(rest.reason))));
  }
  context.Print("\n");
}

void PrintNotices(const Context& context, const std::vector<const packet::Notice*>& notices,
                  std::size_t cut) {
  if (notices.empty()) return;
  context.Print(fmt::format("Not used ({})\n", notices.size() + cut));
  for (std::size_t i = 0; i < std::min(notices.size(), kMostListed); ++i) {
    context.Print(fmt::format("  {}\n", Visible(engine::NoticeLine(*notices[i]))));
  }
  if (notices.size() + cut > kMostListed) {
    context.Print(
        fmt::format("  and {} more: --format json has them\n", notices.size() + cut - kMostListed));
  }
  context.Print("\n");
}

// The id of a memory tells a person nothing.
std::string NameOf(const LoggedDecision& decision) {
  std::string name = Visible(decision.item);
  if (decision.source == "memory") name += ": " + Visible(decision.title);
  return name;
}

// A name that does not fit next to its figures gets a line of its own. It is never cut, so that it
// can be copied into `satchel why NAME`.
std::string Row(const Context& context, const std::string& figures, const std::string& name) {
  constexpr std::string_view kIndent = "\n      ";
  const std::size_t columns = context.streams.out_columns;
  const bool fits = columns == 0 || text::ColumnAfter(name, figures.size() + 2) <= columns;
  return fmt::format("{}{}{}\n", figures, fits ? "  " : kIndent, name);
}

// Everything that was decided, one line per item.
void PrintAll(const Context& context, const WhyAnswer& answer) {
  const RunView& view = answer.view;
  std::vector<const LoggedDecision*> shown;
  std::vector<const LoggedDecision*> left_out;
  for (const LoggedDecision* decision : answer.decisions) {
    (decision->included ? shown : left_out).push_back(decision);
  }
  context.Print(fmt::format("{} ({}, {})\n\n", Visible(view.summary.id.value()),
                            Visible(view.summary.recipe), Visible(view.summary.status)));
  context.Print(fmt::format("Shown ({})\n", shown.size()));
  for (const LoggedDecision* decision : shown) {
    const std::string figures = fmt::format(
        "  {:13} {:8} {:>6}  {:>9}", decision->section, decision->rendition, decision->tokens,
        decision->terms.terms().empty() ? "" : decision->terms.total().Text());
    context.Print(Row(context, figures, NameOf(*decision)));
  }
  context.Print("\n");
  if (!left_out.empty()) {
    context.Print(fmt::format("Omitted ({})\n", left_out.size()));
    for (std::size_t i = 0; i < std::min(left_out.size(), kMostListed); ++i) {
      const LoggedDecision& decision = *left_out[i];
      const std::string figures =
          fmt::format("  {:13} {:15} {:>6}  {:>9}", decision.section, decision.reason,
                      decision.tokens, decision.terms.total().Text());
      context.Print(Row(context, figures, NameOf(decision)));
    }
    if (left_out.size() > kMostListed) {
      context.Print(
          fmt::format("  and {} more: --format json has them\n", left_out.size() - kMostListed));
    }
    context.Print("\n");
  }
  PrintCounted(context, view);
  PrintNotices(context, answer.notices, view.packet ? view.packet->notices_cut : 0);
}

Outcome NotFound(const Context& context, const RunView& view, const std::string& item) {
  std::size_t counted = 0;
  if (view.packet) {
    for (const packet::Remainder& rest : view.packet->remainder) counted += rest.count;
  }
  const std::string rest =
      counted == 0
          ? ""
          : fmt::format("; {} more were omitted with lower scores and only counted", counted);
  return FailWith(ExitCode::kNotFound,
                  fmt::format("no considered item of run {1} matches '{0}'{2}", Visible(item),
                              view.summary.id.value(), rest),
                  fmt::format("`satchel why --run {}` lists all items",
                              context.invocation.Find("--run").value_or(view.summary.id.value())));
}

}  // namespace

Outcome RunWhy(Context& context) {
  const auto view = SATCHEL_TRY(ViewRunFrom(context, context.invocation.Find("--run")));
  const auto& arguments = context.invocation.arguments;
  const std::string item = arguments.empty() ? "" : arguments[0];
  const WhyAnswer answer = engine::ExplainItem(view, item);
  const auto& found = answer.decisions;
  const auto& notices = answer.notices;
  if (context.json) {
    context.PrintJson(engine::ToJson(answer));
    return found.empty() && notices.empty() && !item.empty() ? ExitCode::kNotFound : ExitCode::kOk;
  }
  if (arguments.empty()) {
    PrintAll(context, answer);
    return ExitCode::kOk;
  }
  if (found.empty() && notices.empty()) return NotFound(context, view, item);
  for (std::size_t i = 0; i < std::min(found.size(), kMostListed); ++i) {
    PrintStory(context, *found[i]);
  }
  if (found.size() > kMostListed) {
    context.Note(fmt::format("{} more match '{}'", found.size() - kMostListed, Visible(item)));
  }
  PrintNotices(context, notices, 0);
  return ExitCode::kOk;
}

}  // namespace satchel::cli
