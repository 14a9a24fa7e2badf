#include "index/texts/text_documents.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "index/lexical/document_writer.h"
#include "index/lexical/merge.h"
#include "index/lexical/writer.h"
#include "text/analyser.h"
#include "text/redactor.h"
#include "text/safe_text.h"

namespace satchel::retrieval {
namespace {

// Raised when documents of the same texts become others.
constexpr int kDocumentsVersion = 2;
constexpr std::size_t kCacheBytes = 16U << 20U;
constexpr std::size_t kAtOnce = 1'000;  // texts in memory

constexpr std::array<std::string_view, 2> kFields = {"title", "body"};
constexpr lexical::Ranking kRanking = {
    .fields = kFields.size(), .weights = {512, 256}, .k1 = 1200, .b = 400};

std::string Version() {
  return fmt::format("{}.{}.{}", kDocumentsVersion, text::kAnalyserVersion,
                     text::kRedactionVersion);
}

Result<bool> HasWords(store::CuratedChange& change, const std::string& state) {
  const std::array names = {state};
  const auto known = SATCHEL_TRY(store::ReadState(change.transaction(), names));
  const auto version = known.find(state);
  return version != known.end() && version->second == Version();
}

Status PutAll(store::CuratedChange& change, std::string_view source,
              std::span<const std::string> ids, const TextsOf& texts, bool is_new) {
  lexical::DocumentWriter writer(kFields.size());
  while (!ids.empty()) {
    const auto part = ids.first(std::min(ids.size(), kAtOnce));
    ids = ids.subspan(part.size());
    std::vector<lexical::Change> changes;
    for (SourceText& text : texts(part)) {
      // The index has no word of a secret.
      writer.Add(0, text::MaskSecrets(text.title).text);
      // What a text is, is a word that people look for.
      writer.Add(1, text.kind);
      writer.Add(1, text::MaskSecrets(text.body).text);
      writer.EndDocument();
      changes.push_back({.key = std::move(text.id), .group = writer.Take(), .is_new = is_new});
    }
    if (changes.empty()) continue;
    SATCHEL_TRY(lexical::Apply(change.transaction(), source, kRanking, changes));
  }
  return {};
}

}  // namespace

std::span<const std::string_view> TextFields() { return kFields; }
const lexical::Ranking& TextRanking() { return kRanking; }

Status PutTexts(store::CuratedChange& change, std::string_view source,
                const store::DocumentChange& documents, const TextsOf& texts) {
  const std::string state = fmt::format("{}.words", source);
  const auto has_words = SATCHEL_TRY(HasWords(change, state));
  if (!has_words) {
    SATCHEL_TRY(lexical::Clear(change.transaction(), source));
    SATCHEL_TRY(PutAll(change, source, documents.all, texts, true));
    return change.PutState(state, Version());
  }
  std::vector<lexical::Change> removed;
  for (const std::string& path : documents.removed) removed.push_back({.key = path, .group = ""});
  if (!removed.empty()) {
    SATCHEL_TRY(lexical::Apply(change.transaction(), source, kRanking, removed));
  }
  return PutAll(change, source, documents.put, texts, false);
}

Status TidyTexts(store::Database& curated, const store::Scope& scope, std::string_view source) {
  const auto tidied = lexical::Tidy(curated, scope, source, kRanking);
  return tidied ? Status() : std::unexpected(tidied.error());
}

lexical::Index& TextIndexes::Of(std::string_view source) {
  const std::scoped_lock lock(mutex_);
  const auto known = indexes_.find(source);
  if (known != indexes_.end()) return *known->second;
  auto index = std::make_unique<lexical::Index>(curated_, source, kRanking, kCacheBytes);
  return *indexes_.emplace(std::string(source), std::move(index)).first->second;
}

}  // namespace satchel::retrieval
