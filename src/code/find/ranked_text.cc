#include "code/find/ranked_text.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/score.h"
#include "code/find/message_runs.h"
#include "code/index/content_digest.h"
#include "code/walk/file_reader.h"

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
void AddRuns(const SearchedCode& searched, std::string_view text, ask::QueryForm form,
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
                                  const ask::Question& question, const rank::AcceptsFile& accepts) {
  auto ranked = SATCHEL_TRY(rank::RankCode(curated, searched.indexes.code, searched.indexes.history,
                                           question.query(), accepts));
  AddRuns(searched, question.text(), ranked.query.form, ranked.files);
  return ranked;
}

Result<RankedTask> RankTask(const SearchedCode& searched, store::Transaction& curated,
                            const ask::Question& question) {
  RankedTask task{.question = question};
  if (question.query().words == 0) {
    return Fail(Errc::kInvalidInput, "the task has no word to search for",
                "say what is to be done");
  }
  task.content = SATCHEL_TRY(code::ReadContentDigest(curated));
  task.ranked = SATCHEL_TRY(RankText(searched, curated, question));
  if (task.ranked.all_documents == 0) {
    return Fail(Errc::kNotFound, "nothing is indexed here yet", "`satchel index` reads the code");
  }
  return task;
}

std::vector<ask::JudgedSign> SignsOf(const ask::Query& asked, const rank::RankedCode& ranked,
                                     const rank::AnswerFloor& floor) {
  std::vector<ask::JudgedSign> signs = floor.signs;
  std::erase_if(signs, [](const ask::JudgedSign& sign) { return sign.name == "base"; });
  // Words with a capital, not for beginning the text: what is called so is not here.
  std::int64_t unknown = 0;
  for (std::size_t i = 1; i < asked.words; ++i) {
    const std::string& word = asked.written[i];
    const bool capital = !word.empty() && word.front() >= 'A' && word.front() <= 'Z';
    unknown += capital && ranked.documents[i] == 0 && !asked.is_part[i] ? 1 : 0;
  }
  signs.push_back({.name = "unknown_names",
                   .value = Score::FromInt(std::min<std::int64_t>(unknown, 3)),
                   .term = {}});
  return signs;
}

}  // namespace satchel::retrieval
