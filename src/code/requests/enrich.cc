#include "code/requests/enrich.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "code/index/content_digest.h"
#include "code/index/hit_files.h"
#include "code/requests/describe_file.h"
#include "code/walk/role.h"
#include "engine/stores/run_id.h"
#include "store/code.h"
#include "store/curated.h"
#include "store/raw_log.h"

namespace satchel::engine {
namespace {

constexpr std::string_view kEnrichment = "enrichment";  // the kind of an event
constexpr std::int64_t kFilesPage = 5'000;
constexpr std::int64_t kRunsPage = 100;
constexpr std::size_t kFilesOfRun = 500;  // a run is read as a whole
constexpr std::size_t kPutAtOnce = 1'000;

using Descriptions = std::map<std::string, store::MetadataRow>;  // by path

// What is neither a program nor the schema of one says itself what it is.
bool IsSettings(std::string_view language) {
  static constexpr auto kSettings = std::to_array<std::string_view>(
      {"cmake", "css", "dockerfile", "dotenv", "html", "json", "make", "toml", "yaml"});
  return std::ranges::find(kSettings, language) != kSettings.end();
}

// Files of source code; tests are found by what they test.
Result<std::vector<store::FileRow>> FilesToDescribe(Stores& stores, const Deadline& deadline) {
  const store::CodeReader reader(stores.curated());
  std::vector<store::FileRow> files;
  std::int64_t after = 0;
  while (true) {
    auto page = SATCHEL_TRY(reader.Files(stores.scope(deadline), after, kFilesPage));
    if (page.empty()) break;
    after = page.back().id;
    const bool is_last = static_cast<std::int64_t>(page.size()) < kFilesPage;
    for (store::FileRow& file : page) {
      if (IsLeftOut(file) || file.language.empty() || IsSettings(file.language)) continue;
      if (file.role.empty() || file.role == code::Name(code::Role::kSource)) {
        files.push_back(std::move(file));
      }
    }
    if (is_last) break;
  }
  std::ranges::sort(files, {}, &store::FileRow::path);
  return files;
}

// What the log has about these files as they are now; the latest word on each.
Result<Descriptions> ReadDescriptions(Stores& stores, std::span<const store::FileRow> files,
                                      const Deadline& deadline) {
  std::map<std::string_view, std::string_view> digests;
  for (const store::FileRow& file : files) digests.emplace(file.path, file.digest);
  const store::RawReader raw(stores.raw());
  const store::RecipeFilter filter{.only = std::string(store::kEnrichRecipe)};
  Descriptions descriptions;
  std::optional<Time> before;
  while (true) {
    const auto runs =
        SATCHEL_TRY(raw.LatestRuns(stores.scope(deadline), before, kRunsPage, filter));
    for (const store::RunRow& run : runs) {
      SATCHEL_TRY(deadline.Check("reading descriptions"));
      const auto events = SATCHEL_TRY(raw.Events(stores.scope(deadline), run.id));
      for (const store::EventRow& event : events) {
        if (event.kind != kEnrichment) continue;
        const auto body = ParseJson(event.body);
        if (!body) continue;
        auto row = MetadataFromJson(*body);
        if (!row) continue;  // of a later version, or damaged: the file is asked about again
        const auto file = digests.find(row->path);
        if (file == digests.end() || file->second != row->digest) continue;
        std::string path = row->path;
        descriptions.try_emplace(std::move(path), *std::move(row));
      }
    }
    if (static_cast<std::int64_t>(runs.size()) < kRunsPage) break;
    before = runs.back().started_at;
  }
  return descriptions;
}

// Whether the next file may do better; one that is too large to be sent is one of these.
bool IsOfThisFile(llm::Outcome outcome) {
  return llm::IsUnusableAnswer(outcome) || outcome == llm::Outcome::kInvalidRequest;
}

// Asks about some files: one run in the log, pinned, because what a model was asked for took hours
// and no later run can show it again.
class EnrichRun {
 public:
  EnrichRun(Stores& stores, const EnrichRequest& request, const Deadline& deadline,
            std::size_t number)
      : stores_(stores),
        request_(request),
        deadline_(deadline),
        started_(SteadyTicker().Elapsed()),
        row_{.id = MakeRunId({request.now.micros + static_cast<std::int64_t>(number)}),
             .started_at = {request.now.micros + static_cast<std::int64_t>(number)},
             .recipe = std::string(store::kEnrichRecipe),
             .status = "running",
             .pinned = true},
        log_(stores.raw(), row_.id) {}

  Status Start() {
    row_.request = CanonicalJson(
        {{"version", SATCHEL_VERSION}, {"enrich", {{"model", NameOf(request_.model)}}}});
    return store::RawWriter(stores_.raw()).Start(stores_.scope(deadline_), row_);
  }

  // The description, or nothing and a failure in the report.
  Result<std::optional<store::MetadataRow>> Ask(const store::FileRow& file,
                                                const retrieval::HitFile& facts,
                                                std::string_view content, EnrichReport& report) {
    auto question = DescriptionRequest(file, facts, content);
    question.deadline = deadline_;
    const llm::Called called = request_.model->Call(question);
    report.prompt_tokens += called.record.tokens.prompt.value_or(0);
    report.answer_tokens += called.record.tokens.completion.value_or(0);
    Json body = llm::ToJson(called.record);
    body["stage"] = store::kEnrichRecipe;
    SATCHEL_TRY(Add("model_call", body));
    if (!called.completion) {
      SATCHEL_TRY(log_.Flush(Unhurried()));
      if (!IsOfThisFile(called.record.outcome)) return std::unexpected(called.completion.error());
      report.failures.push_back({file.path, called.completion.error().text()});
      return std::nullopt;
    }
    auto row = DescriptionFrom(file, called.completion->value);
    Json described = ToJson(row);
    described["model"] = called.record.model;
    SATCHEL_TRY(Add(kEnrichment, described));
    SATCHEL_TRY(log_.Flush(Unhurried()));  // it took longer than a commit
    ++count_;
    return row;
  }

  Status Finish(std::string_view status) {
    const auto took =
        std::chrono::duration_cast<std::chrono::microseconds>(SteadyTicker().Elapsed() - started_);
    row_.status = status;
    row_.finished_at = Time{row_.started_at.micros + took.count()};
    row_.outcome = CanonicalJson({{"described", count_}, {"micros", took.count()}});
    row_.size = log_.size() + static_cast<std::int64_t>(row_.request.size() + row_.outcome.size());
    return log_.Finish(Unhurried(), row_);
  }

  const RunId& id() const { return row_.id; }

 private:
  // What has been answered is written down also when the time is up.
  store::Scope Unhurried() const { return stores_.scope(Deadline::Never()); }

  Status Add(std::string_view kind, const Json& body) {
    return log_.Add(Unhurried(), store::EventRow{.ordinal = ordinal_++,
                                                 .kind = std::string(kind),
                                                 .at = row_.started_at,
                                                 .body = CanonicalJson(body)});
  }

  Stores& stores_;
  const EnrichRequest& request_;
  const Deadline& deadline_;
  const std::chrono::nanoseconds started_;
  store::RunRow row_;
  store::RunLog log_;
  std::int64_t ordinal_ = 0;
  std::size_t count_ = 0;
};

class Describer {
 public:
  Describer(Stores& stores, const SearchedFiles& files, const EnrichRequest& request,
            const Deadline& deadline, EnrichReport& report)
      : stores_(stores), files_(files), request_(request), deadline_(deadline), report_(report) {}

  // Asks about all of these, and adds what is said to the descriptions.
  Status DescribeAll(std::span<const store::FileRow> wanted, Descriptions& descriptions) {
    of_ = wanted.size();
    for (std::size_t begin = 0; begin < wanted.size(); begin += kFilesOfRun) {
      const auto part = wanted.subspan(begin, std::min(kFilesOfRun, wanted.size() - begin));
      EnrichRun run(stores_, request_, deadline_, report_.runs.size());
      SATCHEL_TRY(run.Start());
      report_.runs.push_back(run.id());
      const Status described = Describe(part, run, descriptions);
      SATCHEL_TRY(run.Finish(described ? "done" : "failed"));
      SATCHEL_TRY(described);
    }
    return {};
  }

 private:
  Status Describe(std::span<const store::FileRow> part, EnrichRun& run,
                  Descriptions& descriptions) {
    auto known = SATCHEL_TRY(ReadFacts(part));
    retrieval::HitTexts texts(files_.root, files_.file_bytes, files_.read, known);
    for (const store::FileRow& file : part) {
      SATCHEL_TRY(deadline_.Check("describing files"));
      if (request_.progress) request_.progress({.done = asked_, .total = of_});
      ++asked_;
      const retrieval::HitFile* facts = known.Of(file.path);
      const auto& text = texts.Of(file.path);
      if (facts == nullptr || !text.readable || !text.as_indexed) {
        report_.failures.push_back({file.path, "it has changed since it was indexed"});
        continue;
      }
      auto row = SATCHEL_TRY(run.Ask(file, *facts, text.bytes, report_));
      if (!row) continue;
      ++report_.described;
      descriptions.insert_or_assign(file.path, *std::move(row));
    }
    return {};
  }

  Result<retrieval::HitFiles> ReadFacts(std::span<const store::FileRow> part) {
    auto curated =
        SATCHEL_TRY(stores_.curated().Begin(stores_.scope(deadline_), store::Access::kRead));
    return retrieval::HitFiles::ReadRows(*curated, part);
  }

  Stores& stores_;
  const SearchedFiles& files_;
  const EnrichRequest& request_;
  const Deadline& deadline_;
  EnrichReport& report_;
  std::size_t asked_ = 0;
  std::size_t of_ = 0;
};

Status Promote(Stores& stores, const Descriptions& descriptions, const Deadline& deadline) {
  std::vector<store::MetadataRow> rows;
  rows.reserve(descriptions.size());
  for (const auto& [path, row] : descriptions) rows.push_back(row);
  return stores.ChangeCurated(
      [&](store::Database& curated) -> Status {
        auto change = SATCHEL_TRY(store::CuratedChange::Begin(curated, stores.scope(deadline)));
        store::CodeWriter writer(change.transaction());
        SATCHEL_TRY(writer.AllotFileIds(1));  // keeps others out
        for (std::size_t begin = 0; begin < rows.size(); begin += kPutAtOnce) {
          const auto part = std::span(rows).subspan(begin);
          SATCHEL_TRY(writer.PutMetadata(part.first(std::min(kPutAtOnce, part.size()))));
        }
        SATCHEL_TRY(code::ChangeMetadataDigest(change));
        return std::move(change).Commit();
      },
      Deadline::After({}));
}

}  // namespace

Result<EnrichReport> Enrich(Stores& stores, const SearchedFiles& files,
                            const EnrichRequest& request, const Deadline& deadline) {
  EnrichReport report;
  const auto all = SATCHEL_TRY(FilesToDescribe(stores, deadline));
  if (all.empty()) {
    return Fail(Errc::kNotFound, "no source code is indexed", "`satchel index` reads it");
  }
  auto descriptions = SATCHEL_TRY(ReadDescriptions(stores, all, deadline));
  report.files = all.size();
  report.known = descriptions.size();
  if (request.model) {
    std::vector<store::FileRow> wanted;
    for (const store::FileRow& file : all) {
      if (request.most > 0 && wanted.size() == request.most) break;
      if (!descriptions.contains(file.path)) wanted.push_back(file);
    }
    Describer describer(stores, files, request, deadline, report);
    SATCHEL_TRY(describer.DescribeAll(wanted, descriptions));
  }
  report.waiting = report.files - descriptions.size() - report.failures.size();
  report.promotes = request.promote;
  if (request.promote && !descriptions.empty()) {
    SATCHEL_TRY(Promote(stores, descriptions, deadline));
    report.promoted = descriptions.size();
  }
  return report;
}

}  // namespace satchel::engine
