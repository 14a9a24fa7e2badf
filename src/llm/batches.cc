#include "llm/batches.h"

namespace satchel::llm {
namespace {

constexpr int kTooLarge = 413;

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

}  // namespace

HttpCall::Ended AskInBatches(std::span<const std::string> texts, const BatchLimits& limits,
                             const std::function<HttpCall::Ended(const Batch&)>& ask) {
  std::size_t most_texts = limits.texts;
  HttpCall::Ended all;
  int attempts = 0;
  for (std::size_t begin = 0; begin < texts.size();) {
    const Batch batch{.begin = begin, .end = EndOf(texts, begin, most_texts, limits.bytes)};
    all = ask(batch);
    attempts += all.attempts;
    const std::size_t size = batch.end - batch.begin;
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
