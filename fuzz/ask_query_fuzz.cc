// What a query says: bounded whatever it is, and a point at its end changes nothing.

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "ask/query.h"
#include "code/rank/path_words.h"
#include "fuzz/require.h"

namespace satchel::rank {
namespace {

using satchel::fuzz::Require;

void Check(const ask::Query& query) {
  Require(query.terms.size() <= ask::Query::kMostTerms && query.words <= query.terms.size());
  Require(query.in_title.size() == query.words);
  Require(query.names.size() <= 64 && query.paths.size() <= 32 && query.frames.size() <= 64 &&
          query.modules.size() <= 32);
  std::set<std::string_view> terms;
  for (std::size_t i = 0; i < query.terms.size(); ++i) {
    const lexical::QueryTerm& term = query.terms[i];
    Require(!term.text.empty() && terms.insert(term.text).second);
    Require(i < query.words ? term.times >= 1 && term.times <= 3 : term.times == 0);
  }
}

void CheckPath(std::string_view path, const ask::Query& query) {
  text::Analyser analyser;
  Require(WordsOf(path, analyser).parts >= 1);
  Require(WithoutVersion(path).path.size() <= path.size());
  for (const std::string& module : query.modules) IsModule(path, module);
  for (const std::string& written : query.paths) IsPath(path, written);
  PenaltiesOf(path, "source");
}

}  // namespace
}  // namespace satchel::rank

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace ask = satchel::ask;
  namespace rank = satchel::rank;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const ask::Query query = ask::ReadQuery(text);
  rank::Check(query);
  rank::CheckPath(std::string_view(text).substr(0, 64), query);
  const ask::Query stopped = ask::ReadQuery(text + " .");
  satchel::fuzz::Require(stopped.form == query.form && stopped.words == query.words);
  return 0;
}
