#include "code/index/hit_files.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "code/facts/facts_codec.h"
#include "code/index/indexed_file.h"
#include "store/code.h"
#include "text/redactor.h"

namespace satchel::retrieval {
namespace {

constexpr std::size_t kMostFile = 16U << 20U;

bool IsMember(code::SymbolKind kind) {
  using code::SymbolKind;
  return kind == SymbolKind::kMethod || kind == SymbolKind::kConstructor ||
         kind == SymbolKind::kField || kind == SymbolKind::kProperty ||
         kind == SymbolKind::kConstant || kind == SymbolKind::kEnumMember;
}

}  // namespace

std::string Qualified(const code::Symbol& symbol, std::string_view language) {
  if (symbol.container.empty()) return symbol.name;
  const bool colons =
      language == "c" || language == "cpp" || language == "ruby" || language == "rust";
  std::string_view between = colons ? "::" : ".";
  if (language == "markdown") between = " > ";
  // PHP writes a member in one way, and what is in a namespace in another.
  if (language == "php") between = IsMember(symbol.kind) ? "::" : "\\";
  return fmt::format("{}{}{}", symbol.container, between, symbol.name);
}

Result<HitFiles> HitFiles::Read(store::Transaction& curated,
                                std::span<const rank::RankedFile> ranked) {
  std::vector<std::int64_t> ids;
  for (const rank::RankedFile& file : ranked) ids.push_back(file.row.id);
  std::ranges::sort(ids);
  auto facts = SATCHEL_TRY(store::CodeView(curated).FactsAtLast(ids));
  HitFiles files;
  for (const rank::RankedFile& file : ranked) {
    const auto row = std::ranges::find(facts, file.row.id, &store::FactsRow::file);
    if (row == facts.end()) continue;
    auto decoded = SATCHEL_TRY(code::DecodeFacts(row->data));
    files.files_.emplace(file.path,
                         HitFile{file.row.digest, file.row.language, std::move(decoded)});
  }
  return files;
}

Result<HitFiles> HitFiles::ReadRows(store::Transaction& curated,
                                    std::span<const store::FileRow> rows) {
  std::vector<std::int64_t> ids;
  for (const store::FileRow& row : rows) ids.push_back(row.id);
  std::ranges::sort(ids);
  auto facts = SATCHEL_TRY(store::CodeView(curated).Facts(ids));
  HitFiles files;
  for (const store::FileRow& row : rows) {
    const auto found = std::ranges::lower_bound(facts, row.id, {}, &store::FactsRow::file);
    if (found == facts.end() || found->file != row.id) continue;
    auto decoded = code::DecodeFacts(found->data);
    if (decoded)
      files.files_.emplace(row.path, HitFile{row.digest, row.language, *std::move(decoded)});
  }
  return files;
}

const HitFile* HitFiles::Of(const std::string& path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

HitTexts::HitTexts(const std::filesystem::path& root, std::size_t file_bytes, const ReadTexts& read,
                   const HitFiles& files)
    : reader_(code::FileReader::Open(root)),
      files_(files),
      file_bytes_(file_bytes),
      read_together_(read) {}

void HitTexts::Prepare(std::span<const rank::RankedFile> ranked) {
  if (!read_together_) return;  // they are read one by one
  std::vector<std::string> paths;
  for (const rank::RankedFile& file : ranked) {
    const HitFile* known = files_.Of(file.path);
    if (known == nullptr || file.chunks.empty()) continue;
    // Of a definition nothing has to be read.
    const std::uint32_t best = file.chunks.front().ordinal;
    const std::vector<code::Chunk>& chunks = known->facts.chunks;
    if (best < chunks.size() && chunks[best].kind != code::ChunkKind::kSymbol) {
      paths.push_back(file.path);
    }
  }
  ReadTogether(paths);
}

void HitTexts::ReadTogether(std::span<const std::string> paths) {
  if (!read_together_) return;
  for (auto& [path, bytes] : read_together_(paths)) {
    // What was indexed is what is read here, of a commit that does not change.
    Text text{std::move(bytes), true, true, false};
    Redact(files_.Of(path), text);
    read_.insert_or_assign(path, std::move(text));
  }
}

void HitTexts::Redact(const HitFile* file, Text& text) const {
  // The index knows whether what it read has any.
  const bool is_clean = text.as_indexed && file != nullptr && !file->facts.has_secrets &&
                        text.bytes.size() <= file_bytes_;
  if (!is_clean) text.bytes = text::Redactor::Default().Redact(text.bytes).text;
}

const HitTexts::Text& HitTexts::Of(const std::string& path) {
  const auto [found, is_new] = read_.try_emplace(path);
  Text& text = found->second;
  if (!is_new || !reader_) return text;
  auto read = reader_->Read(path, kMostFile);
  if (!read) {
    text.gone = read.error() == code::SkipReason::kGone;
    return text;
  }
  const HitFile* file = files_.Of(path);
  const std::uint64_t size = std::max<std::uint64_t>(read->stamp.size, read->bytes.size());
  // A file that was not read to its end is known by its beginning.
  const std::string_view known = std::string_view(read->bytes).substr(0, file_bytes_ + 1);
  text.as_indexed = file != nullptr && code::ContentDigest(known, size) == file->digest;
  text.bytes = std::move(read->bytes);
  text.readable = true;
  Redact(file, text);
  return text;
}

}  // namespace satchel::retrieval
