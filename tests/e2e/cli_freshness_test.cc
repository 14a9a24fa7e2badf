// No stale answer without a word: a Git repository is edited at random, and after every change the
// real binary is asked at once. A model knows what is on disk: each file has one word that no other
// file has ever had. An answer that calls itself fresh has to be the model's: the word of now in
// its file, and nothing of the words that are gone. Any other answer has to say what it is
// (`index.state`), and still shows only lines that are on disk. After an answer that is not fresh,
// `satchel index` has to make it so.
//
// Changes keep the size of a file often, and come faster than the clock of the file system ticks:
// what stat data cannot tell is the hard part.
//
// A hook answers a prompt about the file that was written last. It has a part of a second, so it
// may say that files have changed that are not indexed; it never shows a line that is gone.
//
// SATCHEL_CASES is the number of changes; `scripts/soak freshness` makes 1,000.

#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/random.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// More than the 200 that a search reads at once.
constexpr std::size_t kFiles = 230;
constexpr std::uint64_t kBranches = 3;

// A word without parts and without a stem that another one shares.
std::string Word(std::uint64_t number) {
  std::string word = "qx";
  for (int i = 0; i < 7; ++i, number /= 19) word += "bcdfghjklmnpqrtvwxz"[number % 19];
  return word;
}

std::string Content(const std::string& word) {
  return fmt::format("import os\n\n\ndef {0}(value):\n    return value\n", word);
}

std::vector<std::string> LinesOf(const fs::path& file) {
  std::vector<std::string> lines;
  std::string line;
  for (const char c : TempDir::ReadFile(file)) {
    if (c == '\n') {
      lines.push_back(std::exchange(line, {}));
    } else {
      line += c;
    }
  }
  return lines;
}

class CliFreshnessTest : public CliFixture {
 protected:
  using Files = std::map<std::string, std::string>;  // path -> its word

  CliFreshnessTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    environment_["GIT_CONFIG_NOSYSTEM"] = "1";
  }

  void Begin() {
    Git({"init", "-q", "-b", "b0"});
    dir_.Write("app/.gitignore", ".satchel/\n");
    while (files_.size() < kFiles) Put(NewPath());
    Commit();
    for (std::uint64_t i = 1; i < kBranches; ++i) {
      Git({"branch", fmt::format("b{}", i)});
      branches_[i] = files_;
    }
    ASSERT_EQ(Satchel({"index"}).code, 0);
  }

  // One change; its name.
  std::string Change(Random& random) {
    switch (random.Below(16)) {
      case 0:
        Put(NewPath());
        return "add";
      case 1:
      case 2: {
        const std::string path = Any(random);
        Forget(path);
        fs::remove(dir_.path() / "app" / path);
        return "delete " + path;
      }
      case 3:
      case 4: {
        const std::string from = Any(random);
        const std::string to = NewPath();
        fs::create_directories((dir_.path() / "app" / to).parent_path());
        fs::rename(dir_.path() / "app" / from, dir_.path() / "app" / to);
        last_ = files_[to] = files_[from];
        files_.erase(from);
        return fmt::format("rename {} {}", from, to);
      }
      case 5:
      case 6:
        Switch(random.Below(kBranches));
        return fmt::format("switch to b{}", branch_);
      case 7:
      case 8:
        return Interrupt(random);
      case 9:
        if (!random.OneIn(4)) break;
        EditAll();
        return "edit all";
      default:
        break;
    }
    const std::string path = Any(random);
    Put(path);
    return "edit " + path;
  }

  void EditAll() {
    for (const auto& [path, word] : Files(files_)) Put(path);
  }

  // Of the index, after a search has read what it can: fewer files than there are.
  std::string State() const { return JsonOf({"search", last_}).at("index").at("state"); }

  // Asks for a word of now and for one that is gone; empty: both answers are honest.
  std::string Check(Random& random) {
    const std::string now = files_.contains(PathOf(last_)) ? last_ : files_.at(Any(random));
    std::string wrong = Ask(now);
    if (!wrong.empty() || gone_.empty()) return wrong;
    return Ask(gone_[random.Below(gone_.size())]);
  }

  // Asks the hook for the word that was written last; empty: it is shown, or the packet says that
  // the index is old and an index run mends that, and no word is shown that is gone.
  std::string Prompt() {
    const std::string path = PathOf(last_);
    if (path.empty()) return {};
    ++asked_;
    const std::string packet = Hook(path);
    if (packet.find("Files have changed that are not indexed yet") == std::string::npos) {
      return WrongWords(packet, path);
    }
    ++marked_;
    if (std::string wrong = GoneWord(packet); !wrong.empty()) return wrong;
    const Finished index = Satchel({"index"});
    if (index.code != 0) return "index failed after an old answer: " + index.err;
    return WrongWords(Hook(path), path);
  }

  // How many answers called themselves neither fresh nor refreshed.
  int marked_ = 0;
  int asked_ = 0;

 private:
  void Put(const std::string& path) {
    Forget(path);
    last_ = files_[path] = Word(next_++ * 7919 + 1'000'003);
    dir_.Write("app/" + path, Content(last_));
  }

  void Forget(const std::string& path) {
    const auto there = files_.find(path);
    if (there == files_.end()) return;
    gone_.push_back(there->second);
    files_.erase(there);
  }

  std::string NewPath() {
    const std::uint64_t number = paths_++;
    return fmt::format("d{}/f{}.py", number % 7, number);
  }

  std::string Any(Random& random) const {
    return std::next(files_.begin(), static_cast<std::ptrdiff_t>(random.Below(files_.size())))
        ->first;
  }

  std::string PathOf(const std::string& word) const {
    for (const auto& [path, its] : files_) {
      if (its == word) return path;
    }
    return {};
  }

  void Commit() {
    Git({"add", "-A"});
    Git({"commit", "-q", "--allow-empty", "-m", "c"});
    branches_[branch_] = files_;
  }

  void Switch(std::uint64_t branch) {
    Commit();
    Git({"checkout", "-q", fmt::format("b{}", branch)});
    branch_ = branch;
    const Files before = std::exchange(files_, branches_[branch]);
    for (const auto& [path, word] : before) {
      if (PathOf(word).empty()) gone_.push_back(word);
    }
    // A word comes back with its branch.
    std::erase_if(gone_, [this](const std::string& word) { return !PathOf(word).empty(); });
  }

  // An index run that is stopped somewhere on its way, after a few edits.
  std::string Interrupt(Random& random) {
    for (std::uint64_t i = random.Below(20); i > 0; --i) Put(Any(random));
    const int signal = random.OneIn(2) ? SIGINT : SIGKILL;
    Running index(Command({"index", "--no-cache"}));
    std::this_thread::sleep_for(std::chrono::microseconds(random.Below(40'000)));
    index.Send(signal);
    const Finished finished = index.Finish();
    return fmt::format("index, stopped by {}, ended with {}", signal, finished.code);
  }

  std::string Ask(const std::string& word) {
    ++asked_;
    const Finished finished = Satchel({"search", word, "--format", "json"});
    // 1: nothing was found.
    if (finished.code != 0 && finished.code != 1) {
      return fmt::format("search ended with {} ({}): {}", finished.code, finished.signal,
                         finished.err);
    }
    const Json answer = Json::parse(finished.out, nullptr, false);
    if (!answer.is_object()) return "search printed no JSON: " + finished.out;
    std::string lines = WrongLines(answer);
    if (!lines.empty()) return lines;
    const auto state = answer.at("index").at("state").get<std::string>();
    if (state == "fresh" || state == "refreshed") return WrongPlaces(answer, word);
    ++marked_;
    const Finished index = Satchel({"index"});
    if (index.code != 0) return "index failed after an answer was " + state + ": " + index.err;
    const Json again = JsonOf({"search", word});
    if (again.at("index").at("state") != "fresh") {
      return fmt::format("{} after an index run", again.at("index").dump());
    }
    return WrongLines(again) + WrongPlaces(again, word);
  }

  std::string GoneWord(const std::string& packet) const {
    for (const std::string& word : gone_) {
      if (packet.find(word) != std::string::npos) return word + " is gone and shown";
    }
    return {};
  }

  // The word of now has to be shown, and none that is gone.
  std::string WrongWords(const std::string& packet, const std::string& path) const {
    if (std::string wrong = GoneWord(packet); !wrong.empty()) return wrong;
    if (packet.find(fmt::format("def {}(value)", last_)) != std::string::npos) return {};
    return fmt::format("{} in {} is not shown:\n{}", last_, path, packet);
  }

  // The packet for a prompt about a file, in a conversation of its own.
  std::string Hook(const std::string& path) {
    const std::string prompt = fmt::format("fix {} in {}: return another value", last_, path);
    const Json input = {{"session_id", fmt::format("s{}", conversations_++)},
                        {"cwd", (dir_.path() / "app").string()},
                        {"hook_event_name", "UserPromptSubmit"},
                        {"prompt", prompt}};
    Process hook =
        Command({"hook", "UserPromptSubmit", "--agent", "claude-code", "--timeout", "20s"});
    hook.input = input.dump();
    const Finished finished = Execute(hook);
    EXPECT_EQ(finished.code, 0);
    const Json answer = Json::parse(finished.out, nullptr, false);
    if (!answer.is_object()) return {};
    return answer.at("hookSpecificOutput").at("additionalContext").get<std::string>();
  }

  // Every line is one of now, whatever the answer calls itself.
  std::string WrongLines(const Json& answer) const {
    for (const Json& place : answer.at("results")) {
      const auto path = place.at("path").get<std::string>();
      if (place.value("gone", false)) {
        if (files_.contains(path)) return path + " is called gone";
        continue;
      }
      if (!files_.contains(path)) return path + " is shown and is not there";
      const std::vector<std::string> on_disk = LinesOf(dir_.path() / "app" / path);
      for (const Json& line : place.at("lines")) {
        const auto number = line.at("line").get<std::size_t>();
        const auto text = line.at("text").get<std::string>();
        if (number == 0 || number > on_disk.size() || on_disk[number - 1] != text) {
          return fmt::format("{}:{} is shown as '{}'", path, number, text);
        }
      }
    }
    return {};
  }

  // What a fresh answer has to be.
  std::string WrongPlaces(const Json& answer, const std::string& word) const {
    const std::string path = PathOf(word);
    std::set<std::string> with_word;
    for (const Json& place : answer.at("results")) {
      for (const Json& line : place.at("lines")) {
        if (line.at("text").get<std::string>().find(word) != std::string::npos) {
          with_word.insert(place.at("path").get<std::string>());
        }
      }
    }
    if (path.empty() ? with_word.empty() : with_word == std::set{path}) return {};
    return fmt::format("{} is in '{}', and the answer is {} of {}", word, path,
                       testing::PrintToString(with_word), answer.at("index").dump());
  }

  Files files_;
  std::map<std::uint64_t, Files> branches_;
  std::uint64_t branch_ = 0;
  std::uint64_t next_ = 0;
  std::uint64_t paths_ = 0;
  int conversations_ = 0;
  std::string last_;
  std::vector<std::string> gone_;  // words that no file has now
};

TEST_F(CliFreshnessTest, NoAnswerIsStaleWithoutAWord) {
  const std::uint64_t seed = FirstSeed();
  Random random(seed);
  ASSERT_NO_FATAL_FAILURE(Begin());
  const std::uint64_t changes = CaseCount(40);
  std::string history;
  for (std::uint64_t i = 0; i < changes; ++i) {
    const std::string change = Change(random);
    history = change + "\n" + history.substr(0, 400);
    ASSERT_EQ(Check(random), "") << "SATCHEL_SEED=" << seed << ", change " << i
                                 << ", latest first:\n"
                                 << history;
  }
  // Most answers are made fresh at once; if not, nothing was tested.
  EXPECT_LT(marked_, asked_ / 2);
}

TEST_F(CliFreshnessTest, AHookShowsWhatWasJustWritten) {
  const std::uint64_t seed = FirstSeed();
  Random random(seed);
  ASSERT_NO_FATAL_FAILURE(Begin());
  const std::uint64_t changes = CaseCount(40);
  std::string history;
  for (std::uint64_t i = 0; i < changes; ++i) {
    const std::string change = Change(random);
    history = change + "\n" + history.substr(0, 400);
    ASSERT_EQ(Prompt(), "") << "SATCHEL_SEED=" << seed << ", change " << i << ", latest first:\n"
                            << history;
  }
  std::cout << fmt::format("{} of {} prompts were answered with what was written last\n",
                           asked_ - marked_, asked_);
  // An index run that was stopped leaves an index that only another run can finish.
  EXPECT_LT(marked_, asked_ / 2);
}

TEST_F(CliFreshnessTest, WhatAPromptCannotWaitForIsIndexedInTheBackground) {
  ASSERT_NO_FATAL_FAILURE(Begin());
  EditAll();
  ASSERT_EQ(State(), "stale");
  ASSERT_EQ(Prompt(), "");
  for (int i = 0; i < 600 && State() != "fresh"; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_EQ(State(), "fresh");
  // One that has ended well delays no other.
  const auto is_free = [this] { return Satchel({"index", "--background"}).err.empty(); };
  for (int i = 0; i < 100 && !is_free(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_TRUE(is_free());
}

}  // namespace
}  // namespace satchel::test
