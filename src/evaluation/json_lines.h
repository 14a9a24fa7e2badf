#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/result.h"

namespace satchel::evaluation {

inline constexpr std::size_t kMostSetBytes = std::size_t{1} << 30U;

// Reads the fields of one line; the first thing that is wrong stays.
class LineFields {
 public:
  explicit LineFields(const Json& line) : line_(line) {}

  void Text(const char* key, bool required, std::string& into);
  // A whole number counts as text.
  void TextOrNumber(const char* key, std::string& into);
  void Texts(const char* key, bool required, std::vector<std::string>& into);

  void Wrong(std::string what) {
    if (!wrong_) wrong_ = std::move(what);
  }
  const std::optional<std::string>& wrong() const { return wrong_; }

 private:
  const Json& line_;
  std::optional<std::string> wrong_;
};

// Each line that is not empty, as an object; `read` says what is wrong with it. kInvalidInput: with
// file and line.
Status ForEachJsonLine(std::string_view bytes, std::string_view file,
                       const std::function<void(LineFields&)>& read);

// The same as items with an `id` each, which no two of them share.
template <class Item, class Read>
Result<std::vector<Item>> ParseItems(std::string_view bytes, std::string_view file,
                                     const Read& read) {
  std::vector<Item> items;
  std::set<std::string> ids;
  SATCHEL_TRY(ForEachJsonLine(bytes, file, [&](LineFields& fields) {
    Item& item = items.emplace_back();
    read(item, fields);
    if (!ids.insert(item.id).second) fields.Wrong("has an 'id' that another line has");
  }));
  return items;
}

}  // namespace satchel::evaluation
