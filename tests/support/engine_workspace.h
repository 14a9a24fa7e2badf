#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "engine/engine.h"
#include "tests/support/sqlite_file.h"
#include "tests/support/store_workspace.h"

namespace satchel::test {

// A workspace with some code and notes, and an engine on it whose clock stands still.
class EngineWorkspace {
 public:
  static constexpr Time kNow{1'767'225'600'000'000};  // 2026-01-01

  engine::EngineParts Parts() const {
    return {.workspace = at_.workspace(),
            .directories = at_.directories(),
            .environment = at_.environment(),
            .settings = at_.settings(),
            .clock = std::make_unique<FixedClock>(kNow)};
  }
  // Null, and a failed test, when it does not open.
  std::unique_ptr<engine::Engine> Open(engine::Purpose purpose = engine::Purpose::kCommit) const {
    auto opened = engine::Engine::Open(Parts(), purpose, Deadline::Never());
    EXPECT_TRUE(opened) << opened.error().text();
    return opened ? *std::move(opened) : nullptr;
  }
  // As a process that keeps all others from writing, with stores that it creates.
  std::unique_ptr<engine::Engine> OpenAlone() const {
    (void)Open();
    return Open(engine::Purpose::kImport);
  }
  // What a disk does to the index. It is recognised as Satchel's and cannot be opened.
  // REQUIRES: no engine has it open.
  void DamageFile() const {
    const auto directory = at_.store().directory;
    for (const char* log : {"curated.db-wal", "curated.db-shm"}) {
      std::filesystem::remove(directory / log);
    }
    std::string bytes = TempDir::ReadFile(directory / "curated.db");
    constexpr std::size_t kHeader = 100;
    ASSERT_GT(bytes.size(), kHeader);
    std::fill(bytes.begin() + kHeader, bytes.end(), 'Z');
    std::ofstream(directory / "curated.db", std::ios::binary) << bytes;
  }
  // It can be opened, and the requests of an engine fail. REQUIRES: as DamageFile().
  void DropTable() const { ChangeSqlite(at_.store().directory / "curated.db", "DROP TABLE file"); }

  void Write(const std::string& name, std::string_view bytes) const {
    at_.dir().Write("app/" + name, bytes);
  }
  // A module of a few functions whose names and comments are words of their own and shared ones.
  void WriteModule(const std::string& name, int number) const {
    static const std::vector<std::string> kWords = {"cookie", "session", "redirect", "parser",
                                                    "cache",  "socket",  "colour",   "ledger"};
    const auto word = [](int i) { return kWords[static_cast<std::size_t>(i) % kWords.size()]; };
    std::string text =
        fmt::format("\"\"\"Keeps the {} of module {}.\"\"\"\n", word(number), number);
    for (int i = 0; i < 4; ++i) {
      text += fmt::format(
          "\n\ndef {}_{}_{}(value):\n    # sign the {} before the {} is sent\n"
          "    return value + {}\n",
          word(number + i), word(i), number, word(number * 3 + i), word(i + 5), i);
    }
    Write(name, text);
  }
  void WriteNotes() const {
    std::string decisions;
    for (int i = 0; i < 12; ++i) {
      decisions += fmt::format("## [2025-{:02}-01] Decision {}\n\nThe login {} goes to the {}.\n\n",
                               i % 12 + 1, i, i % 3 == 0 ? "redirect" : "cookie",
                               i % 2 == 0 ? "session" : "ledger");
    }
    Write(".context/CONSTITUTION.md", "- Never commit secrets\n");
    Write(".context/TASKS.md", "- [ ] Repair the login redirect\n");
    Write(".context/DECISIONS.md", decisions);
  }

  StoreWorkspace& at() { return at_; }
  const StoreWorkspace& at() const { return at_; }

 private:
  StoreWorkspace at_;
};

}  // namespace satchel::test
