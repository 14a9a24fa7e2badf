#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/result.h"
#include "base/time.h"

namespace satchel {

// Reads the fields of one JSON object. The first thing that does not fit is
// remembered with its path, everything after it reads as empty, and Finish()
// returns it: the reader of a structure stays a list of fields.
class JsonFields {
 public:
  // The object must outlive the reader.
  JsonFields(const Json& object, std::string path) : object_(object), path_(std::move(path)) {
    if (!object.is_object()) Reject("", "expected an object");
  }

  std::string Text(std::string_view key) {
    const Json* value = Find(key);
    if (value != nullptr && value->is_string()) return value->get<std::string>();
    Reject(key, "expected a string");
    return "";
  }

  std::string TextOr(std::string_view key, std::string_view otherwise) {
    const Json* value = Find(key);
    return value == nullptr || value->is_null() ? std::string(otherwise) : Text(key);
  }

  std::int64_t Integer(std::string_view key) {
    const Json* value = Find(key);
    // A number above the signed range is kept as unsigned by the parser.
    if (value != nullptr && value->is_number_integer() &&
        (!value->is_number_unsigned() || value->get<std::uint64_t>() <= INT64_MAX)) {
      return value->get<std::int64_t>();
    }
    Reject(key, "expected an integer");
    return 0;
  }

  std::int64_t IntegerOr(std::string_view key, std::int64_t otherwise, std::int64_t least,
                         std::int64_t most) {
    if (Find(key) == nullptr) return otherwise;
    const std::int64_t value = Integer(key);
    if (value >= least && value <= most) return value;
    Reject(key, "out of range");
    return otherwise;
  }

  // A count. The limit leaves room for sums.
  std::size_t Size(std::string_view key) {
    const std::int64_t value = Integer(key);
    if (value >= 0 && value <= (std::int64_t{1} << 53U)) return static_cast<std::size_t>(value);
    Reject(key, "out of range");
    return 0;
  }

  std::size_t SizeOr(std::string_view key, std::size_t otherwise) {
    return Find(key) == nullptr ? otherwise : Size(key);
  }

  std::optional<std::size_t> SizeOrNull(std::string_view key) {
    const Json* value = Find(key);
    if (value != nullptr && value->is_null()) return std::nullopt;
    return Size(key);
  }

  bool FlagOr(std::string_view key, bool otherwise) {
    const Json* value = Find(key);
    if (value == nullptr) return otherwise;
    if (value->is_boolean()) return value->get<bool>();
    Reject(key, "expected true or false");
    return otherwise;
  }

  std::optional<Time> OptionalTime(std::string_view key) {
    if (Find(key) == nullptr) return std::nullopt;
    const auto time = ParseTime(Text(key));
    if (time) return *time;
    Reject(key, time.error().text());
    return std::nullopt;
  }

  // Any value, to be read elsewhere.
  Json Value(std::string_view key) {
    const Json* value = Find(key);
    if (value != nullptr) return *value;
    Reject(key, "missing");
    return nullptr;
  }

  bool Has(std::string_view key) const { return Find(key) != nullptr; }

  std::vector<std::string> Texts(std::string_view key) {
    std::vector<std::string> texts;
    const Json* value = Find(key);
    if (value == nullptr || !value->is_array()) {
      Reject(key, "expected an array");
      return texts;
    }
    for (const Json& text : *value) {
      if (!text.is_string()) {
        Reject(key, "expected strings");
        return {};
      }
      texts.push_back(text.get<std::string>());
    }
    return texts;
  }

  std::vector<std::string> TextsOrNone(std::string_view key) {
    return Has(key) ? Texts(key) : std::vector<std::string>();
  }

  template <class Enum, class Parser>
  Enum Named(std::string_view key, Parser parse) {
    const auto value = parse(Text(key));
    if (value) return *value;
    Reject(key, value.error().text());
    return Enum{};
  }

  template <class Read>
  void Object(std::string_view key, Read read) {
    const Json* value = Find(key);
    if (value == nullptr) return Reject(key, "missing");
    Visit(*value, fmt::format("{}.{}", path_, key), read);
  }

  template <class Read>
  void ForEach(std::string_view key, Read read) {
    const Json* value = Find(key);
    if (value == nullptr || !value->is_array()) return Reject(key, "expected an array");
    for (std::size_t i = 0; i < value->size() && !error_; ++i) {
      Visit((*value)[i], fmt::format("{}.{}[{}]", path_, key, i), read);
    }
  }

  // A missing array is an empty one.
  template <class Read>
  void ForEachIfAny(std::string_view key, Read read) {
    if (Find(key) != nullptr) ForEach(key, read);
  }

  // The keys of an object that is read as a map, in order.
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const auto& [name, value] : object_.items()) names.push_back(name);
    return names;
  }

  // The first complaint wins.
  void Reject(std::string_view key, std::string_view why) {
    if (error_) return;
    error_.emplace(Errc::kInvalidInput,
                   fmt::format("{}{}{}: {}", path_, key.empty() ? "" : ".", key, why));
  }

  Status Finish() && {
    if (error_) return std::unexpected(*std::move(error_));
    return {};
  }

 private:
  const Json* Find(std::string_view key) const {
    if (error_) return nullptr;
    const auto found = object_.find(key);
    return found == object_.end() ? nullptr : &*found;
  }

  template <class Read>
  void Visit(const Json& value, std::string path, Read& read) {
    JsonFields fields(value, std::move(path));
    if (!fields.error_) read(fields);
    if (!error_ && fields.error_) error_ = std::move(fields.error_);
  }

  const Json& object_;
  const std::string path_;
  std::optional<Error> error_;
};

}  // namespace satchel
