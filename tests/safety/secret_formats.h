#pragma once

#include <span>
#include <string_view>

namespace satchel::test {

// A format is a template: "{alphabet:size}" stands for random characters, the rest for itself.
// Rows of one name are one family in the table that the recall test prints.
struct SecretForm {
  std::string_view name;
  std::string_view form;
};

// A secret that a place gives away: "%" in the line, with the form of the secret.
struct SecretPlace {
  std::string_view name;
  std::string_view line;
  std::string_view form;
};

// Formats that were issued in 2025 and 2026, and what had no rule until then.
std::span<const SecretForm> RecentForms();
// Lines of notes and commands beside which a value has no form of its own. Lines are templates too.
std::span<const SecretPlace> RecentPlaces();
// Lines of notes as people write them, for a secret that is known wherever it stands.
std::span<const std::string_view> NoteLines();

}  // namespace satchel::test
