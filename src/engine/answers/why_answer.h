#pragma once

#include <string_view>
#include <vector>

#include "base/json.h"
#include "engine/requests/run_view.h"
#include "packet/packet.h"

namespace satchel::engine {

// Why something is, or is not, in a packet: `why`. The decisions and notices are those
// of the run, which must outlive it.
struct WhyAnswer {
  const RunView& view;
  std::vector<const LoggedDecision*> decisions;
  std::vector<const packet::Notice*> notices;
};

// About what is like `item`; about everything when it is empty.
WhyAnswer ExplainItem(const RunView& view, std::string_view item);

// A notice as a line: "TASKS.md:7: odd mark: [?] Odd".
std::string NoticeLine(const packet::Notice& notice);

Json ToJson(const LoggedDecision& decision);
Json ToJson(const WhyAnswer& answer);

}  // namespace satchel::engine
