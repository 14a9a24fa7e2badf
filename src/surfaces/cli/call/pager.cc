#include "surfaces/cli/call/pager.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fcntl.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/child.h"
#include "base/directory.h"
#include "base/result.h"
#include "surfaces/cli/call/child_environment.h"
#include "text/columns.h"

// The user chose the pager, as they chose their editor: a shell runs it, because the variable may
// have arguments in it, and nothing limits it. It writes to the terminal itself.
namespace satchel::cli {
namespace {

constexpr int kNotFound = 127;  // of the shell

// Rows that the text takes on the screen. The colours in it take no columns.
std::size_t RowsOf(std::string_view text, std::size_t columns) {
  std::size_t rows = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t width = text::ColumnAfter(line);
    rows += columns == 0 ? 1 : std::max<std::size_t>(1, (width + columns - 1) / columns);
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return rows;
}

std::vector<std::string> EnvironmentOf(const Context& context) {
  std::vector<std::string> environment = ChildEnvironment(context);
  // Ends by itself if everything fits, shows colours, and leaves the text on the screen.
  if (!context.environment.Find("LESS")) environment.emplace_back("LESS=FRX");
  return environment;
}

// Whether the pager could be run.
bool RunPager(const Context& context, const std::string& pager, std::string_view text) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  Descriptor read(ends[0]);
  Descriptor write(ends[1]);
  auto child = Child::Run({.program = "/bin/sh",
                           .args = {"-c", pager},
                           .environment = EnvironmentOf(context),
                           .in = read.get(),
                           .out = STDOUT_FILENO,
                           .err = STDERR_FILENO,
                           .limits = ProcessLimits::None(),
                           .with_parent = SIGHUP});
  if (!child) return false;
  {
    const Descriptor closed = std::exchange(read, Descriptor(-1));
  }
  // A pager may be left before it has read everything.
  static_cast<void>(WriteAll(write.get(), text));
  {
    const Descriptor closed = std::exchange(write, Descriptor(-1));
  }
  return child->Wait().code != kNotFound;
}

}  // namespace

std::optional<std::string> PagerFor(const Context& context, std::string_view text) {
  const Streams& streams = context.streams;
  if (!streams.out_is_terminal || !streams.in_is_terminal || streams.out_rows == 0) {
    return std::nullopt;
  }
  if (context.invocation.Has("--no-pager") || context.environment.Find("TERM") == "dumb") {
    return std::nullopt;
  }
  // The prompt needs a row.
  if (RowsOf(text, streams.out_columns) < streams.out_rows) return std::nullopt;
  std::string pager = context.environment.Find("PAGER").value_or("less");
  if (pager == "cat") return std::nullopt;
  return pager;
}

void PrintPaged(const Context& context, const std::string& text) {
  const auto pager = PagerFor(context, text);
  if (pager) {
    context.streams.out.flush();
    context.streams.err.flush();
    if (RunPager(context, *pager, text)) return;
  }
  context.streams.out << text;
}

}  // namespace satchel::cli
