// Some models were trained with a few words before each text that say what it is. Without them they
// answer all the same, and find less; no server says so. The words are those of the models' own
// cards.

#include "llm/embed_prefix.h"

#include <algorithm>
#include <array>
#include <string>

namespace satchel::llm {
namespace {

struct Row {
  std::string_view part;   // of the name, in lower case
  std::string_view other;  // with this part too the row does not count; empty: it always does
  std::string_view document;
  std::string_view query;
};

constexpr std::string_view kPassages = "Represent this sentence for searching relevant passages: ";

// The first that fits counts.
constexpr std::array kRows = {
    Row{"nomic-embed", "", "search_document: ", "search_query: "},
    Row{"e5-", "mistral", "passage: ", "query: "},
    Row{"mxbai-embed-large", "", "", kPassages},
    Row{"bge-small-en", "", "", kPassages},
    Row{"bge-base-en", "", "", kPassages},
    Row{"bge-large-en", "", "", kPassages},
    Row{"qwen3-embedding", "", "",
        "Instruct: Given a web search query, retrieve relevant passages that answer the query\n"
        "Query: "},
};

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string_view PrefixOf(std::string_view model, Purpose purpose) {
  std::string name(model);
  std::ranges::transform(name, name.begin(), Lower);
  for (const Row& row : kRows) {
    if (name.find(row.part) == std::string::npos) continue;
    if (!row.other.empty() && name.find(row.other) != std::string::npos) continue;
    return purpose == Purpose::kQuery ? row.query : row.document;
  }
  return "";
}

}  // namespace satchel::llm
