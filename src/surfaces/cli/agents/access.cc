#include "surfaces/cli/agents/access.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "surfaces/cli/agents/difference.h"

namespace satchel::cli {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kProgram = "satchel";

// Stable: JSON has it.
std::string_view StateOf(const agents::FileChange& change) {
  if (!change.before) return "new";
  return change.after ? "changed" : "removed";
}

// "created FILE (24 lines)", "changed FILE (+12 -0 lines)"
std::string ChangeText(const agents::FileChange& change, std::string_view difference) {
  const std::string file = Visible(change.file.string());
  std::size_t added = 0;
  std::size_t removed = 0;
  while (!difference.empty()) {
    added += difference.starts_with('+') ? 1U : 0U;
    removed += difference.starts_with('-') ? 1U : 0U;
    difference.remove_prefix(std::min(difference.find('\n'), difference.size() - 1) + 1);
  }
  if (!change.before) return fmt::format("created {} ({})", file, Count(added, "line", "lines"));
  if (!change.after) return fmt::format("removed {} ({})", file, Count(removed, "line", "lines"));
  return fmt::format("changed {} (+{} -{} lines)", file, added, removed);
}

}  // namespace

agents::ConnectRequest RequestFrom(const Context& context, std::string agent) {
  return {.agent = std::move(agent),
          .environment = context.environment,
          .program = ProgramOf(context.environment),
          .undo = context.invocation.Has("--undo"),
          .only_show = context.invocation.Has("--print")};
}

std::string ProgramOf(const settings::Environment& environment) {
  std::string path = environment.Find("PATH").value_or("");
  std::string_view rest = path;
  while (!rest.empty()) {
    const auto end = rest.find(':');
    const fs::path file = fs::path(rest.substr(0, end)) / kProgram;
    std::error_code error;
    if (file.is_absolute() && fs::is_regular_file(file, error) &&
        ::access(file.c_str(), X_OK) == 0) {
      return std::string(kProgram);
    }
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? std::string(kProgram) : self.string();
}

std::unexpected<Failure> FailInstall(const Error& error) {
  switch (error.code()) {
    case Errc::kInvalidInput:
      return FailWith(ExitCode::kUsage, error);
    case Errc::kCorrupt:
      return FailWith(ExitCode::kConfiguration, error);
    case Errc::kNotFound:
      return FailWith(ExitCode::kNotFound, error);
    case Errc::kConflict:
      return FailWith(ExitCode::kNothing, error);
    case Errc::kSystem:
      return FailWith(ExitCode::kSystem, error);
    default:
      return FailWith(ExitCode::kInternal, error);
  }
}

Json ConnectionJson(const agents::ConnectRequest& request, const agents::Connected& connected) {
  Json changes = Json::array();
  for (const agents::FileChange& change : connected.plan.changes) {
    changes.push_back(
        {{"path", change.file.string()},
         {"state", StateOf(change)},
         {"difference", Difference(change.before.value_or(""), change.after.value_or(""))}});
  }
  return {{"agent", request.agent},
          {"changes", std::move(changes)},
          {"remarks", connected.plan.remarks},
          {"undo", request.undo},
          {"written", !request.only_show && !connected.plan.changes.empty()}};
}

void ShowConnection(const Context& context, const agents::ConnectRequest& request,
                    const agents::Connected& connected) {
  for (const agents::FileChange& change : connected.plan.changes) {
    const auto difference = Difference(change.before.value_or(""), change.after.value_or(""));
    context.Print(ChangeText(change, difference) + "\n");
    if (request.only_show) context.Print(difference);
  }
  if (connected.plan.changes.empty()) {
    context.Print(request.undo ? fmt::format("{} was not connected\n", connected.title)
                               : fmt::format("{} is already connected\n", connected.title));
  } else if (request.only_show) {
    context.Note("nothing was written");
  }
  for (const std::string& remark : connected.plan.remarks) context.Note(Visible(remark));
}

}  // namespace satchel::cli
