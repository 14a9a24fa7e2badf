#include "surfaces/cli/graph_access.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/files.h"
#include "surfaces/cli/store_access.h"

namespace satchel::cli {

std::unexpected<Failure> FailGraph(const Error& error) {
  const auto code = [&] {
    switch (error.code()) {
      case Errc::kInvalidInput:
        return ExitCode::kUsage;
      case Errc::kNotFound:
        return ExitCode::kNotFound;
      case Errc::kConflict:
      case Errc::kCorrupt:
        return ExitCode::kNothing;
      case Errc::kDeadline:
      case Errc::kUnavailable:
        return ExitCode::kBusy;
      case Errc::kInternal:
        break;
    }
    return ExitCode::kInternal;
  };
  return FailWith(code(), error);
}

std::string GraphsFolder(const Context& context) {
  return context.invocation.Find("--graphs-dir").value_or("graphs");
}

engine::GraphPlace PlaceOf(const Context& context) {
  return {.workspace = *context.workspace, .folder = GraphsFolder(context), .now = Now(context)};
}

std::expected<std::string, Failure> ReadInput(const Context& context, const std::string& name,
                                              std::size_t most) {
  if (name == "-") {
    std::string bytes;
    std::string part(1U << 16U, '\0');
    while (context.streams.in && bytes.size() <= most) {
      context.streams.in.read(part.data(), static_cast<std::streamsize>(part.size()));
      bytes.append(part, 0, static_cast<std::size_t>(context.streams.in.gcount()));
    }
    if (bytes.size() > most) {
      return FailWith(ExitCode::kUsage, fmt::format("the input is larger than {} bytes", most), "");
    }
    return bytes;
  }
  std::filesystem::path path = name;
  if (path.is_relative()) path = context.environment.working_directory / path;
  auto bytes = engine::ReadSmallFile(path, most);
  if (!bytes) return FailWith(ExitCode::kUsage, bytes.error());
  if (!*bytes) return FailWith(ExitCode::kUsage, fmt::format("there is no file {}", name), "");
  return **std::move(bytes);
}

Json GraphItemJson(const engine::GraphItem& item) {
  return {{"id", item.id},
          {"layer", Name(item.layer)},
          {"type", item.type},
          {"title", item.title},
          {"status", item.status},
          {"updated_at", item.updated_at ? Json(FormatTime(*item.updated_at)) : Json()},
          {"rev", item.rev ? Json(*item.rev) : Json()}};
}

}  // namespace satchel::cli
