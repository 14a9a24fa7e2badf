#include "notes/pack/source.h"

#include <array>
#include <utility>

#include <nlohmann/json.hpp>

#include "notes/files/documents.h"
#include "notes/files/folder.h"
#include "notes/pack/entries.h"
#include "notes/pack/sections.h"
#include "notes/pack/tasks.h"
#include "notes/pack/texts.h"

namespace satchel::pipeline {
namespace {

constexpr std::array<std::string_view, 1> kSources = {kNotes};
constexpr std::array<std::string_view, 2> kStages = {"notes.tasks", "notes.entries"};

class NotesSource final : public Source {
 public:
  std::string_view name() const override { return kNotes; }

  const Recipe& recipe() const override {
    // Entries are scored by the words of the tasks that are packed already.
    static const std::array kFills = {
        DueFills{.behind = "notes.tasks", .fills = NotesTaskFills()},
        DueFills{.behind = "notes.entries", .fills = NotesEntryFills()},
    };
    static const Recipe kRecipe{.name = kNotes,
                                .sources = kSources,
                                .stages = kStages,
                                .sections = NotesPolicies(),
                                .fills = kFills,
                                .budget = 8000,
                                .tokenizer = text::Tokenizer::kChars4};
    return kRecipe;
  }

  std::vector<std::unique_ptr<const Stage>> MakeStages() const override {
    std::vector<std::unique_ptr<const Stage>> stages;
    stages.push_back(MakeNotesTasks());
    stages.push_back(MakeNotesEntries());
    return stages;
  }

  Result<std::unique_ptr<const SourceOptions>> ReadOptions(const Json& json) const override {
    const auto agent_files = json.find("agent_files");
    auto options =
        std::make_unique<NotesOptions>(agent_files != json.end() && *agent_files == true);
    for (const Json& path : json.value("omitted", Json::array())) {
      if (path.is_string()) options->omitted.push_back(path.get<std::string>());
    }
    return options;
  }

  Result<std::unique_ptr<const Reading>> Read(const ReadRequest& request) const override {
    const auto* options = dynamic_cast<const NotesOptions*>(request.options);
    const NotesOptions standard;
    if (options == nullptr) options = &standard;
    auto notes = SATCHEL_TRY(notes::LoadNotes(request.root, options->agent_files));
    return std::make_unique<NotesReading>(std::move(notes), options->omitted);
  }
};

}  // namespace

Json NotesOptions::ToJson() const {
  Json json = {{"agent_files", agent_files}};
  if (!omitted.empty()) json["omitted"] = omitted;
  return json;
}

NotesReading::NotesReading(notes::Notes notes, std::vector<std::string> omitted)
    : notes_(std::move(notes)), omitted_(std::move(omitted)) {
  for (const notes::File& file : notes_.files) snapshot_[file.path] = file.digest;
}

std::string NotesReading::DocumentDigest() const { return notes::DocumentDigest(notes_); }

std::vector<store::DocumentRow> NotesReading::Documents() const {
  return notes::DocumentsOf(notes_);
}

std::vector<retrieval::SourceText> NotesReading::Texts(std::span<const std::string> paths) const {
  return NoteTexts(notes_, paths);
}

std::unique_ptr<const Source> MakeNotesSource() { return std::make_unique<NotesSource>(); }

}  // namespace satchel::pipeline
