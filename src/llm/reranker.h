#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "llm/call_record.h"

namespace satchel::llm {

struct RerankRequest {
  std::string query;
  // In the order that they have now. Texts beyond a reranker's bound are cut there; a blank one is
  // not sent and gets no score. At most 1,000.
  std::vector<std::string> documents;
  // How many are wanted in front; 0: a score for each.
  std::size_t top_n = 0;
  Deadline deadline = Deadline::Never();
};

// A new order of the documents. It only permutes: none is lost, whatever a server leaves out.
struct Ranking {
  // Every document once, best first: OrderOf() the scores.
  std::vector<std::size_t> order;
  // By document, finite; higher is better. Comparable within one model alone. Nothing where the
  // server gave none that can be used.
  std::vector<std::optional<double>> scores;
  // What of the answer could not be used: "2 of 50 documents got no score; 1 score is no number".
  // Empty when all of it could.
  std::string remark;
  TokenCount tokens;
};

// What a call came to, and what the log keeps of it: the query, how many documents and bytes, and
// what was not usable of the answer.
struct Reranked {
  CallRecord record;
  Result<Ranking> ranking;
};

// The order that scores make. Ties keep the order they had. A document without a score keeps its
// place, and those with one are sorted into the places between; but when only the first `top_n`
// were asked for, whoever got no score stands behind them.
std::vector<std::size_t> OrderOf(const std::vector<std::optional<double>>& scores,
                                 std::size_t top_n);

// Judges documents by a query. Shared by all threads; calls that are too many at once wait for
// their turn. Secrets are taken out of what is sent, as of a Completer.
class Reranker {
 public:
  virtual ~Reranker() = default;

  // Who answers, as records have it.
  virtual const std::string& model() const = 0;

  // One call with the requests and tries it takes, within the request's deadline. No documents, or
  // none but blank ones, are answered in their order, and nobody is asked. An answer of which a
  // part can be used is used; one of which nothing can be ends as kWrongSchema. The record is whole
  // also when the call failed; CodeOf() says which error an outcome is.
  virtual Reranked Call(const RerankRequest& request) const = 0;

  // The same for who does not keep the record.
  Result<Ranking> Rerank(const RerankRequest& request) const { return Call(request).ranking; }
};

}  // namespace satchel::llm
