#pragma once

#include <cstdint>
#include <string_view>

namespace satchel::rank {

// Who speaks in a chat with a model. A role is no name: a question with the word "user" names
// nobody.
enum class ChatRole : std::uint8_t { kNone, kUser, kAssistant };

// By what interfaces of models call them. REQUIRES: a name of SpeakerName().
ChatRole RoleOf(std::string_view speaker);

}  // namespace satchel::rank
