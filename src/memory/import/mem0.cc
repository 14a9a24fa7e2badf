// What mem0 gives: get_all() and the platform as {"results": [...]} or a plain array, OpenMemory as
// {"memories": [...]}. An entry is {"id", "memory", "hash", "metadata", "categories", "created_at",
// "updated_at", "user_id", …}; the text is in "content", "data" or "text" in some versions.

#include <array>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "memory/import/format.h"
#include "memory/import/json_items.h"

namespace satchel::memory {
namespace {

constexpr std::array kTextKeys = {"memory", "content", "data", "text"};

// The array of entries, wherever it is.
std::string_view Entries(std::string_view bytes) {
  if (const auto first = FirstItem(bytes); first && !MemberOf(*first, "memory")) {
    for (const char* key : {"results", "memories"}) {
      const auto inner = MemberOf(bytes, key);
      if (inner && inner->starts_with('[')) return *inner;
    }
  }
  return bytes;
}

bool RecogniseMem0(const ImportInput& input) {
  if (input.is_folder() || !LooksLikeJson(input.bytes())) return false;
  const std::string_view entries = Entries(input.bytes());
  const auto first = FirstItem(entries);
  if (!first) return false;
  if (const auto text = MemberOf(*first, "memory")) return text->starts_with('"');
  // Without `memory` the rest has to be as mem0 has it.
  const bool wrapped = entries.data() != input.bytes().data();
  return MemberOf(*first, "content") && (wrapped || MemberOf(*first, "user_id"));
}

std::string OriginOf(const Json& entry) {
  const auto id = entry.find("id");
  if (id == entry.end()) return "";
  return id->is_string() ? id->get<std::string>() : id->is_number() ? id->dump() : "";
}

bool IsDeleted(const Json& entry) {
  const auto flag = entry.find("is_deleted");
  const auto at = entry.find("deleted_at");
  return TextOf(entry, "state") == "deleted" || (flag != entry.end() && *flag == true) ||
         (at != entry.end() && !at->is_null());
}

void AddCategories(const Json& entry, Memory& memory) {
  const auto categories = entry.find("categories");
  if (categories == entry.end() || !categories->is_array()) return;
  for (const Json& category : *categories) {
    if (category.is_string()) AddTag(memory, category.get_ref<const std::string&>());
    if (category.is_object()) AddTag(memory, TextOf(category, "name"));
  }
}

// What people put into `metadata` themselves: a category is taken over if Satchel has it.
void AddMetadata(const Json& entry, Memory& memory) {
  const auto metadata = entry.find("metadata");
  if (metadata == entry.end() || !metadata->is_object()) return;
  for (const char* key : {"category", "type"}) {
    const std::string name = TextOf(*metadata, key);
    if (name.empty()) continue;
    if (const auto category = ParseCategory(name)) {
      memory.category = *category;
    } else {
      AddTag(memory, name);
    }
  }
}

Status ReadMem0(const ImportInput& input, const ImportOptions& options, ImportSink& sink) {
  if (input.is_folder()) {
    return Fail(Errc::kInvalidInput, "a folder is no export of mem0", "name the JSON file");
  }
  return ForEachItem(Entries(input.bytes()),
                     [&](std::size_t number, std::string_view item) -> Status {
                       SATCHEL_TRY(options.deadline.Check("import memories"));
                       const ImportPlace place{.path = fmt::format("entry {}", number)};
                       const auto entry = ParseJson(item);
                       if (!entry || !entry->is_object()) {
                         sink.Refuse(place, entry ? "it is no JSON object" : entry.error().text());
                         return {};
                       }
                       if (IsDeleted(*entry)) {
                         sink.Skip(place, SkipReason::kDeleted);
                         return {};
                       }
                       Draft draft{.origin = OriginOf(*entry), .place = place};
                       draft.is_id = !draft.origin.empty();
                       for (const char* key : kTextKeys) {
                         if (draft.memory.text.empty()) draft.memory.text = TextOf(*entry, key);
                       }
                       draft.memory.created = MomentOf(*entry, "created_at");
                       draft.memory.updated = MomentOf(*entry, "updated_at");
                       draft.memory.expires = MomentOf(*entry, "expiration_date");
                       AddCategories(*entry, draft.memory);
                       AddMetadata(*entry, draft.memory);
                       return sink.Take(std::move(draft));
                     });
}

}  // namespace

const ImportFormat kMem0Import = {
    .name = "mem0", .what = "a JSON file of mem0", .recognise = RecogniseMem0, .read = ReadMem0};

}  // namespace satchel::memory
