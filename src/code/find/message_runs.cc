#include "code/find/message_runs.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string>

#include "base/trimmed.h"

namespace satchel::retrieval {
namespace {

constexpr std::size_t kLeastRun = 3;      // words
constexpr std::size_t kLeastMessage = 4;  // words, where nothing marks one
constexpr std::size_t kMostWords = 24;    // of one message
constexpr std::size_t kMostMessages = 8;

constexpr auto kMarks = std::to_array<std::string_view>(
    {"Error: ", "Exception: ", "Warning: ", "error: ", "warning: ", "fatal: ", "panic: "});

// Punctuation at the ends of a message is often not the code's: `"{}" is bad.`
std::string_view Stripped(std::string_view word) {
  constexpr std::string_view kEnds = "\"'`.,;:!?()[]{}<>";
  return Trimmed(word, kEnds);
}

Message WordsIn(std::string_view text) {
  Message words;
  while (!text.empty() && words.size() < kMostWords) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == text.npos) break;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
    if (const std::string_view word = Stripped(text.substr(0, end)); !word.empty()) {
      words.push_back(word);
    }
    text.remove_prefix(end);
  }
  return words;
}

void Add(std::string_view text, std::size_t least, std::vector<Message>& messages) {
  if (messages.size() == kMostMessages) return;
  Message words = WordsIn(text);
  if (words.size() >= least) messages.push_back(std::move(words));
}

void AddQuoted(std::string_view line, std::vector<Message>& messages) {
  for (const char mark : {'"', '\'', '`'}) {
    for (std::size_t begin = line.find(mark); begin != line.npos; begin = line.find(mark, begin)) {
      const std::size_t end = line.find(mark, begin + 1);
      if (end == line.npos) break;
      Add(line.substr(begin + 1, end - begin - 1), kLeastRun, messages);
      begin = end + 1;
    }
  }
}

// The line behind its last `Error:`; empty: there is none.
std::string_view BehindMark(std::string_view line) {
  std::size_t best = line.npos;
  for (const std::string_view mark : kMarks) {
    const std::size_t at = line.rfind(mark);
    if (at == line.npos) continue;
    best = best == line.npos ? at + mark.size() : std::max(best, at + mark.size());
  }
  return best == line.npos ? std::string_view() : line.substr(best);
}

// As string_view has it, without a stop at every place that has the first letter.
bool Contains(std::string_view text, std::string_view part) {
  return ::memmem(text.data(), text.size(), part.data(), part.size()) != nullptr;
}

}  // namespace

std::vector<Message> MessagesOf(std::string_view query, ask::QueryForm form) {
  std::vector<Message> messages;
  if (form == ask::QueryForm::kSymbol || form == ask::QueryForm::kQuestion) return messages;
  if (form == ask::QueryForm::kWords) {
    const std::string_view behind = BehindMark(query);
    Add(behind.empty() ? query : behind, behind.empty() ? kLeastMessage : kLeastRun, messages);
    return messages;
  }
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('\n'), query.size());
    const std::string_view line = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    Add(BehindMark(line), kLeastRun, messages);
    AddQuoted(line, messages);
  }
  return messages;
}

double LongestRun(std::string_view text, const std::vector<Message>& messages) {
  double best = 0;
  std::string run;
  for (const Message& message : messages) {
    for (std::size_t first = 0; first + kLeastRun <= message.size();) {
      // The next three words, and as many more as follow them.
      std::size_t count = 0;
      run.clear();
      for (std::size_t i = first; i < message.size(); ++i) {
        if (!run.empty()) run += ' ';
        run += message[i];
        const std::size_t words = i - first + 1;
        if (words < kLeastRun) continue;
        if (!Contains(text, run)) break;
        count = words;
      }
      best = std::max(best, static_cast<double>(count) / static_cast<double>(message.size()));
      first += std::max<std::size_t>(1, count >= kLeastRun ? count - kLeastRun + 1 : 1);
    }
  }
  return best;
}

}  // namespace satchel::retrieval
