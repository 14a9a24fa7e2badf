#include "code/history/path_history.h"

#include <algorithm>
#include <utility>

#include "base/bytes.h"

// Commits are looked at from the newest to the oldest, and the first thing that is said of a path
// decides what it is now: changed or added, it is still there; gone, it is no more; renamed, it is
// what the other path is. A path that was used again for another file keeps the commits of both,
// which is rare and harmless.
namespace satchel::code {
namespace {

constexpr std::size_t kMostKept = 5'000;

bool IsMove(const PathChange& change) {
  return change.kind == PathChange::Kind::kRenamed || change.kind == PathChange::Kind::kGone;
}

std::size_t SharedBeginning(std::string_view left, std::string_view right) {
  const auto both = std::ranges::mismatch(left, right);
  return static_cast<std::size_t>(both.in1 - left.begin());
}

}  // namespace

std::string WriteChanges(std::span<const PathChange> changes) {
  ByteWriter out;
  const bool many = changes.size() > kMostChangedFiles;
  std::size_t kept = 0;
  std::string_view before;
  const auto path = [&](std::string_view text) {
    const std::size_t shared = SharedBeginning(before, text);
    out.Number(shared);
    out.String(text.substr(shared));
    before = text;
  };
  for (const PathChange& change : changes) {
    if (many && (!IsMove(change) || ++kept > kMostKept)) continue;
    out.Byte(static_cast<std::uint8_t>(change.kind));
    path(change.path);
    if (change.kind == PathChange::Kind::kRenamed) path(change.old);
  }
  return out.Take();
}

Result<std::vector<PathChange>> ReadChanges(std::string_view bytes) {
  std::vector<PathChange> changes;
  ByteReader in(bytes);
  std::string before;
  const auto path = [&] {
    const std::uint64_t shared = in.Number(before.size());
    before.resize(shared);
    before += in.String();
    return before;
  };
  while (in.ok() && in.left() > 0) {
    PathChange& change = changes.emplace_back();
    const std::uint8_t kind = in.Byte();
    if (kind > static_cast<std::uint8_t>(PathChange::Kind::kRenamed)) in.Fail();
    change.kind = static_cast<PathChange::Kind>(kind);
    change.path = path();
    if (change.kind == PathChange::Kind::kRenamed) change.old = path();
  }
  if (!in.AtEnd()) return Fail(Errc::kCorrupt, "the changes of a commit cannot be read");
  return changes;
}

std::string WriteNumbers(std::vector<std::int64_t> numbers) {
  std::ranges::sort(numbers);
  ByteWriter out;
  std::int64_t before = 0;
  for (const std::int64_t number : numbers) {
    out.Number(static_cast<std::uint64_t>(number - std::exchange(before, number)));
  }
  return out.Take();
}

Result<std::vector<std::int64_t>> ReadNumbers(std::string_view bytes) {
  std::vector<std::int64_t> numbers;
  ByteReader in(bytes);
  std::uint64_t number = 0;
  while (in.ok() && in.left() > 0) {
    number += in.Number(static_cast<std::uint64_t>(INT64_MAX) - number);
    numbers.push_back(static_cast<std::int64_t>(number));
  }
  if (!in.AtEnd()) return Fail(Errc::kCorrupt, "the commits of a path cannot be read");
  return numbers;
}

void PathHistoryBuilder::See(const PathChange& change) {
  using enum PathChange::Kind;
  switch (change.kind) {
    case kChanged:
    case kAdded:
      now_.try_emplace(change.path, change.path);
      break;
    case kGone:
      now_.try_emplace(change.path, std::string());
      break;
    case kRenamed: {
      const std::string target = now_.try_emplace(change.path, change.path).first->second;
      now_.try_emplace(change.old, target);
      break;
    }
  }
}

void PathHistoryBuilder::Add(const NumberedCommit& commit) {
  for (const PathChange& change : commit.changes) {
    See(change);
    if (commit.changed <= kMostChangedFiles) {
      histories_[change.path].commits.push_back(commit.number);
    }
    // The old name leads to the new one, whether or not an older commit is known.
    if (change.kind == PathChange::Kind::kRenamed) histories_.try_emplace(change.old);
  }
}

std::map<std::string, PathHistory> PathHistoryBuilder::Take() && {
  for (auto& [path, history] : histories_) history.now = now_.at(path);
  std::erase_if(histories_, [](const auto& one) { return one.second.commits.empty(); });
  return std::move(histories_);
}

std::map<std::string, PathHistory> PathHistories(std::span<const NumberedCommit> commits) {
  PathHistoryBuilder builder;
  for (const NumberedCommit& commit : commits) builder.Add(commit);
  return std::move(builder).Take();
}

}  // namespace satchel::code
