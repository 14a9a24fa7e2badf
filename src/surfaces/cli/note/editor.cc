#include "surfaces/cli/note/editor.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/child.h"
#include "base/files.h"
#include "base/trimmed.h"
#include "surfaces/cli/call/child_environment.h"

// The text is in a file of its own in a directory that nobody else can read. The editor gets the
// terminal: our standard input and error; what it prints on its standard output goes to the
// terminal too, as ours may be a file. It is run by a shell, because the variables may have
// arguments in them ("code --wait").
namespace satchel::cli {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostBytes = 1U << 20U;

std::optional<std::string> EditorOf(const Context& context) {
  if (auto visual = context.environment.Find("VISUAL")) return visual;
  return context.environment.Find("EDITOR");
}

// The exit code; below zero: it could not be run, or a signal ended it.
int RunEditor(const Context& context, const std::string& editor, const fs::path& file) {
  // A person chose this program and sits in front of it. They may write for hours, and an editor
  // with a browser inside reserves a terabyte of addresses, so it has no limits. It is told with a
  // hangup, not killed, when Satchel ends, so that it can save what was written.
  auto child = Child::Run({.program = "/bin/sh",
                           .args = {"-c", editor + " \"$@\"", editor, file.string()},
                           .environment = ChildEnvironment(context),
                           .in = STDIN_FILENO,
                           .out = STDERR_FILENO,
                           .err = STDERR_FILENO,
                           .limits = ProcessLimits::None(),
                           .with_parent = SIGHUP});
  return child ? child->Wait().code : -1;
}

// A directory for one file; gone with it unless the file is to be kept.
class Scratch {
 public:
  static std::expected<Scratch, Failure> Make(const Context& context) {
    fs::path parent = context.environment.Find("TMPDIR").value_or("/tmp");
    if (parent.is_relative()) parent = "/tmp";
    std::string name = (parent / "satchel-note-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      return FailWith(ExitCode::kInternal,
                      fmt::format("cannot make a directory in {}: {}", parent.string(),
                                  std::generic_category().message(errno)),
                      "set TMPDIR to a different directory");
    }
    return Scratch(name);
  }
  ~Scratch() {
    std::error_code error;
    if (!directory_.empty()) fs::remove_all(directory_, error);
  }
  Scratch(Scratch&& other) noexcept : directory_(std::exchange(other.directory_, {})) {}
  Scratch& operator=(Scratch&&) = delete;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  fs::path file() const { return directory_ / "note.md"; }
  void Keep() { directory_.clear(); }

 private:
  explicit Scratch(fs::path directory) : directory_(std::move(directory)) {}
  fs::path directory_;
};

// Above the cut, without white space around it.
std::string Written(std::string_view text) {
  if (text.starts_with(kCut)) return "";
  const auto cut = text.find(fmt::format("\n{}", kCut));
  return std::string(Trimmed(text.substr(0, std::min(cut, text.size()))));
}

std::string_view TakeLine(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

bool CanEdit(const Context& context) {
  return context.streams.in_is_terminal && context.streams.err_is_terminal && !context.json &&
         EditorOf(context);
}

Outcome EditText(const Context& context, const std::string& text, const UseText& use) {
  const std::string editor = EditorOf(context).value_or("");
  auto scratch = SATCHEL_TRY(Scratch::Make(context));
  if (const auto written = WriteFileAtomically(scratch.file(), text); !written) {
    return FailWith(ExitCode::kInternal, written.error());
  }
  context.streams.out.flush();
  context.streams.err.flush();
  const int code = RunEditor(context, editor, scratch.file());
  if (code != 0) {
    return FailWith(ExitCode::kNothing,
                    fmt::format("the editor '{}' {}; nothing was changed", editor,
                                code < 0 ? "was aborted" : fmt::format("ended with {}", code)),
                    "set $VISUAL or $EDITOR to a different editor, or use the flags");
  }
  const auto saved = ReadSmallFile(scratch.file(), kMostBytes);
  if (!saved) {
    scratch.Keep();
    return FailWith(ExitCode::kUsage, saved.error());
  }
  const std::string now = Written(saved->value_or(""));
  if (now.empty() || now == Written(text)) {
    return FailWith(ExitCode::kNothing, "you did not change the text, so nothing was changed", "");
  }
  auto done = use(now);
  if (done) return done;
  const std::string file = scratch.file().string();
  scratch.Keep();
  const Error& error = done.error().error;
  return FailWith(
      done.error().code, error.text(),
      fmt::format("{}{}your text is in {}", error.hint(), error.hint().empty() ? "" : "; ", file));
}

std::string FormFor(const NoteSpec& spec, const Values& given) {
  const auto value = [&](std::string_view key) {
    const auto found = given.texts.find(key);
    return found == given.texts.end() ? std::string() : found->second;
  };
  std::string form = fmt::format("{}: {}\n", spec.title_label, value(spec.title_key));
  std::string says;
  for (const FieldSpec& field : spec.fields) {
    form += fmt::format("\n{}: {}\n", field.label, value(field.key));
    says += fmt::format("{}: {}{}\n", field.label, field.says, field.required ? "" : " (optional)");
  }
  return fmt::format(
      "{}\n{}\nSatchel ignores this line and everything below it.\n{}An unchanged {} adds "
      "nothing.\n",
      form, kCut, says, spec.is_entry() ? "form" : "text");
}

std::expected<Values, Failure> ReadForm(const NoteSpec& spec, std::string_view form) {
  std::vector<std::pair<std::string, std::string>> labels;  // with the key
  labels.emplace_back(fmt::format("{}:", spec.title_label), spec.title_key);
  for (const FieldSpec& field : spec.fields) {
    labels.emplace_back(fmt::format("{}:", field.label), field.key);
  }
  Values values{.from = Values::From::kEditor};
  std::string* text = nullptr;
  while (!form.empty()) {
    std::string_view line = TakeLine(form);
    const auto label = std::ranges::find_if(labels, [&](const auto& each) {
      return line.starts_with(each.first) && !values.texts.contains(each.second);
    });
    if (label != labels.end()) {
      text = &values.texts[label->second];
      line.remove_prefix(label->first.size());
    } else if (text == nullptr && !Trimmed(line).empty()) {
      return FailWith(ExitCode::kUsage, fmt::format("the form begins with text outside of a field"),
                      fmt::format("write it after '{}'", labels.front().first));
    }
    if (text != nullptr) *text += fmt::format("{}\n", line);
  }
  for (auto& [key, value] : values.texts) value = std::string(Trimmed(value));
  std::erase_if(values.texts, [](const auto& each) { return each.second.empty(); });
  return values;
}

std::string TextOf(const NoteSpec& spec, const engine::NoteItem& item) {
  const std::string text = spec.is_entry() ? fmt::format("{}\n\n{}", item.title, item.text)
                                           : item.text.substr(0, item.text.find('\n'));
  return fmt::format("{}\n\n{}\nSatchel ignores this line and everything below it.\n{}", text, kCut,
                     spec.is_entry() ? "The first line is the title; the date stays.\n"
                                     : "It must be one line; text nested below it stays.\n");
}

engine::NoteRevision ChangeFrom(const NoteSpec& spec, std::string_view text) {
  engine::NoteRevision change;
  if (!spec.is_entry()) {
    change.title = std::string(text);
    return change;
  }
  change.title = std::string(TakeLine(text));
  if (const std::string_view body = Trimmed(text); !body.empty()) change.body = std::string(body);
  return change;
}

}  // namespace satchel::cli
