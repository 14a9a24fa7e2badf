#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "evaluation/data_set.h"

// Texts to be found, beside the queries of a text set: docs/formats/evaluation.md. Outside input.
namespace satchel::evaluation {

struct CorpusText {
  std::string id;
  std::string title;
  std::string text;
  std::string group;    // empty: all queries are asked of it
  std::string session;  // of the group
  std::string speaker;
  std::string role;  // of who speaks, where no name is known
  std::string caption;
  std::string time;          // as written
  std::optional<Time> said;  // as understood
};

struct TextSet {
  DataSet queries;                // each with a half
  std::vector<CorpusText> texts;  // as the file has them, their ids each once

  // Texts that follow each other; without groups and sessions each stands alone.
  bool is_conversation() const;
  bool has_sessions() const;
};

// kNotFound: a file is not there. kInvalidInput: with file and line.
Result<TextSet> LoadTextSet(const std::filesystem::path& directory);

// The lines of `corpus.jsonl`. `file` is for messages.
Result<std::vector<CorpusText>> ParseCorpus(std::string_view bytes, std::string_view file);

// RFC 3339, or a text with a day, the English name of a month and a year: "1:56 pm on 8 May, 2023".
std::optional<Time> ParseSaid(std::string_view text);

// The half of a name: by the last bit of its SHA-1.
std::string_view HalfOf(std::string_view name);

}  // namespace satchel::evaluation
