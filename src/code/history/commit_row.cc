#include "code/history/commit_row.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "code/history/commit_log.h"
#include "code/history/message.h"
#include "code/history/path_history.h"
#include "text/safe_text.h"
#include "text/utf8.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostPathBytes = 64U << 20U;
constexpr std::size_t kMostPathBytesPerCommit = 1U << 10U;

// Names that go into rows: git allows any bytes, and a name may hold a token.
bool IsText(std::string_view path) {
  return text::IsValidUtf8(path) && !text::HoldsSecret(path) &&
         std::ranges::none_of(path, [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

// Of the changes that WriteChanges() keeps. Rows share the beginnings of paths, so they are far
// smaller than what is read back from them.
std::size_t PathBytes(std::span<const PathChange> changes) {
  using enum PathChange::Kind;
  const bool many = changes.size() > kMostChangedFiles;
  std::size_t bytes = 0;
  for (const PathChange& change : changes) {
    if (many && change.kind != kRenamed && change.kind != kGone) continue;
    bytes += change.path.size() + change.old.size();
  }
  return bytes;
}

}  // namespace

CommitRowMaker::CommitRowMaker(const Git& git, const GitStore& repository, Options options)
    : git_(git),
      repository_(repository),
      options_(std::move(options)),
      left_(kMostPathBytes + (options_.commits * kMostPathBytesPerCommit)) {}

bool CommitRowMaker::IsWanted(const PathChange& change) const {
  if (!IsText(change.path) || !IsText(change.old)) return false;
  const std::string_view path = change.path;
  const std::string_view below = options_.below;
  return below.empty() || (path.starts_with(below) && path.substr(below.size()).starts_with('/'));
}

Result<store::CommitRow> CommitRowMaker::RowOf(LoggedCommit commit, std::int64_t number,
                                               const Deadline& deadline) {
  // At the end of a shallow clone everything looks new.
  bool hidden = false;
  if (commit.parents.empty()) {
    hidden = SATCHEL_TRY(HasHiddenParent(git_, repository_, commit.id, deadline));
  }
  saw_shallow_end_ = saw_shallow_end_ || hidden;
  if (hidden) commit.changes.clear();
  std::erase_if(commit.changes, [this](const PathChange& one) { return !IsWanted(one); });
  const std::size_t bytes = PathBytes(commit.changes);
  const bool too_large = !hidden && (commit.too_large || bytes > left_);
  auto changed = std::ssize(commit.changes);
  if (too_large) {
    ++too_large_;
    changed = std::max<std::ptrdiff_t>(changed, kMostLoggedPaths + 1);
    commit.changes.clear();
  } else {
    left_ -= bytes;
  }
  CommitText text = TextOf(commit.message);
  return store::CommitRow{.number = number,
                          .id = std::move(commit.id),
                          .committed = commit.committed,
                          .changed = hidden ? kUnknownChanges : changed,
                          .title = std::move(text.title),
                          .body = std::move(text.body),
                          .changes = WriteChanges(commit.changes)};
}

}  // namespace satchel::code
