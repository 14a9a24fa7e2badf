#include "retrieval/ranked_text.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/score.h"
#include "retrieval/message_runs.h"
#include "sources/code/walk/file_reader.h"

namespace satchel::retrieval {
namespace {

constexpr std::size_t kMostRunFiles = 60;
constexpr std::size_t kMostRunBytes = 1U << 20U;

std::map<std::string, std::string> ReadFiles(const std::filesystem::path& root,
                                             std::span<const std::string> paths) {
  std::map<std::string, std::string> texts;
  const auto reader = code::FileReader::Open(root);
  if (!reader) return texts;
  for (const std::string& path : paths) {
    if (auto read = reader->Read(path, kMostRunBytes)) texts.emplace(path, std::move(read->bytes));
  }
  return texts;
}

// The best files once more, by the messages that they have word for word.
void AddRuns(const SearchedCode& searched, std::string_view text, rank::QueryForm form,
             std::vector<rank::RankedFile>& files) {
  const std::vector<Message> messages = MessagesOf(text, form);
  if (messages.empty()) return;
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < std::min(files.size(), kMostRunFiles); ++i) {
    paths.push_back(files[i].path);
  }
  const auto texts = searched.read ? searched.read(paths) : ReadFiles(searched.root, paths);
  bool any = false;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    rank::RankedFile& file = files[i];
    const auto found = texts.find(file.path);
    const double run = found == texts.end() ? 0 : LongestRun(found->second, messages);
    if (run <= 0) continue;
    rank::At(file.features, rank::Feature::kRun) =
        Score::FromMillionths(static_cast<std::int64_t>(run * static_cast<double>(Score::kOne)));
    file.score = rank::TermsOf(file.features, file.penalties, form).total();
    any = true;
  }
  if (any) rank::SortRanked(files);
}

}  // namespace

Result<rank::RankedCode> RankText(const SearchedCode& searched, store::Transaction& curated,
                                  std::string_view text, const rank::Query& asked,
                                  const rank::AcceptsFile& accepts) {
  auto ranked = SATCHEL_TRY(
      rank::RankCode(curated, searched.indexes.code, searched.indexes.history, asked, accepts));
  AddRuns(searched, text, ranked.query.form, ranked.files);
  return ranked;
}

}  // namespace satchel::retrieval
