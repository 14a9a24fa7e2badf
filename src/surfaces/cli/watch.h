#pragma once

#include <functional>
#include <memory>

#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/store_access.h"

// `index --watch`, once everything is indexed.
namespace satchel::cli {

// How a watch gets at its engine.
struct WatchAccess {
  std::function<OpenedEngine()> open;
  bool use_cache = true;
};

// Keeps the index up to date and says so, until Ctrl-C, SIGTERM or the end of --timeout: none of
// them is a failure, since a watch has no other end.
void Watch(const Context& context, const WatchAccess& access,
           std::unique_ptr<engine::Engine> engine);

}  // namespace satchel::cli
