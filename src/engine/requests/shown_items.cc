#include "engine/requests/shown_items.h"

#include <algorithm>
#include <array>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/json.h"
#include "code/pack/sections.h"
#include "engine/requests/shown_files.h"
#include "pack/options.h"
#include "store/session_state.h"
#include "text/redactor.h"

namespace satchel::engine {
namespace {

constexpr std::string_view kValue = "shown_items";
constexpr std::int64_t kVersion = 1;
constexpr std::size_t kMostTaskBytes = 4'096;

std::vector<std::string> TextsIn(const Json& json, const char* name, std::size_t most) {
  std::vector<std::string> texts;
  const auto found = json.find(name);
  if (found == json.end() || !found->is_array()) return texts;
  for (const Json& text : *found) {
    if (text.is_string() && texts.size() < most) texts.push_back(text.get<std::string>());
  }
  return texts;
}

ShownItems FromJson(std::string_view text) {
  ShownItems shown;
  const auto json = ParseJson(text);
  // Written by something else: a packet too many is no harm.
  if (!json || !json->is_object()) return shown;
  if (const auto items = json->find("items"); items != json->end() && items->is_array()) {
    for (const Json& item : *items) {
      if (item.is_string()) shown.items.insert(item.get<std::string>());
    }
  }
  if (const auto tokens = json->find("tokens");
      tokens != json->end() && tokens->is_number_unsigned()) {
    shown.tokens = tokens->get<std::size_t>();
  }
  if (const auto task = json->find("task"); task != json->end() && task->is_string()) {
    shown.task = task->get<std::string>();
  }
  if (const auto files = json->find("files"); files != json->end() && files->is_object()) {
    for (const auto& [run, paths] : files->items()) {
      if (!paths.is_array()) continue;
      for (const Json& path : paths) {
        if (path.is_string()) shown.files.insert_or_assign(path.get<std::string>(), RunId(run));
      }
    }
  }
  shown.failures = TextsIn(*json, "failures", kMostFailures);
  shown.earlier = TextsIn(*json, "earlier", kMostEarlierFiles);
  shown.compacted = json->value("compacted", Json()) == true;
  return shown;
}

// Where a character of the text ends, at `most` bytes or before.
std::string_view Beginning(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  constexpr unsigned kContinues = 0x80;
  constexpr unsigned kKind = 0xC0;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & kKind) == kContinues) --most;
  return text.substr(0, most);
}

}  // namespace

std::set<std::string> ItemsOf(const packet::Packet& packet) {
  std::set<std::string> items;
  for (const packet::Section& section : packet.sections) {
    if (section.floor || pipeline::IsWorkSoFar({section.of, section.name})) continue;
    for (const packet::Item& item : section.items) {
      if (item.candidate.pinned) continue;
      items.insert(item.candidate.source + "/" + item.candidate.id.value());
    }
  }
  return items;
}

void AddShownFiles(const packet::Packet& packet, const RunId& run, ShownItems& shown) {
  for (ShownFile& file : FilesOf(packet)) shown.files.insert_or_assign(std::move(file.path), run);
  while (shown.files.size() > kMostShownFiles) {
    // The ids of runs begin with their time.
    shown.files.erase(std::ranges::min_element(
        shown.files, {},
        [](const auto& file) -> const std::string& { return file.second.value(); }));
  }
}

std::vector<std::string> FilesOf(const ShownItems& shown) {
  constexpr std::string_view kOfCode = "code/";
  std::vector<std::string> files;
  const auto add = [&files](std::string file) {
    const bool is_new = !file.empty() && std::ranges::find(files, file) == files.end();
    if (is_new && files.size() < kMostEarlierFiles) files.push_back(std::move(file));
  };
  for (const std::string_view item : shown.items) {
    if (!item.starts_with(kOfCode) || item.substr(kOfCode.size()) == pipeline::kMoreFiles) continue;
    const std::string_view id = item.substr(kOfCode.size());
    add(std::string(id.substr(0, id.find_first_of(":#"))));
  }
  for (const std::string& file : shown.earlier) add(file);
  return files;
}

Result<ShownItems> ReadShownItems(Stores& stores, const PacketRequest& request,
                                  const Deadline& deadline) {
  const std::string task = TaskIdOf(request);
  const auto session = stores.Session(task, SystemClock().Now(), deadline);
  if (!session) {
    if (session.error().code() == Errc::kNotFound) return ShownItems();
    return std::unexpected(session.error());
  }
  const std::array names = {std::string(kValue)};
  const auto values =
      SATCHEL_TRY(store::SessionState(**session).Read(stores.scope(deadline), task, names));
  const auto found = values.find(names.front());
  return found == values.end() ? ShownItems() : FromJson(found->second.value);
}

Status WriteShownItems(Stores& stores, const PacketRequest& request, const ShownItems& shown,
                       const Deadline& deadline) {
  const Time now = SystemClock().Now();
  const std::string task = TaskIdOf(request);
  const auto session = SATCHEL_TRY(stores.Session(task, now, deadline));
  const std::string redacted = text::Redactor::Default().Redact(shown.task).text;
  Json items = Json::array();
  for (const std::string& item : shown.items) items.push_back(item);
  Json value = {{"items", std::move(items)},
                {"tokens", shown.tokens},
                {"task", Beginning(redacted, kMostTaskBytes)}};
  if (!shown.failures.empty()) value["failures"] = shown.failures;
  for (const auto& [path, run] : shown.files) value["files"][run.value()].push_back(path);
  if (!shown.earlier.empty()) value["earlier"] = shown.earlier;
  if (shown.compacted) value["compacted"] = true;
  return store::SessionState(*session).Put(
      stores.scope(deadline), task,
      {{std::string(kValue), {.version = kVersion, .value = CanonicalJson(value)}}}, now);
}

}  // namespace satchel::engine
