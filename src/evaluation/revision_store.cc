#include "evaluation/revision_store.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/files.h"
#include "base/sha256.h"
#include "code/history/co_change.h"
#include "code/index/hit_files.h"
#include "code/pack/options.h"
#include "code/pack/source.h"
#include "code/requests/code_index.h"

namespace satchel::evaluation {
namespace {

constexpr std::int64_t kPage = 5'000;

}  // namespace

RevisionStore::RevisionStore(const Tools& tools, GitStore repository, std::string below,
                             engine::Stores stores, const std::filesystem::path& directory)
    : tools_(&tools),
      repository_(std::move(repository)),
      below_(std::move(below)),
      stores_(std::move(stores)),
      index_(engine::OpenCodeIndex(stores_)),
      directories_(tools.directories),
      searched_(directory / "empty") {
  directories_.cache = directory.parent_path() / "cache";
  indexed_.root = repository_.directory;
  indexed_.key = stores_.place().key;
}

Result<RevisionStore> RevisionStore::Open(const Tools& tools, const GitStore& repository,
                                          const std::filesystem::path& directory,
                                          std::string below) {
  SATCHEL_TRY(MakePrivateDirectory(directory / "empty"));
  const engine::StorePlace place{
      .kind = engine::StoreKind::kSqlite,
      .directory = directory,
      .url = {},
      .password = {},
      .key = Sha256Of(directory.filename().string()).Hex().substr(0, 16)};
  const auto name = repository.directory.filename().string();
  SATCHEL_TRY(engine::Stores::Create(place, name, tools.now, tools.deadline));
  auto stores =
      SATCHEL_TRY(engine::Stores::Open(place, engine::Stores::Use::kRead, tools.deadline));
  return RevisionStore(tools, repository, std::move(below), std::move(stores), directory);
}

Status RevisionStore::MoveTo(const std::string& commit) {
  if (commit == commit_) return {};
  engine::CodeIndexRequest request;
  request.revision = commit;
  request.below = below_;
  SATCHEL_TRY(engine::IndexCode(stores_, indexed_, directories_, tools_->environment,
                                tools_->settings, request, tools_->deadline));
  commit_ = commit;
  return {};
}

Result<engine::SearchAnswer> RevisionStore::Search(engine::SearchRequest request) {
  if (request.query.size() > engine::kMostQuery) request.query.resize(engine::kMostQuery);
  const engine::SearchedFiles files{
      .root = searched_,
      .file_bytes = code::ParseLimits().bytes,
      .read = [this](std::span<const std::string> paths) {
        return Read(commit_, paths).value_or(std::map<std::string, std::string>());
      }};
  auto answer = engine::SearchCode(stores_, *index_, files, request, tools_->deadline);
  if (!answer &&
      (answer.error().code() == Errc::kInvalidInput || answer.error().code() == Errc::kNotFound)) {
    return engine::SearchAnswer();
  }
  return answer;
}

Result<engine::PacketAnswer> RevisionStore::Retrieve(std::string task, std::size_t budget,
                                                     text::Tokenizer tokenizer) {
  const retrieval::SearchedCode searched{
      .curated = stores_.curated(),
      .scope = stores_.scope(tools_->deadline),
      .indexes = *index_,
      .root = searched_,
      .read = [this](std::span<const std::string> paths) {
        return Read(commit_, paths).value_or(std::map<std::string, std::string>());
      }};
  pipeline::Surroundings around{.indexed = searched.Texts()};
  around.inputs.emplace(pipeline::kCode, std::make_shared<pipeline::CodeInput>(searched));
  engine::PacketRequest request;
  request.recipe = pipeline::kCode;
  request.task = std::move(task);
  request.task_id = "eval";
  request.budget = budget;
  request.tokenizer = tokenizer;
  request.now = tools_->now;
  request.fresh = true;
  return engine::MakePacket(stores_, indexed_, request, tools_->deadline, nullptr, around);
}

Result<std::map<std::string, std::string>> RevisionStore::Read(
    const std::string& commit, std::span<const std::string> paths) const {
  std::vector<std::string> names;
  for (const std::string& path : paths) names.push_back(fmt::format("{}:{}", commit, path));
  std::map<std::string, std::string> files;
  SATCHEL_TRY(GitObjects(tools_->git, repository_)
                  .Read(
                      names, GitObjects::Want::kBytes,
                      [&](std::size_t at, GitObject object) {
                        if (object.type == "blob") files[paths[at]] = std::move(object.bytes);
                        return Status();
                      },
                      tools_->deadline));
  return files;
}

Result<std::vector<std::string>> RevisionStore::ChangedWith(const std::string& path) {
  auto transaction =
      SATCHEL_TRY(stores_.curated().Begin(stores_.scope(tools_->deadline), store::Access::kRead));
  auto found = SATCHEL_TRY(code::FilesChangedWith(*transaction, {&path, 1}, 1));
  std::vector<std::string> paths;
  for (code::CoChanged& one : found) paths.push_back(std::move(one.path));
  return paths;
}

Result<std::vector<KnownFile>> RevisionStore::Known(std::span<const std::string> paths) {
  auto transaction =
      SATCHEL_TRY(stores_.curated().Begin(stores_.scope(tools_->deadline), store::Access::kRead));
  auto rows = SATCHEL_TRY(store::CodeView(*transaction).FilesByPath(paths));
  std::erase_if(rows, [](const store::FileRow& row) { return store::IsLeftOut(row); });
  const auto read = SATCHEL_TRY(retrieval::HitFiles::ReadRows(*transaction, rows));
  std::vector<KnownFile> known;
  for (store::FileRow& row : rows) {
    const retrieval::HitFile* file = read.Of(row.path);
    if (file != nullptr) known.push_back({.row = std::move(row), .facts = file->facts});
  }
  return known;
}

Result<std::vector<std::string>> RevisionStore::Paths() {
  std::vector<std::string> paths;
  const store::CodeReader reader(stores_.curated());
  for (std::int64_t after = 0;;) {
    auto page = SATCHEL_TRY(reader.Files(stores_.scope(tools_->deadline), after, kPage));
    if (page.empty()) break;
    after = page.back().id;
    for (store::FileRow& file : page) {
      if (!store::IsLeftOut(file)) paths.push_back(std::move(file.path));
    }
  }
  std::ranges::sort(paths);
  return paths;
}

}  // namespace satchel::evaluation
