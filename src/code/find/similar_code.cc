#include "code/find/similar_code.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ask/phrases.h"
#include "code/find/place_choice.h"
#include "code/index/code_documents.h"
#include "code/index/code_vectors.h"
#include "code/rank/path_words.h"
#include "store/code.h"

namespace satchel::retrieval {
namespace {

using rank::Feature;
using rank::RankedFile;

// What is near in a file, nearest first.
struct SimilarFile {
  std::string digest;
  std::vector<std::pair<std::uint32_t, Score>> chunks;
};
using SimilarFiles = std::map<std::string, SimilarFile, std::less<>>;

SimilarFiles FilesOf(std::span<const NearText> near) {
  SimilarFiles files;
  for (const NearText& one : near) {
    if (one.source != kCodeSource || one.nearness <= Score()) continue;
    SimilarFile& file = files[one.document];
    file.digest = one.digest;
    file.chunks.emplace_back(one.ordinal, one.nearness);
  }
  return files;
}

// The query says what it is called.
bool IsNamed(const RankedFile& file) {
  constexpr std::array kNaming = {Feature::kSymbol, Feature::kDefinitions, Feature::kJoinedNames,
                                  Feature::kPath, Feature::kModule};
  return std::ranges::any_of(
      kNaming, [&file](Feature feature) { return rank::At(file.features, feature) > Score(); });
}

void SetSimilar(RankedFile& file, Score nearness, ask::QueryForm form) {
  rank::At(file.features, Feature::kSimilar) = nearness;
  file.score = rank::TermsOf(file.features, file.penalties, form).total();
}

// Some files by their new scores, around those that stay where they are.
void Reorder(std::span<RankedFile> files) {
  std::vector<RankedFile> moved;
  std::vector<RankedFile*> places;
  for (RankedFile& file : files) {
    if (IsNamed(file)) continue;
    places.push_back(&file);
    moved.push_back(std::move(file));
  }
  rank::SortRanked(moved);
  for (std::size_t i = 0; i < moved.size(); ++i) *places[i] = std::move(moved[i]);
}

RankedFile FoundByVectors(const store::FileRow& row, const SimilarFile& similar,
                          const ask::Query& query) {
  RankedFile file;
  file.path = row.path;
  file.row = row;
  file.evidence.key = row.path;
  file.penalties = rank::PenaltiesOf(row.path, row.role);
  rank::TakeBackWanted(query.wanted, file.penalties);
  for (const auto& [ordinal, nearness] : similar.chunks) {
    file.chunks.push_back({.ordinal = ordinal});
  }
  SetSimilar(file, similar.chunks.front().second, query.form);
  return file;
}

}  // namespace

bool AsksModel(const ask::Question& question) {
  const ask::Query& query = question.query();
  return query.words > 0 && query.form != ask::QueryForm::kSymbol &&
         query.form != ask::QueryForm::kTrace && question.phrases().empty() &&
         PathAskedFor(question.text(), query).empty();
}

Status AddSimilar(store::Transaction& curated, std::span<const NearText> near,
                  const rank::AcceptsFile& accepts, rank::RankedCode& ranked) {
  SimilarFiles similar = FilesOf(near);
  if (similar.empty()) return {};
  const auto rules = SATCHEL_TRY(ChunkRules(curated));
  for (RankedFile& file : ranked.files) {
    const auto found = similar.find(file.path);
    if (found == similar.end()) continue;
    // Of a file that stays where it is, too: its reasons are all its reasons.
    if (found->second.digest == VectorDigest(rules, file.row)) {
      SetSimilar(file, found->second.chunks.front().second, ranked.query.form);
    }
    similar.erase(found);
  }
  for (std::span<RankedFile> rest = ranked.files; !rest.empty();) {
    const auto some = rest.first(std::min(rest.size(), kReordered));
    Reorder(some);
    rest = rest.subspan(some.size());
  }
  std::vector<std::string> paths;
  for (const auto& [path, file] : similar) {
    if (file.chunks.front().second >= kLeastNear) paths.push_back(path);
  }
  if (paths.empty()) return {};
  std::vector<RankedFile> added;
  const auto rows = SATCHEL_TRY(store::CodeView(curated).FilesByPath(paths));
  for (const store::FileRow& row : rows) {
    const SimilarFile& file = similar.find(row.path)->second;
    if (file.digest != VectorDigest(rules, row) || (accepts && !accepts(row))) continue;
    added.push_back(FoundByVectors(row, file, ranked.query));
  }
  rank::SortRanked(added);
  std::ranges::move(added, std::back_inserter(ranked.files));
  return {};
}

bool KeepNearAnswers(rank::RankedCode& ranked) {
  const auto nearness = [](const RankedFile& file) {
    return rank::At(file.features, Feature::kSimilar);
  };
  const auto is_answer = [&](const RankedFile& file) { return nearness(file) >= kNearAnswer; };
  if (!std::ranges::any_of(ranked.files, is_answer)) return false;
  std::erase_if(ranked.files, [&](const RankedFile& file) { return !is_answer(file); });
  std::ranges::sort(ranked.files, [&](const RankedFile& left, const RankedFile& right) {
    return nearness(left) != nearness(right) ? nearness(left) > nearness(right)
                                             : left.path < right.path;
  });
  return true;
}

}  // namespace satchel::retrieval
