#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "code/requests/code_index.h"
#include "code/requests/search.h"
#include "engine/answers/code_answer.h"
#include "engine/engine.h"
#include "engine/stores/store_place.h"
#include "engine/stores/usage.h"
#include "settings/settings.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/store_access.h"
#include "surfaces/cli/table/help.h"
#include "surfaces/cli/week.h"
#include "text/token_counter.h"

namespace satchel::cli {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kLabelWidth = 11;

struct Owned {
  std::string_view name;  // JSON key
  std::string_view says;
  fs::path path;
  engine::DiskUsage usage;
};

// Every place where we keep something.
std::vector<Owned> MeasureOwned(const settings::Workspace& workspace,
                                const settings::Directories& directories,
                                const engine::StorePlace& store) {
  std::vector<Owned> owned;
  const auto add = [&](std::string_view name, std::string_view says, const fs::path& path) {
    owned.push_back(
        {.name = name, .says = says, .path = path, .usage = engine::MeasureDirectory(path)});
  };
  add("workspace", "this workspace", workspace.place);
  if (store.kind == engine::StoreKind::kSqlite && store.directory != workspace.place) {
    add("store", "its stores", store.directory);
  }
  const fs::path rows = store.memory_file.parent_path();
  std::error_code error;
  if (!rows.empty() && rows != store.directory && fs::exists(rows, error)) {
    add("memory_index", "the index of memories", rows);
  }
  if (directories.cache) add("cache", "parse cache, shared", *directories.cache);
  if (directories.data) add("memory", "memories", *directories.data / "memory");
  if (directories.state) {
    // A read-only tree's place is inside the state directory and already counted.
    add("trust", "records of trust", *directories.state / "trust");
  }
  return owned;
}

std::string FoundText(settings::FoundBy found_by) {
  switch (found_by) {
    case settings::FoundBy::kFlag:
      return "given by --workspace";
    case settings::FoundBy::kGit:
      return "the Git top level";
    case settings::FoundBy::kParent:
      return "the nearest parent with .satchel; there is no Git repository around it";
    case settings::FoundBy::kDirectory:
      return "this directory; there is no Git repository around it";
  }
  return "";
}

constexpr std::array kTokenizers = {text::Tokenizer::kChars4, text::Tokenizer::kO200k,
                                    text::Tokenizer::kCl100k, text::Tokenizer::kSafe};

using engine::CodeStatus;

// The index of the code; nothing when there is no store, or it cannot be read.
std::optional<CodeStatus> LookAtCode(const Context& context, const engine::StorePlace& place) {
  if (place.kind == engine::StoreKind::kSqlite && !place.Exists()) return std::nullopt;
  const auto opened =
      engine::Engine::Open(PartsOf(context), engine::Purpose::kRead, context.deadline);
  if (!opened) {
    context.Warn(opened.error().text(), opened.error().hint());
    return std::nullopt;
  }
  auto look = (*opened)->LookAtCode(context.deadline);
  if (!look) {
    context.Warn(look.error().text(), look.error().hint());
    return std::nullopt;
  }
  auto search = (*opened)->LookAtSearchIndex(context.deadline);
  if (!search) {
    context.Warn(search.error().text(), search.error().hint());
    return CodeStatus{*std::move(look), {}};
  }
  auto vectors = (*opened)->LookAtVectors(context.deadline);
  if (!vectors) {
    context.Warn(vectors.error().text(), vectors.error().hint());
    return CodeStatus{*std::move(look), *search};
  }
  return CodeStatus{*std::move(look), *search, *std::move(vectors)};
}

std::string VectorsText(const engine::VectorStatus& vectors) {
  std::string text;
  for (const auto& [source, documents] : vectors.documents) {
    text +=
        fmt::format("{}{} {}", text.empty() ? "documents with vectors: " : ", ", source, documents);
  }
  if (text.empty()) text = "none yet; `satchel index` creates them";
  return fmt::format("{} ({})", text, Visible(vectors.model));
}

std::string SearchText(const engine::SearchIndexStatus& search) {
  std::string text =
      fmt::format("{} in {}, {}", Count(search.documents, "piece of text", "pieces of text"),
                  Count(search.segments, "part", "parts"), Bytes(search.bytes));
  if (search.pending > 0) text += fmt::format("; {} not in a part yet", search.pending);
  if (search.removed > 0) text += fmt::format("; {} removed ones still in parts", search.removed);
  return text;
}

std::string CodeText(const std::optional<CodeStatus>& status) {
  if (!status || status->files.files == 0) return "not indexed yet; run `satchel index`";
  const engine::CodeFreshness* code = &status->files;
  std::string text = fmt::format("{}, {}, tree {}", Count(code->files, "file", "files"),
                                 Bytes(code->bytes), code->tree);
  if (code->changed + code->added + code->gone == 0) return text + "; up to date";
  return text + fmt::format("; since then {} changed, {} new, {} gone (`satchel index`)",
                            code->changed, code->added, code->gone);
}

std::string LanguagesText(const engine::CodeFreshness& code) {
  std::string text;
  for (const engine::LanguageShare& share : code.languages) {
    text +=
        fmt::format("{}{} {} ({})", text.empty() ? "" : ", ",
                    share.language.empty() ? "other" : share.language, share.files, share.level);
  }
  return text;
}

void PrintStatusJson(const Context& context, const settings::Workspace& workspace,
                     const settings::LoadedSettings& loaded, const engine::StorePlace& store,
                     const std::optional<CodeStatus>& code, const std::vector<Owned>& owned) {
  Json files = Json::array();
  for (const auto& file : loaded.files) {
    if (file.state != settings::FileState::kRead) continue;
    files.push_back({{"layer", Name(file.layer)}, {"path", file.path.string()}});
  }
  Json places = Json::array();
  std::uint64_t total = 0;
  for (const Owned& place : owned) {
    total += place.usage.bytes;
    places.push_back({{"name", place.name},
                      {"path", place.path.string()},
                      {"files", place.usage.files},
                      {"bytes", place.usage.bytes},
                      {"complete", place.usage.complete}});
  }
  Json tokenizers = Json::array();
  for (const auto tokenizer : kTokenizers) tokenizers.push_back(text::Name(tokenizer));
  context.PrintJson({{"workspace",
                      {{"root", workspace.root.string()},
                       {"found_by", Name(workspace.found_by)},
                       {"key", workspace.key},
                       {"place", workspace.place.string()},
                       {"place_exists", workspace.place_exists}}},
                     {"store",
                      {{"kind", Name(store.kind)},
                       {"place", store.Describe()},
                       {"exists", store.Exists()},
                       {"refused", store.refused ? Json(store.refused->text()) : Json()}}},
                     {"code", code ? engine::ToJson(*code) : Json()},
                     {"config_files", files},
                     {"tokenizers", tokenizers},
                     {"owned", {{"bytes", total}, {"places", places}}}});
}

void PrintStatusText(const Context& context, const settings::Workspace& workspace,
                     const settings::LoadedSettings& loaded, const engine::StorePlace& store,
                     const std::optional<CodeStatus>& code, const std::vector<Owned>& owned) {
  const auto row = [&](std::string_view label, std::string_view value) {
    const std::string body = WrapToTerminal(context, value, kLabelWidth);
    context.Print(context.out.Bold(fmt::format("{:<{}}", label, kLabelWidth)) + body + "\n");
  };
  row("workspace", Visible(workspace.root.string()));
  row("", fmt::format("({})", FoundText(workspace.found_by)));
  const bool missing = store.kind == engine::StoreKind::kSqlite && !store.Exists();
  row("store", fmt::format("{} in {}{}", Name(store.kind), Visible(store.Describe()),
                           missing ? " (not created yet; `satchel init` creates it)" : ""));
  if (!workspace.place_in_root) row("", "(the workspace is not writable)");
  row("code", CodeText(code));
  if (code && code->files.files > 0) {
    row("", LanguagesText(code->files));
    row("search", SearchText(code->search));
    if (code->vectors) row("vectors", VectorsText(*code->vectors));
  }
  std::string_view label = "settings";
  for (const auto& file : loaded.files) {
    if (file.state != settings::FileState::kRead) continue;
    row(label, fmt::format("{} ({})", Visible(file.path.string()), Name(file.layer)));
    label = "";
  }
  if (!label.empty()) row(label, "defaults; there is no configuration file");
  std::vector<std::string_view> tokenizers;
  for (const auto tokenizer : kTokenizers) tokenizers.push_back(text::Name(tokenizer));
  row("tokenizers", fmt::format("{}", fmt::join(tokenizers, ", ")));
  std::uint64_t total = 0;
  for (const Owned& place : owned) total += place.usage.bytes;
  row("owned", Bytes(total) + (total == 0 ? "; nothing has been written yet" : ""));
  for (const Owned& place : owned) {
    if (place.usage.files == 0) continue;
    row("", fmt::format("{} in {}, {} ({}){}", Bytes(place.usage.bytes),
                        Count(place.usage.files, "file", "files"), Visible(place.path.string()),
                        place.says, place.usage.complete ? "" : " at least"));
  }
}

}  // namespace

Outcome RunStatus(Context& context) {
  if (context.invocation.Has("--week")) return RunWeek(context);
  SATCHEL_TRY(context.CheckSetup());
  const settings::Workspace& workspace = *context.workspace;
  const settings::Settings& settings = context.loaded.settings;
  const engine::StorePlace store = engine::FindStore(workspace, context.environment, settings);
  const auto owned = MeasureOwned(workspace, context.directories, store);
  const auto code = LookAtCode(context, store);
  if (const auto left = context.deadline.Check("status"); !left) {
    return FailStore(left.error(), store.kind);
  }
  if (context.json) {
    PrintStatusJson(context, workspace, context.loaded, store, code, owned);
  } else {
    PrintStatusText(context, workspace, context.loaded, store, code, owned);
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
