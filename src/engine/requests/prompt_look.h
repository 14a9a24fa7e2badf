#pragma once

#include <memory>
#include <string_view>

#include "ask/speak.h"
#include "base/deadline.h"
#include "base/result.h"
#include "code/find/ranked_text.h"
#include "code/requests/search.h"
#include "engine/requests/hook_log.h"
#include "engine/requests/packets.h"
#include "engine/stores/stores.h"

// Most prompts to which nobody asked for a packet are about something else, and mostly the search
// of the code alone says so. Then nothing else is read, and no packet is made.
namespace satchel::engine {

// Beside the request of a run that ended with a look.
inline constexpr std::string_view kLookDetail = "look";

struct PromptLook {
  // With the best that a packet could come to. Where it does not speak, none would.
  ask::SpeakDecision decision;
  // For the packet that is made otherwise. Null: the question is one of orientation, and only the
  // files that say how to work here were read.
  std::shared_ptr<const retrieval::RankedTask> ranked;
};

// kInvalidInput: there is no word to search for. kNotFound: no code is indexed. The stores may be
// open for reading alone.
Result<PromptLook> LookAtPrompt(Stores& stores, const SearchedFiles& files,
                                const PacketRequest& request, const Deadline& deadline);

// The request without that part of the work. The packet is the same.
void UseLook(const PromptLook& look, PacketRequest& request);

// Logs a run that ended with this look: one that shows nothing, with the files that came nearest.
// The stores must be open for more than reading alone.
Status RecordSilence(Stores& stores, const PacketRequest& request, const PromptLook& look,
                     const Unshown& why, const Deadline& deadline);

}  // namespace satchel::engine
