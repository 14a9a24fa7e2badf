#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "packet/offers.h"
#include "pipeline/source.h"
#include "tests/support/candidates.h"

// A source that no specification has: what it takes to add one. It reads nothing, and each of its
// seven stages offers one entry to a section whose name other sources have too.
namespace satchel::test {

inline constexpr std::string_view kDiary = "diary";
inline constexpr std::array<std::string_view, 1> kDiarySources = {kDiary};
inline constexpr std::array<std::string_view, 7> kDiaryStages = {
    "diary.monday", "diary.tuesday",  "diary.wednesday", "diary.thursday",
    "diary.friday", "diary.saturday", "diary.sunday"};
inline constexpr std::array<packet::SectionPolicy, 1> kDiarySections = {
    {{.source = kDiary, .name = "tasks", .heading = "Diary", .fill = packet::FillOrder::kGiven}}};
inline constexpr std::array<packet::SectionKey, 1> kDiaryTasks = {{{kDiary, "tasks"}}};
inline constexpr std::array kDiaryFillList = {packet::Fill{.sections = kDiaryTasks}};
inline constexpr std::array kDiaryFills = {
    pipeline::DueFills{.behind = "diary.sunday", .fills = kDiaryFillList}};
inline constexpr pipeline::Recipe kDiaryRecipe{.name = kDiary,
                                               .sources = kDiarySources,
                                               .stages = kDiaryStages,
                                               .sections = kDiarySections,
                                               .fills = kDiaryFills,
                                               .budget = 1000,
                                               .tokenizer = text::Tokenizer::kChars4};

struct DiaryOptions final : pipeline::SourceOptions {
  std::string_view source() const override { return kDiary; }
  Json ToJson() const override { return {{"mood", mood}}; }

  std::string mood = "calm";
};

class DiaryReading final : public pipeline::TextReading {
 public:
  explicit DiaryReading(std::string mood) : snapshot_{{"mood", mood}}, mood_(std::move(mood)) {}

  std::string_view source() const override { return kDiary; }
  const Json& snapshot() const override { return snapshot_; }
  std::string DocumentDigest() const override { return mood_; }
  std::vector<store::DocumentRow> Documents() const override { return {}; }

  const std::string& mood() const { return mood_; }

 private:
  const Json snapshot_;
  const std::string mood_;
};

class DiaryDay final : public pipeline::Stage {
 public:
  explicit DiaryDay(std::size_t day) : day_(day) {}

  std::string_view name() const override { return kDiaryStages.at(day_); }
  Result<pipeline::StageContext> Run(pipeline::StageContext context,
                                     const pipeline::Services& services) const override {
    const DiaryReading* reading = SATCHEL_TRY(services.Need<DiaryReading>());
    auto entry = Line(fmt::format("day{}", day_), fmt::format("a {} day", reading->mood()),
                      static_cast<std::int64_t>(day_));
    entry.source = kDiary;
    context.offers.To({kDiary, "tasks"}).candidates.push_back(std::move(entry));
    return context;
  }

 private:
  const std::size_t day_;
};

class DiarySource final : public pipeline::Source {
 public:
  std::string_view name() const override { return kDiary; }
  const pipeline::Recipe& recipe() const override { return kDiaryRecipe; }
  std::vector<std::unique_ptr<const pipeline::Stage>> MakeStages() const override {
    std::vector<std::unique_ptr<const pipeline::Stage>> stages;
    for (std::size_t day = 0; day < kDiaryStages.size(); ++day) {
      stages.push_back(std::make_unique<DiaryDay>(day));
    }
    return stages;
  }
  Result<std::unique_ptr<const pipeline::SourceOptions>> ReadOptions(
      const Json& json) const override {
    auto options = std::make_unique<DiaryOptions>();
    options->mood = json.value("mood", options->mood);
    return options;
  }
  Result<std::unique_ptr<const pipeline::Reading>> Read(
      const pipeline::ReadRequest& request) const override {
    const auto* options = dynamic_cast<const DiaryOptions*>(request.options);
    return std::make_unique<DiaryReading>(options == nullptr ? "calm" : options->mood);
  }
};

}  // namespace satchel::test
