#include "pack/options.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "code/pack/sections.h"

namespace satchel::pipeline {
namespace {

constexpr std::size_t kDigits = 16;
// Stable: the log has them.
constexpr std::array<std::string_view, 3> kEveryTask = {"with", "known", "alone"};

constexpr std::array<packet::SectionKey, 3> kForEveryTask = {
    {{"notes", "constitution"}, {"memory", "pinned"}, {"memory", "profile"}}};
constexpr std::array<packet::SectionKey, 2> kWorkSoFar = {{kPackBranch, kPackShown}};

std::string_view Name(EveryTask part) { return kEveryTask.at(static_cast<std::size_t>(part)); }

Result<std::map<std::string, SourceLimit>> LimitsFrom(const Json& json) {
  std::map<std::string, SourceLimit> limits;
  if (!json.is_object()) return Fail(Errc::kInvalidInput, "limits is not an object");
  for (const auto& [source, row] : json.items()) {
    SourceLimit& limit = limits[source];
    if (!row.is_object()) return Fail(Errc::kInvalidInput, "a limit is not an object");
    for (const auto& [name, value] :
         {std::pair("percent", &limit.percent), std::pair("tokens", &limit.tokens)}) {
      const auto found = row.find(name);
      if (found == row.end()) continue;
      if (!found->is_number_unsigned()) {
        return Fail(Errc::kInvalidInput, fmt::format("{} of a limit is not a count", name));
      }
      *value = found->get<std::size_t>();
    }
  }
  return limits;
}

Json JsonOf(const WorkSoFar& work) {
  Json changed = Json::array();
  for (const ChangedFile& file : work.changed) {
    Json& row = changed.emplace_back(Json{{"path", file.path}, {"state", file.state}});
    if (!file.tests.empty()) row["tests"] = file.tests;
  }
  return {{"changed", std::move(changed)},
          {"more", work.more},
          {"shown", work.shown},
          {"tokens", work.tokens}};
}

Result<std::vector<std::string>> TextsIn(const Json& json, const char* name) {
  std::vector<std::string> texts;
  const auto found = json.find(name);
  if (found == json.end()) return texts;
  const bool fits = found->is_array() && std::ranges::all_of(*found, &Json::is_string);
  if (!fits) return Fail(Errc::kInvalidInput, fmt::format("{} of work is no list of texts", name));
  for (const Json& text : *found) texts.push_back(text.get<std::string>());
  return texts;
}

Result<WorkSoFar> WorkFrom(const Json& json) {
  const Json changed = json.is_object() ? json.value("changed", Json()) : Json();
  if (!changed.is_array()) return Fail(Errc::kInvalidInput, "work has no list of changed files");
  WorkSoFar work;
  for (const Json& row : changed) {
    const Json path = row.is_object() ? row.value("path", Json()) : Json();
    const Json state = row.is_object() ? row.value("state", Json()) : Json();
    if (!path.is_string() || !state.is_string()) {
      return Fail(Errc::kInvalidInput, "a changed file has no path or no state");
    }
    work.changed.push_back({.path = path.get<std::string>(),
                            .state = state.get<std::string>(),
                            .tests = SATCHEL_TRY(TextsIn(row, "tests"))});
  }
  work.shown = SATCHEL_TRY(TextsIn(json, "shown"));
  for (const auto& [name, value] :
       {std::pair("more", &work.more), std::pair("tokens", &work.tokens)}) {
    const Json count = json.value(name, Json());
    if (!count.is_number_unsigned()) {
      return Fail(Errc::kInvalidInput, fmt::format("{} of work is not a count", name));
    }
    *value = count.get<std::size_t>();
  }
  return work;
}

}  // namespace

bool IsWorkSoFar(packet::SectionKey section) {
  return std::ranges::find(kWorkSoFar, section) != kWorkSoFar.end();
}

bool IsForEveryTask(packet::SectionKey section) {
  return IsWorkSoFar(section) || std::ranges::find(kForEveryTask, section) != kForEveryTask.end();
}

Json PackOptions::ToJson() const {
  Json json = {{"shown", shown}};
  if (unasked) json["unasked"] = true;
  if (elsewhere) json["elsewhere"] = true;
  if (old_index) json["old_index"] = true;
  if (failed_command) json["failed_command"] = true;
  if (every_task != EveryTask::kWith) json["every_task"] = Name(every_task);
  if (work) json["work"] = JsonOf(*work);
  for (const auto& [source, limit] : limits) {
    Json& to = json["limits"][source] = Json::object();
    if (limit.percent) to["percent"] = *limit.percent;
    if (limit.tokens) to["tokens"] = *limit.tokens;
  }
  return json;
}

Result<PackOptions> PackOptionsFrom(const Json& json) {
  PackOptions options;
  for (const auto& [name, value] :
       {std::pair("unasked", &options.unasked), std::pair("elsewhere", &options.elsewhere),
        std::pair("old_index", &options.old_index),
        std::pair("failed_command", &options.failed_command)}) {
    const auto found = json.find(name);
    if (found == json.end()) continue;
    if (!found->is_boolean()) {
      return Fail(Errc::kInvalidInput, fmt::format("{} is neither true nor false", name));
    }
    *value = found->get<bool>();
  }
  if (const auto part = json.find("every_task"); part != json.end()) {
    const std::string name = part->is_string() ? part->get<std::string>() : "";
    const auto* const known = std::ranges::find(kEveryTask, name);
    if (known == kEveryTask.end()) {
      return Fail(Errc::kInvalidInput, "every_task is none of with, known, alone");
    }
    options.every_task = static_cast<EveryTask>(known - kEveryTask.begin());
  }
  if (const auto work = json.find("work"); work != json.end()) {
    options.work = SATCHEL_TRY(WorkFrom(*work));
  }
  options.limits = SATCHEL_TRY(LimitsFrom(json.value("limits", Json::object())));
  const auto shown = json.find("shown");
  if (shown == json.end()) return options;
  if (!shown->is_object()) return Fail(Errc::kInvalidInput, "shown is no object");
  for (const auto& [key, digest] : shown->items()) {
    if (!digest.is_string()) return Fail(Errc::kInvalidInput, "a digest in shown is no text");
    options.shown.emplace(key, digest.get<std::string>());
  }
  return options;
}

PackOptions ShownBy(const packet::Packet& packet) {
  PackOptions options;
  for (const packet::Section& section : packet.sections) {
    for (const packet::Item& item : section.items) {
      if (item.step > 0) continue;
      options.shown.emplace(ShownKey(item.candidate), ShownDigest(item.candidate));
    }
  }
  return options;
}

std::string ShownKey(const packet::Candidate& candidate) {
  return candidate.source + ":" + candidate.id.value();
}

std::string ShownDigest(const packet::Candidate& candidate) {
  return Sha256Of(candidate.title + "\n" + candidate.renditions.front().text)
      .Hex()
      .substr(0, kDigits);
}

}  // namespace satchel::pipeline
