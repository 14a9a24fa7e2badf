#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/result.h"

namespace satchel::mcp {

// One argument of a tool. The schema that clients see and the check of what they send are made of
// the same table. The views are of literals.
struct Parameter {
  enum class Kind : std::uint8_t { kText, kInteger, kList };

  std::string_view name;
  Kind kind = Kind::kText;
  std::string_view says = {};     // to the model; empty: the name says it
  bool required = false;          // of a text: and not empty
  std::string_view choices = {};  // of a text: "a|b"; empty: any
  // The choices are too many for every conversation: a wrong one is told them.
  bool quiet = false;
  std::int64_t least = 0;      // of an integer
  std::int64_t most = 0;       // of an integer
  std::size_t bytes = 65'536;  // of a text, or of each of a list
};

// JSON Schema of an object with these members. That others are refused is not in it: the refusal
// names those that there are, and every model reads the schema before every conversation.
Json SchemaOf(std::span<const Parameter> parameters);

// Arguments that are as the table says.
class Arguments {
 public:
  // kInvalidInput names the argument and what it must be.
  static Result<Arguments> Check(std::span<const Parameter> parameters, const Json& arguments);

  bool Has(const char* name) const { return json_.contains(name); }
  // Empty, the other value, or empty when it is not given.
  std::string Text(const char* name) const;
  std::int64_t Integer(const char* name, std::int64_t otherwise) const;
  std::vector<std::string> List(const char* name) const;

 private:
  explicit Arguments(Json json) : json_(std::move(json)) {}
  Json json_;
};

}  // namespace satchel::mcp
