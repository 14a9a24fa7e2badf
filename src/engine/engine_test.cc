#include "engine/engine.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/sqlite/connection.h"
#include "tests/support/engine_workspace.h"

namespace satchel::engine {
namespace {

using test::EngineWorkspace;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> PathsFor(Engine& engine, const std::string& query) {
  const auto answer = engine.Search({.query = query, .sources = {"code"}}, Deadline::Never());
  EXPECT_TRUE(answer) << answer.error().text();
  std::vector<std::string> paths;
  if (!answer) return paths;
  for (const SearchPlace& place : answer->results) paths.push_back(place.path);
  return paths;
}

void IndexAll(Engine& engine) {
  const auto report = engine.Index({}, Deadline::Never());
  ASSERT_TRUE(report) << report.error().text();
}

TEST(EngineTest, SaysWhatToDoIfThereAreNoStoresOrCreatesThem) {
  const EngineWorkspace at;
  const auto opened = Engine::Open(at.Parts(), Purpose::kRuns, Deadline::Never());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code(), Errc::kNotFound);
  EXPECT_THAT(std::string(opened.error().hint()), HasSubstr("satchel init"));
  ASSERT_NE(at.Open(), nullptr);
  EXPECT_TRUE(Engine::Open(at.Parts(), Purpose::kRead, Deadline::Never()));
}

TEST(EngineTest, StoresOfAnotherWorkspaceAreNotTaken) {
  const EngineWorkspace at;
  ASSERT_NE(at.Open(), nullptr);
  // A directory that the settings name: its stores are called after the workspace.
  EngineParts parts = at.Parts();
  parts.settings.Set(settings::Key::kStoreUrl, at.at().store().directory.string(),
                     {.layer = settings::Layer::kFlag});
  parts.workspace.root = at.at().dir().path() / "elsewhere";
  parts.workspace.place = parts.workspace.root / ".satchel";
  parts.workspace.key = "0123456789abcdef";
  const auto own = Engine::Open(std::move(parts), Purpose::kCommit, Deadline::Never());
  ASSERT_FALSE(own);
  EXPECT_EQ(own.error().code(), Errc::kNotFound);
  parts = at.Parts();
  parts.place = at.at().store();
  parts.place->key = "0123456789abcdef";
  parts.place->registry.reset();
  const auto named = Engine::Open(std::move(parts), Purpose::kCommit, Deadline::Never());
  ASSERT_FALSE(named);
  EXPECT_EQ(named.error().code(), Errc::kConflict);
}

TEST(EngineTest, AnIndexOfAnEarlierVersionIsBroughtForward) {
  const EngineWorkspace at;
  at.Write("one.py", "def walrus():\n    pass\n");
  {
    const auto engine = at.Open();
    ASSERT_NE(engine, nullptr);
    IndexAll(*engine);
  }
  const auto file = (at.at().store().directory / "curated.db").string();
  {
    // As version 3 left it.
    auto connection = store::sqlite::Connection::Open(
        {.file = file, .mode = store::SqliteOptions::Mode::kReadWrite});
    ASSERT_TRUE(connection);
    for (const char* sql : {"DROP TABLE document_vectors",
                            "DELETE FROM migration WHERE version = 4", "PRAGMA user_version = 3"}) {
      const auto done = (*connection)->Execute(sql);
      ASSERT_TRUE(done) << done.error().text();
    }
  }
  // Who only reads says what to do, and changes nothing.
  const auto reading = Engine::Open(at.Parts(), Purpose::kRead, Deadline::Never());
  ASSERT_FALSE(reading);
  EXPECT_THAT(reading.error().text(), HasSubstr("has schema 3, this Satchel reads 4"));
  const auto engine = at.Open();
  ASSERT_NE(engine, nullptr);
  EXPECT_THAT(PathsFor(*engine, "walrus"), ElementsAre("one.py"));
}

TEST(EngineTest, NotesNeedNoStores) {
  const EngineWorkspace at;
  at.WriteNotes();
  const auto engine = Engine::WithoutStores(at.Parts());
  const auto added =
      engine->AddNote({.kind = NoteKind::kTask, .title = "Write it down"}, Deadline::Never());
  ASSERT_TRUE(added) << added.error().text();
  const auto notes = engine->ListNotes();
  ASSERT_TRUE(notes) << notes.error().text();
  EXPECT_THAT(*notes, testing::Contains(testing::Field(&NoteItem::title, "Write it down")));
  const auto found = engine->Search({.query = "cookie"}, Deadline::Never());
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code(), Errc::kInternal);
}

TEST(EngineTest, ASearchSeesWhatAnIndexRunOfTheSameEngineDid) {
  const EngineWorkspace at;
  at.Write("one.py", "def walrus():\n    pass\n");
  const auto engine = at.Open();
  ASSERT_NE(engine, nullptr);
  IndexAll(*engine);
  EXPECT_THAT(PathsFor(*engine, "walrus"), ElementsAre("one.py"));
  at.Write("two.py", "def walrus():\n    pass\n");
  at.Write("one.py", "def seal():\n    pass\n");
  IndexAll(*engine);
  EXPECT_THAT(PathsFor(*engine, "walrus"), ElementsAre("two.py"));
  EXPECT_THAT(PathsFor(*engine, "seal"), ElementsAre("one.py"));
  const auto look = engine->LookAtCode(Deadline::Never());
  ASSERT_TRUE(look) << look.error().text();
  EXPECT_EQ(look->files, 2U);
}

// Words of 20 scripts, two of each that differ in a letter or two.
const std::vector<std::pair<std::string, std::string>> kScripts = {
    {"пользователь", "пользоветель"},
    {"χρήστης", "χρήστας"},
    {"օգտատեր", "օգտատիր"},
    {"მომხმარებელი", "მომხმარებილი"},
    {"משתמשים", "משתמשום"},
    {"مستخدمين", "مستخدمون"},
    {"उपयोगकर्ता", "उपयोगकर्ती"},
    {"ব্যবহারকারী", "ব্যবহারকারা"},
    {"ਉਪਭੋਗਤਾ", "ਉਪਭੋਗਤੀ"},
    {"વપરાશકર્તા", "વપરાશકર્તી"},
    {"பயனர்கள்", "பயனர்கல்"},
    {"వినియోగదారు", "వినియోగదారి"},
    {"ಬಳಕೆದಾರ", "ಬಳಕೆದಾರಿ"},
    {"ഉപയോക്താവ്", "ഉപയോക്താവു"},
    {"ผู้ใช้งาน", "ผู้ใช้งาม"},
    {"ຜູ້ໃຊ້ງານ", "ຜູ້ໃຊ້ງາມ"},
    {"ተጠቃሚዎች", "ተጠቃሚዎቹ"},
    {"手書きフォント", "手書きフォンド"},
    {"사용자목록", "사용자목럭"},
    {"größenänderung", "größenändorung"},
};

TEST(EngineTest, AQueryInAnyScriptIsNoError) {
  const EngineWorkspace at;
  std::string code;
  for (const auto& [written, asked] : kScripts) {
    code += fmt::format("def {0}_open(value):\n    # {0}\n    return value\n\n\n", written);
  }
  at.Write("names.py", code);
  const auto engine = at.Open();
  ASSERT_NE(engine, nullptr);
  IndexAll(*engine);
  for (const auto& [written, asked] : kScripts) {
    for (const std::string& query : {written, asked}) {
      const auto answer = engine->Search({.query = query}, Deadline::Never());
      EXPECT_TRUE(answer) << query << ": " << answer.error().text();
      PacketRequest request;
      request.recipe = "pack";
      request.task = query;
      const auto packet = engine->MakePacket(request, Deadline::Never());
      EXPECT_TRUE(packet) << query << ": " << packet.error().text();
    }
  }
}

TEST(EngineTest, ASecondSearchAsksTheStoreForLess) {
  const EngineWorkspace at;
  for (int i = 0; i < 30; ++i) at.WriteModule(fmt::format("m{}.py", i), i);
  const auto engine = at.Open();
  ASSERT_NE(engine, nullptr);
  IndexAll(*engine);
  const auto first = engine->Search({.query = "sign the cookie"}, Deadline::Never());
  const auto second = engine->Search({.query = "sign the cookie"}, Deadline::Never());
  ASSERT_TRUE(first && second);
  EXPECT_LT(second->store_calls, first->store_calls);
  ASSERT_EQ(first->results.size(), second->results.size());
  for (std::size_t i = 0; i < first->results.size(); ++i) {
    EXPECT_EQ(first->results[i].path, second->results[i].path);
    EXPECT_EQ(first->results[i].score, second->results[i].score);
  }
}

TEST(EngineTest, ARequestWhoseTimeIsOverOrThatWasCancelledStops) {
  const EngineWorkspace at;
  at.WriteModule("one.py", 1);
  at.WriteNotes();
  const auto engine = at.Open();
  ASSERT_NE(engine, nullptr);
  IndexAll(*engine);
  CancelSource cancel;
  cancel.Cancel();
  for (const Deadline& over :
       {Deadline::After(std::chrono::seconds(0)), Deadline::Never().With(cancel)}) {
    const auto code = [](const auto& result) {
      return result ? std::nullopt : std::optional(result.error().code());
    };
    EXPECT_EQ(code(engine->Search({.query = "cookie"}, over)), Errc::kDeadline);
    EXPECT_EQ(code(engine->Index({.full = true}, over)), Errc::kDeadline);
    EXPECT_EQ(code(engine->MakePacket({.recipe = "notes"}, over)), Errc::kDeadline);
    EXPECT_EQ(code(engine->ListRuns(5, PacketRuns(), over)), Errc::kDeadline);
  }
  EXPECT_THAT(PathsFor(*engine, "cookie"), ElementsAre("one.py"));
}

TEST(EngineTest, AnIndexRunThatIsCancelledHalfwayIsFinishedByTheNext) {
  const EngineWorkspace at;
  constexpr std::size_t kFiles = 40;
  for (std::size_t i = 0; i < kFiles; ++i) {
    at.WriteModule(fmt::format("m{}.py", i), static_cast<int>(i));
  }
  const auto engine = at.Open();
  ASSERT_NE(engine, nullptr);
  CancelSource cancel;
  CodeIndexRequest request;
  request.progress = [&cancel](const CodeProgress& progress) {
    if (progress.done == kFiles / 2) cancel.Cancel();
  };
  const auto stopped = engine->Index(request, Deadline::Never().With(cancel));
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code(), Errc::kDeadline);
  IndexAll(*engine);
  const auto look = engine->LookAtCode(Deadline::Never());
  ASSERT_TRUE(look) << look.error().text();
  EXPECT_EQ(look->files, kFiles);
  EXPECT_EQ(look->added + look->gone, 0U);
}

TEST(EngineTest, WaitingForAnotherWriterStopsWhenItIsCancelled) {
  const EngineWorkspace at;
  at.WriteModule("one.py", 1);
  const auto engine = at.Open();
  ASSERT_NE(engine, nullptr);
  const auto writer = at.OpenAlone();
  ASSERT_NE(writer, nullptr);
  CancelSource cancel;
  std::jthread later([&cancel] { cancel.Cancel(); });
  const auto stopped =
      engine->Index({.wait = std::chrono::hours(1)}, Deadline::Never().With(cancel));
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code(), Errc::kDeadline);
}

TEST(EngineTest, APacketIsLoggedAndItsRunCanBeReplayed) {
  const EngineWorkspace at;
  at.WriteNotes();
  const auto engine = at.Open();
  ASSERT_NE(engine, nullptr);
  const auto answer = engine->MakePacket(
      {.recipe = "notes", .task = "the login redirect", .now = EngineWorkspace::kNow},
      Deadline::Never());
  ASSERT_TRUE(answer) << answer.error().text();
  EXPECT_THAT(answer->text, HasSubstr("Repair the login redirect"));
  const auto run = engine->FindRun(std::nullopt, Deadline::Never());
  ASSERT_TRUE(run) << run.error().text();
  EXPECT_EQ(*run, answer->run);
  const auto replayed = engine->Replay(*run, Deadline::Never());
  ASSERT_TRUE(replayed) << replayed.error().text();
  EXPECT_EQ(replayed->text, answer->text);
}

}  // namespace
}  // namespace satchel::engine
