#include "code/languages/javascript/builtin_modules.h"

#include <algorithm>
#include <array>

namespace satchel::code {
namespace {

constexpr auto kModules = std::to_array<std::string_view>({
    "assert",
    "async_hooks",
    "buffer",
    "child_process",
    "cluster",
    "console",
    "constants",
    "crypto",
    "dgram",
    "diagnostics_channel",
    "dns",
    "domain",
    "events",
    "fs",
    "http",
    "http2",
    "https",
    "inspector",
    "module",
    "net",
    "os",
    "path",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "repl",
    "stream",
    "string_decoder",
    "sys",
    "timers",
    "tls",
    "trace_events",
    "tty",
    "url",
    "util",
    "v8",
    "vm",
    "wasi",
    "worker_threads",
    "zlib",
});
static_assert(std::ranges::is_sorted(kModules));

}  // namespace

bool IsBuiltinModule(std::string_view specifier) {
  for (const std::string_view scheme : {"node:", "bun:", "jsr:", "npm:", "http:", "https:"}) {
    if (specifier.starts_with(scheme)) return true;
  }
  return std::ranges::binary_search(kModules, specifier.substr(0, specifier.find('/')));
}

}  // namespace satchel::code
