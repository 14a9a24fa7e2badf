#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "fuzz/require.h"
#include "text/redactor.h"

namespace {

using satchel::fuzz::Require;
using satchel::text::Finding;
using satchel::text::Redacted;
using satchel::text::Redactor;

auto Lines(std::string_view text) { return std::ranges::count(text, '\n'); }

void CheckFindings(std::string_view text, const Redacted& result) {
  std::size_t end = 0;
  for (const Finding& finding : result.findings) {
    Require(end <= finding.begin && finding.begin < finding.end && finding.end <= text.size());
    Require(finding.line == 1 + static_cast<std::size_t>(Lines(text.substr(0, finding.begin))));
    Require(!finding.kind.empty());
    end = finding.end;
  }
}

// What stands between the findings is in the result, in order, with a marker for each.
void CheckKept(std::string_view text, const Redacted& result) {
  const std::string_view out = result.text;
  std::size_t in_text = 0;
  std::size_t in_out = 0;
  for (const Finding& finding : result.findings) {
    if (!finding.redacted) continue;
    const std::string kept =
        fmt::format("{}[redacted:{}]", text.substr(in_text, finding.begin - in_text), finding.kind);
    const std::size_t at = out.find(kept, in_out);
    Require(at != out.npos && (in_text > 0 || at == 0));
    in_text = finding.end;
    in_out = at + kept.size();
  }
  const std::string_view rest = text.substr(in_text);
  Require(out.substr(in_out).ends_with(rest));
  Require(in_text > 0 || out == text);
}

void CheckRedaction(std::string_view text) {
  const Redacted result = Redactor::Default().Redact(text);
  CheckFindings(text, result);
  CheckKept(text, result);
  Require(Lines(result.text) == Lines(text));
  const Redacted again = Redactor::Default().Redact(result.text);
  Require(again.redactions() == 0 && again.text == result.text);
}

std::size_t Count(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// A token on a line of its own is hidden, whatever stands around it.
void CheckHidden(std::string_view text) {
  static const std::string body = "Ej8WvZ3nQk6TbY1xRm4LpD9cHs7GfU2aVoX5";
  const std::size_t half = text.size() / 2;
  const std::string with =
      fmt::format("{}\ngh{}{}\n{}", text.substr(0, half), "p_", body, text.substr(half));
  const std::string_view part = std::string_view(body).substr(0, 8);
  Require(Count(Redactor::Default().Redact(with).text, part) <= Count(text, part));
}

// Repeated thousands of times, no text takes long: 32 KB need a few milliseconds.
// Slow under the fuzzer, so only for some inputs.
void CheckTime(std::string_view text) {
  if (text.empty() || std::hash<std::string_view>()(text) % 128 != 0) return;
  std::string repeated;
  while (repeated.size() < 32768) repeated += text;
  // A busy machine may stop us at any place: what is slow is slow three times.
  std::clock_t fastest = 2 * CLOCKS_PER_SEC;
  for (int round = 0; round < 3 && fastest >= 2 * CLOCKS_PER_SEC; ++round) {
    const std::clock_t begin = std::clock();
    const Redacted result = Redactor::Default().Redact(repeated);
    fastest = std::min(fastest, std::clock() - begin);
    Require(Lines(result.text) == Lines(repeated));
  }
  Require(fastest < 2 * CLOCKS_PER_SEC);
}

}  // namespace

// The first byte chooses what is checked, the rest is the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0]) {
    case 'H':
      CheckHidden(text);
      break;
    case 'T':
      CheckTime(text);
      break;
    default:
      CheckRedaction(text);
      break;
  }
  return 0;
}
