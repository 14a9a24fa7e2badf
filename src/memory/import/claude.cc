// The data export of Claude. Memories are in memories.json (an array) or memories/UUID.json (an
// object): `conversations_memory` is Markdown, `project_memories` maps the id of a project to
// Markdown, `memory_files` lists {"path", "content", "updated_at"}. conversations.json is an array
// of conversations with `chat_messages`. projects.json or projects/UUID.json have the names of
// projects. Anthropic documents none of this; missing or unexpected fields are skipped.

#include <map>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "memory/import/export_files.h"
#include "memory/import/format.h"
#include "memory/import/json_items.h"
#include "memory/import/text.h"

namespace satchel::memory {
namespace {

// Whether the last directory of a path has that name.
bool IsIn(std::string_view path, std::string_view directory) {
  const auto slash = path.rfind('/');
  return slash != path.npos && FileNameOf(path.substr(0, slash)) == directory;
}

bool IsMemories(std::string_view path) {
  return FileNameOf(path) == "memories.json" || IsIn(path, "memories");
}
bool IsProjects(std::string_view path) {
  return FileNameOf(path) == "projects.json" || IsIn(path, "projects");
}
bool IsWanted(std::string_view path) { return IsMemories(path) || IsConversations(path); }

bool IsOfClaude(std::string_view item) {
  return MemberOf(item, "conversations_memory") || MemberOf(item, "project_memories") ||
         MemberOf(item, "memory_files") || MemberOf(item, "chat_messages");
}

bool RecogniseClaude(const ImportInput& input) { return AnyExportHas(input, IsWanted, IsOfClaude); }

using ProjectNames = std::map<std::string, std::string>;  // by id

ProjectNames ReadProjects(const ImportInput& input) {
  ProjectNames names;
  for (const std::string& path : input.paths()) {
    if (!IsJsonName(path) || !IsProjects(path)) continue;
    const auto bytes = input.Read(path);
    if (!bytes) continue;
    // A project that cannot be read leaves its memories without its name.
    static_cast<void>(ForEachItem(*bytes, [&](std::size_t, std::string_view item) -> Status {
      const auto project = ParseJson(item);
      if (project && project->is_object()) {
        names[TextOf(*project, "uuid")] = TitleFrom(TextOf(*project, "name"));
      }
      return {};
    }));
  }
  return names;
}

Status ReadFiles(const Json& files, const ImportPlace& place, ImportSink& sink) {
  if (!files.is_array()) return {};
  for (const Json& file : files) {
    if (!file.is_object()) continue;
    const std::string path = TextOf(file, "path");
    Draft like{.origin = path.empty() ? "memory_files" : path, .place = place};
    like.memory.created = MomentOf(file, "updated_at");
    AddTag(like.memory, StemOf(path));
    SATCHEL_TRY(ReadBlocks(TextOf(file, "content"), like, sink));
  }
  return {};
}

Status ReadMemories(const Json& account, const ProjectNames& projects, const ImportPlace& place,
                    ImportSink& sink) {
  SATCHEL_TRY(ReadBlocks(TextOf(account, "conversations_memory"),
                         {.origin = "conversations_memory", .place = place}, sink));
  if (const auto found = account.find("project_memories");
      found != account.end() && found->is_object()) {
    for (const auto& [id, text] : found->items()) {
      if (!text.is_string()) continue;
      Draft like{.origin = fmt::format("project/{}", id), .place = place};
      const auto name = projects.find(id);
      AddTag(like.memory, name == projects.end() ? std::string_view("project") : name->second);
      SATCHEL_TRY(ReadBlocks(text.get_ref<const std::string&>(), like, sink));
    }
  }
  const auto files = account.find("memory_files");
  return files == account.end() ? Status() : ReadFiles(*files, place, sink);
}

// `text`, or the texts of `content`.
std::string TextOfMessage(const Json& message) {
  std::string text = TextOf(message, "text");
  const auto content = message.find("content");
  if (!text.empty() || content == message.end() || !content->is_array()) return text;
  for (const Json& part : *content) {
    if (!part.is_object() || TextOf(part, "type") != "text") continue;
    if (!text.empty()) text += '\n';
    text += TextOf(part, "text");
  }
  return text;
}

Status ReadConversation(const Json& conversation, const ImportOptions& options,
                        const ImportPlace& place, ImportSink& sink) {
  const auto messages = conversation.find("chat_messages");
  if (!options.conversations) {
    sink.Skip(place, SkipReason::kConversation);
    return {};
  }
  if (!messages->is_array()) return {};
  for (const Json& message : *messages) {
    if (!message.is_object() || TextOf(message, "sender") != "human") continue;
    Draft draft{.origin = TextOf(message, "uuid"), .episode = true, .place = place};
    draft.is_id = !draft.origin.empty();
    draft.memory.text = TextOfMessage(message);
    draft.memory.created = MomentOf(message, "created_at");
    if (!draft.memory.created) draft.memory.created = MomentOf(conversation, "created_at");
    AddTag(draft.memory, TextOf(conversation, "name"));
    SATCHEL_TRY(sink.Take(std::move(draft)));
  }
  return {};
}

Status ReadClaude(const ImportInput& input, const ImportOptions& options, ImportSink& sink) {
  if (!input.is_folder() && !LooksLikeJson(input.bytes())) {
    return ReadBlocks(input.bytes(), {.origin = std::string(input.name()), .place = {.line = 1}},
                      sink);
  }
  const ProjectNames projects = ReadProjects(input);
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
      if (json->contains("chat_messages")) return ReadConversation(*json, options, place, sink);
      return ReadMemories(*json, projects, place, sink);
    });
  });
}

}  // namespace

const ImportFormat kClaudeImport = {.name = "claude",
                                    .what = "a data export of Claude, or the text of its memory",
                                    .recognise = RecogniseClaude,
                                    .read = ReadClaude};

}  // namespace satchel::memory
