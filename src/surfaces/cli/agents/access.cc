#include "surfaces/cli/agents/access.h"

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

std::string_view StateOf(const ChangedFile& change) {
  if (!change.before) return "new";
  return change.after ? "changed" : "removed";
}

}  // namespace

std::expected<void, Failure> CheckAgentFace(const Context& context) {
  if (context.faces.install != nullptr && context.faces.agents != nullptr) return {};
  return FailWith(ExitCode::kInternal, "this program was made without its part for agents", "");
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

Json ConnectionJson(const InstallCall& call, const InstallAnswer& answer) {
  Json changes = Json::array();
  for (const ChangedFile& change : answer.changes) {
    changes.push_back(
        {{"path", change.file.string()},
         {"state", StateOf(change)},
         {"difference", Difference(change.before.value_or(""), change.after.value_or(""))}});
  }
  return {{"agent", call.agent},
          {"changes", std::move(changes)},
          {"remarks", answer.remarks},
          {"undo", call.undo},
          {"written", !call.only_show && !answer.changes.empty()}};
}

void ShowConnection(const Context& context, const InstallCall& call, const InstallAnswer& answer) {
  for (const ChangedFile& change : answer.changes) {
    const std::string file = Visible(change.file.string());
    context.Print(fmt::format("{} {}\n", StateOf(change), file));
    if (!call.only_show) continue;
    const auto difference = Difference(change.before.value_or(""), change.after.value_or(""));
    context.Print(difference);
  }
  if (answer.changes.empty()) {
    context.Print(call.undo ? fmt::format("{} has nothing of satchel\n", answer.agent)
                            : fmt::format("{} is connected already\n", answer.agent));
  } else if (call.only_show) {
    context.Note("nothing was written");
  }
  for (const std::string& remark : answer.remarks) context.Note(Visible(remark));
}

}  // namespace satchel::cli
