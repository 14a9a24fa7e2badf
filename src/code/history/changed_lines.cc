#include "code/history/changed_lines.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace satchel::code {
namespace {

constexpr std::size_t kMostOutput = 512U << 20U;

std::string_view TakeLine(std::string_view& out) {
  const std::size_t end = std::min(out.find('\n'), out.size());
  const std::string_view line = out.substr(0, end);
  out.remove_prefix(std::min(end + 1, out.size()));
  return line;
}

std::optional<std::uint32_t> TakeNumber(std::string_view& text) {
  std::uint32_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return number;
}

// `12,3` or `12`, which is one line.
std::optional<OldLines> TakeRange(std::string_view& text) {
  const auto first = TakeNumber(text);
  if (!first) return std::nullopt;
  OldLines lines{.first = *first, .count = 1};
  if (text.starts_with(',')) {
    text.remove_prefix(1);
    const auto count = TakeNumber(text);
    if (!count) return std::nullopt;
    lines.count = *count;
  }
  return lines;
}

// `@@ -12,3 +14 @@ …`: the lines before and after.
std::optional<std::pair<OldLines, OldLines>> ReadHunkHead(std::string_view line) {
  constexpr std::string_view kBegin = "@@ -";
  constexpr std::string_view kBetween = " +";
  if (!line.starts_with(kBegin)) return std::nullopt;
  line.remove_prefix(kBegin.size());
  const auto before = TakeRange(line);
  if (!before || !line.starts_with(kBetween)) return std::nullopt;
  line.remove_prefix(kBetween.size());
  const auto after = TakeRange(line);
  if (!after || !line.starts_with(" @@")) return std::nullopt;
  return std::pair(*before, *after);
}

// What stands between the quotation marks of a name with unusual bytes.
std::string Unquoted(std::string_view text) {
  constexpr std::string_view kLetters = "abtnvfr";
  constexpr std::string_view kMeant = "\a\b\t\n\v\f\r";
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    ++i;
    if (const std::size_t at = kLetters.find(text[i]); at != kLetters.npos) {
      plain += kMeant[at];
    } else if (text[i] >= '0' && text[i] <= '3' && i + 2 < text.size()) {
      plain +=
          static_cast<char>(((text[i] - '0') * 64) + ((text[i + 1] - '0') * 8) + text[i + 2] - '0');
      i += 2;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

// The path of `--- a/path`; empty: there was none. A name with spaces has a tab behind it.
std::string OldPath(std::string_view name) {
  constexpr std::string_view kPrefix = "a/";
  std::string path;
  if (name.size() > 1 && name.starts_with('"') && name.ends_with('"')) {
    path = Unquoted(name.substr(1, name.size() - 2));
  } else {
    if (name.ends_with('\t')) name.remove_suffix(1);
    path = name;
  }
  return path.starts_with(kPrefix) ? path.substr(kPrefix.size()) : "";
}

}  // namespace

Result<ChangedLines> ParsePatch(std::string_view out) {
  ChangedLines changed;
  std::vector<OldLines>* of_file = nullptr;
  while (!out.empty()) {
    const std::string_view line = TakeLine(out);
    constexpr std::string_view kOld = "--- ";
    if (line.starts_with("diff --git ")) {
      of_file = nullptr;
    } else if (line.starts_with(kOld)) {
      const std::string path = OldPath(line.substr(kOld.size()));
      of_file = path.empty() ? nullptr : &changed[path];
    } else if (line.starts_with("@@")) {
      const auto head = ReadHunkHead(line);
      if (!head) return Fail(Errc::kUnavailable, "git log prints another form of a patch");
      if (of_file != nullptr) of_file->push_back(head->first);
      // By number: a line that was taken out may look like the head of a file.
      std::uint64_t lines = std::uint64_t{head->first.count} + head->second.count;
      for (; lines > 0 && !out.empty(); --lines) {
        while (out.starts_with('\\')) TakeLine(out);  // no newline at the end of the file
        TakeLine(out);
      }
    }
  }
  return changed;
}

Result<ChangedLines> ReadChangedLines(const Git& git, const GitStore& repository,
                                      const std::string& commit, const Deadline& deadline) {
  if (!IsObjectId(commit)) return Fail(Errc::kInvalidInput, "a commit is named by its whole id");
  Git::Call call = CallIn(repository, Git::Command::kLog);
  call.max_output = kMostOutput;
  // Everything that a repository's own configuration could change is said.
  call.args = {"--no-walk",
               "--patch",
               "--unified=0",
               "--inter-hunk-context=0",
               "--no-function-context",
               "--diff-algorithm=histogram",
               "--indent-heuristic",
               "--find-renames=50%",
               "-l200",
               "--diff-filter=MR",
               "--ignore-submodules=all",
               "--src-prefix=a/",
               "--dst-prefix=b/",
               "--no-notes",
               "--no-color",
               "--format=",
               commit,
               "--"};
  const auto out = SATCHEL_TRY(git.Run(call, deadline));
  return ParsePatch(out);
}

}  // namespace satchel::code
