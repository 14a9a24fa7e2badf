#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

namespace satchel::notes {

// Letters and digits of the text's first line in lower case, what is between them as one
// hyphen; at most 60 characters. May be empty.
std::string Slug(std::string_view text);

// Makes ids as docs/formats/notes.md has them. Unique among all that one object made.
class ItemIds {
 public:
  std::string Make(std::string_view path, std::string_view text, std::size_t line) {
    return Number(Unnumbered(path, text, line));
  }

  // The two halves of that: what takes the time and can happen in any thread, and what makes
  // an id unique.
  static std::string Unnumbered(std::string_view path, std::string_view text, std::size_t line);
  std::string Number(std::string id);

 private:
  // The ids given, each with the number of the last one made from it.
  std::unordered_map<std::string, std::size_t> numbers_;
};

}  // namespace satchel::notes
