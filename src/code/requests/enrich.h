#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/id.h"
#include "base/result.h"
#include "base/time.h"
#include "code/requests/code_index.h"
#include "code/requests/retrieve.h"
#include "code/requests/search.h"
#include "engine/stores/stores.h"

// A model describes the files of the index, which retrieval's fourth tier reads.
//
// Each answer goes to the log as soon as it is there, so that whatever ends a call, the next one
// goes on behind it; a file is asked about again only when its content has changed. What the log
// has counts for nothing until it is promoted to the curated store.
namespace satchel::engine {

struct EnrichRequest {
  Model model = nullptr;  // null: nobody is asked
  bool promote = false;
  std::size_t most = 0;  // files to ask about; 0: all
  Time now;
  std::function<void(const CodeProgress&)> progress = {};
};

struct EnrichReport {
  struct Failure {
    std::string path;
    std::string reason;
  };
  std::size_t files = 0;      // of source code in the index
  std::size_t described = 0;  // now
  std::size_t known = 0;      // had a description of this content before
  std::size_t waiting = 0;    // have none yet and were not asked about
  std::vector<Failure> failures;
  std::int64_t prompt_tokens = 0;  // as the server counted them
  std::int64_t answer_tokens = 0;
  bool promotes = false;
  std::size_t promoted = 0;  // files whose description counts now
  std::vector<RunId> runs;   // what was logged
};

// kNotFound: nothing is indexed. What a server that cannot be asked is, its error says; what it
// answered before is kept.
Result<EnrichReport> Enrich(Stores& stores, const SearchedFiles& files,
                            const EnrichRequest& request, const Deadline& deadline);

}  // namespace satchel::engine
