// redactor_scan [--flags] DIR...: what the redactor would do to the text files of
// some trees. Prints every redacted line as a packet would show it, then the
// number of findings per kind and per megabyte. For judging false redactions by
// eye; not a test.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "text/redactor.h"

namespace {

namespace fs = std::filesystem;
using satchel::text::Finding;
using satchel::text::Redacted;
using satchel::text::Redactor;

constexpr std::uintmax_t kMaxFile = 4U << 20U;

struct Totals {
  std::uintmax_t files = 0;
  std::uintmax_t bytes = 0;
  std::uintmax_t redacted = 0;
  std::uintmax_t flagged = 0;
  std::map<std::string, std::uintmax_t, std::less<>> by_kind;
};

std::string_view LineOf(std::string_view text, std::size_t number) {
  std::size_t at = 0;
  for (; number > 1; --number) at = text.find('\n', at) + 1;
  return text.substr(at, std::min(text.find('\n', at), text.size()) - at);
}

// The shown line around its marker; minified files have lines of megabytes.
std::string Excerpt(std::string_view line, std::string_view kind) {
  const std::size_t marker = std::min(line.find(fmt::format("[redacted:{}]", kind)), line.size());
  return std::string(line.substr(marker > 100 ? marker - 100 : 0, 220));
}

void ScanFile(const fs::path& path, bool flags, Totals& totals) {
  std::ifstream stream(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(stream)),
                         std::istreambuf_iterator<char>());
  if (std::string_view(text).substr(0, 8192).contains('\0')) return;
  ++totals.files;
  totals.bytes += text.size();
  const Redacted result = Redactor::Default().Redact(text);
  for (const Finding& finding : result.findings) {
    ++(finding.redacted ? totals.redacted : totals.flagged);
    ++totals.by_kind[std::string(finding.kind)];
    if (!finding.redacted && !flags) continue;
    fmt::print("{}:{}: {}\n", path.string(), finding.line,
               finding.redacted ? Excerpt(LineOf(result.text, finding.line), finding.kind)
                                : fmt::format("flagged {} bytes", finding.end - finding.begin));
  }
}

}  // namespace

int main(int argc, char** argv) {
  bool flags = false;
  Totals totals;
  for (const std::string_view argument : std::vector<std::string_view>(argv + 1, argv + argc)) {
    if (argument == "--flags") {
      flags = true;
      continue;
    }
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(
             argument, fs::directory_options::skip_permission_denied)) {
      if (entry.is_regular_file() && !entry.is_symlink() && entry.file_size() <= kMaxFile) {
        files.push_back(entry.path());
      }
    }
    std::ranges::sort(files);
    for (const fs::path& file : files) ScanFile(file, flags, totals);
  }
  const double megabytes = static_cast<double>(totals.bytes) / 1e6;
  for (const auto& [kind, count] : totals.by_kind) fmt::print("{:8} {}\n", count, kind);
  fmt::print("{} files, {:.1f} MB, {} redacted ({:.2f} a MB), {} flagged ({:.2f} a MB)\n",
             totals.files, megabytes, totals.redacted,
             static_cast<double>(totals.redacted) / megabytes, totals.flagged,
             static_cast<double>(totals.flagged) / megabytes);
  return 0;
}
