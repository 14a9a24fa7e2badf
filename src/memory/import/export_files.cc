#include "memory/import/export_files.h"

#include <algorithm>
#include <string>

#include "memory/files/folder_rules.h"
#include "memory/import/json_items.h"

namespace satchel::memory {

Status ForEachExport(const ImportInput& input, bool (*wanted)(std::string_view path),
                     ImportSink& sink, const ExportVisit& visit) {
  if (!input.is_folder()) return visit("", input.bytes());
  input.Report(wanted, sink);
  for (const std::string& path : input.paths()) {
    if (!IsJsonName(path) || !wanted(path)) continue;
    const auto bytes = input.Read(path);
    if (!bytes) {
      sink.Refuse({.path = path}, Why(bytes.error()));
      continue;
    }
    SATCHEL_TRY(visit(path, *bytes));
  }
  return {};
}

bool AnyExportHas(const ImportInput& input, bool (*wanted)(std::string_view path),
                  bool (*has)(std::string_view item)) {
  const auto check = [&](std::string_view bytes) {
    const auto first = LooksLikeJson(bytes) ? FirstItem(bytes) : std::nullopt;
    return first && has(*first);
  };
  if (!input.is_folder()) return check(input.bytes());
  return std::ranges::any_of(input.paths(), [&](const std::string& path) {
    if (!IsJsonName(path) || !wanted(path)) return false;
    const auto bytes = input.Read(path);
    return bytes && check(*bytes);
  });
}

bool IsConversations(std::string_view path) {
  return FileNameOf(path).starts_with("conversations") && IsJsonName(path);
}

}  // namespace satchel::memory
