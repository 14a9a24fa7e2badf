#include "llm/batches.h"

#include <algorithm>

#include "text/utf8.h"

namespace satchel::llm {
namespace {

constexpr int kTooLarge = 413;
// Times fewer texts for a server that is too slow: whether it hangs is known after three requests.
constexpr std::size_t kFewer = 8;
constexpr std::size_t kShortest = 64;  // bytes; whoever finds that too long means something else

std::size_t EndOf(std::span<const std::string> texts, std::size_t begin, std::size_t most_texts,
                  std::size_t most_bytes) {
  std::size_t bytes = texts[begin].size();
  std::size_t end = begin + 1;
  while (end < texts.size() && end - begin < most_texts && bytes < most_bytes &&
         texts[end].size() <= most_bytes - bytes) {
    bytes += texts[end].size();
    ++end;
  }
  return end;
}

// Whether there was something to cut off.
bool Shorten(std::string& text) {
  const std::size_t most = text.size() / 4 * 3;
  if (most < kShortest) return false;
  text.resize(text::TruncateUtf8(text, most).size());
  return true;
}

}  // namespace

HttpCall::Ended AskInBatches(std::span<std::string> texts, const BatchLimits& limits,
                             const std::function<HttpCall::Ended(const Batch&)>& ask) {
  std::size_t most_texts = limits.texts;
  HttpCall::Ended all;
  int attempts = 0;
  std::size_t alone = 0;  // texts before this one go one by one
  for (std::size_t begin = 0; begin < texts.size();) {
    const Batch batch{
        .begin = begin,
        .end = EndOf(texts, begin, begin < alone ? std::size_t{1} : most_texts, limits.bytes)};
    all = ask(batch);
    attempts += all.attempts;
    const std::size_t size = batch.end - batch.begin;
    if (all.too_long && size > 1) {
      alone = batch.end;
      continue;
    }
    if (all.too_long && Shorten(texts[begin])) continue;
    if (all.too_slow && size > 1) {
      most_texts = std::max(size / kFewer, std::size_t{1});
      continue;
    }
    if (all.status == kTooLarge && size > 1) {
      most_texts = size / 2;
      continue;
    }
    if (all.outcome != Outcome::kAnswered) break;
    begin = batch.end;
  }
  all.attempts = attempts;
  return all;
}

}  // namespace satchel::llm
