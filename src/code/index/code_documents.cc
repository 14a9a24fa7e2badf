#include "code/index/code_documents.h"

#include <vector>

#include <fmt/format.h>

#include "code/index/chunk_fields.h"
#include "code/rank/code_field.h"
#include "index/lexical/document_writer.h"
#include "index/lexical/merge.h"
#include "index/lexical/writer.h"
#include "text/analyser.h"

namespace satchel::retrieval {
namespace {

// Raised when documents of the same chunks become others.
constexpr int kDocumentsVersion = 2;

constexpr auto& kFields = rank::kCodeFields;

constexpr lexical::Ranking kRanking = {
    .fields = kFields.size(), .weights = {256, 512, 384, 128, 128}, .k1 = 1200, .b = 750};

class Reader final : public code::ChunkReader {
 public:
  std::string Read(std::string_view path, std::string_view content,
                   const code::FileFacts& facts) override {
    const code::CommentStyle& style = code::CommentStyleOf(path, content);
    const code::ChunkFieldsReader reader(path, content, facts, style);
    for (const code::Chunk& chunk : facts.chunks) {
      const code::ChunkFields fields = reader.Read(chunk);
      writer_.Add(0, fields.body);
      writer_.Add(1, fields.names);
      writer_.Add(2, fields.path);
      writer_.Add(3, fields.head);
      writer_.Add(4, fields.comments);
      writer_.EndDocument();
    }
    return writer_.Take();
  }

 private:
  lexical::DocumentWriter writer_{kFields.size()};
};

}  // namespace

std::span<const std::string_view> CodeFields() { return kFields; }
const lexical::Ranking& CodeRanking() { return kRanking; }

std::string CodeDocuments::version() const {
  return fmt::format("{}.{}", kDocumentsVersion, text::kAnalyserVersion);
}

std::unique_ptr<code::ChunkReader> CodeDocuments::NewReader() const {
  return std::make_unique<Reader>();
}

Status CodeDocuments::Put(store::Transaction& transaction,
                          std::span<const code::ChunkChange> changes) {
  std::vector<lexical::Change> groups;
  groups.reserve(changes.size());
  for (const code::ChunkChange& change : changes) {
    groups.push_back({.key = std::string(change.path),
                      .group = std::string(change.documents),
                      .is_new = change.is_new});
  }
  return lexical::Apply(transaction, kCodeSource, kRanking, groups);
}

Status CodeDocuments::Tidy(store::Database& curated, const store::Scope& scope) {
  auto tidied = lexical::Tidy(curated, scope, kCodeSource, kRanking);
  return tidied ? Status() : std::unexpected(tidied.error());
}

Status CodeDocuments::Clear(store::Transaction& transaction) {
  return lexical::Clear(transaction, kCodeSource);
}

}  // namespace satchel::retrieval
