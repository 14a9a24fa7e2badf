#include "code/rank/code_graph.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "base/score.h"
#include "store/code.h"

namespace satchel::rank {
namespace {

constexpr std::size_t kSeeds = 16;
constexpr double kBackwards = 0.5;  // from what is imported to who imports it

}  // namespace

Result<Neighbours> ReadNeighbours(store::Transaction& curated, std::span<const GraphFile> files,
                                  std::size_t asked) {
  Neighbours neighbours{std::vector<double>(files.size()), std::vector<double>(files.size())};
  std::map<std::int64_t, std::size_t> by_id;
  std::map<std::string_view, std::size_t> by_path;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < files.size(); ++i) {
    by_id.emplace(files[i].id, i);
    by_path.emplace(files[i].path, i);
    order.push_back(i);
  }
  std::ranges::sort(order, [&files](std::size_t left, std::size_t right) {
    return files[left].score != files[right].score ? files[left].score > files[right].score
                                                   : files[left].path < files[right].path;
  });
  if (order.size() > asked) order.resize(asked);
  std::vector<std::int64_t> ids;
  for (const std::size_t i : order) ids.push_back(files[i].id);
  std::ranges::sort(ids);
  if (order.size() > kSeeds) order.resize(kSeeds);
  // Of the best files in one call: whom they import.
  auto imports = SATCHEL_TRY(store::CodeView(curated).ImportTargets(ids));
  std::map<std::size_t, std::map<std::size_t, double>> edges;
  for (const store::ImportTarget& row : imports) {
    const auto from = by_id.find(row.file);
    const auto to = by_path.find(row.path);
    if (from == by_id.end() || to == by_path.end() || from->second == to->second) continue;
    double& forwards = edges[from->second][to->second];
    if (forwards < 1) {
      forwards = 1;
      neighbours.imported[to->second] += 1;
      double& backwards = edges[to->second][from->second];
      backwards = std::max(backwards, kBackwards);
    }
  }
  for (const std::size_t seed : order) {
    const auto& of = edges[seed];
    double sum = 0;
    for (const auto& [to, weight] : of) sum += weight;
    for (const auto& [to, weight] : of) {
      neighbours.value[to] += static_cast<double>(files[seed].score) * weight / sum;
    }
  }
  for (double& count : neighbours.imported) {
    count = static_cast<double>(Score::Ln(static_cast<std::uint64_t>(count) + 1).millionths());
  }
  return neighbours;
}

}  // namespace satchel::rank
