#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "notes/pack/sections.h"
#include "packet/packet_json.h"
#include "packet/record.h"
#include "packet/render/markdown.h"

// A record and the packet it belongs to come from disk. Whatever reads is packed again
// or refused, and the JSON of a record is stable from the first time it is written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto json = satchel::ParseJson({reinterpret_cast<const char*>(data), size});
  if (!json || !json->is_object() || !json->contains("record")) return 0;
  const auto record = satchel::packet::RecordFromJson((*json)["record"]);
  if (!record) return 0;
  const satchel::Json stored = ToJson(*record);
  const auto again = satchel::packet::RecordFromJson(stored);
  if (!again || ToJson(*again) != stored) std::abort();
  if (!json->contains("packet")) return 0;
  const auto kept = satchel::packet::FromJson((*json)["packet"]);
  if (!kept) return 0;
  const satchel::packet::MarkdownLayout layout;
  const auto packet = satchel::packet::Repack(
      *record, *kept, {.sections = satchel::pipeline::NotesPolicies(), .shares = {}}, layout);
  if (packet && Compose(*packet, layout).size() > (1U << 24U)) std::abort();
  return 0;
}
