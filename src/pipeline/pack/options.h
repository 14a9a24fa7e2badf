#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "packet/candidate.h"
#include "packet/packet.h"
#include "pipeline/pack/recipe.h"
#include "pipeline/source.h"

namespace satchel::pipeline {

// What a packet of everything need not show, because an earlier one did, and for whom it is.
struct PackOptions final : SourceOptions {
  std::string_view source() const override { return kPack; }
  Json ToJson() const override;

  // By source and id, the digest of what was shown in full.
  std::map<std::string, std::string> shown;
  // Nobody asked for it: where the task is not about the workspace nothing is offered, and rules
  // that hold for every task take a small part of the budget.
  bool unasked = false;
  bool knows_rules = false;  // and none where the conversation was shown them
};

// What does not fit is kInvalidInput.
Result<PackOptions> PackOptionsFrom(const Json& json);

// Everything that a packet shows in full. What it shows by a poorer rendition may be shown again.
PackOptions ShownBy(const packet::Packet& packet);

// As the options have them.
std::string ShownKey(const packet::Candidate& candidate);
std::string ShownDigest(const packet::Candidate& candidate);

}  // namespace satchel::pipeline
