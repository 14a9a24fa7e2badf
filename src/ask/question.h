#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/code_names.h"
#include "ask/orientation.h"
#include "ask/phrases.h"
#include "ask/query.h"
#include "ask/task_query.h"
#include "text/analyser.h"

namespace satchel::ask {

// Words as markers are compared with them: folded, with е for ё. What is written together is one
// word (`docs/design.md`, `fail_fast`, "error-free"), since a marker inside a name says nothing.
struct JoinedWords {
  std::vector<std::string> words;
  std::vector<bool> begins_sentence;  // of each
};
// Also for the markers themselves, and for texts that are judged by them.
JoinedWords ReadJoinedWords(std::string_view text);

// What somebody asks, taken apart once. A request makes one Question, and everything that looks at
// the words of the request is given it: search, sources, stages and the decision to speak.
//
// The rules that specifications have of their own, for keywords, markers and intents, are with
// their sources. They read the words from here.
//
// A copy shares what was read. Shared by all threads.
class Question {
 public:
  // Beyond so many bytes a text is searched for words, but not for names, paths and lines.
  static constexpr std::size_t kMostRead = 64U << 10U;

  Question() : Question(std::string()) {}
  explicit Question(std::string text);

  const std::string& text() const;
  bool empty() const { return text().empty(); }

  // All of its words, folded, with their places: text::Words().
  std::span<const text::Term> words() const;
  const JoinedWords& joined() const;
  // What a search looks for: text::AnalyseQuery().
  std::span<const text::Term> terms() const;
  // Folded, and cut into runs of letters and digits. An apostrophe separates.
  const std::string& folded() const;
  std::span<const std::string> spoken_words() const;

  // What must stand in a text word for word: a question that is nothing but quotes.
  std::span<const Phrase> phrases() const;

  // As a search of the code reads it.
  const Query& query() const;
  std::span<const CodeName> names() const;
  // As a task. Part of the session and of the log.
  const TaskQuery& task() const;
  // As what a newcomer asks; nullopt: it asks for something else.
  const std::optional<Orientation>& orientation() const;

 private:
  struct Parts;

  std::shared_ptr<const Parts> parts_;
};

}  // namespace satchel::ask
