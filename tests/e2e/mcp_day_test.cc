// A day of one `satchel mcp` in minutes: an agent asks one thing after the other, while files are
// edited, branches are switched and another process indexes. Each answer that calls itself fresh
// has to be so, and memory stays what it was. SATCHEL_CASES is the number of requests;
// `scripts/soak mcp_day` makes 100,000.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/random.h"
#include "tests/support/wire.h"

namespace satchel::test {
namespace {

using Json = nlohmann::json;
using Files = std::map<std::string, std::string>;  // a word for each path

constexpr std::size_t kMebibyte = 1U << 20U;
constexpr std::size_t kPaths = 40;

// A word that no other number has, and no file by chance.
std::string Word(std::uint64_t number) {
  std::string word = "zq";
  for (; number > 0; number /= 20) word += "bcdfghjklmnpqrstvwxz"[number % 20];
  return word;
}

class McpDayTest : public CliFixture {
 protected:
  McpDayTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    Git({"init", "-q", "-b", "b0"});
    for (std::size_t i = 0; i < kPaths; ++i) Put(fmt::format("d{}/f{}.py", i % 5, i));
    Git({"add", "-A"});
    Git({"commit", "-q", "-m", "c"});
    Git({"branch", "b1"});
    branches_ = {files_, files_};
    Process process = Command({"mcp"});
    process.keep_input = true;
    server_ = std::make_unique<Running>(process);
  }

  void Put(const std::string& path) {
    gone_ = files_[path];
    files_[path] = Word(next_++ * 7'919 + 1'000'003);
    dir_.Write("app/" + path, fmt::format("def {}(value):\n    return value\n", files_[path]));
  }

  void SwitchBranch() {
    Git({"add", "-A"});
    Git({"commit", "-q", "--allow-empty", "-m", "c"});
    branches_[branch_] = files_;
    branch_ = 1 - branch_;
    files_ = branches_[branch_];
    Git({"checkout", "-q", fmt::format("b{}", branch_)});
  }

  Json Ask(const std::string& method, const Json& params) {
    const std::uint64_t id = ++last_;
    server_->Write(
        Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump() + '\n');
    while (true) {
      const auto line = server_->NextLine(std::chrono::minutes(2));
      if (!line) return Json();
      Json heard = Json::parse(*line);
      if (heard.value("id", std::uint64_t{0}) == id) return heard;
    }
  }
  Json Call(const std::string& tool, const Json& arguments) {
    const Json heard = Ask("tools/call", {{"name", tool}, {"arguments", arguments}});
    if (!heard.is_object() || !heard.contains("result")) return Json();
    return heard["result"]["structuredContent"];
  }

  // What is wrong with the answer to a search for a word: it calls itself fresh, and is not where
  // the word is. Empty: nothing.
  std::string Search(const std::string& word, const std::string& path) {
    const Json answer = Call("search", {{"query", word}});
    if (!answer.is_object()) return "no answer";
    ++searched_;
    const std::string state = answer["index"]["state"];
    if (state != "fresh" && state != "refreshed") {
      ++stale_;
      return {};
    }
    const Json& results = answer["results"];
    const bool found =
        std::ranges::any_of(results, [&](const Json& result) { return result["path"] == path; });
    if (path.empty() ? results.empty() : found) return {};
    return fmt::format("{} should be in '{}': {}", word, path, answer.dump());
  }

  const std::pair<const std::string, std::string>& Any(Random& random) const {
    return *std::next(files_.begin(), static_cast<std::ptrdiff_t>(random.Below(files_.size())));
  }

  // One thing that happens in a day; what is wrong with the answer, or nothing.
  std::string Step(std::uint64_t number, Random& random) {
    if (number % 5'000 == 80) {
      SwitchBranch();
    } else if (number % 10'000 == 60) {
      if (Satchel({"index"}).code != 0) return "cannot index";
    } else if (number % 200 == 40) {
      const std::string path = Any(random).first;
      Put(path);
      std::string wrong = Search(gone_, "");
      return wrong.empty() ? Search(files_[path], path) : wrong;
    } else if (number % 50 == 7) {
      const auto& [path, word] = Any(random);
      const Json answer = Call("pack", {{"task", "change " + word}, {"budget", 2'000}});
      return answer.is_object() && answer.contains("packet") ? "" : "no packet: " + answer.dump();
    } else if (number % 50 == 13) {
      return Ask("tools/list", Json::object()).contains("result") ? "" : "no tools";
    } else if (number % 50 == 17) {
      return Ask("resources/read", {{"uri", "satchel://status"}}).contains("result") ? ""
                                                                                     : "no status";
    }
    const auto& [path, word] = Any(random);
    return Search(word, path);
  }

  Files files_;
  std::array<Files, 2> branches_;
  std::size_t branch_ = 0;
  std::string gone_;  // the word that the last edit removed
  std::uint64_t next_ = 1;
  std::uint64_t last_ = 0;
  std::uint64_t searched_ = 0;
  std::uint64_t stale_ = 0;
  std::unique_ptr<Running> server_;
};

TEST_F(McpDayTest, AnswersStayFreshAndMemoryWhatItWas) {
  const std::uint64_t count = CaseCount(600);
  Random random(FirstSeed());
  ASSERT_TRUE(Ask("initialize", {{"protocolVersion", "2025-11-25"}}).contains("result"));
  std::size_t resident = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i == count / 5) resident = ResidentBytesOf(server_->pid());
    const std::string wrong = Step(i, random);
    ASSERT_EQ(wrong, "") << "request " << i << ", SATCHEL_SEED=" << FirstSeed();
  }
  const std::size_t resident_now = ResidentBytesOf(server_->pid());
  fmt::print("{} searches, {} said that they were stale; {} MiB after a fifth, {} MiB at the end\n",
             searched_, stale_, resident / kMebibyte, resident_now / kMebibyte);
  EXPECT_LT(resident_now, resident + (24 * kMebibyte));
  // Sixteen sessions stay open, three files each.
  EXPECT_LE(DescriptorsOf(server_->pid()), 80);
  // Otherwise nothing was tested.
  EXPECT_LT(stale_ * 10, searched_);
  server_->CloseInput();
  EXPECT_EQ(server_->Finish().code, 0);
}

}  // namespace
}  // namespace satchel::test
