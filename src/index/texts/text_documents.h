#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "index/lexical/index.h"
#include "index/lexical/ranking.h"
#include "index/texts/source_text.h"
#include "store/document_set.h"

// Texts of notes and graphs on their way into the lexical index. Each source has a part of its own
// there, so that what is rare in one says nothing about another; a key is the path of a document.
namespace satchel::retrieval {

// The fields of a text, in the order the index has them, and what each counts.
std::span<const std::string_view> TextFields();
const lexical::Ranking& TextRanking();

// Brings the words along with a change of their documents: of all of them, where the store has the
// words of another version or none.
Status PutTexts(store::CuratedChange& change, std::string_view source,
                const store::DocumentChange& documents, const TextsOf& texts);
// What can wait until the change is visible.
Status TidyTexts(store::Database& curated, const store::Scope& scope, std::string_view source);

// The reading side, a part for each source. Shared by all threads.
class TextIndexes {
 public:
  // The database must outlive it.
  explicit TextIndexes(store::Database& curated) : curated_(curated) {}

  lexical::Index& Of(std::string_view source);

 private:
  store::Database& curated_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<lexical::Index>, std::less<>> indexes_;
};

// The curated store and what is indexed of its texts. Both outlive it.
struct IndexedTexts {
  store::Database& curated;
  store::Scope scope;
  TextIndexes& texts;
};

}  // namespace satchel::retrieval
