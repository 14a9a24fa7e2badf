#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "packet/packet_json.h"
#include "packet/render/markdown.h"
#include "packet/render/prompt.h"

// Stored packets come from disk. Whatever reads also renders, and its stored form
// is stable from the first time it is written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto packet = satchel::packet::ParsePacket(text);
  if (!packet) return 0;
  const std::string stored = satchel::CanonicalJson(satchel::packet::ToStoredJson(*packet));
  const auto again = satchel::packet::ParsePacket(stored);
  if (!again) std::abort();
  if (satchel::CanonicalJson(satchel::packet::ToStoredJson(*again)) != stored) std::abort();
  const satchel::packet::MarkdownLayout markdown;
  const satchel::packet::PromptLayout prompt;
  if (Compose(*packet, markdown) != Compose(*again, markdown)) std::abort();
  if (Compose(*packet, prompt) != Compose(*again, prompt)) std::abort();
  return 0;
}
