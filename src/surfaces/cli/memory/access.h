#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "memory/requests/edit.h"
#include "memory/requests/inbox.h"
#include "surfaces/cli/call/context.h"

// What the commands for memories share.
namespace satchel::cli {

// Where memories are, --namespace and --principal, and the time. Checks the setup.
std::expected<engine::MemoryTarget, Failure> MemoryTargetFrom(const Context& context);

// The project's proposed memories.
std::expected<engine::Inbox, Failure> InboxFrom(const Context& context);

// memory.verbatim_artifacts_enabled and memory.intent_routing_enabled.
engine::RememberOptions RememberOptionsFrom(const Context& context, bool force);

// All words of an argument, or for `-` the standard input.
std::expected<std::string, Failure> TextFrom(const Context& context, const std::string& argument);

// A moment, or how long from now: `2026-11-15`, `30d`. `what` is for the error.
std::expected<Time, Failure> MomentFrom(const Context& context, std::string_view what,
                                        std::string_view text);

// The id, with the namespace in front where that is not the project's own; and how the text begins.
std::string NameOf(const memory::Memory& memory);
std::string HeadOf(const memory::Memory& memory);

// Logs that a memory was used (memory/requests/uses.h). Without stores, or when the log cannot be
// written, nothing happens: the command has done its work.
void NoteUse(const Context& context, const memory::Memory& memory, std::string_view how);

// That secrets were taken out, if any were.
void WarnOfSecrets(const Context& context, const std::vector<std::string>& kinds);

}  // namespace satchel::cli
