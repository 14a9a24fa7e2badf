// Any folder, any budget: a packet of notes is never over its budget without saying so,
// nothing in the folder is lost without a word, and the same request gives the same
// bytes however it gets there: repeated, stored between the stages, packed again from
// the record, from disk, on SQLite and on PostgreSQL. `scripts/soak notes_packets` runs
// a hundred thousand of them.

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/requests/packets.h"
#include "engine/requests/replay.h"
#include "notes/files/documents.h"
#include "notes/files/folder.h"
#include "notes/pack/sections.h"
#include "packet/packet_json.h"
#include "packet/record.h"
#include "packet/render/prompt.h"
#include "store/curated.h"
#include "tests/support/notes_packet.h"
#include "tests/support/postgres_database.h"
#include "tests/support/random.h"
#include "tests/support/random_notes.h"
#include "tests/support/store_workspace.h"
#include "text/invisible.h"

namespace satchel {
namespace {

using notes::Notes;
using packet::Packet;
using packet::Section;
using test::NotesAsked;
using test::NotesPacked;
using test::PackNotesOf;
using test::Random;

const packet::PromptLayout kPrompt;

std::size_t RandomBudget(Random& random) {
  switch (random.Below(6)) {
    case 0:
      return 0;
    case 1:
      return random.Between(1, 80);
    case 2:
      return random.Between(80, 600);
    case 3:
      return random.Between(8'000, 100'000);
    default:
      return random.Between(600, 8'000);
  }
}

NotesAsked RandomAsked(Random& random) {
  NotesAsked asked;
  asked.budget = RandomBudget(random);
  if (random.OneIn(2)) asked.task = "repair " + test::RandomText(random, 12);
  asked.tokenizer = static_cast<text::Tokenizer>(random.Below(4));
  if (random.OneIn(2)) asked.layout = &kPrompt;
  return asked;
}

// Empty: all is well. Otherwise what is wrong.
std::string CheckBudget(const NotesPacked& packed) {
  const Packet& packet = packed.packet;
  if (packed.tokens != packet.tokens_used) {
    return fmt::format("says {} tokens, has {}", packet.tokens_used, packed.tokens);
  }
  const std::size_t over = packed.tokens - std::min(packed.tokens, packet.budget);
  if (over != packet.over_budget) {
    return fmt::format("over by {}, says {}", over, packet.over_budget);
  }
  if (over == 0) return "";
  for (const Section& section : packet.sections) {
    if (!section.floor && !section.empty()) return "over, and shows more than tier 1";
  }
  if (!packed.text.substr(0, 400).contains("Over budget by")) return "the header does not say over";
  return "";
}

std::string SafeId(const std::string& id) { return text::EscapeInvisible(id).text; }

template <class Items>
std::vector<std::string> Ids(const Items& items) {
  std::vector<std::string> ids;
  for (const auto& item : items) ids.push_back(SafeId(item.id));
  return ids;
}

// What the folder offers, by section.
std::map<std::string, std::vector<std::string>> Offered(const Notes& notes) {
  std::map<std::string, std::vector<std::string>> offered;
  offered["constitution"] = Ids(notes.constitution);
  offered["conventions"] = Ids(notes.conventions);
  offered["decisions"] = Ids(notes.decisions);
  offered["learnings"] = Ids(notes.learnings);
  offered["instruction"] = {"instruction"};
  for (const notes::Task& task : notes.tasks) {
    if (task.state == notes::TaskState::kOpen) offered["tasks"].push_back(SafeId(task.id));
  }
  for (const notes::File& file : notes.files) offered["read_order"].push_back(SafeId(file.path));
  return offered;
}

std::string CheckSection(const Packet& packet, const Section& section,
                         const std::vector<std::string>& offered, bool whole) {
  std::multiset<std::string> told;
  for (const packet::Item& item : section.items) told.insert(item.candidate.id.value());
  const std::size_t shown = told.size();
  std::size_t dropped = 0;
  for (const packet::Omission& omission : packet.omissions) {
    if (omission.section != section.name || !omission.dropped()) continue;
    told.insert(omission.id.value());
    ++dropped;
  }
  for (const packet::Remainder& remainder : packet.remainder) {
    if (remainder.section == section.name) dropped += remainder.count;
  }
  if (shown + dropped != offered.size()) {
    return fmt::format("{} offered, {} shown, {} told", offered.size(), shown, dropped);
  }
  if (dropped != section.dropped)
    return fmt::format("{} dropped, says {}", dropped, section.dropped);
  if (section.rest > dropped) return "the last line counts more than were dropped";
  if (whole && std::set(offered.begin(), offered.end()).size() != shown) return "not shown whole";
  const std::set<std::string> known(offered.begin(), offered.end());
  for (const std::string& id : told) {
    if (!known.contains(id)) return fmt::format("'{}' comes from nowhere", id);
  }
  return "";
}

std::string CheckNothingLost(const Notes& notes, const Packet& packet) {
  auto offered = Offered(notes);
  for (const Section& section : packet.sections) {
    const bool whole = section.floor && (packet.budget > 0 || section.name != "read_order");
    const std::string wrong = CheckSection(packet, section, offered[section.name], whole);
    if (!wrong.empty()) return section.name + ": " + wrong;
    offered.erase(section.name);
  }
  if (!offered.empty()) return "no section " + offered.begin()->first;
  if (packet.notices.size() + packet.notices_cut != notes.findings.size()) return "findings lost";
  for (std::size_t i = 0; i < packet.notices.size(); ++i) {
    if (packet.notices[i].line != notes.findings[i].line ||
        packet.notices[i].reason != Name(notes.findings[i].reason)) {
      return fmt::format("notice {} is another one", i);
    }
  }
  return "";
}

// The packet of the record and the packet as the log keeps both.
std::string CheckRepack(const NotesPacked& packed, const packet::Layout& layout) {
  const auto record = packet::RecordFromJson(
      ParseJson(CanonicalJson(packet::ToJson(packed.record))).value_or(Json()));
  if (!record) return record.error().text();
  const auto kept = packet::FromJson(
      ParseJson(CanonicalJson(packet::ToStoredJson(packed.packet))).value_or(Json()));
  if (!kept) return kept.error().text();
  const auto again =
      packet::Repack(*record, *kept, {.sections = pipeline::NotesPolicies(), .shares = {}}, layout);
  if (!again) return again.error().text();
  if (packet::Compose(*again, layout) != packed.text) return "packed again, the text differs";
  const Json difference =
      Json::diff(packet::ToStoredJson(packed.packet), packet::ToStoredJson(*again));
  if (!difference.empty())
    return "packed again, the packet differs: " + difference.dump(-1, ' ', true);
  return "";
}

// The whole engine on one store, with a folder that changes from case to case.
class Place {
 public:
  explicit Place(engine::Stores stores) : stores_(std::move(stores)) {}

  void Check(const settings::Workspace& workspace, const NotesAsked& asked, const Notes& notes,
             const std::string& expected) {
    const engine::PacketRequest request{.recipe = "notes",
                                        .task = asked.task,
                                        .budget = asked.budget,
                                        .tokenizer = asked.tokenizer,
                                        .rendering = asked.layout == nullptr
                                                         ? engine::Rendering::kMarkdown
                                                         : engine::Rendering::kPrompt,
                                        .now = asked.now};
    const auto answer = engine::MakePacket(stores_, workspace, request, Deadline::Never());
    ASSERT_TRUE(answer) << answer.error().text();
    ASSERT_EQ(answer->text, expected);
    ASSERT_THAT(answer->remarks, testing::IsEmpty());
    const auto replayed = engine::Replay(stores_, answer->run, Deadline::Never());
    ASSERT_TRUE(replayed) << replayed.error().text();
    ASSERT_TRUE(replayed->same()) << testing::PrintToString(replayed->causes);
    auto rows = store::CuratedReader(stores_.curated())
                    .Documents(stores_.scope(Deadline::Never()), "notes", 0, 1'000'000);
    ASSERT_TRUE(rows) << rows.error().text();
    for (store::DocumentRow& row : *rows) row.id = 0;
    std::ranges::sort(*rows, {}, &store::DocumentRow::path);
    ASSERT_TRUE(*rows == notes::DocumentsOf(notes)) << "the documents are not those of the notes";
  }

 private:
  engine::Stores stores_;
};

class NotesPacketsTest : public testing::Test {
 protected:
  void CheckCase(std::uint64_t seed);

  // On disk, through every engine: the same bytes as in memory.
  void CheckOnDisk(const std::vector<notes::File>& files, const NotesAsked& asked, bool server) {
    std::filesystem::remove_all(at_.root() / ".context");
    at_.dir().MakeDirectory("app/.context");
    for (const notes::File& file : files) at_.dir().Write("app/" + file.path, file.text);
    const auto loaded = notes::LoadNotes(at_.root(), false);
    ASSERT_TRUE(loaded) << loaded.error().text();
    const Notes& notes = *loaded;
    const std::string expected = PackNotesOf(notes, asked).text;
    if (!files_) {
      ASSERT_TRUE(at_.Init());
      auto opened = at_.Open();
      ASSERT_TRUE(opened) << opened.error().text();
      files_ = std::make_unique<Place>(*std::move(opened));
    }
    files_->Check(at_.workspace(), asked, notes, expected);
    if (!server || HasFatalFailure()) return;
    if (!server_) {
      database_ = std::make_unique<test::PostgresDatabase>();
      auto made = engine::Stores::Create(
          {.kind = engine::StoreKind::kPostgres, .url = database_->AppUrl(), .key = "key"}, "name",
          Time{1}, Deadline::Never());
      ASSERT_TRUE(made) << made.error().text();
      server_ = std::make_unique<Place>(*std::move(made));
    }
    server_->Check(at_.workspace(), asked, notes, expected);
  }

  std::uint64_t entries_ = 0;
  test::StoreWorkspace at_;
  std::unique_ptr<Place> files_;
  std::unique_ptr<test::PostgresDatabase> database_;
  std::unique_ptr<Place> server_;
};

void NotesPacketsTest::CheckCase(std::uint64_t seed) {
  SCOPED_TRACE(fmt::format("SATCHEL_SEED={}", seed));
  Random random(seed);
  const auto files = test::RandomFolder(random);
  NotesAsked asked = RandomAsked(random);
  const Notes notes = notes::ReadNotes(files);
  entries_ += notes.decisions.size() + notes.learnings.size();
  const NotesPacked packed = PackNotesOf(notes, asked);
  ASSERT_FALSE(HasFailure());
  ASSERT_EQ(CheckBudget(packed), "") << packed.text;
  ASSERT_EQ(CheckNothingLost(notes, packed.packet), "") << packed.text;
  ASSERT_EQ(CheckRepack(packed, asked.layout == nullptr ? engine::LayoutOf({}) : kPrompt), "");
  ASSERT_EQ(PackNotesOf(notes, asked).text, packed.text);
  asked.through_json = true;
  const NotesPacked stored = PackNotesOf(notes, asked);
  ASSERT_EQ(stored.text, packed.text);
  ASSERT_EQ(CanonicalJson(packet::ToJson(stored.record)),
            CanonicalJson(packet::ToJson(packed.record)));
  if (seed % 10 != 1) return;
  CheckOnDisk(files, asked, seed % 50 == 1);
}

TEST_F(NotesPacketsTest, EveryFolderGivesTheSameHonestPacketEverywhere) {
  const std::uint64_t first = test::FirstSeed();
  const std::uint64_t count = test::CaseCount(100);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    ASSERT_NO_FATAL_FAILURE(CheckCase(seed));
  }
  EXPECT_GT(entries_, 0U);
}

// The meter's numbers took more tokens for the second stage than for packing again.
TEST_F(NotesPacketsTest, ANearlyFullPacketIsPackedAgainForTheSameReasons) { CheckCase(5'014); }

}  // namespace
}  // namespace satchel
