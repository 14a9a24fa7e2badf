#include "evaluation/asking.h"

#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/deadline.h"
#include "code/facts/line_text.h"
#include "packet/item_path.h"

namespace satchel::evaluation {

Result<MadePackage> MakePackage(RevisionStore& store, const std::string& task, std::size_t budget,
                                text::Tokenizer tokenizer) {
  const auto started = SteadyTicker().Elapsed();
  auto made = store.Retrieve(task, budget, tokenizer);
  MadePackage package;
  package.measured.budget = budget;
  package.measured.took = SteadyTicker().Elapsed() - started;
  if (!made) {
    if (made.error().code() == Errc::kInvalidInput) return package;
    return std::unexpected(made.error());
  }
  package.measured.tokens = text::CounterFor(tokenizer).Count(made->text);
  package.measured.store_calls = made->stores.calls;
  std::set<std::string> files;
  for (const packet::Section& section : made->packet.sections) {
    for (const packet::Item& item : section.items) files.insert(packet::PathOfItem(item));
  }
  package.measured.files_shown = files.size();
  if (package.measured.tokens > budget) {
    return Fail(Errc::kInternal,
                fmt::format("a package of {} tokens takes {}", budget, package.measured.tokens));
  }
  package.packet = std::move(made->packet);
  return package;
}

Result<std::vector<AnsweredPlace>> CountPlaces(const RevisionStore& store,
                                               const std::string& commit,
                                               std::span<const engine::SearchPlace> places,
                                               text::Tokenizer tokenizer) {
  std::set<std::string> named;
  for (const engine::SearchPlace& place : places) named.insert(place.path);
  const std::vector<std::string> paths(named.begin(), named.end());
  const auto files = SATCHEL_TRY(store.Read(commit, paths));
  const text::TokenCounter& counter = text::CounterFor(tokenizer);
  std::vector<AnsweredPlace> counted;
  for (const engine::SearchPlace& place : places) {
    AnsweredPlace& one = counted.emplace_back();
    one.path = place.path;
    one.start_line = place.start_line;
    one.end_line = place.end_line;
    one.symbol = place.symbol;
    one.score = place.score;
    const auto file = files.find(place.path);
    if (file != files.end()) {
      one.tokens = counter.Count(code::LinesOf(file->second, place.start_line, place.end_line));
    }
  }
  return counted;
}

}  // namespace satchel::evaluation
