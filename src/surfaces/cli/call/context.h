#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "base/deadline.h"
#include "base/json.h"
#include "base/log.h"
#include "settings/directories.h"
#include "settings/environment.h"
#include "settings/settings.h"
#include "settings/workspace.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/invocation.h"
#include "surfaces/cli/call/streams.h"

namespace satchel::cli {

// Colour, or none of it.
class Style {
 public:
  explicit Style(bool on) : on_(on) {}
  bool is_on() const { return on_; }
  std::string Bold(std::string_view text) const { return Paint("1", text); }
  std::string Dim(std::string_view text) const { return Paint("2", text); }
  std::string Green(std::string_view text) const { return Paint("32", text); }
  std::string Yellow(std::string_view text) const { return Paint("33", text); }
  std::string Red(std::string_view text) const { return Paint("31", text); }

 private:
  std::string Paint(std::string_view code, std::string_view text) const;
  bool on_;
};

// What a handler works with. Lives for one run, on one thread.
struct Context {
  const Streams& streams;
  const settings::Environment& environment;
  const Invocation& invocation;
  settings::Directories directories;
  // Set before the handler runs.
  Result<settings::Workspace> workspace = settings::Workspace();
  settings::LoadedSettings loaded;
  Deadline deadline = Deadline::Never();  // --timeout, and Ctrl-C
  Logger* log = nullptr;        // as log.level and log.format say; null before they are read
  std::string format = "text";  // of the result: one of the command's
  bool json = false;            // that is JSON, also for what goes to stderr
  Style out{false};
  Style err{false};
  mutable bool warned = false;  // of what the settings have; once is enough

  // Everything a result prints goes through these. Print() and the two for JSON redact secrets and
  // write out invisible characters, so that no command can forget it; colours of Style stay.
  void Print(std::string_view text) const { streams.out << PrintedText(text); }
  // What that prints.
  std::string PrintedText(std::string_view text) const;
  // A packet's text as it was rendered and counted.
  void PrintPacket(const std::string& packet) const { streams.out << packet; }
  // Adds schema_version.
  void PrintJson(Json value) const;
  // With the text of a packet, as it was rendered and counted, as the key `text`.
  void PrintJson(Json value, const std::string& packet) const;
  // On one line, as it is.
  void PrintJsonLine(Json value) const;
  // What that prints.
  static std::string JsonText(Json value);

  // A line on stderr about what was done; not with --quiet.
  void Note(std::string_view text) const;
  void Warn(std::string_view text, std::string_view hint) const;

  // Whether workspace and settings can be worked with. Prints the warnings; a
  // missing workspace is kNotFound, a problem in a file kConfiguration.
  std::expected<void, Failure> CheckSetup() const;
  std::expected<void, Failure> CheckWorkspace() const;
};

std::unexpected<Failure> FailWith(ExitCode code, std::string_view text, std::string_view hint);
std::unexpected<Failure> FailWith(ExitCode code, const Error& error);
// What went wrong with notes or graphs, with the exit code that scripts branch on.
std::unexpected<Failure> FailSource(const Error& error);

// `satchel: what` and `  hint: what to do`, or one JSON object on a line.
void PrintFailure(std::ostream& err, const Failure& failure, bool json, const Style& style);

// Outside text as it may be printed on a terminal: control characters, direction
// marks, invisible ones and bytes that are not UTF-8 are written out (\u{1B}).
std::string Visible(std::string_view text);

// Whether to colour a stream, by --color or output.color, NO_COLOR,
// CLICOLOR_FORCE, TERM and whether the stream is a terminal.
bool WantsColor(std::string_view setting, const settings::Environment& environment,
                bool is_terminal);

// "1 file", "12 files"; "0 bytes", "3.4 MB".
std::string Count(std::uint64_t number, std::string_view one, std::string_view many);
std::string Bytes(std::uint64_t bytes);

}  // namespace satchel::cli
