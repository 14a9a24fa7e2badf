#include "llm/schema.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "text/safe_line.h"

namespace satchel::llm {
namespace {

constexpr int kMostDepth = 16;
constexpr std::size_t kShownCharacters = 40;
constexpr std::size_t kShownChoices = 8;

std::unexpected<Error> Wrong(std::string_view path, std::string_view what) {
  return Fail(Errc::kInvalidInput, fmt::format("{}: {}", path, what));
}

// Outside text inside of a message.
std::string Shown(std::string_view text) {
  return text::VisibleLine(text::SafeLine(text, kShownCharacters));
}

std::string Below(std::string_view path, std::string_view name) {
  return fmt::format("{}.{}", path, Shown(name));
}

// Null when there is none.
const Json* Find(const Json& object, const char* name) {
  const auto member = object.find(name);
  return member == object.end() ? nullptr : &*member;
}

bool IsIntegral(const Json& value) { return value.is_number_integer(); }

// --- The schema itself
// ----------------------------------------------------------------------------

struct Keyword {
  std::string_view name;
  std::string_view type;  // of the schema that may have it; empty: any
};

constexpr std::array kKeywords = {
    Keyword{"type", ""},           Keyword{"description", ""},
    Keyword{"title", ""},          Keyword{"properties", "object"},
    Keyword{"required", "object"}, Keyword{"additionalProperties", "object"},
    Keyword{"items", "array"},     Keyword{"maxItems", "array"},
    Keyword{"enum", "string"},     Keyword{"minimum", "integer"},
    Keyword{"maximum", "integer"},
};
constexpr std::array<std::string_view, 5> kTypes = {"object", "array", "string", "integer",
                                                    "boolean"};

Status CheckNode(const Json& schema, const std::string& path, int depth);

Status CheckObjectSchema(const Json& schema, const std::string& path, int depth) {
  const Json* closed = Find(schema, "additionalProperties");
  if (closed != nullptr && *closed != Json(false)) {
    return Wrong(path, "'additionalProperties' can only be false");
  }
  const Json* properties = Find(schema, "properties");
  if (properties == nullptr || !properties->is_object()) {
    return Wrong(path, "an object needs 'properties'");
  }
  for (const auto& [name, inner] : properties->items()) {
    SATCHEL_TRY(CheckNode(inner, Below(path + ".properties", name), depth + 1));
  }
  const Json* required = Find(schema, "required");
  if (required == nullptr) return {};
  if (!required->is_array()) return Wrong(path, "'required' must be an array of names");
  for (const Json& name : *required) {
    if (!name.is_string() || !properties->contains(name.get_ref<const std::string&>())) {
      return Wrong(path, "'required' has a name that is not among the properties");
    }
  }
  return {};
}

Status CheckArraySchema(const Json& schema, const std::string& path, int depth) {
  const Json* most = Find(schema, "maxItems");
  if (most != nullptr && (!IsIntegral(*most) || *most < 0)) {
    return Wrong(path, "'maxItems' must be a number that is not negative");
  }
  const Json* items = Find(schema, "items");
  if (items == nullptr) return Wrong(path, "an array needs 'items'");
  return CheckNode(*items, path + ".items", depth + 1);
}

Status CheckStringSchema(const Json& schema, const std::string& path) {
  const Json* choices = Find(schema, "enum");
  if (choices == nullptr) return {};
  const auto is_text = [](const Json& choice) { return choice.is_string(); };
  if (!choices->is_array() || choices->empty() || !std::ranges::all_of(*choices, is_text)) {
    return Wrong(path, "'enum' must be an array of texts");
  }
  return {};
}

Status CheckIntegerSchema(const Json& schema, const std::string& path) {
  for (const char* bound : {"minimum", "maximum"}) {
    const Json* value = Find(schema, bound);
    if (value != nullptr && !IsIntegral(*value)) {
      return Wrong(path, fmt::format("'{}' must be an integer", bound));
    }
  }
  return {};
}

Status CheckNode(const Json& schema, const std::string& path, int depth) {
  if (depth > kMostDepth) return Wrong(path, "the schema is nested too deep");
  if (!schema.is_object()) return Wrong(path, "a schema must be an object");
  const Json* type = Find(schema, "type");
  if (type == nullptr || !type->is_string() ||
      std::ranges::find(kTypes, type->get_ref<const std::string&>()) == kTypes.end()) {
    return Wrong(path, "'type' must be one of object, array, string, integer, boolean");
  }
  const auto& name = type->get_ref<const std::string&>();
  for (const auto& [keyword, value] : schema.items()) {
    const auto* known = std::ranges::find(kKeywords, std::string_view(keyword), &Keyword::name);
    if (known == kKeywords.end()) {
      return Wrong(path, fmt::format("'{}' is not supported", Shown(keyword)));
    }
    if (!known->type.empty() && known->type != name) {
      return Wrong(path, fmt::format("'{}' does not belong to type {}", keyword, name));
    }
  }
  if (name == "object") return CheckObjectSchema(schema, path, depth);
  if (name == "array") return CheckArraySchema(schema, path, depth);
  if (name == "string") return CheckStringSchema(schema, path);
  if (name == "integer") return CheckIntegerSchema(schema, path);
  return {};
}

// --- A value
// --------------------------------------------------------------------------------------

Status CheckAt(const Json& schema, const Json& value, const std::string& path);

Status CheckObject(const Json& schema, const Json& value, const std::string& path) {
  if (!value.is_object()) return Wrong(path, "must be an object");
  const Json& properties = schema.at("properties");
  if (const Json* required = Find(schema, "required")) {
    for (const Json& name : *required) {
      if (!value.contains(name.get_ref<const std::string&>())) {
        return Wrong(Below(path, name.get_ref<const std::string&>()), "is missing");
      }
    }
  }
  for (const auto& [name, inner] : value.items()) {
    if (const auto property = properties.find(name); property != properties.end()) {
      SATCHEL_TRY(CheckAt(*property, inner, Below(path, name)));
    } else if (schema.contains("additionalProperties")) {
      return Wrong(Below(path, name), "is not expected");
    }
  }
  return {};
}

Status CheckArray(const Json& schema, const Json& value, const std::string& path) {
  if (!value.is_array()) return Wrong(path, "must be an array");
  const Json* most = Find(schema, "maxItems");
  if (most != nullptr && value.size() > most->get<std::uint64_t>()) {
    return Wrong(path, fmt::format("has {} items, and {} are the most", value.size(),
                                   most->get<std::uint64_t>()));
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    SATCHEL_TRY(CheckAt(schema.at("items"), value[i], fmt::format("{}[{}]", path, i)));
  }
  return {};
}

Status CheckString(const Json& schema, const Json& value, const std::string& path) {
  if (!value.is_string()) return Wrong(path, "must be a string");
  const Json* choices = Find(schema, "enum");
  if (choices == nullptr || std::ranges::find(*choices, value) != choices->end()) return {};
  std::string listed;
  for (std::size_t i = 0; i < std::min(choices->size(), kShownChoices); ++i) {
    listed += (i == 0 ? "" : ", ") + Shown((*choices)[i].get_ref<const std::string&>());
  }
  if (choices->size() > kShownChoices) listed += ", …";
  return Wrong(path, fmt::format("is '{}' and must be one of {}",
                                 Shown(value.get_ref<const std::string&>()), listed));
}

Status CheckInteger(const Json& schema, const Json& value, const std::string& path) {
  if (!IsIntegral(value)) return Wrong(path, "must be an integer");
  const Json* least = Find(schema, "minimum");
  const Json* most = Find(schema, "maximum");
  if (least != nullptr && value < *least) {
    return Wrong(path, "must be at least " + CanonicalJson(*least));
  }
  if (most != nullptr && value > *most) {
    return Wrong(path, "must be at most " + CanonicalJson(*most));
  }
  return {};
}

Status CheckAt(const Json& schema, const Json& value, const std::string& path) {
  const auto& type = schema.at("type").get_ref<const std::string&>();
  if (type == "object") return CheckObject(schema, value, path);
  if (type == "array") return CheckArray(schema, value, path);
  if (type == "string") return CheckString(schema, value, path);
  if (type == "integer") return CheckInteger(schema, value, path);
  if (!value.is_boolean()) return Wrong(path, "must be true or false");
  return {};
}

}  // namespace

Status CheckSchema(const Json& schema) { return CheckNode(schema, "$", 0); }

Status CheckValue(const Json& schema, const Json& value) { return CheckAt(schema, value, "$"); }

bool IsClosed(const Json& schema) {
  if (const Json* items = Find(schema, "items")) return IsClosed(*items);
  const Json* properties = Find(schema, "properties");
  if (properties == nullptr) return true;
  const Json* required = Find(schema, "required");
  if (!schema.contains("additionalProperties") || required == nullptr) return false;
  for (const auto& [name, inner] : properties->items()) {
    if (std::ranges::find(*required, Json(name)) == required->end() || !IsClosed(inner)) {
      return false;
    }
  }
  return true;
}

}  // namespace satchel::llm
