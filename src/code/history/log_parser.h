#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

// What `git log` prints about commits, read as it arrives. Nothing of it is trusted.
namespace satchel::code {

// What a commit did to a path. Regular files alone.
struct PathChange {
  enum class Kind : std::uint8_t { kChanged, kAdded, kGone, kRenamed };
  Kind kind = Kind::kChanged;
  std::string path;  // afterwards; of one that is gone, before
  std::string old;   // of one that was renamed: before
  friend bool operator==(const PathChange&, const PathChange&) = default;
};

struct LoggedCommit {
  std::string id;  // in hexadecimal digits
  std::vector<std::string> parents;
  std::int64_t committed = 0;  // seconds since 1970
  std::string message;
  std::vector<PathChange> changes;  // against the first parent; none of a merge
  // It changes more than kMostLoggedPaths paths, or more than git can list within its limits.
  // `changes` is empty.
  bool too_large = false;
};

inline constexpr std::size_t kMostLoggedPaths = 10'000;

// The format and the options with which git has to print commits for a LogParser.
std::vector<std::string> LogFormat();

// Holds one commit at a time: at most kMostLoggedPaths changes of 8 MB, and 1 MB of its message.
class LogParser {
 public:
  using Take = std::function<Status(LoggedCommit)>;
  // `take` gets each commit once all of it is known: at the beginning of the next one, or in
  // Finish(). An error of its own is passed on.
  explicit LogParser(Take take) : take_(std::move(take)) {}

  // The next bytes, cut anywhere. kUnavailable: it is another form.
  Status Feed(std::string_view bytes);
  Status Finish();

 private:
  enum class Part : std::uint8_t {
    kId,
    kParents,
    kTime,
    kMessage,
    kEnd,
    kChange,  // or the id of the next commit
    kPath,
    kRenamed,
  };
  // ":100644 100755 ID ID M" or "R087": the modes before and after, and what happened.
  struct RawChange {
    bool was_file = false;
    bool is_file = false;
    char status = 0;
  };

  static std::optional<RawChange> ReadChange(std::string_view text);
  Status TakeField(std::string_view field);
  Status TakeHead(std::string_view field);
  Status TakeChange(std::string_view field);
  void AddChange(std::string_view renamed);
  Status Emit();

  Take take_;
  Part part_ = Part::kId;
  std::string field_;  // its beginning
  bool cut_ = false;   // it was longer than what is kept of a field
  LoggedCommit commit_;
  RawChange change_;
  std::string path_;
  std::size_t paths_ = 0;  // of the commit, of any kind
  std::size_t bytes_ = 0;  // of them
};

}  // namespace satchel::code
