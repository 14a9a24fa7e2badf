#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/git_objects.h"
#include "base/result.h"
#include "base/score.h"
#include "evaluation/history_packages.h"
#include "evaluation/metrics.h"
#include "evaluation/package_report.h"
#include "evaluation/revision_store.h"

// A repository's own history as a measure: would the files that a commit changed have been found
// before it, by what the commit says?
namespace satchel::evaluation {

// Why a commit is not asked about. Names are stable: JSON has them.
enum class LeftOut : std::uint8_t {
  kMerge,
  kNoParent,       // the first of a history
  kParentMissing,  // the end of a shallow clone
  kNothingBefore,  // it changes no file that was there before
  kTooMany,        // it changes more files than a question can be about
  kNotIndexed,     // none of the files it changes is indexed
  kNoWords,        // its message has no word
  kOtherLanguage,  // it changes no source file of the language that is asked about
};
inline constexpr std::size_t kLeftOutReasons = 8;
std::string_view Name(LeftOut reason);
std::string_view Describe(LeftOut reason);

struct HistoryRequest {
  std::size_t commits = 100;  // to ask about
  std::size_t places = 100;   // of one search
  std::string language;       // only commits that change a source file of it; empty: all
  std::size_t budget = 0;     // tokens of a package that is made for each; 0: none is
  std::filesystem::path work;
  std::function<void(std::string_view commit, std::size_t done, std::size_t total)> progress;
};

struct AskedCommit {
  std::string id;
  std::string subject;
  Judged satchel;  // by files
  Judged grep;
  // One for each file of it when there are several: would the others have been named as those that
  // change with it?
  std::vector<Judged> impact;
  // Of each language that it changes, or of the one that is asked about.
  std::vector<LanguagePackage> packages;
};

struct HistoryRun {
  std::vector<AskedCommit> commits;  // newest first
  std::size_t looked_at = 0;
  std::array<std::size_t, kLeftOutReasons> left_out{};
};

inline constexpr std::size_t kMostChanged = 30;

// kNotFound: no repository, or nothing committed. kInvalidInput: no such language.
Result<HistoryRun> RunHistory(const Tools& tools, const GitStore& repository,
                              const HistoryRequest& request);

// One line of the comparison.
struct ComparedFigure {
  std::string_view name;  // "any@1"
  Score satchel;
  Score grep;
  Difference difference;
};
std::vector<ComparedFigure> CompareWithGrep(const HistoryRun& run);

// How much of a commit's other files is among the ten that changed most with one of them, on
// average over all such files.
struct ImpactFigure {
  std::size_t files = 0;
  Score recall;  // R@10
};
ImpactFigure ImpactOf(const HistoryRun& run);

// What the packages have of what commits changed in one language.
struct LanguageRow {
  std::string language;
  PackageRow packages;
  PackageFigures search;      // without packages, by the places of a search
  std::size_t functions = 0;  // that were to be found, in all
  std::size_t too_many = 0;   // commits with more functions than kMostFunctions
  std::size_t empty = 0;      // commits whose package shows no file: nothing seemed an answer
};
// By language, without those of which no function was changed.
std::vector<LanguageRow> ReportLanguages(const HistoryRun& run);

// Mean recall within 1, 2, … `most` files.
struct RecallPoint {
  std::size_t k = 0;
  Score satchel;
  Score grep;
};
std::vector<RecallPoint> RecallCurve(const HistoryRun& run, std::size_t most);

// The commits at which grep did best against us, worst first; indexes into the run.
std::vector<std::size_t> WorstCommits(const HistoryRun& run, std::size_t most);

}  // namespace satchel::evaluation
