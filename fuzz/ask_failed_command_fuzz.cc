// Any command with any output is read within its bounds.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ask/failed_command.h"
#include "fuzz/require.h"
#include "text/utf8.h"

using satchel::fuzz::Require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t line = std::min(text.find('\n'), text.size());
  satchel::ask::CommandRun run;
  run.command = std::string(text.substr(0, line));
  run.output = std::string(text.substr(std::min(line + 1, text.size())));
  if (size % 3 != 0) run.exit_code = size % 3 == 1 ? 1 : 0;
  const auto reading = satchel::ask::ReadCommandRun(run);
  Require(reading.silent.has_value() == reading.log.empty());
  Require(reading.silent.has_value() == reading.places.empty());
  Require(reading.log.size() <= run.output.size() + 1);
  Require(satchel::ask::FailureSignature("a", run.output, reading.message).size() == 16);
  return 0;
}
