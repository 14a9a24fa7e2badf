#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "notes/requests/items.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/note/fields.h"

// Writing a note in the editor of $VISUAL or $EDITOR, where a person sits at a terminal.
namespace satchel::cli {

// Whether there is a person: standard input and error are terminals, the answer is not JSON, and
// one of the two variables names an editor.
bool CanEdit(const Context& context);

// Opens the editor on a text and calls `use` with what was saved, without the part below the line
// that kCut begins. An editor that fails, and a text that was left as it is, end with kNothing;
// then, and when `use` fails, nothing was changed. What was written stays in its file when `use`
// fails, and the failure names it.
using UseText = std::function<Outcome(const std::string& text)>;
Outcome EditText(const Context& context, const std::string& text, const UseText& use);

// What follows the line is for the person, and is left out.
inline constexpr std::string_view kCut = "------------------------ >8 ------------------------";

// A form with a line for each field, filled with what is given, and reading it back. Fields that
// are left empty are not among the values.
std::string FormFor(const NoteSpec& spec, const Values& given);
std::expected<Values, Failure> ReadForm(const NoteSpec& spec, std::string_view form);

// A note as a text: an entry's title is the first line, its body follows.
std::string TextOf(const NoteSpec& spec, const engine::NoteItem& item);
engine::NoteRevision ChangeFrom(const NoteSpec& spec, std::string_view text);

}  // namespace satchel::cli
