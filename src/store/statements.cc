#include "store/statements.h"

#include "store/calls.h"
#include "store/code.h"
#include "store/curated.h"
#include "store/history.h"
#include "store/raw_log.h"
#include "store/segments.h"
#include "store/session_state.h"
#include "store/vectors.h"

namespace satchel::store {

std::vector<const Statement*> AllStatements() {
  std::vector<const Statement*> all;
  for (const auto some :
       {CallStatements(), CuratedStatements(), CodeStatements(), HistoryStatements(),
        SegmentStatements(), VectorStatements(), RawStatements(), SessionStatements()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace satchel::store
