#include "engine/requests/shown_files.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "code/pack/options.h"
#include "code/pack/sections.h"
#include "packet/item_path.h"

namespace satchel::engine {
namespace {

constexpr std::string_view kEdited = "edited";
constexpr std::string_view kRead = "read";

// The same use has the same ordinal, so a log that has it stays as it is. Above those of all other
// events of a run.
std::int64_t OrdinalOf(const FileUse& use) {
  constexpr std::int64_t kFirst = std::int64_t{1} << 40U;
  constexpr std::uint64_t kSome = (std::uint64_t{1} << 40U) - 1;
  const auto hash = static_cast<std::int64_t>(StableHash(use.path) & kSome);
  return kFirst + (2 * hash) + (use.edited ? 1 : 0);
}

// Such a section has no code: a remark, or where the work stands.
bool NamesFilesOnly(std::string_view section) {
  return section == pipeline::kPackRemark.name || section == pipeline::kPackBranch.name ||
         section == pipeline::kPackShown.name;
}

}  // namespace

Json ToJson(const ShownFile& file) {
  return {{"path", file.path}, {"read", file.read}, {"edited", file.edited}};
}

std::vector<ShownFile> FilesOf(const packet::Packet& packet) {
  std::set<std::string> paths;
  for (const packet::Section& section : packet.sections) {
    if (section.of != pipeline::kCode || NamesFilesOnly(section.name)) continue;
    for (const packet::Item& item : section.items) {
      if (item.candidate.id.value() != pipeline::kMoreFiles) {
        paths.insert(packet::PathOfItem(item));
      }
    }
  }
  std::vector<ShownFile> files;
  for (const std::string& path : paths) files.push_back({.path = path});
  return files;
}

void AddUses(std::span<const store::EventRow> events, std::vector<ShownFile>& files) {
  for (const store::EventRow& event : events) {
    if (event.kind != kUsedEvent) continue;
    const auto body = ParseJson(event.body);
    if (!body || !body->is_object()) continue;
    const auto path = body->find("path");
    const auto use = body->find("use");
    if (path == body->end() || use == body->end()) continue;
    const auto file =
        std::ranges::find_if(files, [&path](const ShownFile& each) { return *path == each.path; });
    if (file == files.end()) continue;
    file->read = file->read || *use == kRead;
    file->edited = file->edited || *use == kEdited;
  }
}

Result<bool> IsNewUse(Stores& stores, const FileUse& use, const Deadline& deadline) {
  const auto events =
      SATCHEL_TRY(store::RawReader(stores.raw()).Events(stores.scope(deadline), use.run));
  if (events.empty()) return false;
  return std::ranges::find(events, OrdinalOf(use), &store::EventRow::ordinal) == events.end();
}

Status RecordUse(Stores& stores, const FileUse& use, Time at, const Deadline& deadline) {
  const store::Scope scope = stores.scope(deadline);
  store::RunLog log(stores.raw(), use.run);
  const Json body = {{"path", use.path}, {"use", use.edited ? kEdited : kRead}};
  SATCHEL_TRY(log.Add(scope, store::EventRow{.ordinal = OrdinalOf(use),
                                             .kind = std::string(kUsedEvent),
                                             .at = at,
                                             .body = CanonicalJson(body)}));
  return log.Flush(scope);
}

}  // namespace satchel::engine
