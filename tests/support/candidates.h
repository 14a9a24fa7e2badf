#pragma once

#include <string>
#include <utility>
#include <vector>

#include "packet/candidate.h"
#include "packet/layout.h"
#include "packet/packet.h"
#include "text/token_counter.h"

// Made-up candidates for tests of packing and rendering.
namespace satchel::test {

// A list item of its own text, `position` in its file.
inline packet::Candidate Line(const std::string& id, std::string text, std::int64_t position = 0) {
  packet::Candidate candidate;
  candidate.id = ItemId(id);
  candidate.source = "notes";
  candidate.kind = packet::ContentKind::kLine;
  candidate.title = id;
  candidate.position = position;
  candidate.renditions = {{"full", std::move(text)}};
  return candidate;
}

// An entry that is shown in full or by its title.
inline packet::Candidate Entry(const std::string& id, std::string body,
                               std::int64_t score_millionths) {
  packet::Candidate candidate = Line(id, std::move(body));
  candidate.kind = packet::ContentKind::kProse;
  candidate.renditions.push_back({"title", ""});
  candidate.terms.Add("recency", Score::FromMillionths(score_millionths));
  return candidate;
}

// About `tokens` tokens of chars4 in words.
inline std::string Words(std::size_t tokens) {
  std::string text;
  for (std::size_t i = 0; i < tokens; ++i) text += "wor ";
  if (!text.empty()) text.pop_back();
  return text;
}

inline std::size_t CountText(const packet::Packet& packet, const packet::Layout& layout) {
  return text::CounterFor(packet.tokenizer).Count(packet::Compose(packet, layout));
}

// "id:rendition" of everything shown in a section, in order.
inline std::vector<std::string> Shown(const packet::Packet& packet, std::string_view section) {
  std::vector<std::string> shown;
  for (const packet::Section& candidate : packet.sections) {
    if (candidate.name != section) continue;
    for (const packet::Item& item : candidate.items) {
      shown.push_back(item.candidate.id.value() + ":" + item.rendition().name);
    }
  }
  return shown;
}

// "id:reason" of everything dropped, "id:reason>rendition" of everything demoted.
inline std::vector<std::string> LeftOut(const packet::Packet& packet) {
  std::vector<std::string> left_out;
  for (const packet::Omission& omission : packet.omissions) {
    std::string entry = omission.id.value() + ":" + std::string(Name(omission.reason));
    if (!omission.dropped()) entry += ">" + omission.shown;
    left_out.push_back(std::move(entry));
  }
  return left_out;
}

}  // namespace satchel::test
