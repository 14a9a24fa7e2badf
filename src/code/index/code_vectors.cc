#include "code/index/code_vectors.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/sha256.h"
#include "code/facts/line_text.h"
#include "code/index/code_documents.h"
#include "code/index/file_stat.h"
#include "code/index/hit_files.h"
#include "store/curated.h"
#include "text/redactor.h"

namespace satchel::retrieval {
namespace {

// Raised when the same chunks give other texts.
constexpr std::string_view kTextsVersion = "code.1";
constexpr std::string_view kRulesState = "code.rules";  // of code/index

// What a model reads of a chunk: where it is, what it is called, what it says.
std::vector<std::string> TextsOf(const std::string& path, const HitFile& file,
                                 std::string_view content) {
  // Of the whole file: a key that goes on in the next chunk is seen only here. Lines stay lines.
  const std::string clean = text::Redactor::Default().Redact(content).text;
  std::vector<std::string> texts;
  for (const code::Chunk& chunk : file.facts.chunks) {
    std::string text = path + "\n";
    if (chunk.symbol < file.facts.symbols.size()) {
      text += Qualified(file.facts.symbols[chunk.symbol], file.language) + "\n";
    }
    text += code::LinesOf(clean, chunk.extent.first_line, chunk.extent.last_line);
    texts.push_back(TextToEmbed(text));
  }
  return texts;
}

Result<std::vector<DocumentTexts>> TextsFor(const SearchedCode& searched,
                                            const std::map<std::string, store::FileRow>& files,
                                            std::span<const VectorDocument> documents) {
  std::vector<store::FileRow> rows;
  for (const VectorDocument& document : documents) rows.push_back(files.at(document.name));
  const auto transaction =
      SATCHEL_TRY(searched.curated.Begin(searched.scope, store::Access::kRead));
  const auto known = SATCHEL_TRY(HitFiles::ReadRows(*transaction, rows));
  HitTexts contents(searched.root, searched.file_bytes, searched.read, known);
  std::vector<DocumentTexts> texts;
  for (const VectorDocument& document : documents) {
    DocumentTexts& of_file = texts.emplace_back();
    const HitFile* file = known.Of(document.name);
    if (file == nullptr) continue;
    const HitTexts::Text& content = contents.Of(document.name);
    // As far as it was indexed.
    if (content.as_indexed) {
      of_file = TextsOf(document.name, *file,
                        std::string_view(content.bytes).substr(0, searched.file_bytes));
    }
  }
  return texts;
}

}  // namespace

Result<std::string> ChunkRules(store::Transaction& curated) {
  const std::array names = {std::string(kRulesState)};
  auto state = SATCHEL_TRY(store::ReadState(curated, names));
  return state[names.front()];
}

std::string VectorDigest(std::string_view rules, const store::FileRow& file) {
  Sha256 sum;
  sum.Update(kTextsVersion).Update(" ").Update(rules).Update(" ").Update(file.digest);
  const Digest digest = sum.Finish();
  return {digest.bytes.begin(), digest.bytes.end()};
}

Result<VectorSource> CodeVectorSource(const SearchedCode& searched) {
  VectorSource source{.name = std::string(kCodeSource), .documents = {}, .texts = {}};
  std::string rules;
  {
    const auto transaction =
        SATCHEL_TRY(searched.curated.Begin(searched.scope, store::Access::kRead));
    rules = SATCHEL_TRY(ChunkRules(*transaction));
  }
  auto files = std::make_shared<std::map<std::string, store::FileRow>>();
  auto rows = SATCHEL_TRY(code::AllFiles(searched.curated, searched.scope));
  for (store::FileRow& row : rows) {
    if (store::IsLeftOut(row)) continue;
    source.documents.push_back({.name = row.path, .digest = VectorDigest(rules, row)});
    std::string path = row.path;
    files->emplace(std::move(path), std::move(row));
  }
  std::ranges::sort(source.documents, {}, &VectorDocument::name);
  source.texts = [&searched, files](std::span<const VectorDocument> documents) {
    return TextsFor(searched, *files, documents);
  };
  return source;
}

}  // namespace satchel::retrieval
