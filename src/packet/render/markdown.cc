#include "packet/render/markdown.h"

#include <algorithm>

#include <fmt/format.h>

#include "packet/render/list_item.h"
#include "packet/render/meter.h"
#include "text/fence.h"
#include "text/inline_text.h"

namespace satchel::packet {
namespace {

std::string Origin(std::string_view source, Trust trust) {
  return fmt::format("{}, {}", source, Name(trust));
}

// The line rules since which markup in quotes has no effect beyond the quote.
constexpr int kQuotedAsText = 3;

bool StaysInQuote(std::string_view text, int line_rules) {
  return line_rules < kQuotedAsText || text::IsPlainQuote(text);
}

// Every line gets a quote mark, so none of them can leave the quote.
void AppendMarked(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    out += line.empty() ? ">" : "> ";
    out += line;
    out += '\n';
  }
}

void AppendQuote(std::string& out, std::string_view text, int line_rules) {
  if (StaysInQuote(text, line_rules)) return AppendMarked(out, text);
  AppendMarked(out, text::QuoteText(text));
}

// The size of what AppendMarked() appends.
std::size_t MarkedBytes(std::string_view text) {
  std::size_t bytes = text.size() + (text.empty() || text.ends_with('\n') ? 0 : 1);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    bytes += end == at ? 1 : 2;
    at = end + 1;
  }
  return bytes;
}

// The size of what AppendQuote() appends.
std::size_t QuoteBytes(std::string_view text, int line_rules) {
  return MarkedBytes(StaysInQuote(text, line_rules) ? text : text::QuoteText(text));
}

bool IsOneLine(const Candidate& candidate, std::size_t step) {
  return candidate.kind == ContentKind::kLine || candidate.renditions[step].text.empty();
}

// All of a list item, or the heading of a longer one.
void AppendFirstLine(std::string& out, const Section& section, const Candidate& candidate,
                     std::size_t step, int line_rules) {
  const Rendition& rendition = candidate.renditions[step];
  if (IsOneLine(candidate, step)) {
    out += "- ";
    out += ListItem(rendition.text.empty() ? candidate.title : rendition.text, line_rules);
  } else {
    out += "### ";
    out += text::InlineText(candidate.title, kMostTitleChars, MarkupOf(line_rules));
    if (step > 0) out += fmt::format(" [{}]", rendition.name);
  }
  if (section.source.empty()) {
    out += fmt::format(" ({})", Origin(candidate.source, candidate.trust));
  }
  out += '\n';
}

// The size of what AppendFirstLine() appends.
std::size_t FirstLineBytes(const Section& section, const Candidate& candidate, std::size_t step,
                           int line_rules) {
  const Rendition& rendition = candidate.renditions[step];
  if (step > 0 && !IsOneLine(candidate, step)) {
    std::string first;
    AppendFirstLine(first, section, candidate, step, line_rules);
    return first.size();
  }
  std::size_t bytes = sizeof('\n');
  if (IsOneLine(candidate, step)) {
    bytes += std::string_view("- ").size();
    bytes += ListItemBytes(rendition.text.empty() ? candidate.title : rendition.text, line_rules);
  } else {
    bytes += std::string_view("### ").size();
    bytes += text::InlineBytes(candidate.title, kMostTitleChars, MarkupOf(line_rules));
  }
  if (section.source.empty()) {
    bytes += fmt::format(" ({})", Origin(candidate.source, candidate.trust)).size();
  }
  return bytes;
}

}  // namespace

std::unique_ptr<Layout> MarkdownLayout::BoundTo(const Packet& packet) const {
  return std::make_unique<MarkdownLayout>(packet.line_rules);
}

std::string MarkdownLayout::Header(const Packet& packet) const {
  if (!packet.show_header) return "";
  return fmt::format("{}: {}\n\n{}", kMarkdownHeader, packet.recipe,
                     packet.over_budget > 0 ? OverBudgetLine(packet) + "\n" : "");
}

std::string MarkdownLayout::SectionOpen(const Section& section) const {
  if (section.trust == Trust::kSatchel && !section.source.empty()) {
    return section.heading.empty() ? "" : fmt::format("## {}\n", section.heading);
  }
  std::string open = fmt::format("## {}\n", section.heading);
  if (!section.source.empty()) open += fmt::format("_{}_\n", Origin(section.source, section.trust));
  return open;
}

std::string MarkdownLayout::SectionClose(const Section& /*section*/) const { return "\n"; }

std::string MarkdownLayout::DemotedOpen(const Section& section) const {
  // Directly below a quotation it would be its last line. The blank line is counted as the one that
  // closes a section is (cost.h).
  return fmt::format("{}{}\n", line_rules_ < 2 ? "" : "\n", section.demoted_heading);
}

void MarkdownLayout::AppendItem(std::string& out, const Section& section,
                                const Candidate& candidate, std::size_t step) const {
  const std::string& text = candidate.renditions[step].text;
  if (candidate.trust == Trust::kSatchel) {
    out += text;
    out += '\n';
    return;
  }
  AppendFirstLine(out, section, candidate, step, line_rules_);
  if (IsOneLine(candidate, step)) return;
  if (candidate.kind == ContentKind::kCode) {
    out += text::MarkdownBlock(candidate.language, text);
  } else {
    AppendQuote(out, text, line_rules_);
  }
}

std::size_t MarkdownLayout::ItemBytes(const Section& section, const Candidate& candidate,
                                      std::size_t step) const {
  if (candidate.kind == ContentKind::kCode || candidate.trust == Trust::kSatchel) {
    return Layout::ItemBytes(section, candidate, step);
  }
  const std::size_t first = FirstLineBytes(section, candidate, step, line_rules_);
  return IsOneLine(candidate, step)
             ? first
             : first + QuoteBytes(candidate.renditions[step].text, line_rules_);
}

std::string MarkdownLayout::RestLine(std::size_t count) const {
  return fmt::format("- and {} more\n", count);
}

std::string MarkdownLayout::Trailer(const Packet& packet) const {
  const std::string omissions = OmissionLines(packet);
  const bool listed = !omissions.empty() && packet.line_rules >= kFencedOmissions;
  return MeterText(packet) + (listed ? "\nLeft out:\n" : "") + omissions;
}

}  // namespace satchel::packet
