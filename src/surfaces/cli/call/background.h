#pragma once

#include <filesystem>
#include <optional>
#include <utility>

#include "base/deadline.h"
#include "base/writer_lock.h"
#include "surfaces/cli/call/context.h"

// Index runs that nobody waits for: one at a time for a workspace, on one processor at the lowest
// priority, over within two minutes. Nothing stays behind.
namespace satchel::cli {

// Starts `satchel index --background`, unless one runs or began less than a minute ago. Best
// effort: the next hook tries again.
void IndexInBackground(const Context& context, const std::filesystem::path& root);

class BackgroundRun {
 public:
  // For this process. Nothing: one runs already, or began less than a minute ago, or there is no
  // place to say so.
  static std::optional<BackgroundRun> Begin(const Context& context);

  Deadline Limit(const Deadline& deadline) const;
  // All was indexed, so that the next run need not wait.
  void Succeed() const;

 private:
  BackgroundRun(WriterLock lock, std::filesystem::path begun)
      : lock_(std::move(lock)), begun_(std::move(begun)) {}

  WriterLock lock_;
  std::filesystem::path begun_;  // its age says when
};

}  // namespace satchel::cli
