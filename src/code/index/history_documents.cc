#include "code/index/history_documents.h"

#include <array>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "code/history/message.h"
#include "code/rank/history_field.h"
#include "index/lexical/document_writer.h"
#include "index/lexical/merge.h"
#include "index/lexical/writer.h"
#include "text/analyser.h"
#include "text/redactor.h"

namespace satchel::retrieval {
namespace {

// Raised when documents of the same commits become others.
constexpr int kDocumentsVersion = 1;
constexpr std::size_t kMostChanged = 30;  // files of a commit
// What waits is taken apart by every process that searches.
constexpr std::size_t kMostPendingBytes = 64U << 10U;

constexpr lexical::Ranking kRanking = {.fields = rank::kHistoryFields.size(),
                                       .weights = {256, 128},
                                       .k1 = 4800,  // frequencies are in quarters
                                       .b = 400};

// A commit is worth 1/sqrt(files), in quarters: 4, 3, 2 or 1.
std::size_t TimesOf(std::size_t changed) {
  constexpr std::array<std::size_t, 3> kMost = {1, 2, 7};  // 4/sqrt(n) is above 3.5, 2.5, 1.5
  for (std::size_t i = 0; i < kMost.size(); ++i) {
    if (changed <= kMost.at(i)) return rank::kHistoryParts - i;
  }
  return 1;
}

}  // namespace

const lexical::Ranking& HistoryRanking() { return kRanking; }

std::string HistoryDocuments::version() const {
  return fmt::format("{}.{}.{}", kDocumentsVersion, text::kAnalyserVersion,
                     text::kRedactionVersion);
}

Status HistoryDocuments::Put(store::Transaction& transaction,
                             std::span<const code::FileHistory> files) {
  lexical::DocumentWriter writer(kRanking.fields);
  std::vector<lexical::Change> groups;
  groups.reserve(files.size());
  for (const code::FileHistory& file : files) {
    bool any = false;
    for (const code::FileCommit& commit : file.commits) {
      if (commit.changed > kMostChanged || code::SaysNothing(commit.title)) continue;
      any = true;
      const std::size_t times = TimesOf(commit.changed);
      writer.Add(static_cast<std::size_t>(rank::HistoryField::kTitle), commit.title, times);
      writer.Add(static_cast<std::size_t>(rank::HistoryField::kBody), commit.body, times);
    }
    if (any) writer.EndDocument();
    groups.push_back({.key = std::string(file.path),
                      .group = any ? writer.Take() : std::string(),
                      .is_new = file.is_new});
  }
  return lexical::Apply(transaction, kHistorySource, kRanking, groups,
                        {.most_pending_bytes = kMostPendingBytes});
}

Status HistoryDocuments::Tidy(store::Database& curated, const store::Scope& scope) {
  auto tidied = lexical::Tidy(curated, scope, kHistorySource, kRanking);
  return tidied ? Status() : std::unexpected(tidied.error());
}

Status HistoryDocuments::Clear(store::Transaction& transaction) {
  return lexical::Clear(transaction, kHistorySource);
}

}  // namespace satchel::retrieval
