#include "surfaces/agents/script.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace satchel::agents {

Json AnswerScript(std::string_view context) { return {{"context", context}}; }

std::string AskFunction(const Machine& machine, std::string_view agent) {
  // Never fails, never waits long: a prompt must not be held up by what was to help it.
  constexpr std::string_view kFunction = R"(import {{ spawn }} from "node:child_process";

function ask(event, input) {{
  return new Promise((resolve) => {{
    let text = "";
    const done = () => {{
      try {{
        resolve(String(JSON.parse(text).context ?? ""));
      }} catch {{
        resolve("");
      }}
    }};
    try {{
      const child = spawn({program}, ["hook", event, "--agent", {agent}], {{
        stdio: ["pipe", "pipe", "ignore"],
        timeout: 2000,
      }});
      child.on("error", done);
      child.on("close", done);
      child.stdin.on("error", () => {{}});
      child.stdout.on("data", (data) => (text += data));
      child.stdin.end(JSON.stringify(input));
    }} catch {{
      resolve("");
    }}
  }});
}}
)";
  return fmt::format(kFunction, fmt::arg("program", Json(machine.program).dump()),
                     fmt::arg("agent", Json(agent).dump()));
}

}  // namespace satchel::agents
