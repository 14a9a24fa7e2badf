#include "text/safe_text.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "text/invisible.h"
#include "text/redactor.h"

namespace satchel::text {
namespace {

// Escaping comes first: a marker never holds what it would escape, while an escape could complete
// what looks like a secret.
std::string Safe(std::string_view raw) {
  const std::string visible = EscapeInvisible(std::string(raw)).text;
  return Redactor::Default().Redact(visible).text;
}

// Whether a name has a run of letters and digits as long as tokens have. Cheap, since a walk asks
// it of every path; ordinary names have no digit in so long a run.
bool HasLongRun(std::string_view name) {
  constexpr std::size_t kLeast = 12;
  std::size_t run = 0;
  bool digit = false;
  for (const char c : name) {
    if (!IsAlnum(c)) {
      run = 0;
      digit = false;
      continue;
    }
    digit = digit || IsDigit(c);
    if (++run >= kLeast && digit) return true;
  }
  return false;
}

// Keys that become equal get a number, so that no value is lost. A key that stays as it was keeps
// its name, since readers look for it.
void MakeSafeObject(Json& object) {
  Json safe = Json::object();
  std::vector<std::pair<std::string, Json*>> changed;
  for (auto& [key, value] : object.items()) {
    MakeSafe(value);
    std::string name = Safe(key);
    if (name == key) {
      safe[key] = std::move(value);
    } else {
      changed.emplace_back(std::move(name), &value);
    }
  }
  std::unordered_map<std::string, std::size_t> used;  // the last number of a name
  for (auto& [name, value] : changed) {
    std::string free = name;
    while (safe.contains(free))
      free = fmt::format("{} ({})", name, ++used.try_emplace(name, 1).first->second);
    safe[free] = std::move(*value);
  }
  object = std::move(safe);
}

}  // namespace

SafeText::SafeText(std::string_view raw) : text_(Safe(raw)) {}
SafeText::SafeText(const std::string& raw) : SafeText(std::string_view(raw)) {}
SafeText::SafeText(const char* raw) : SafeText(std::string_view(raw)) {}

SafeText SafeText::OfPacket(std::string packet) {
  SafeText safe;
  safe.text_ = std::move(packet);
  return safe;
}

SafeText SafeText::OfJson(Json value) {
  MakeSafe(value);
  return OfPacket(PrettyJson(value));
}

void MakeSafe(Json& value) {
  if (value.is_string()) {
    value = Safe(value.get_ref<const std::string&>());
  } else if (value.is_object()) {
    MakeSafeObject(value);
  } else if (value.is_array()) {
    for (Json& inner : value) MakeSafe(inner);
  }
}

MaskedText MaskSecrets(std::string_view text) {
  MaskedText masked{.text = std::string(text)};
  for (const Finding& finding : Redactor::Default().Redact(text).findings) {
    if (!finding.redacted) continue;
    masked.has_secrets = true;
    for (std::size_t at = finding.begin; at < finding.end; ++at) {
      if (masked.text[at] != '\n' && masked.text[at] != '\r') masked.text[at] = 'x';
    }
  }
  return masked;
}

bool HoldsSecret(std::string_view name) {
  return HasLongRun(name) &&
         std::ranges::any_of(Redactor::Default().Redact(name).findings, &Finding::redacted);
}

}  // namespace satchel::text
