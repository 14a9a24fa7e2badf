#include "engine/engine.h"

#include <chrono>
#include <utility>

#include "code/requests/index_options.h"
#include "code/requests/up_to_date.h"
#include "engine/log_lines.h"
#include "engine/requests/embedder.h"
#include "engine/requests/rerank_search.h"
#include "engine/requests/search_all.h"
#include "pack/recipe.h"

namespace satchel::engine {
namespace {

constexpr std::chrono::seconds kMostTimeToDrop{1};

EngineParts Complete(EngineParts parts) {
  if (parts.clock == nullptr) parts.clock = std::make_unique<SystemClock>();
  return parts;
}

}  // namespace

StorePlace PlaceOf(const EngineParts& parts) {
  return parts.place ? *parts.place : FindStore(parts.workspace, parts.environment, parts.settings);
}

Engine::Engine(EngineParts parts) : parts_(Complete(std::move(parts))), place_(PlaceOf(parts_)) {}

std::unique_ptr<Engine> Engine::WithoutStores(EngineParts parts) {
  return std::unique_ptr<Engine>(new Engine(std::move(parts)));
}

std::optional<Error> Engine::log_failure() const {
  return stores_ ? stores_->log_failure() : std::nullopt;
}

Result<Stores*> Engine::OpenedStores() {
  if (stores_) return &*stores_;
  return Fail(Errc::kInternal, "the workspace was opened without its stores");
}

Result<Stores*> Engine::StoresWithLog() {
  auto failure = log_failure();
  if (failure) return std::unexpected(*std::move(failure));
  return OpenedStores();
}

SearchWorkspace Engine::ToSearch(const retrieval::SearchedCode& searched,
                                 const pipeline::Surroundings& around) {
  return {.workspace = workspace(),
          .settings = settings(),
          .searched = searched,
          .around = around,
          .caches = &caches_,
          .now = parts_.clock->Now(),
          .vectors = Vectors()};
}

Result<SearchAnswer> Engine::Search(const SearchRequest& request, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  const RequestTimer timer;
  const retrieval::SearchedCode searched = CodeToSearch(*stores, deadline);
  const auto around = SATCHEL_TRY(Around(pipeline::kPack, searched));
  const SearchWorkspace where = ToSearch(searched, around);
  const auto search = [&](const SearchRequest& asked) {
    return SearchAll(*stores, where, asked, deadline);
  };
  const auto report = [this](const PlaceReranking& reranking) {
    if (parts_.log != nullptr) LogRerank(*parts_.log, reranking);
  };
  const bool reranks = request.rerank || settings().Bool(settings::Key::kSearchRerank);
  const auto reranker = reranks ? Reranker() : Result<PlaceReranker*>(nullptr);
  // Who asks for it hears that it cannot be; a setting alone lets no search fail.
  if (!reranker && request.rerank) return std::unexpected(reranker.error());
  auto answer = reranker && *reranker != nullptr
                    ? SearchReranked(**reranker, FilesToSearch(), request, search, report, deadline)
                    : search(request);
  if (answer && !reranker) {
    answer->remarks.push_back("not reranked: " + reranker.error().text());
  }
  if (parts_.log != nullptr) LogSearch(*parts_.log, answer, timer.Took());
  return answer;
}

Result<PlaceReranker*> Engine::Reranker() {
  {
    const std::scoped_lock lock(reranker_mutex_);
    if (reranker_ != nullptr) return reranker_.get();
  }
  auto opened = SATCHEL_TRY(OpenPlaceReranker(settings()));
  const std::scoped_lock lock(reranker_mutex_);
  // Another thread may have been first; then this one goes.
  if (reranker_ == nullptr) reranker_ = std::move(opened);
  return reranker_.get();
}

SearchedFiles Engine::FilesToSearch() const {
  return {.root = workspace().root, .file_bytes = IndexOptionsFrom(settings()).limits.bytes};
}

Result<UsesAnswer> Engine::FindUses(const UsesRequest& request, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::FindUses(*stores, *code_index_, FilesToSearch(), request, deadline);
}

Result<SearchIndexStatus> Engine::LookAtSearchIndex(const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::LookAtSearchIndex(*stores, *code_index_, deadline);
}

Result<CodeIndexReport> Engine::Index(const CodeIndexRequest& request, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  const RequestTimer timer;
  CodeIndexRequest timed = request;
  if (!timed.now) timed.now = parts_.clock->Now();
  auto report = IndexCode(*stores, workspace(), parts_.directories, parts_.environment, settings(),
                          timed, deadline);
  if (report) Embed(*stores, request, *report, deadline);
  // Best effort: nothing reads them.
  if (report) (void)stores->DropMemoryRows(deadline.Within(kMostTimeToDrop));
  if (parts_.log != nullptr) LogIndex(*parts_.log, report, timer.Took());
  return report;
}

VectorSearch* Engine::Vectors() {
  std::call_once(vectors_opened_, [this] {
    auto embedder = EmbedderFrom(settings());
    if (embedder && *embedder == nullptr) return;
    vectors_ = std::make_unique<VectorSearch>();
    if (embedder) {
      vectors_->embedder = *std::move(embedder);
    } else {
      vectors_->without = embedder.error().text();
    }
  });
  return vectors_.get();
}

// The code is indexed, whatever comes of its vectors: they can be made by the next run.
void Engine::Embed(Stores& stores, const CodeIndexRequest& request, CodeIndexReport& report,
                   const Deadline& deadline) {
  if (!request.embed || !request.revision.empty() || !request.files.empty()) return;
  const VectorSearch* vectors = Vectors();
  if (vectors == nullptr) return;
  std::vector<std::string>& remarks = report.summary.remarks;
  if (vectors->embedder == nullptr) {
    remarks.push_back("no vectors are made: " + vectors->without);
    return;
  }
  const retrieval::SearchedCode searched = CodeToSearch(stores, deadline);
  const auto around = Around(pipeline::kPack, searched);
  if (!around) {
    remarks.push_back("no vectors are made: " + around.error().text());
    return;
  }
  auto made = EmbedAll(stores,
                       {.workspace = workspace(),
                        .settings = settings(),
                        .searched = searched,
                        .around = *around,
                        .caches = &caches_,
                        .now = parts_.clock->Now()},
                       *vectors->embedder, request.embedding, remarks, deadline);
  if (made) {
    report.vectors = *std::move(made);
  } else {
    remarks.push_back("vectors: " + made.error().text());
  }
}

Result<std::optional<VectorStatus>> Engine::LookAtVectors(const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  const VectorSearch* vectors = Vectors();
  if (vectors == nullptr) return std::nullopt;
  if (vectors->embedder == nullptr) return Fail(Errc::kUnavailable, vectors->without);
  auto status = SATCHEL_TRY(engine::LookAtVectors(*stores, *vectors->embedder, deadline));
  return std::optional(std::move(status));
}

Result<EnrichReport> Engine::Enrich(const EnrichRequest& request, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  const RequestTimer timer;
  auto report = engine::Enrich(*stores, FilesToSearch(), request, deadline);
  if (parts_.log != nullptr) LogEnrich(*parts_.log, report, timer.Took());
  return report;
}

Result<CodeFreshness> Engine::LookAtCode(const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::LookAtCode(*stores, workspace(), settings(), deadline);
}

Result<CodeRefresh> Engine::RefreshCode(const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::RefreshCode(*stores, workspace(), parts_.directories, parts_.environment,
                             settings(), {}, deadline);
}

Result<std::optional<CodeRefresh>> Engine::RefreshFiles(std::span<const std::string> paths,
                                                        const RefreshOptions& options,
                                                        const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  const RequestTimer timer;
  auto refresh = engine::RefreshFiles(*stores, workspace(), parts_.directories, settings(), options,
                                      paths, deadline);
  if (parts_.log != nullptr && refresh && *refresh) {
    LogRefresh(*parts_.log, **refresh, timer.Took());
  }
  return refresh;
}

Result<CodeRefresh> Engine::BringUpToDate(const RefreshOptions& options, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  const RequestTimer timer;
  RefreshOptions timed = options;
  if (!timed.now) timed.now = parts_.clock->Now();
  auto refresh = engine::BringUpToDate(*stores, workspace(), parts_.directories, parts_.environment,
                                       settings(), timed, deadline);
  if (parts_.log != nullptr) LogRefresh(*parts_.log, refresh, timer.Took());
  return refresh;
}

Result<std::uint64_t> Engine::Export(const LineSink& sink, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return ExportWorkspace(*stores, sink, deadline);
}

Result<std::uint64_t> Engine::Import(const std::filesystem::path& file, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return ImportWorkspace(*stores, file, parts_.clock->Now(), deadline);
}

}  // namespace satchel::engine
