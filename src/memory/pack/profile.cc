#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/trimmed.h"
#include "memory/pack/recalled.h"
#include "memory/pack/source.h"
#include "memory/pack/stages.h"

namespace satchel::pipeline {
namespace {

constexpr std::size_t kMostParagraphs = 500;

// What stands between blank lines.
std::vector<std::string_view> Paragraphs(std::string_view text) {
  std::vector<std::string_view> paragraphs;
  std::size_t begin = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (Trimmed(text.substr(at, end - at)).empty()) {
      const auto paragraph = Trimmed(text.substr(begin, at - begin));
      if (!paragraph.empty()) paragraphs.push_back(paragraph);
      begin = end;
    }
    at = end + 1;
  }
  const auto last = Trimmed(text.substr(std::min(begin, text.size())));
  if (!last.empty()) paragraphs.push_back(last);
  return paragraphs;
}

class MemoryProfile final : public Stage {
 public:
  std::string_view name() const override { return "memory.profile"; }

  bool Applies(const StageContext& context) const override {
    return ModeOf(context) != memory::Mode::kNoRecall;
  }

  Result<StageContext> Run(StageContext context, const Services& services) const override {
    const MemoryReading* reading = SATCHEL_TRY(services.Need<MemoryReading>());
    packet::SectionOffer& offer = context.offers.To({kMemory, "profile"});
    for (const SpaceMemories& space : reading->spaces()) {
      std::string heading;  // goes with the paragraph below it
      std::size_t number = 0;
      for (const std::string_view paragraph : Paragraphs(space.folder.profile)) {
        if (offer.candidates.size() == kMostParagraphs) break;
        ++number;
        const bool is_heading = paragraph.starts_with('#') && !paragraph.contains('\n');
        if (is_heading) {
          heading = Trimmed(paragraph.substr(paragraph.find_first_not_of('#')));
          continue;
        }
        packet::Candidate candidate;
        candidate.id = ItemId(fmt::format("profile/{}/{}", space.name, number));
        candidate.source = kMemory;
        candidate.trust = TrustIn(space.name);
        candidate.kind = packet::ContentKind::kLine;
        std::string text = heading.empty() ? "" : heading + ": ";
        text += paragraph;
        candidate.title = text.substr(0, text.find('\n'));
        candidate.renditions.push_back({.name = "full", .text = std::move(text)});
        candidate.position = static_cast<std::int64_t>(offer.candidates.size());
        candidate.provenance.rule = "profile";
        offer.candidates.push_back(std::move(candidate));
      }
    }
    return context;
  }
};

}  // namespace

std::unique_ptr<const Stage> MakeMemoryProfile() { return std::make_unique<MemoryProfile>(); }

}  // namespace satchel::pipeline
