#pragma once

#include <chrono>
#include <cstddef>
#include <expected>
#include <filesystem>
#include <functional>

#include "base/error.h"
#include "base/git.h"
#include "evaluation/revision_store.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

// What the commands that measure share.
namespace satchel::cli {

// Both must outlive it.
evaluation::Tools ToolsOf(const Context& context, const Git& git);

std::unexpected<Failure> FailEval(const Error& error);

double Milliseconds(std::chrono::nanoseconds time);

// One line of JSON for each of `count` answers, all of them or no file.
std::expected<void, Failure> WriteAnswers(const std::filesystem::path& file, std::size_t count,
                                          const std::function<Json(std::size_t)>& line);

}  // namespace satchel::cli
