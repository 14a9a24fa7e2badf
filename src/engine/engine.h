#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/deadline.h"
#include "base/id.h"
#include "base/log.h"
#include "base/result.h"
#include "base/time.h"
#include "code/index/code_indexes.h"
#include "code/requests/code_index.h"
#include "code/requests/code_refresh.h"
#include "code/requests/enrich.h"
#include "code/requests/search.h"
#include "code/requests/uses.h"
#include "engine/opening.h"
#include "engine/prompt.h"
#include "engine/requests/embed_all.h"
#include "engine/requests/graph_packs.h"
#include "engine/requests/hook_log.h"
#include "engine/requests/packets.h"
#include "engine/requests/place_reranker.h"
#include "engine/requests/refine.h"
#include "engine/requests/replay.h"
#include "engine/requests/run_view.h"
#include "engine/requests/runs.h"
#include "engine/requests/search_all.h"
#include "engine/requests/touched_files.h"
#include "engine/requests/week.h"
#include "engine/stores/carry.h"
#include "engine/stores/store_place.h"
#include "engine/stores/stores.h"
#include "notes/requests/check.h"
#include "notes/requests/edit.h"
#include "notes/requests/items.h"
#include "notes/requests/log.h"
#include "settings/directories.h"
#include "settings/environment.h"
#include "settings/settings.h"
#include "settings/workspace.h"

namespace satchel::engine {

// What an engine is made of: values, so that it may outlive whoever opens it.
struct EngineParts {
  settings::Workspace workspace;
  settings::Directories directories;
  settings::Environment environment;
  settings::Settings settings;
  std::unique_ptr<const Clock> clock;  // null: the machine's
  // Nothing: where the settings say. An index in a place that is named here is never rebuilt.
  std::optional<StorePlace> place = {};
  Face face = Face::kCommand;
  Logger* log = nullptr;  // must outlive the engine; null: requests leave no lines
};

// Where the stores of such an engine are.
StorePlace PlaceOf(const EngineParts& parts);

// One opened workspace, which every face of Satchel works through: settings, clock, stores, and
// what is worth keeping from one request to the next, such as rows of the index and graphs. Each
// method is one request with a deadline of its own; what each does and how it fails is said where
// the function of the same name is declared. What a request writes, the next one sees.
//
// Shared by all threads.
class Engine {
 public:
  // Opens the stores as the purpose needs them. kNotFound with the next step if there are none and
  // the purpose creates none; those of a server are created by its owner.
  static Result<std::unique_ptr<Engine>> Open(EngineParts parts, Purpose purpose,
                                              const Deadline& deadline, const Tell& tell = {});
  // For what is in files alone, which is the notes. Everything else is kInternal.
  static std::unique_ptr<Engine> WithoutStores(EngineParts parts);

  const settings::Workspace& workspace() const { return parts_.workspace; }
  const settings::Settings& settings() const { return parts_.settings; }
  const StorePlace& place() const { return place_; }
  // Set if nothing that is done is recorded.
  std::optional<Error> log_failure() const;
  // Whether its stores are only in memory: nothing is indexed there.
  bool in_memory() const { return stores_ && stores_->in_memory(); }

  // Replaces a damaged index by an empty one after a request failed with this error. True: the
  // request is worth repeating. Otherwise the index stays, and `tell` says why if it is damaged.
  // REQUIRES: no other thread uses this engine.
  bool Heal(const Error& error, const Deadline& deadline, const Tell& tell);
  // Reads the whole index first. REQUIRES: as Heal().
  void HealIfDamaged(const Deadline& deadline, const Tell& tell);
  // Whether an error of a request may mean that the index is damaged and can be rebuilt. False for
  // the error that this engine was healed from: rebuilding again would not help either.
  bool IsCurable(const Error& error) const;
  // Instead of Heal(), where threads share an engine: a new one that replaces it.
  static Result<std::unique_ptr<Engine>> OpenHealed(EngineParts parts, const Error& damage,
                                                    const Deadline& deadline, const Tell& tell);

  // Refreshes the index as far as that is quick, makes the first one, then asks. An index that
  // cannot be written is asked as it is. Returns how fresh the answer is.
  Result<CodeRefresh> AskCode(const CodeAsking& how, const Deadline& deadline,
                              const std::function<Status(Engine& engine)>& ask);

  // Code, and texts beside it.
  Result<SearchAnswer> Search(const SearchRequest& request, const Deadline& deadline);
  Result<UsesAnswer> FindUses(const UsesRequest& request, const Deadline& deadline);
  Result<SearchIndexStatus> LookAtSearchIndex(const Deadline& deadline);
  Result<CodeIndexReport> Index(const CodeIndexRequest& request, const Deadline& deadline);
  // Nothing: nobody is named who makes them.
  Result<std::optional<VectorStatus>> LookAtVectors(const Deadline& deadline);
  Result<EnrichReport> Enrich(const EnrichRequest& request, const Deadline& deadline);
  Result<CodeFreshness> LookAtCode(const Deadline& deadline);
  Result<CodeRefresh> RefreshCode(const Deadline& deadline);
  Result<std::optional<CodeRefresh>> RefreshFiles(std::span<const std::string> paths,
                                                  const RefreshOptions& options,
                                                  const Deadline& deadline);
  Result<CodeRefresh> BringUpToDate(const RefreshOptions& options, const Deadline& deadline);

  // Packets.
  Result<PacketAnswer> MakePacket(const PacketRequest& request, const Deadline& deadline);
  Result<GraphPack> MakeGraphPack(const GraphPackRequest& request, const Deadline& deadline);
  // A packet once more, with what was missing, and what is another now: engine/requests/refine.h.
  Result<RefinedPacket> Refine(const RefineRequest& request, const Deadline& deadline);
  Result<std::optional<Time>> ShownWithin(const PacketRequest& request,
                                          std::chrono::microseconds cooldown,
                                          const Deadline& deadline);
  Status RememberShown(const PacketRequest& request, const Deadline& deadline);

  // Answers with what a prompt needs and its conversation has not seen, or with a reason for
  // silence. Opens no more stores than the answer needs, so an engine WithoutStores() will do, and
  // only those that exist. REQUIRES: no other thread uses this engine.
  Result<PromptReply> AnswerPrompt(const PromptRequest& request, const Deadline& deadline);
  // After a tool of an agent, from engine/requests/touched_files.h. An engine WithoutStores() will
  // do.
  Result<NotedFiles> NoteFiles(const TouchedFiles& touched, const Deadline& deadline) const;

  // Runs.
  Result<std::vector<RunSummary>> ListRuns(std::int64_t most, const RecipeFilter& filter,
                                           const Deadline& deadline);
  Result<RunId> FindRun(const std::optional<std::string>& id, const Deadline& deadline);
  Result<RunView> ViewRun(const RunId& run, const Deadline& deadline);
  Result<RunView> ViewRun(const PacketAnswer& answer, const Deadline& deadline);
  Status PinRun(const RunId& run, bool pinned, const Deadline& deadline);
  Result<Collection> CollectGarbage(const Deadline& deadline);
  Result<Week> LookAtWeek(const Deadline& deadline);
  Status MarkUnshown(const RunId& run, const Unshown& why, const Deadline& deadline);
  // What hooks gave agents, from engine/requests/hook_log.h.
  Result<HookLog> ReadHookLog(const HookLogQuery& query, const Deadline& deadline);
  Result<Replayed> Replay(const RunId& run, const Deadline& deadline);
  Result<Replayed> ReplayFresh(const RunId& run, const Deadline& deadline);

  // Notes. They need no stores.
  Result<std::vector<NoteItem>> ListNotes() const;
  Result<NoteEdit> AddNote(const NewNote& note, const Deadline& deadline) const;
  Result<NoteEdit> CompleteTask(std::string_view which, const Deadline& deadline) const;
  Result<NoteEdit> ReopenTask(std::string_view which, const Deadline& deadline) const;
  Result<NoteEdit> EditNote(NoteKind kind, std::string_view which, const NoteRevision& change,
                            const Deadline& deadline) const;
  Result<NoteEdit> RemoveNote(NoteKind kind, std::string_view which,
                              const Deadline& deadline) const;
  Result<NoteEdit> SupersedeDecision(std::string_view which, std::string_view by,
                                     const Deadline& deadline) const;
  Result<NotesCheck> CheckNotes(std::chrono::days stale_after, bool fix,
                                const Deadline& deadline) const;
  Result<NotesLog> ReadNotesLog(const std::optional<NoteItem>& only,
                                const Deadline& deadline) const;

  // The workspace as one text.
  Result<std::uint64_t> Export(const LineSink& sink, const Deadline& deadline);
  Result<std::uint64_t> Import(const std::filesystem::path& file, const Deadline& deadline);

 private:
  struct Access;  // to the stores, as a purpose needs it

  explicit Engine(EngineParts parts);

  Status OpenFor(Purpose purpose, const Deadline& deadline, const Tell& tell);
  Status OpenOrCreate(const Access& access, const Deadline& deadline);
  Status OpenStores(const Access& access, const Deadline& deadline);
  // Best effort: without it, the index of a new work tree begins empty.
  void StartFromSibling(const Deadline& deadline);
  // `missing`: how opening them failed.
  Status CreateStores(const Error& missing, const Deadline& deadline);
  void CloseStores();
  bool CanRebuild() const;
  bool IsDamagedIndex(const Error& error) const;
  // False: the index stays, and why was told.
  bool Rebuild(const Error& damage, const Deadline& deadline, const Tell& tell);
  Status IndexFirst(const CodeAsking& how, const Deadline& deadline);
  // `missing`: set to why there is no index.
  Result<CodeRefresh> RefreshToAsk(const CodeAsking& how, const Deadline& deadline,
                                   std::optional<Error>& missing);
  SearchedFiles FilesToSearch() const;
  // What the recipe needs around it. kInvalidInput: there is no place for memories.
  Result<pipeline::Surroundings> Around(std::string_view recipe,
                                        const retrieval::SearchedCode& searched);
  // The arguments must outlive the result.
  SearchWorkspace ToSearch(const retrieval::SearchedCode& searched,
                           const pipeline::Surroundings& around);
  // Puts texts near to the task by vectors into `around`. Returns a remark if a model is configured
  // but could not be asked, else an empty text.
  std::string AddNearTexts(const PacketRequest& request, const retrieval::SearchedCode& searched,
                           const Deadline& deadline, const pipeline::Surroundings& around);
  retrieval::SearchedCode CodeToSearch(Stores& stores, const Deadline& deadline) const;
  // kInternal: the engine is without stores.
  Result<Stores*> OpenedStores();
  // For what earlier runs are needed for. Fails as the log did.
  Result<Stores*> StoresWithLog();
  // Opened by the first search that needs it. kInvalidInput: none is set.
  Result<PlaceReranker*> Reranker();
  // Null: the settings name nobody who makes vectors. Opened by the first who asks.
  VectorSearch* Vectors();
  void Embed(Stores& stores, const CodeIndexRequest& request, CodeIndexReport& report,
             const Deadline& deadline);
  bool ReadsAgentFiles() const;
  void RemarkRecord(PacketAnswer& answer) const;

  // Fixed once it is open, except while it heals; what they point to is shared by all threads.
  const EngineParts parts_;
  StorePlace place_;
  std::optional<Stores> stores_;                        // nothing: without
  std::unique_ptr<retrieval::CodeIndexes> code_index_;  // null: without
  SourceCaches caches_;                                 // have locks of their own

  std::mutex reranker_mutex_;
  std::unique_ptr<PlaceReranker> reranker_;  // locked by reranker_mutex_; fixed once it is there
  std::once_flag vectors_opened_;
  std::unique_ptr<VectorSearch> vectors_;  // fixed once they are opened; null: without
  std::optional<Error> healed_from_;       // fixed once it is open
};

}  // namespace satchel::engine
