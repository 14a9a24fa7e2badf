#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>

#include "base/result.h"
#include "code/requests/code_refresh.h"
#include "code/requests/search.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

namespace satchel::engine {
class Engine;
}  // namespace satchel::engine

// What the commands that ask the index of the code share.
namespace satchel::cli {

// Of each such command.
inline constexpr Flag kPathFlag = {
    .name = "--path",
    .value = "GLOB",
    .help = "only files that match, as in .gitignore; !GLOB excludes; may be repeated"};
inline constexpr Flag kLangFlag = {
    .name = "--lang", .value = "NAME", .help = "only files in this language; may be repeated"};
inline constexpr Flag kNoTestsFlag = {.name = "--no-tests", .help = "exclude test files"};
inline constexpr Flag kNoRefreshFlag = {
    .name = "--no-refresh", .help = "use the index as it is, without looking for changed files"};

// --path, --lang and --no-tests.
engine::FilterRequest FilterFrom(const Invocation& invocation);

// That another process has the index, and for how long it is waited for at most.
void SayThatItWaits(const Context& context, std::chrono::nanoseconds most);

// Asks an engine whose index is up to date as far as that is quick, and says on stderr what is not:
// makes the index where there is none, and where it is damaged makes it anew and asks once more.
// Returns how fresh the answer is.
//
// An index that cannot be written, because another process writes, the disk is full or nothing may
// be written there, is asked as it is.
enum class IndexNeed : std::uint8_t {
  kMade,  // making it is what the command is for: what cannot be written is an error
  kRequired,
  kOptional,  // the answer has other sources: without any index it is made without the code
};
std::expected<engine::CodeRefresh, Failure> AskCode(
    const Context& context, const std::function<Status(engine::Engine& engine)>& ask,
    IndexNeed need = IndexNeed::kRequired);

}  // namespace satchel::cli
