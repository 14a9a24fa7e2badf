#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "notes/files/notes.h"

// Changes to a file of notes, as the bytes that change: text in, one splice out. Every other byte
// stays, whatever it is. Each change is proven before it is returned: the reader, given the new
// text, sees the items of the old one and exactly this difference; else kConflict says what is in
// the way, such as a fence that is never closed.
namespace satchel::notes {

// `removed` bytes at `at` become `inserted`.
struct Splice {
  std::size_t at = 0;
  std::size_t removed = 0;
  std::string inserted;
};
std::string Apply(std::string_view text, const Splice& splice);

// The name of the main file of a role ("TASKS.md") and the heading that a new one begins with.
std::string_view MainFileOf(FileRole role);
std::string_view HeadingOf(FileRole role);

// A new open task at the end of the last list that has an open one (else of the last with any
// task, else of the file), with `#added:`. The text is one that CheckLine has passed.
Result<Splice> AddTask(std::string_view file, std::string_view text, Time now);

// A new rule at the end of the last list.
// REQUIRES: `role` is kConstitution or kConventions.
Result<Splice> AddRule(std::string_view file, FileRole role, std::string_view text);

struct EntryField {
  std::string label;  // "Context"
  std::string text;   // as CheckField returned it
};
struct EntryDraft {
  std::string title;
  std::vector<EntryField> fields;
};
// The body as it is written and read.
std::string BodyOf(const EntryDraft& draft);

// A new entry: at the end where the file's entries go from old to new, else before the first.
// REQUIRES: `role` is kDecisions or kLearnings.
Result<Splice> AddEntry(std::string_view file, FileRole role, const EntryDraft& draft, Time now);

// The open task of that line becomes a done one.
Result<Splice> CompleteTask(std::string_view file, std::size_t line);

// Marks the entry of that line: "~~Superseded by [2026-01-02-101112] Title~~".
Result<Splice> SupersedeEntry(std::string_view file, FileRole role, std::size_t line,
                              const Entry& by);

// Takes out the task of that line, which has no other line.
Result<Splice> RemoveTask(std::string_view file, std::size_t line);

// The task of that line, which is done or was given up, becomes an open one.
Result<Splice> ReopenTask(std::string_view file, std::size_t line);

// Takes out the item or entry of that line with everything that belongs to it. kConflict where
// an open task below a done one would go with it.
Result<Splice> RemoveItem(std::string_view file, FileRole role, std::size_t line);

// Another text for the first paragraph of a task or rule; what is below it stays. The text is one
// that CheckLine has passed.
Result<Splice> ReplaceText(std::string_view file, FileRole role, std::size_t line,
                           std::string_view text);
// The text with the tags of the old one that it does not have.
std::string WithTagsOf(std::string_view old, std::string text);

// What of an entry changes; its date stays.
struct EntryChange {
  std::optional<std::string> title = {};
  std::optional<std::string> body = {};  // as CheckBody returned it
  std::vector<EntryField> fields = {};   // each takes the place of the one with its label
};
Result<Splice> ChangeEntry(std::string_view file, FileRole role, std::size_t line,
                           const EntryChange& change);

}  // namespace satchel::notes
