#include "code/requests/branch_work.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <sys/stat.h>
#include <utility>

#include "base/git.h"
#include "base/sort_unique.h"
#include "code/history/branch_changes.h"
#include "code/index/file_stat.h"
#include "code/resolve/path_set.h"
#include "code/resolve/test_links.h"
#include "code/walk/role.h"
#include "store/code.h"
#include "text/redactor.h"
#include "text/utf8.h"

namespace satchel::engine {
namespace {

// Stable.
constexpr std::array<std::string_view, 3> kStates = {"uncommitted", "committed", "deleted"};

bool CanBeShown(const std::string& path) {
  constexpr unsigned char kFirstPrintable = 0x20;
  constexpr unsigned char kDelete = 0x7F;
  const bool plain = std::ranges::none_of(path, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < kFirstPrintable || byte == kDelete;
  });
  return plain && text::IsValidUtf8(path) && text::Redactor::Default().Redact(path).text == path;
}

bool IsThere(const std::filesystem::path& file) {
  struct stat facts{};
  return ::lstat(file.c_str(), &facts) == 0;
}

// The indexed files of a workspace, and which of them are tests.
class IndexedFiles {
 public:
  explicit IndexedFiles(std::vector<store::FileRow> rows) : rows_(std::move(rows)) {
    for (const store::FileRow& row : rows_) {
      paths_.push_back(row.path);
      if (row.role == code::Name(code::Role::kTest)) tests_.emplace(row.id, row.path);
    }
    set_ = code::PathSet::Build(paths_);
  }

  const std::vector<std::string>& paths() const { return paths_; }

  // By the names of tests; where no name fits, the tests that import the file.
  Status AddTests(Stores& stores, std::vector<WorkFile>& files, const Deadline& deadline) const {
    std::vector<std::string> unlinked;
    for (WorkFile& file : files) {
      if (code::HasTestName(file.path)) continue;
      for (const code::TestLink& link : code::TestsOf(set_, file.path)) Add(link.path, file);
      if (file.tests.empty() && set_.Has(file.path)) unlinked.push_back(file.path);
    }
    if (unlinked.empty()) return {};
    SortUnique(unlinked);
    const auto imports = SATCHEL_TRY(
        store::CodeReader(stores.curated()).Importers(stores.scope(deadline), unlinked));
    std::map<std::string, std::set<std::string>> importers;
    for (const store::ImportRow& row : imports) {
      const auto test = tests_.find(row.file);
      if (test != tests_.end()) importers[row.target].insert(test->second);
    }
    for (WorkFile& file : files) {
      const auto found = importers.find(file.path);
      if (!file.tests.empty() || found == importers.end()) continue;
      for (const std::string& test : found->second) Add(test, file);
    }
    return {};
  }

 private:
  static void Add(const std::string& test, WorkFile& file) {
    if (file.tests.size() < kMostWorkTests && CanBeShown(test)) file.tests.push_back(test);
  }

  std::vector<store::FileRow> rows_;
  std::vector<std::string> paths_;
  std::map<std::int64_t, std::string> tests_;
  code::PathSet set_;
};

void AddFiles(const settings::Workspace& workspace, const std::vector<std::string>& paths,
              WorkFile::State state, BranchWork& work) {
  for (const std::string& path : paths) {
    if (!CanBeShown(path)) continue;
    if (work.files.size() == kMostWorkFiles) {
      ++work.more;
      continue;
    }
    const bool is_there = IsThere(workspace.root / path);
    work.files.push_back({.path = path, .state = is_there ? state : WorkFile::State::kDeleted});
  }
}

}  // namespace

std::string_view Name(WorkFile::State state) { return kStates.at(static_cast<std::size_t>(state)); }

Result<BranchWork> FindBranchWork(Stores& stores, const settings::Workspace& workspace,
                                  const settings::Environment& environment,
                                  const Deadline& deadline) {
  BranchWork work;
  const auto git = Git::Find(environment.Find("PATH").value_or(""));
  if (!git) return work;
  auto rows = SATCHEL_TRY(code::AllFiles(stores.curated(), stores.scope(deadline)));
  if (std::ranges::any_of(rows, code::IsOfCommit)) rows.clear();
  const IndexedFiles indexed(std::move(rows));
  const auto changes = code::ReadBranchChanges(*git, workspace.root, indexed.paths(), deadline);
  if (!changes && changes.error().code() == Errc::kNotFound) return work;
  if (!changes) return std::unexpected(changes.error());
  AddFiles(workspace, changes->uncommitted, WorkFile::State::kUncommitted, work);
  AddFiles(workspace, changes->committed, WorkFile::State::kCommitted, work);
  SATCHEL_TRY(indexed.AddTests(stores, work.files, deadline));
  return work;
}

}  // namespace satchel::engine
