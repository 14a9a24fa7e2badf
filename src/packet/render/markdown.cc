#include "packet/render/markdown.h"

#include <fmt/format.h>

#include "packet/render/meter.h"
#include "text/fence.h"

namespace satchel::packet {
namespace {

std::string Origin(std::string_view source, Trust trust) {
  return fmt::format("{}, {}", source, Name(trust));
}

// Every line gets a quote mark, so none of them can leave the quote.
std::string Quote(std::string_view text) {
  std::string quoted;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    quoted += line.empty() ? ">" : "> ";
    quoted += line;
    quoted += '\n';
  }
  return quoted;
}

}  // namespace

std::unique_ptr<Layout> MarkdownLayout::BoundTo(const Packet& /*packet*/) const {
  return std::make_unique<MarkdownLayout>();
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
  return fmt::format("{}\n", section.demoted_heading);
}

std::string MarkdownLayout::ItemText(const Section& section, const Item& item) const {
  const Candidate& candidate = item.candidate;
  const std::string& text = item.rendition().text;
  if (candidate.trust == Trust::kSatchel) return text + "\n";
  const std::string origin =
      section.source.empty() ? fmt::format(" ({})", Origin(candidate.source, candidate.trust)) : "";
  if (candidate.kind == ContentKind::kLine || text.empty()) {
    return fmt::format("- {}{}\n",
                       text::InlineText(text.empty() ? candidate.title : text, kMostLineChars),
                       origin);
  }
  const std::string shown = item.step == 0 ? "" : fmt::format(" [{}]", item.rendition().name);
  const std::string heading = fmt::format(
      "### {}{}{}\n", text::InlineText(candidate.title, kMostTitleChars), shown, origin);
  return heading + (candidate.kind == ContentKind::kCode
                        ? text::MarkdownBlock(candidate.language, text)
                        : Quote(text));
}

std::string MarkdownLayout::RestLine(std::size_t count) const {
  return fmt::format("- and {} more\n", count);
}

std::string MarkdownLayout::Trailer(const Packet& packet) const { return MeterText(packet); }

}  // namespace satchel::packet
