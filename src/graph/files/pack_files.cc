#include "graph/files/pack_files.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace satchel::graph {
namespace {

constexpr std::size_t kMostNames = 1'000'000;
constexpr std::size_t kMostPackBytes = 64U << 20U;
constexpr std::string_view kPrefix = "request_context.";

struct Numbered {
  std::int64_t seq = 0;
  std::string name;
  friend auto operator<=>(const Numbered&, const Numbered&) = default;
};

std::optional<std::int64_t> Checked(std::int64_t seq) {
  return seq < 0 || seq == INT64_MAX ? std::nullopt : std::optional(seq);
}

// The number in a pack. As we write them, a key of the pack itself, not of an object inside,
// follows a line feed and two blanks, and no text has a plain line feed: that is looked for
// without parsing the rest. What was written in another way is parsed.
std::optional<std::int64_t> SeqIn(std::string_view bytes) {
  constexpr std::string_view kKey = "\n  \"request_seq\": ";
  const auto at = bytes.starts_with("{\n  \"") ? bytes.find(kKey) : bytes.npos;
  if (at != bytes.npos) {
    bytes.remove_prefix(at + kKey.size());
    std::int64_t seq = 0;
    const auto parsed = std::from_chars(bytes.begin(), bytes.end(), seq);
    return parsed.ec == std::errc() ? Checked(seq) : std::nullopt;
  }
  const auto json = ParseJson(bytes, {.max_bytes = kMostPackBytes});
  if (!json || !json->is_object()) return std::nullopt;
  const auto found = json->find("request_seq");
  if (found == json->end() || !found->is_number_integer()) return std::nullopt;
  if (found->is_number_unsigned() && found->get<std::uint64_t>() > INT64_MAX) return std::nullopt;
  return Checked(found->get<std::int64_t>());
}

std::optional<Time> GeneratedAt(std::string_view bytes) {
  const auto json = ParseJson(bytes, {.max_bytes = kMostPackBytes});
  if (!json || !json->is_object()) return std::nullopt;
  const auto found = json->find("generated_at");
  if (found == json->end() || !found->is_string()) return std::nullopt;
  const auto time = ParseTime(found->get_ref<const std::string&>());
  return time ? std::optional(*time) : std::nullopt;
}

std::vector<Numbered> HistoryIn(const Directory& folder) {
  std::vector<Numbered> packs;
  const auto names = folder.List(kMostNames);
  if (!names) return packs;
  for (const std::string& name : *names) {
    if (!name.starts_with(kPrefix) || !name.ends_with(".json")) continue;
    const auto bytes = folder.ReadFile(name, kMostPackBytes);
    if (!bytes) continue;
    // One that cannot be read is the oldest: it goes first.
    packs.push_back({.seq = SeqIn(*bytes).value_or(0), .name = name});
  }
  std::ranges::sort(packs);
  return packs;
}

// Their names are never used again, so nobody else would remove them.
void RemoveDraftsIn(const Directory& folder) {
  const auto names = folder.List(kMostNames);
  if (!names) return;
  for (const std::string& name : *names) {
    if (name.starts_with(fmt::format(".{}", kPrefix)) && name.ends_with(".tmp")) {
      (void)folder.RemoveFile(name);
    }
  }
}

}  // namespace

std::string FileStamp(Time time) {
  std::string stamp = FormatTime(time).substr(0, 19);  // 2026-11-15T12:00:00
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
  return stamp + "Z";
}

std::optional<PriorPack> FindPrior(const Directory& directory) {
  std::string bytes;
  std::optional<std::int64_t> seq;
  if (auto latest = directory.ReadFile(std::string(kLatestRequest), kMostPackBytes)) {
    seq = SeqIn(*latest);
    bytes = *std::move(latest);
  }
  // Without a latest one, or where none was wanted, the history knows.
  if (const auto folder = directory.OpenDirectory(std::string(kRequestFolder))) {
    const auto history = HistoryIn(*folder);
    if (!history.empty() && history.back().seq > seq.value_or(0)) {
      if (auto pack = folder->ReadFile(history.back().name, kMostPackBytes)) {
        seq = history.back().seq;
        bytes = *std::move(pack);
      }
    }
  }
  if (!seq) return std::nullopt;
  return PriorPack{.request_seq = *seq, .generated_at = GeneratedAt(bytes)};
}

Result<WrittenPack> WriteRequestPack(const Directory& directory, Json& pack, Time now,
                                     const RequestPackOptions& options) {
  const auto folder = directory.MakeDirectory(std::string(kRequestFolder));
  if (!folder) {
    return Fail(Errc::kSystem,
                fmt::format("cannot open {}: {}", kRequestFolder, folder.error().SystemText()));
  }
  RemoveDraftsIn(*folder);
  const std::vector<Numbered> history = HistoryIn(*folder);
  std::int64_t seq = history.empty() ? 0 : history.back().seq;
  const std::string latest(kLatestRequest);
  if (const auto bytes = directory.ReadFile(latest, kMostPackBytes)) {
    seq = std::max(seq, SeqIn(*bytes).value_or(0));
  }
  ++seq;
  pack["request_seq"] = seq;
  const std::string name = fmt::format("{}{}.{}.json", kPrefix, FileStamp(now),
                                       pack.at("request_id").get_ref<const std::string&>());
  const std::string text = PrettyJson(pack);
  // One that could not be read again would give its number to the next one too.
  if (text.size() > kMostPackBytes) {
    return Fail(Errc::kInvalidInput, fmt::format("the pack is too large: {} bytes, of at most {}",
                                                 text.size(), kMostPackBytes));
  }
  Status done = folder->ReplaceFile(name, text);
  if (!done) return std::move(done).error().While(fmt::format("write {}", name));
  if (options.write_latest) {
    directory.RemoveDrafts(latest);
    done = directory.ReplaceFile(latest, text);
    if (!done) return std::move(done).error().While(fmt::format("write {}", latest));
  }
  const std::size_t total = history.size() + 1;
  const std::size_t old = total - std::min(total, options.history_limit);
  for (std::size_t i = 0; i < std::min(old, history.size()); ++i) {
    (void)folder->RemoveFile(history[i].name);
  }
  return WrittenPack{.request_seq = seq, .path = fmt::format("{}/{}", kRequestFolder, name)};
}

void RotateByName(const Directory& directory, std::string_view prefix, std::size_t most,
                  std::string_view keep) {
  auto names = directory.List(kMostNames);
  if (!names) return;
  std::erase_if(*names, [&](const std::string& name) {
    return !name.starts_with(prefix) || !name.ends_with(".json");
  });
  std::size_t left = names->size();
  for (const std::string& name : *names) {
    if (left <= most) return;
    if (name == keep) continue;
    (void)directory.RemoveFile(name);
    --left;
  }
}

}  // namespace satchel::graph
