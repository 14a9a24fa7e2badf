#include "code/find/task_scope.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <nlohmann/json.hpp>

#include "ask/query.h"
#include "ask/trace.h"
#include "base/ascii.h"
#include "base/json.h"
#include "code/find/frame_lines.h"
#include "code/find/frame_roots.h"
#include "code/find/ranked_text.h"
#include "code/history/co_change.h"
#include "code/index/content_digest.h"
#include "code/languages/languages.h"
#include "code/rank/answer_floor.h"
#include "code/rank/path_words.h"
#include "store/code.h"
#include "text/analyser.h"

// Seeds come first: what the task names, then what its words find. Three tiers grow from them. Each
// tier takes files until the signatures of all that is in scope would fill the budget, best first,
// so a small budget has a small scope and a large one does not become a dump of the repository.
// Every file that a tier has considered is kept with the reason why it is not in scope.
//
// A file belongs to the first tier that has it.
namespace satchel::retrieval {
namespace {

constexpr std::size_t kMostSeedsAsked = 24;     // whose neighbours are looked for
constexpr std::size_t kMostConsidered = 5'000;  // that are listed one by one
constexpr std::size_t kMostMetadata = 20'000;   // rows
constexpr std::int64_t kMetadataPage = 2'000;
constexpr std::size_t kMostLineWords = 48;
// Of the best one's score: what is below is noise behind it.
constexpr Score kFloor = Score::FromMillionths(300'000);

// About how many tokens the signatures of a file take: a tenth of it, and no less than its name.
std::size_t SignatureTokens(const store::FileRow& row) {
  return std::clamp<std::size_t>(static_cast<std::size_t>(std::max<std::int64_t>(row.size, 0)) / 40,
                                 12, 300);
}

class Scoping {
 public:
  Scoping(const SearchedCode& searched, store::Transaction& curated, const ScopeRequest& request)
      : searched_(searched), curated_(curated), request_(request), task_(request.task) {}

  Result<TaskScope> Find() {
    if (task_.query().words == 0) {
      return Fail(Errc::kInvalidInput, "the task has no word to search for",
                  "say what is to be done");
    }
    SATCHEL_TRY(Rank());
    SATCHEL_TRY(LeaveForeignFrames());
    for (ask::TraceFrame& frame : ranked_.query.frames) frame.path = BelowRoots(frame.path, roots_);
    if (ranked_.all_documents == 0) {
      return Fail(Errc::kNotFound, "nothing is indexed here yet", "`satchel index` reads the code");
    }
    const ask::Query& asked = task_.query();
    for (const rank::RankedFile& file : ranked_.files) ranked_by_path_.emplace(file.path, &file);
    scope_.form = ask::Name(ranked_.query.form);
    rank::AnswerFloor floor;
    if (request_.rates_match || request_.signs) {
      floor = rank::FloorOf(asked, ranked_);
      if (request_.signs) {
        scope_.documents = ranked_.all_documents;
        scope_.signs = SignsOf(asked, ranked_, floor);
      }
    }
    SetMissing(asked);
    SetWords(asked);
    SATCHEL_TRY(FindSeeds(floor));
    if (scope_.abstained) return std::move(scope_);
    SATCHEL_TRY(FindDependencies());
    SATCHEL_TRY(FindCoChanges());
    SATCHEL_TRY(FindMetadata());
    return std::move(scope_);
  }

 private:
  Status Rank() {
    if (const RankedTask* known = request_.known.get();
        known != nullptr && known->question.text() == request_.task.text()) {
      const auto content = SATCHEL_TRY(code::ReadContentDigest(curated_));
      if (content == known->content) {
        ranked_ = known->ranked;
        return {};
      }
    }
    ranked_ = SATCHEL_TRY(RankText(searched_, curated_, request_.task));
    return {};
  }

  // Frames of a test runner or a library say nothing about this repository: neither their words nor
  // their names count.
  Status LeaveForeignFrames() {
    if (task_.query().frames.empty()) return {};
    std::vector<std::string_view> files;
    for (const rank::RankedFile& file : ranked_.files) {
      if (file.row.id != 0) files.push_back(file.path);
    }
    roots_ = RootsOf(task_.query().frames, files);
    const auto is_foreign = [&](const ask::TraceFrame& frame) {
      const std::string_view path = BelowRoots(frame.path, roots_);
      const bool exact = path.size() < frame.path.size();
      return std::ranges::none_of(files, [path, exact](std::string_view file) {
        return exact ? file == path : rank::IsPath(file, path);
      });
    };
    if (std::ranges::none_of(task_.query().frames, is_foreign)) return {};
    ask::Question rest(WithoutFrames(task_.text(), is_foreign));
    if (rest.query().words == 0) return {};
    task_ = std::move(rest);
    ranked_ = SATCHEL_TRY(RankText(searched_, curated_, task_));
    return {};
  }

  Score ShareOf(const rank::RankedFile& file) const {
    const Score best = ranked_.files.front().score;
    if (best <= Score() || file.score <= Score()) return {};
    return Score::Ratio(file.score.millionths(), best.millionths());
  }

  const rank::RankedFile* Ranked(std::string_view path) const {
    const auto found = ranked_by_path_.find(path);
    return found == ranked_by_path_.end() ? nullptr : found->second;
  }

  void SetMissing(const ask::Query& asked) {
    for (std::size_t i = 0; i < asked.words; ++i) {
      if (ranked_.documents[i] == 0 && !asked.is_part[i]) {
        scope_.missing.push_back(asked.written[i]);
      }
    }
  }

  void SetWords(const ask::Query& query) {
    for (std::size_t i = 0; i < query.words && i < ranked_.documents.size(); ++i) {
      if (ranked_.documents[i] == 0) continue;
      scope_.words.push_back(
          {.word = query.terms[i].text,
           .worth = Score::Ln((ranked_.all_documents / ranked_.documents[i]) + 1)});
    }
    std::ranges::sort(scope_.words, {}, [](const LineWord& word) {
      return std::pair(-word.worth, std::string_view(word.word));
    });
    if (scope_.words.size() > kMostLineWords) scope_.words.resize(kMostLineWords);
  }

  Status FindSeeds(const rank::AnswerFloor& floor) {
    auto mentions = SATCHEL_TRY(
        FindMentions(curated_, ranked_, task_, request_.wanted, request_.every_definition));
    scope_.not_found = std::move(mentions.not_found);
    scope_.shortened = std::move(mentions.shortened);
    for (ScopedFile& file : mentions.files) {
      if (const rank::RankedFile* ranked = Ranked(file.row.path)) file.share = ShareOf(*ranked);
      file.terms.Add("mentioned", file.mention);
      file.terms.Add("search", file.share);
      file.score = file.terms.total();
      TakeSeed(std::move(file));
    }
    std::ranges::sort(scope_.files, [](const ScopedFile& left, const ScopedFile& right) {
      return left.score != right.score ? left.score > right.score : left.row.path < right.row.path;
    });
    const bool names_nothing = scope_.files.empty() && request_.wanted.empty();
    scope_.abstained = floor.IsNone() && names_nothing;
    scope_.weak = floor.names_elsewhere || (floor.IsWeak() && names_nothing && !scope_.abstained);
    std::size_t found = 0;
    for (const rank::RankedFile& ranked : ranked_.files) {
      if (taken_.contains(ranked.path) || ranked.row.id == 0) continue;
      ScopedFile file{.row = ranked.row, .relation = std::string(kBySearch)};
      file.share = ShareOf(ranked);
      file.terms.Add("search", file.share);
      file.score = file.share;
      if (scope_.abstained) {
        LeaveOut(std::move(file), kNoWord);
      } else if (found == request_.most_found) {
        LeaveOut(std::move(file), kNotAmongBest);
      } else if (file.share < kFloor) {
        LeaveOut(std::move(file), kBelowFloor);
      } else {
        file.chunks = ranked.chunks;
        file.asked_lines = ranked.asked_lines;
        TakeSeed(std::move(file));
        ++found;
      }
    }
    // One of many definitions may come after files that the search found.
    std::vector<std::pair<Score, std::size_t>> order;
    for (std::size_t i = 0; i < scope_.files.size(); ++i) {
      order.emplace_back(-scope_.files[i].score, i);  // equal ones keep their order
    }
    std::ranges::sort(order);
    std::vector<ScopedFile> sorted;
    for (const auto& [score, i] : order) sorted.push_back(std::move(scope_.files[i]));
    scope_.files = std::move(sorted);
    for (std::size_t i = 0; i < scope_.files.size() && i < kMostSeedsAsked; ++i) {
      seeds_.push_back(scope_.files[i].row.path);
      seed_ids_.push_back(scope_.files[i].row.id);
    }
    return {};
  }

  void TakeSeed(ScopedFile file) {
    used_ += SignatureTokens(file.row);
    taken_.insert(file.row.path);
    scope_.files.push_back(std::move(file));
  }

  void LeaveOut(ScopedFile file, std::string_view reason) {
    if (scope_.considered.size() == kMostConsidered) {
      ++scope_.not_listed;
      return;
    }
    file.left_out = reason;
    scope_.considered.push_back(std::move(file));
  }

  // One file of a tier, as it is found from several seeds.
  struct Found {
    std::string relation;
    std::string seed;
    std::size_t seed_rank = 0;
    Score touched;  // seeds, the better ones more
    std::set<std::string_view> seeds;
  };
  using FoundFiles = std::map<std::string, Found>;  // by path

  static Score SeedWorth(std::size_t rank) {
    return Score::Ratio(1, static_cast<std::int64_t>(rank) + 2);
  }

  void Touch(FoundFiles& found, const std::string& path, std::string_view relation,
             std::size_t seed) const {
    if (taken_.contains(path)) return;
    auto [at, is_new] = found.try_emplace(path);
    Found& file = at->second;
    if (is_new || seed < file.seed_rank) {
      file.relation = relation;
      file.seed = seeds_[seed];
      file.seed_rank = seed;
    }
    if (file.seeds.insert(seeds_[seed]).second) file.touched += SeedWorth(seed);
  }

  Status FindDependencies() {
    if (seeds_.empty()) return {};
    store::CodeView code(curated_);
    std::vector<std::int64_t> ids = seed_ids_;
    std::ranges::sort(ids);
    const auto imports = SATCHEL_TRY(code.Imports(ids));
    std::vector<std::string> targets = seeds_;
    std::ranges::sort(targets);
    const auto importers = SATCHEL_TRY(code.Importers(targets));
    FoundFiles found;
    for (const store::ImportRow& row : imports) {
      if (row.target.empty()) continue;
      const auto seed = std::ranges::find(seed_ids_, row.file);
      Touch(found, row.target, kImportedBySeed, static_cast<std::size_t>(seed - seed_ids_.begin()));
    }
    std::map<std::int64_t, std::vector<std::size_t>> by_id;  // importers, and whom they import
    for (const store::ImportRow& row : importers) {
      const auto seed = std::ranges::find(seeds_, row.target);
      by_id[row.file].push_back(static_cast<std::size_t>(seed - seeds_.begin()));
    }
    std::vector<std::int64_t> wanted;
    for (const auto& [id, of] : by_id) {
      if (wanted.size() == kMostConsidered) {
        ++scope_.not_listed;
      } else {
        wanted.push_back(id);
      }
    }
    std::map<std::string, store::FileRow> rows;
    if (!wanted.empty()) {
      auto read = SATCHEL_TRY(code.FilesById(wanted));
      for (store::FileRow& row : read) {
        for (const std::size_t seed : by_id[row.id]) Touch(found, row.path, kImportsSeed, seed);
        std::string path = row.path;
        rows.emplace(std::move(path), std::move(row));
      }
    }
    return TakeTier(Tier::kDependency, found, std::move(rows));
  }

  Status FindCoChanges() {
    if (seeds_.empty()) return {};
    const auto changed = SATCHEL_TRY(
        code::FilesChangedWith(curated_, seeds_, std::max<std::size_t>(request_.least_commits, 1)));
    FoundFiles found;
    const double most = changed.empty() ? 1 : changed.front().weight;
    for (const code::CoChanged& one : changed) {
      if (taken_.contains(one.path)) continue;
      Found& file = found[one.path];
      file.relation = kChangedWithSeed;
      file.seed = one.with;
      file.touched = Score::FromMillionths(static_cast<std::int64_t>(
          one.weight / std::max(most, 1e-9) * static_cast<double>(Score::kOne)));
    }
    return TakeTier(Tier::kCoChange, found, {});
  }

  // Files whose description has the words of the task.
  Status FindMetadata() {
    store::CodeView code(curated_);
    std::string after;
    FoundFiles found;
    text::Analyser analyser({.drop_stop_words = true});
    std::set<std::string> words;
    for (const std::string& concept_word : request_.concepts)
      AddStems(concept_word, analyser, words);
    for (std::size_t read = 0; read < kMostMetadata;) {
      const auto page = SATCHEL_TRY(code.MetadataPage(after, kMetadataPage));
      if (page.empty()) break;
      scope_.has_metadata = true;
      read += page.size();
      after = page.back().path;
      for (const store::MetadataRow& row : page) {
        const std::size_t matches = Matching(row, words, analyser);
        if (matches == 0 || taken_.contains(row.path)) continue;
        Found& file = found[row.path];
        file.relation = kByConcept;
        file.touched = Score::Ratio(static_cast<std::int64_t>(matches),
                                    static_cast<std::int64_t>(words.size()));
      }
      if (static_cast<std::int64_t>(page.size()) < kMetadataPage) break;
    }
    return TakeTier(Tier::kMetadata, found, {});
  }

  static void AddStems(std::string_view text, text::Analyser& analyser,
                       std::set<std::string>& stems) {
    for (text::Term& term : analyser.Analyse(text)) stems.insert(std::move(term.text));
  }

  static std::size_t Matching(const store::MetadataRow& row, const std::set<std::string>& words,
                              text::Analyser& analyser) {
    const auto concepts = ParseJson(row.concepts);
    std::set<std::string> said;
    AddStems(row.module, analyser, said);
    AddStems(row.domain, analyser, said);
    if (concepts && concepts->is_array()) {
      for (const auto& one : *concepts) {
        if (one.is_string()) AddStems(one.get<std::string>(), analyser, said);
      }
    }
    return static_cast<std::size_t>(std::ranges::count_if(
        said, [&words](const std::string& word) { return words.contains(word); }));
  }

  // Lock files, changelogs, licences, others' code, data that no reader knows, themes and assets
  // change with whatever changes.
  static bool ChangesWithAll(const store::FileRow& row) {
    if (row.role == "generated" || row.role == "vendored" || row.role == "strings" ||
        row.role == "doc") {
      return true;
    }
    const code::LanguageRules* rules = code::FindLanguage(row.language);
    if (rules == nullptr) return true;
    return rules->level == code::Level::kStructure && IsAsset(row.path);
  }

  // Whether a folder says that its files are looked at, and not run.
  static bool IsAsset(std::string_view path) {
    static constexpr auto kFolders = std::to_array<std::string_view>(
        {"asset", "assets", "fonts", "icons", "images", "theme", "themes"});
    for (std::size_t end = path.find('/'); end != path.npos; end = path.find('/')) {
      if (std::ranges::find(kFolders, AsciiLower(path.substr(0, end))) != kFolders.end()) {
        return true;
      }
      path.remove_prefix(end + 1);
    }
    return false;
  }

  // `rows`: what is known of some of the files already.
  Status TakeTier(Tier tier, const FoundFiles& found, std::map<std::string, store::FileRow> rows) {
    std::vector<std::string> missing;
    for (const auto& [path, one] : found) {
      if (rows.contains(path)) continue;
      if (const rank::RankedFile* ranked = Ranked(path); ranked != nullptr && ranked->row.id != 0) {
        rows.emplace(path, ranked->row);
      } else if (missing.size() < kMostConsidered) {
        missing.push_back(path);
      }
    }
    if (!missing.empty()) {
      auto read = SATCHEL_TRY(store::CodeView(curated_).FilesByPath(missing));
      for (store::FileRow& row : read) {
        std::string path = row.path;
        rows.emplace(std::move(path), std::move(row));
      }
    }
    std::vector<ScopedFile> files;
    for (const auto& [path, one] : found) {
      const auto row = rows.find(path);
      if (row == rows.end()) continue;  // another work tree's, or gone
      ScopedFile& file = files.emplace_back();
      file.row = row->second;
      file.tier = tier;
      file.relation = one.relation;
      file.seed = one.seed;
      file.terms.Add(one.relation, one.touched);
      if (const rank::RankedFile* ranked = Ranked(path)) {
        file.share = ShareOf(*ranked);
        file.chunks = ranked->chunks;
        file.asked_lines = ranked->asked_lines;
      }
      file.terms.Add("search", file.share);
      file.score = file.terms.total();
    }
    std::ranges::sort(files, [](const ScopedFile& left, const ScopedFile& right) {
      return left.score != right.score ? left.score > right.score : left.row.path < right.row.path;
    });
    bool full = false;
    for (ScopedFile& file : files) {
      // What this tier leaves out is no candidate of a later one.
      taken_.insert(file.row.path);
      const std::size_t tokens = SignatureTokens(file.row);
      full = full || used_ + tokens > request_.budget;
      if (store::IsLeftOut(file.row) || (tier == Tier::kCoChange && ChangesWithAll(file.row))) {
        LeaveOut(std::move(file), kNotCode);
      } else if (full) {
        LeaveOut(std::move(file), kNoRoom);
      } else {
        TakeSeed(std::move(file));
      }
    }
    return {};
  }

  const SearchedCode& searched_;
  store::Transaction& curated_;
  const ScopeRequest& request_;
  ask::Question task_;              // without frames of files that are not here
  std::vector<std::string> roots_;  // of the workspace where the task's trace was printed
  rank::RankedCode ranked_;
  std::unordered_map<std::string_view, const rank::RankedFile*> ranked_by_path_;
  std::vector<std::string> seeds_;  // whose neighbours are looked for, best first
  std::vector<std::int64_t> seed_ids_;
  std::set<std::string, std::less<>> taken_;  // files of a tier, in scope or not
  std::size_t used_ = 0;                      // tokens of signatures
  TaskScope scope_;
};

}  // namespace

Result<TaskScope> FindScope(const SearchedCode& searched, store::Transaction& curated,
                            const ScopeRequest& request) {
  return Scoping(searched, curated, request).Find();
}

}  // namespace satchel::retrieval
