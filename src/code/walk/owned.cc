#include "code/walk/owned.h"

#include <algorithm>
#include <array>

namespace satchel::code {
namespace {

constexpr std::string_view kGraphs = "graphs/";

constexpr auto kGraphFiles = std::to_array<std::string_view>({
    ".pending.json",
    "conflicts.jsonl",
    "context_pack.latest.json",
    "kg_index.jsonl",
    "kg_nodes.jsonl",
    "meta.json",
    "post_response_commits.jsonl",
    "request_context.latest.json",
    "rg_index.jsonl",
    "rg_nodes.jsonl",
    "tg_index.jsonl",
    "tg_nodes.jsonl",
});

constexpr auto kGraphFolders = std::to_array<std::string_view>({
    "consolidation_runs",
    "context_packs",
    "decision_commits",
    "knowledge_commits",
    "request_context_packs",
    "task_plans",
});

static_assert(std::ranges::is_sorted(kGraphFiles) && std::ranges::is_sorted(kGraphFolders));

}  // namespace

bool IsOwned(std::string_view path, std::string_view name, bool is_directory) {
  if (is_directory && (name == ".satchel" || name == ".context")) return true;
  if (!path.starts_with(kGraphs)) return false;
  const std::string_view inside = path.substr(kGraphs.size());
  if (is_directory) return std::ranges::binary_search(kGraphFolders, inside);
  if (inside == name) return std::ranges::binary_search(kGraphFiles, inside);
  return inside.starts_with("schemas/") && inside.ends_with(".schema.json");
}

}  // namespace satchel::code
