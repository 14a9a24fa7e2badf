#include "graph/files/pending.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/files/folder.h"
#include "graph/files/node_ids.h"

namespace satchel::graph {
namespace {

bool IsLog(std::string_view name) {
  return name == kCommitLog ||
         std::ranges::any_of(kLayers, [&](Layer layer) { return LogName(layer) == name; });
}

bool IsPackName(std::string_view name) {
  constexpr std::string_view kBegin = "context_pack.";
  const bool plain = std::ranges::all_of(name, [](char c) { return IsIdChar(c) || c == '.'; });
  return plain && name.size() < 200 && name.starts_with(kBegin) && name.ends_with(".json") &&
         name != kLatestPack;
}

Json ToJson(const Append& append) {
  return {{"file", append.file}, {"size", append.size}, {"bytes", append.bytes}};
}

Result<Append> AppendFromJson(const Json& json) {
  const auto field = [&](std::string_view key) {
    const auto found = json.find(key);
    return found == json.end() ? Json() : *found;
  };
  const Json file = field("file");
  const Json size = field("size");
  const Json bytes = field("bytes");
  if (!file.is_string() || !size.is_number_unsigned() || !bytes.is_string() ||
      !IsLog(file.get_ref<const std::string&>())) {
    return Fail(Errc::kCorrupt, "a row in it is not one");
  }
  return Append{.file = file.get<std::string>(),
                .size = size.get<std::size_t>(),
                .bytes = bytes.get<std::string>()};
}

// The log may have grown since, by somebody who does not know of the lock.
Status CarryAppend(const Directory& directory, const Append& append) {
  const auto facts = directory.FactsOf(append.file);
  if ((facts ? facts->size : 0) == append.size) {
    return directory.AppendFile(append.file, append.bytes);
  }
  std::string there;
  if (auto read = directory.ReadFile(append.file, kMostLogBytes)) {
    there = *std::move(read);
  } else if (read.error().kind != ReadFailure::Kind::kAbsent) {
    return Fail(Errc::kSystem,
                fmt::format("cannot read {}: {}", append.file, read.error().SystemText()));
  }
  if (append.size <= there.size() &&
      std::string_view(there).substr(append.size).starts_with(append.bytes)) {
    return {};
  }
  const bool torn = append.size <= there.size() &&
                    std::string_view(append.bytes).starts_with(there.substr(append.size));
  if (torn) return directory.AppendFile(append.file, append.bytes, append.size);
  const std::string_view row =
      std::string_view(append.bytes).substr(append.bytes.starts_with('\n'));
  if (there.find(row) != there.npos) return {};
  const bool open_line = !there.empty() && !there.ends_with('\n');
  return directory.AppendFile(append.file, fmt::format("{}{}", open_line ? "\n" : "", row));
}

Status While(Status status, std::string_view file) {
  if (status) return status;
  return std::move(status).error().While(fmt::format("write {}", file));
}

}  // namespace

Json ToJson(const Pending& pending) {
  Json rows = Json::array();
  for (const Append& row : pending.rows) rows.push_back(ToJson(row));
  return {{"schema_version", 1},     {"commit_id", pending.commit_id},
          {"rows", std::move(rows)}, {"pack_name", pending.pack_name},
          {"pack", pending.pack},    {"commit_row", ToJson(pending.commit_row)}};
}

Result<Pending> PendingFromJson(const Json& json) {
  const auto text = [&](std::string_view key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : "";
  };
  Pending pending{
      .commit_id = text("commit_id"), .pack_name = text("pack_name"), .pack = text("pack")};
  const auto rows = json.find("rows");
  const auto commit_row = json.find("commit_row");
  if (pending.commit_id.empty() || !IsPackName(pending.pack_name) || rows == json.end() ||
      !rows->is_array() || commit_row == json.end()) {
    return Fail(Errc::kCorrupt, "it is not an interrupted change");
  }
  for (const Json& row : *rows) {
    auto append = SATCHEL_TRY(AppendFromJson(row));
    pending.rows.push_back(std::move(append));
  }
  auto append = SATCHEL_TRY(AppendFromJson(*commit_row));
  pending.commit_row = std::move(append);
  return pending;
}

Status CheckPack(std::string_view bytes, std::string_view commit_id) {
  const auto json = SATCHEL_TRY(ParseJson(bytes, {.max_bytes = kMostPostPackBytes}));
  for (const std::string_view key :
       {"goal", "generated_at", "commit_id", "active_tasks", "task_snapshot", "knowledge_snapshot",
        "decision_snapshot", "recent_deltas"}) {
    if (!json.is_object() || !json.contains(key)) {
      return Fail(Errc::kCorrupt, fmt::format("the pack has no '{}'", key));
    }
  }
  if (json["commit_id"] != commit_id) {
    return Fail(Errc::kCorrupt, "the pack is of another commit");
  }
  return {};
}

Status Carry(const Directory& directory, const Pending& pending) {
  for (const Append& row : pending.rows) {
    SATCHEL_TRY(While(CarryAppend(directory, row), row.file));
  }
  const auto packs = directory.MakeDirectory(std::string(kPackFolder));
  if (!packs) {
    return Fail(Errc::kSystem,
                fmt::format("cannot open {}: {}", kPackFolder, packs.error().SystemText()));
  }
  const auto written = packs->ReadFile(pending.pack_name, kMostPostPackBytes);
  if (!written || *written != pending.pack) {
    packs->RemoveDrafts(pending.pack_name);
    SATCHEL_TRY(While(packs->ReplaceFile(pending.pack_name, pending.pack), pending.pack_name));
  }
  const auto back = packs->ReadFile(pending.pack_name, kMostPostPackBytes);
  if (!back || *back != pending.pack) {
    return Fail(Errc::kSystem, fmt::format("{} is not as it was written", pending.pack_name));
  }
  SATCHEL_TRY(CheckPack(*back, pending.commit_id));
  const std::string latest(kLatestPack);
  directory.RemoveDrafts(latest);
  SATCHEL_TRY(While(directory.ReplaceFile(latest, pending.pack), latest));
  return While(CarryAppend(directory, pending.commit_row), pending.commit_row.file);
}

}  // namespace satchel::graph
