#include "tests/fifth_source/journal.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "packet/offers.h"

namespace satchel::pipeline {
namespace {

constexpr std::string_view kJournal = "journal";
constexpr std::string_view kFile = "journal.txt";

constexpr std::array<std::string_view, 1> kSources = {kJournal};
constexpr std::array<std::string_view, 1> kStages = {"journal.days"};
constexpr packet::SectionPolicy kDays = {
    .source = kJournal, .name = "days", .heading = "Journal", .fill = packet::FillOrder::kWorth};
constexpr std::array kSections = {kDays};
constexpr std::array<packet::SectionKey, 1> kKeys = {{{kJournal, "days"}}};
constexpr std::array kFills = {packet::Fill{.kind = packet::StepKind::kAdd, .sections = kKeys}};
constexpr std::array kDueFills = {DueFills{.behind = "journal.days", .fills = kFills}};
constexpr Recipe kRecipe = {.name = kJournal,
                            .sources = kSources,
                            .stages = kStages,
                            .sections = kSections,
                            .fills = kDueFills,
                            .budget = 1'000,
                            .tokenizer = text::Tokenizer::kSafe};
constexpr std::array kPackSections = {PackSection{PackPlace::kTexts, kDays}};

struct JournalOptions final : SourceOptions {
  std::string_view source() const override { return kJournal; }
  Json ToJson() const override { return Json::object(); }
};

class JournalReading final : public TextReading {
 public:
  // By day.
  explicit JournalReading(std::map<std::string, std::string> days) : days_(std::move(days)) {
    std::string all;
    for (const auto& [day, text] : days_) all += day + " " + text + "\n";
    if (!days_.empty()) snapshot_[std::string(kFile)] = Sha256Of(all).Hex();
  }

  std::string_view source() const override { return kJournal; }
  const Json& snapshot() const override { return snapshot_; }
  std::string DocumentDigest() const override { return Sha256Of(snapshot_.dump()).Hex(); }
  std::vector<store::DocumentRow> Documents() const override {
    std::vector<store::DocumentRow> rows;
    for (const auto& [day, text] : days_) {
      const Digest digest = Sha256Of(text);
      rows.push_back({.source = std::string(kJournal),
                      .path = day,
                      .digest = std::string(digest.bytes.begin(), digest.bytes.end()),
                      .kind = "day",
                      .title = day,
                      .size = static_cast<std::int64_t>(text.size()),
                      .attributes = "{}"});
    }
    return rows;
  }
  std::vector<retrieval::SourceText> Texts(std::span<const std::string> paths) const override {
    std::vector<retrieval::SourceText> texts;
    for (const std::string& path : paths) {
      const auto day = days_.find(path);
      if (day == days_.end()) continue;
      texts.push_back({.id = day->first,
                       .kind = "day",
                       .title = day->first,
                       .body = day->second,
                       .path = std::string(kFile)});
    }
    return texts;
  }

  const std::map<std::string, std::string>& days() const { return days_; }

 private:
  const std::map<std::string, std::string> days_;
  Json snapshot_ = Json::object();
};

class JournalDays final : public Stage {
 public:
  std::string_view name() const override { return kStages.front(); }
  Result<StageContext> Run(StageContext context, const Services& services) const override {
    const JournalReading* reading = SATCHEL_TRY(services.Need<JournalReading>());
    for (const auto& [day, text] : reading->days()) {
      packet::Candidate candidate;
      candidate.id = ItemId(day);
      candidate.source = kJournal;
      candidate.kind = packet::ContentKind::kLine;
      candidate.title = day;
      candidate.renditions = {{"full", text}};
      context.offers.To(kKeys.front()).candidates.push_back(std::move(candidate));
    }
    return context;
  }
};

class JournalSource final : public Source {
 public:
  std::string_view name() const override { return kJournal; }
  const Recipe& recipe() const override { return kRecipe; }
  std::vector<std::unique_ptr<const Stage>> MakeStages() const override {
    std::vector<std::unique_ptr<const Stage>> stages;
    stages.push_back(std::make_unique<JournalDays>());
    return stages;
  }
  Result<std::unique_ptr<const SourceOptions>> ReadOptions(const Json& /*json*/) const override {
    return std::make_unique<JournalOptions>();
  }
  Result<std::unique_ptr<const Reading>> Read(const ReadRequest& request) const override {
    std::map<std::string, std::string> days;
    std::ifstream in(request.root / kFile);
    for (std::string line; std::getline(in, line);) {
      const std::size_t space = line.find(' ');
      if (space != std::string::npos) days[line.substr(0, space)] = line.substr(space + 1);
    }
    return std::make_unique<JournalReading>(std::move(days));
  }
};

}  // namespace

std::unique_ptr<const Source> MakeJournalSource() { return std::make_unique<JournalSource>(); }

PackPart JournalPart() {
  return {.source = kJournal,
          .order = 40,
          .turn = 40,
          .stages = kStages,
          .sections = kPackSections,
          .share = packet::SourceShare{kJournal, {20}},
          .competing = kKeys,
          .first = {},
          .fills = kFills};
}

}  // namespace satchel::pipeline
