#include "surfaces/cli/watch.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <sys/stat.h>
#include <utility>

#include <fmt/format.h>
#include <malloc.h>
#include <nlohmann/json.hpp>

#include "code/answers/watch_answer.h"
#include "code/requests/watch.h"
#include "engine/engine.h"
#include "packet/render/schema_version.h"

namespace satchel::cli {
namespace {

using engine::CodeRefresh;
using engine::Engine;
using engine::WatchNotice;

// A look at all files takes memory for each of them, and the next one may be hours away.
void GiveMemoryBack() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

// The engine of the stores that are at their place now. Those that it has open may have been moved
// away together with the workspace, or removed; others may be there instead.
class EngineInPlace final : public engine::WatchedCode {
 public:
  EngineInPlace(const Context& context, const WatchAccess& access, std::unique_ptr<Engine> engine)
      : context_(context), access_(access), engine_(std::move(engine)), file_(FileInPlace()) {}

  Result<CodeRefresh> LookAtAll(engine::DirectorySink* directories,
                                const Deadline& deadline) override {
    auto refresh = Ask<CodeRefresh>([&] {
      return engine_->BringUpToDate({.use_cache = access_.use_cache, .directories = directories},
                                    deadline);
    });
    GiveMemoryBack();
    return refresh;
  }

  Result<std::optional<CodeRefresh>> LookAt(std::span<const std::string> paths,
                                            const Deadline& deadline) override {
    return Ask<std::optional<CodeRefresh>>(
        [&] { return engine_->RefreshFiles(paths, {.use_cache = access_.use_cache}, deadline); });
  }

 private:
  struct File {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    friend bool operator==(const File&, const File&) = default;
  };

  // Nothing: on a server, or there is none.
  std::optional<File> FileInPlace() const {
    if (!engine_ || engine_->place().kind != engine::StoreKind::kSqlite) return std::nullopt;
    struct stat facts{};
    const std::filesystem::path file = engine_->place().directory / "curated.db";
    if (::stat(file.c_str(), &facts) != 0) return std::nullopt;
    return File{.device = facts.st_dev, .inode = facts.st_ino};
  }

  Status OpenWhatIsThere() {
    if (engine_ && FileInPlace() == file_) return {};
    engine_.reset();
    auto opened = access_.open();
    if (!opened) return std::unexpected(opened.error().error);
    engine_ = *std::move(opened);
    file_ = FileInPlace();
    return {};
  }

  template <class Answer, class Question>
  Result<Answer> Ask(const Question& question) {
    SATCHEL_TRY(OpenWhatIsThere());
    Result<Answer> answer = question();
    if (!answer && engine_->Heal(answer.error(), context_.deadline, WarnOf(context_))) {
      file_ = FileInPlace();
      answer = question();
    }
    return answer;
  }

  const Context& context_;
  const WatchAccess& access_;
  std::unique_ptr<Engine> engine_;  // null: it could not be opened
  std::optional<File> file_;        // that it has open
};

// What a watch prints: JSON lines, lines, or on a terminal one line that is written over.
class WatchLines {
 public:
  explicit WatchLines(const Context& context)
      : context_(context), over_(context.streams.out_is_terminal && !context.json) {}
  ~WatchLines() {
    if (shown_) context_.streams.out << '\n' << std::flush;
  }
  WatchLines(const WatchLines&) = delete;
  WatchLines& operator=(const WatchLines&) = delete;

  // False: nobody reads what is printed.
  bool Show(const WatchNotice& notice) {
    if (context_.json) {
      Json line = engine::ToJson(notice);
      line["schema_version"] = packet::kSchemaVersion;
      context_.PrintJsonLine(std::move(line));
    } else {
      ShowText(notice);
    }
    context_.streams.out.flush();
    context_.streams.err.flush();
    return context_.streams.out.good();
  }

 private:
  void ShowText(const WatchNotice& notice) {
    const std::string why = notice.error ? notice.error->text() : "";
    const std::string hint = notice.error ? notice.error->hint() : "";
    switch (notice.kind) {
      case WatchNotice::Kind::kWatching:
        state_ = "watching " + Count(notice.directories, "directory", "directories");
        return Line(state_);
      case WatchNotice::Kind::kRefreshed:
        ++refreshes_;
        return over_ ? Line(fmt::format("{}; {}, the last: {}", state_,
                                        Count(refreshes_, "refresh", "refreshes"), TextOf(notice)))
                     : Line(TextOf(notice));
      case WatchNotice::Kind::kPolling:
        state_ = "checking every 5 s";
        Warn(why + "; checking all files every 5 s instead", hint);
        return;
      case WatchNotice::Kind::kBusy:
        if (!why.empty()) return Warn(why + "; Satchel retries", hint);
        return Warn(
            "another process is writing this workspace's index; Satchel indexes the changes later",
            "");
      case WatchNotice::Kind::kFailed:
        return Warn(why + "; Satchel retries", hint);
      case WatchNotice::Kind::kAway:
        return Warn(context_.workspace->root.string() + " is missing; waiting for it to return",
                    "Ctrl-C ends the watch");
    }
  }

  static std::string TextOf(const WatchNotice& notice) {
    return fmt::format("{} changed, {} added, {} gone; {:.3f} s", notice.refresh.changed,
                       notice.refresh.added, notice.refresh.gone,
                       std::chrono::duration<double>(notice.took).count());
  }

  void Line(std::string text) {
    if (!over_) return context_.Print(text + '\n');
    const std::size_t columns = context_.streams.out_columns;
    if (columns > 0 && text.size() >= columns) text.resize(columns - 1);  // it is ASCII
    context_.Print("\r\x1b[K" + text);
    shown_ = true;
  }

  void Warn(const std::string& text, const std::string& hint) {
    if (std::exchange(shown_, false)) context_.Print("\r\x1b[K");
    context_.streams.out.flush();
    context_.Warn(text, hint);
  }

  const Context& context_;
  const bool over_;
  bool shown_ = false;  // a line that has no end yet
  std::string state_;
  std::uint64_t refreshes_ = 0;
};

}  // namespace

void Watch(const Context& context, const WatchAccess& access, std::unique_ptr<Engine> engine) {
  EngineInPlace code(context, access, std::move(engine));
  WatchLines lines(context);
  engine::WatchCode(
      code, context.workspace->root, {},
      [&lines](const WatchNotice& notice) { return lines.Show(notice); }, context.deadline);
}

}  // namespace satchel::cli
