// The data export of ChatGPT: conversations.json, or conversations-000.json and so on, is an array
// of conversations. Each has a `mapping` from ids to nodes {"id", "parent", "children", "message"}.
// A message that the model sent to the recipient `bio` is a memory it saved. Nodes are looked at
// one by one; only the turns of a user follow `parent` from `current_node`, and never come back to
// a node they have seen.
//
// Saved memories themselves are not in the export. People copy them from the settings as a list.

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "memory/import/export_files.h"
#include "memory/import/format.h"
#include "memory/import/json_items.h"
#include "memory/import/text.h"

namespace satchel::memory {
namespace {

bool IsWanted(std::string_view path) {
  const std::string_view name = FileNameOf(path);
  return IsConversations(path) || name == "memory.json" || name == "memories.json";
}

bool IsOfChatgpt(std::string_view item) {
  if (MemberOf(item, "mapping")) return true;
  // A list of memories, as newer exports are reported to have it.
  return MemberOf(item, "content") && (MemberOf(item, "enabled") || MemberOf(item, "created_at"));
}

bool RecogniseChatgpt(const ImportInput& input) {
  return AnyExportHas(input, IsWanted, IsOfChatgpt);
}

const Json* Member(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

struct Message {
  std::string id;
  std::string role;
  std::string recipient;
  std::string text;
  std::optional<Time> created;
};

// The texts of `content.parts`; empty for other contents, such as code, images and instructions.
std::string PartsOf(const Json& message) {
  const Json* content = Member(message, "content");
  if (content == nullptr || !content->is_object()) return "";
  const std::string type = TextOf(*content, "content_type");
  if (!type.empty() && type != "text" && type != "multimodal_text" && type != "code") return "";
  const Json* parts = Member(*content, "parts");
  if (parts == nullptr || !parts->is_array()) return TextOf(*content, "text");
  std::string text;
  for (const Json& part : *parts) {
    if (!part.is_string() || part.get_ref<const std::string&>().empty()) continue;
    if (!text.empty()) text += '\n';
    text += part.get_ref<const std::string&>();
  }
  return text;
}

bool IsHidden(const Json& message) {
  const Json* metadata = Member(message, "metadata");
  const Json* hidden =
      metadata == nullptr ? nullptr : Member(*metadata, "is_visually_hidden_from_conversation");
  return hidden != nullptr && *hidden == true;
}

std::optional<Message> MessageOf(const std::string& node_id, const Json& node) {
  const Json* json = Member(node, "message");
  if (json == nullptr || !json->is_object() || IsHidden(*json)) return std::nullopt;
  Message message{.id = node_id, .recipient = TextOf(*json, "recipient"), .text = PartsOf(*json)};
  if (const Json* author = Member(*json, "author"); author != nullptr && author->is_object()) {
    message.role = TextOf(*author, "role");
  }
  message.created = MomentOf(*json, "create_time");
  return message;
}

// The nodes of the branch that the user last saw; all of them if it is not known.
std::optional<std::set<std::string>> CurrentBranch(const Json& conversation, const Json& mapping) {
  std::string id = TextOf(conversation, "current_node");
  if (id.empty() || !mapping.contains(id)) return std::nullopt;
  std::set<std::string> branch;
  while (!id.empty() && branch.insert(id).second) {
    const Json* node = Member(mapping, id.c_str());
    id = node != nullptr && node->is_object() ? TextOf(*node, "parent") : "";
  }
  return branch;
}

std::vector<Message> MessagesOf(const Json& conversation, bool user_turns) {
  const Json* mapping = Member(conversation, "mapping");
  std::vector<Message> messages;
  if (mapping == nullptr || !mapping->is_object()) return messages;
  std::optional<std::set<std::string>> branch;
  if (user_turns) branch = CurrentBranch(conversation, *mapping);
  for (const auto& [id, node] : mapping->items()) {
    auto message = MessageOf(id, node);
    if (!message) continue;
    const bool saved = message->recipient == "bio" && message->role != "tool";
    const bool said = user_turns && message->role == "user" && (!branch || branch->contains(id));
    if (saved || said) messages.push_back(*std::move(message));
  }
  std::ranges::sort(messages, {}, [](const Message& message) {
    return std::tuple(message.created.value_or(Time{}), message.id);
  });
  return messages;
}

Status ReadConversation(const Json& conversation, const ImportOptions& options,
                        const ImportPlace& place, ImportSink& sink) {
  bool found = false;
  for (Message& message : MessagesOf(conversation, options.conversations)) {
    const bool saved = message.recipient == "bio";
    // A request to forget is written in the same way, and is no memory.
    if (saved && (message.text.starts_with("Forget ") || message.text.starts_with("forget "))) {
      sink.Skip(place, SkipReason::kDeleted);
      continue;
    }
    found = true;
    Draft draft{.origin = std::move(message.id), .is_id = true, .episode = !saved, .place = place};
    draft.memory.text = std::move(message.text);
    draft.memory.created =
        message.created ? message.created : MomentOf(conversation, "create_time");
    if (!saved) AddTag(draft.memory, TextOf(conversation, "title"));
    SATCHEL_TRY(sink.Take(std::move(draft)));
  }
  if (!found && !options.conversations) sink.Skip(place, SkipReason::kConversation);
  return {};
}

Status ReadSaved(const Json& entry, const ImportPlace& place, ImportSink& sink) {
  const Json* enabled = Member(entry, "enabled");
  if (enabled != nullptr && *enabled == false) {
    sink.Skip(place, SkipReason::kDeleted);
    return {};
  }
  Draft draft{.origin = TextOf(entry, "id"), .place = place};
  draft.is_id = !draft.origin.empty();
  draft.memory.text = TextOf(entry, "content");
  draft.memory.created = MomentOf(entry, "created_at");
  draft.memory.updated = MomentOf(entry, "updated_at");
  return sink.Take(std::move(draft));
}

Status ReadChatgpt(const ImportInput& input, const ImportOptions& options, ImportSink& sink) {
  if (!input.is_folder() && !LooksLikeJson(input.bytes())) {
    return ReadLines(input.bytes(), input.name(), sink);
  }
  return ForEachExport(input, IsWanted, sink, [&](std::string_view path, std::string_view bytes) {
    return ForEachItem(bytes, [&](std::size_t number, std::string_view item) -> Status {
      SATCHEL_TRY(options.deadline.Check("import memories"));
      const ImportPlace place{
          .path = fmt::format("{}{}entry {}", path, path.empty() ? "" : " ", number)};
      const auto json = ParseJson(item);
      if (!json || !json->is_object()) {
        sink.Refuse(place, json ? "it is no JSON object" : json.error().text());
        return {};
      }
      if (json->contains("mapping")) return ReadConversation(*json, options, place, sink);
      return ReadSaved(*json, place, sink);
    });
  });
}

}  // namespace

const ImportFormat kChatgptImport = {
    .name = "chatgpt",
    .what = "a data export of ChatGPT, or the list of its memories",
    .recognise = RecogniseChatgpt,
    .read = ReadChatgpt};

}  // namespace satchel::memory
