#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace satchel::agents {

// A part of a JSON text and where it is.
struct JsonNode {
  enum class Kind : std::uint8_t { kObject, kArray, kOther };

  Kind kind = Kind::kOther;
  std::size_t begin = 0;             // of the value
  std::size_t end = 0;               // just behind it
  std::string key;                   // of an object's member
  std::size_t first = 0;             // of the key where there is one, else of the value
  std::optional<std::size_t> comma;  // the one behind it
  std::vector<JsonNode> children;    // in the order of the text
};

// The places of a text's parts. Takes what agents take in files that people edit: comments, commas
// behind the last one, names without quotes, single quotes. kInvalidInput: it is broken, with the
// line. Values nested up to 128 deep.
Result<JsonNode> ScanJson(std::string_view text);

}  // namespace satchel::agents
