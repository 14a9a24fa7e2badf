// Eight threads on one engine: searches, packets, index runs and edits of notes at once. What the
// edits and index runs leave alone is answered as one thread alone is; what an index run changes is
// answered as it was before it or as it is after it, and never as something between.
// SATCHEL_CASES is the number of requests of each thread that asks.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/engine.h"
#include "tests/support/engine_workspace.h"
#include "tests/support/random.h"

namespace satchel::engine {
namespace {

using test::EngineWorkspace;

constexpr std::size_t kSearchers = 4;
constexpr std::size_t kPackers = 2;  // and an indexer and an editor
constexpr std::string_view kMoving = "moving.py";

constexpr std::array kQueries = {
    "sign the cookie before the session is sent",
    "redirect parser",
    "socket_cache_3",
    "keeps the ledger of module 7",
    "\"before the colour\"",
};

// Everything of an answer but what the files say now: an index run follows the files.
std::string TextOf(const SearchAnswer& answer) {
  std::string text = fmt::format("{} of {}:", answer.form, answer.documents);
  for (const auto& [word, documents] : answer.words) text += fmt::format(" {} {}", word, documents);
  for (const SearchPlace& place : answer.results) {
    text += fmt::format("\n{}:{}-{} {} {} {}", place.path, place.start_line, place.end_line,
                        place.symbol, place.kind, place.score.Text());
    for (const ScoreTerm& term : place.terms) {
      text += fmt::format(" {} {}", term.name, term.value.Text());
    }
    if (place.path == kMoving) continue;
    for (const PlaceLine& line : place.lines)
      text += fmt::format("\n  {} {}", line.number, line.text);
    if (place.changed) text += "\n  changed";
  }
  return text;
}

std::string TextOf(const PacketAnswer& answer) {
  std::string text;
  for (const packet::Section& section : answer.packet.sections) {
    if (section.name == "learnings") continue;  // what the editor adds to
    text += fmt::format("{} {}\n", section.name, section.dropped);
    for (const packet::Item& item : section.items) {
      text += fmt::format("{} {}\n", item.candidate.id.value(), item.rendition().text);
    }
  }
  return text;
}

template <class Answer>
std::optional<Errc> ErrorOf(const Result<Answer>& answer) {
  return answer ? std::nullopt : std::optional(answer.error().code());
}

class EngineThreadsTest : public testing::Test {
 protected:
  EngineThreadsTest() {
    for (int i = 0; i < 40; ++i) at_.WriteModule(fmt::format("lib/m{}.py", i), i);
    at_.WriteNotes();
    at_.Write(".context/LEARNINGS.md", "# Learnings\n");
  }

  // The two states that index runs go to and fro between.
  void Move(bool far) const {
    at_.Write(std::string(kMoving), far ? "def cookie_session(ledger):\n    # redirect the socket\n"
                                          "    return ledger\n"
                                        : "def nothing():\n    pass\n");
  }

  std::string Ask(std::size_t query) const {
    const auto answer =
        engine_->Search({.query = kQueries.at(query), .sources = {"code"}}, Deadline::Never());
    EXPECT_TRUE(answer) << answer.error().text();
    return answer ? TextOf(*answer) : "";
  }

  // In everything, while notes are edited: an answer of some state.
  void AskAll(std::size_t query) const {
    const auto answer = engine_->Search({.query = kQueries.at(query)}, Deadline::Never());
    EXPECT_TRUE(answer) << answer.error().text();
    if (!answer) return;
    EXPECT_GE(answer->sources.size(), 2U);  // code and notes
  }

  std::string Pack(const std::string& conversation) const {
    const auto answer = engine_->MakePacket({.recipe = "notes",
                                             .task = "the cookie of the login redirect",
                                             .conversation = conversation,
                                             .budget = 1'000'000,
                                             .now = EngineWorkspace::kNow},
                                            Deadline::Never());
    EXPECT_TRUE(answer) << answer.error().text();
    return answer ? TextOf(*answer) : "";
  }

  void Index() const {
    const auto report =
        engine_->Index({.use_cache = false, .wait = std::chrono::minutes(1)}, Deadline::Never());
    ASSERT_TRUE(report) << report.error().text();
  }

  void Edit(std::size_t number) const {
    const NewNote note{
        .kind = NoteKind::kLearning,
        .title = fmt::format("Learning {}", number),
        .fields = {{.flag = "", .label = "Lesson", .text = "The cookie is signed."}}};
    const auto edit = engine_->AddNote(note, Deadline::Never());
    ASSERT_TRUE(edit) << edit.error().text();
    ASSERT_TRUE(engine_->ListNotes());
  }

  EngineWorkspace at_;
  std::unique_ptr<Engine> engine_;
};

TEST_F(EngineThreadsTest, AnswersAreThoseOfOneThread) {
  engine_ = at_.Open();
  ASSERT_NE(engine_, nullptr);
  // What each query is answered with, in both states.
  std::array<std::vector<std::string>, kQueries.size()> wanted;
  for (const bool far : {true, false}) {
    Move(far);
    Index();
    for (std::size_t query = 0; query < kQueries.size(); ++query) {
      wanted.at(query).push_back(Ask(query));
    }
  }
  ASSERT_NE(wanted[0][0], wanted[0][1]);
  const std::string packet = Pack("alone");
  ASSERT_THAT(packet, testing::HasSubstr("decision-11"));
  engine_ = at_.Open();  // a cold one: the threads fill its caches together
  ASSERT_NE(engine_, nullptr);

  const std::size_t count = test::CaseCount(60);
  std::atomic<std::size_t> asking = kSearchers + kPackers;
  std::atomic<std::size_t> moved = 0;
  std::atomic<std::size_t> edited = 0;
  {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < kSearchers; ++thread) {
      threads.emplace_back([&, thread] {
        test::Random random(test::FirstSeed() + thread);
        for (std::size_t i = 0; i < count && !HasFailure(); ++i) {
          const std::size_t query = random.Below(kQueries.size());
          EXPECT_THAT(wanted.at(query), testing::Contains(Ask(query)));
          if (random.OneIn(4)) AskAll(query);
          if (random.OneIn(10)) {
            EXPECT_TRUE(engine_->LookAtSearchIndex(Deadline::Never()));
          }
        }
        --asking;
      });
    }
    for (std::size_t thread = 0; thread < kPackers; ++thread) {
      threads.emplace_back([&, thread] {
        for (std::size_t i = 0; i < count / 4 + 1 && !HasFailure(); ++i) {
          // Some in a conversation of all, some in one of this thread, some in a new one.
          const std::array names = {std::string("shared"), fmt::format("own-{}", thread),
                                    fmt::format("new-{}-{}", thread, i)};
          EXPECT_EQ(Pack(names.at(i % names.size())), packet);
          if (i % 8 == 0) {
            EXPECT_TRUE(engine_->ListRuns(20, PacketRuns(), Deadline::Never()));
          }
        }
        --asking;
      });
    }
    threads.emplace_back([&] {
      // At least to and fro once, however quick the others are.
      for (bool far = true; (asking > 0 || moved < 2) && !HasFailure(); far = !far, ++moved) {
        Move(far);
        Index();
      }
    });
    threads.emplace_back([&] {
      for (; (asking > 0 || edited < 2) && edited < count && !HasFailure(); ++edited) Edit(edited);
    });
  }
  fmt::print("{} index runs and {} edits beside {} searches and {} packets\n", moved.load(),
             edited.load(), count * kSearchers, (count / 4 + 1) * kPackers);
  Move(false);
  Index();
  for (std::size_t query = 0; query < kQueries.size(); ++query) {
    EXPECT_EQ(Ask(query), wanted.at(query)[1]);
  }
  const auto notes = engine_->ListNotes();
  ASSERT_TRUE(notes) << notes.error().text();
  EXPECT_EQ(
      static_cast<std::size_t>(std::ranges::count(*notes, NoteKind::kLearning, &NoteItem::kind)),
      edited.load());
}

TEST_F(EngineThreadsTest, ACancelledRequestDoesNotDisturbTheOthers) {
  engine_ = at_.Open();
  ASSERT_NE(engine_, nullptr);
  Index();
  const std::string wanted = Ask(0);
  const std::string packet = Pack("alone");
  const std::size_t count = test::CaseCount(60);
  std::vector<std::jthread> threads;
  for (std::size_t thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&, thread] {
      for (std::size_t i = 0; i < count / 4 + 1 && !HasFailure(); ++i) {
        if (thread % 2 == 0) {
          EXPECT_EQ(Ask(0), wanted);
          continue;
        }
        CancelSource cancel;
        std::jthread canceller([&cancel] { cancel.Cancel(); });
        const Deadline deadline = Deadline::Never().With(cancel);
        const auto stopped =
            thread % 4 == 1
                ? ErrorOf(engine_->Search({.query = kQueries[0]}, deadline))
                : ErrorOf(engine_->MakePacket(
                      {.recipe = "notes", .conversation = fmt::format("{}", thread)}, deadline));
        // It may have been quicker, or have waited for one of the others.
        if (stopped) {
          EXPECT_THAT(*stopped, testing::AnyOf(Errc::kDeadline, Errc::kUnavailable));
        }
      }
    });
  }
  threads.clear();
  EXPECT_EQ(Ask(0), wanted);
  EXPECT_EQ(Pack("alone"), packet);
}

}  // namespace
}  // namespace satchel::engine
