#include "memory/rank/chat_role.h"

namespace satchel::rank {

ChatRole RoleOf(std::string_view speaker) {
  if (speaker == "user" || speaker == "human") return ChatRole::kUser;
  if (speaker == "assistant" || speaker == "model" || speaker == "ai") return ChatRole::kAssistant;
  return ChatRole::kNone;
}

}  // namespace satchel::rank
