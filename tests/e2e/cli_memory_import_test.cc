// `satchel memory import` of other tools' files by the real binary.

#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing::UnorderedElementsAre;

class MemoryImportCliTest : public CliFixture {
 protected:
  MemoryImportCliTest() {
    dir_.Write("app/.git/config", "[remote \"origin\"]\n\turl = git@git.example:acme/app.git\n");
    environment_["PATH"] = "/usr/bin:/bin";
    environment_["XDG_DATA_HOME"] = (dir_.path() / "data").string();
  }

  Finished Import(Args args, std::string input = "") const {
    args.insert(args.begin(), {"memory", "import"});
    args.insert(args.end(), {"--now", kNow});
    Process process = Command(std::move(args));
    process.input = std::move(input);
    return Execute(process);
  }
  std::vector<std::string> Texts() const {
    std::vector<std::string> texts;
    const json listed = JsonOf({"memory", "list", "--state", "any"});
    for (const json& item : listed["items"]) texts.push_back(item["text"]);
    return texts;
  }
};

constexpr const char* kMem0 = R"({"results": [
  {"id": "m-1", "memory": "Prefers tabs over spaces", "created_at": "2025-11-07T05:31:56Z",
   "metadata": {"category": "preference"}},
  {"id": "m-2", "memory": "Works on the billing service"},
  {"id": "m-3", "memory": "works on the billing service!"}]})";

TEST_F(MemoryImportCliTest, ADryRunShowsWhatWouldBeWritten) {
  dir_.Write("app/src/mem0.json", kMem0);
  const auto before = dir_.Listing();
  const Finished dry = Import({"mem0.json", "--dry-run"});
  EXPECT_EQ(dry.code, 0) << dry.err;
  EXPECT_EQ(dry.out,
            "would add 2, skip 1, refuse 0 (format mem0)\n"
            "  2025-11-07 preference   Prefers tabs over spaces\n"
            "  2026-01-10 fact         Works on the billing service\n"
            "  skip entry 3: a memory has the same text\n"
            "skipped 1: a memory has the same text\n");
  const Finished machine = Import({"mem0.json", "--dry-run", "--format", "json"});
  const json answer = json::parse(machine.out);
  EXPECT_EQ(answer["format"], "mem0");
  EXPECT_EQ(answer["dry_run"], true);
  EXPECT_EQ(answer["added"], 2);
  EXPECT_EQ(answer["skipped_by"], json({{"duplicate", 1}}));
  EXPECT_EQ(answer["skips"][0]["where"], "entry 3");
  ASSERT_THAT(answer["first"], SizeIs(2));
  EXPECT_EQ(answer["first"][0]["source"], "mem0:m-1");
  EXPECT_FALSE(answer["first"][0].contains("id"));
  EXPECT_EQ(dir_.Listing(), before);
}

TEST_F(MemoryImportCliTest, ASecondImportChangesNothing) {
  dir_.Write("app/src/mem0.json", kMem0);
  const Finished first = Import({"mem0.json"});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(first.out, "2 added, 1 skipped, 0 refused\nskipped 1: a memory has the same text\n");
  const auto before = dir_.Listing();
  const Finished second = Import({"mem0.json"});
  EXPECT_EQ(second.code, 0);
  EXPECT_THAT(second.out, AllOf(HasSubstr("0 added, 3 skipped, 0 refused\n"),
                                HasSubstr("skipped 2: it was imported before\n")));
  EXPECT_EQ(dir_.Listing(), before);
  EXPECT_THAT(Texts(),
              UnorderedElementsAre("Prefers tabs over spaces", "Works on the billing service"));
}

TEST_F(MemoryImportCliTest, ReadsAFolder) {
  dir_.MakeDirectory("vault/.obsidian");
  dir_.Write("vault/Deploy.md", "We deploy on Tuesdays with [[Ship It]].\n");
  fs::create_symlink("/etc/hostname", dir_.path() / "vault/host.md");
  ASSERT_EQ(::mkfifo((dir_.path() / "vault/pipe.md").c_str(), 0600), 0);
  const Finished finished = Import({(dir_.path() / "vault/").string()});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("1 added, 2 skipped, 0 refused\n"));
  EXPECT_THAT(Texts(), ElementsAre("Deploy\n\nWe deploy on Tuesdays with Ship It."));
}

TEST_F(MemoryImportCliTest, ReadsLinesOfTheStandardInput) {
  const Finished finished = Import({"-", "--from", "text", "--namespace", "me"},
                                   "- Likes green tea\n\n> # Satchel packet: notes\n");
  EXPECT_EQ(finished.code, 1);
  EXPECT_EQ(finished.out, "1 added, 0 skipped, 1 refused\n");
  EXPECT_THAT(finished.err, HasSubstr("-:3: the text came from a packet that Satchel made"));
  EXPECT_THAT(Texts(), ElementsAre("Likes green tea"));
}

TEST_F(MemoryImportCliTest, ConversationsAreImportedOnlyOnRequest) {
  dir_.Write("app/src/conversations.json",
             R"([{"name": "Go", "chat_messages": [{"uuid": "m", "sender": "human",
                "text": "How do I split a module?"}]}])");
  const Finished without = Import({"conversations.json"});
  EXPECT_EQ(without.out,
            "0 added, 1 skipped, 0 refused\n"
            "skipped 1: a conversation; --conversations imports what you said in it\n");
  EXPECT_THAT(Texts(), SizeIs(0));
  EXPECT_EQ(Import({"conversations.json", "--conversations"}).out,
            "1 added, 0 skipped, 0 refused\n");
  EXPECT_EQ(JsonOf({"memory", "list"})["items"][0]["kind"], "episode");
}

TEST_F(MemoryImportCliTest, SecretsAreNeitherWrittenNorShown) {
  const std::string secret = std::string("ghp_") + "aB3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW1xY2";
  dir_.MakeDirectory("vault/.obsidian");
  dir_.Write("vault/" + secret + ".md", "Call the API with [[" + secret + "]]\n");
  dir_.Write("vault/long " + secret + ".md", std::string(70'000, 'x'));
  const std::string vault = (dir_.path() / "vault").string();
  for (const Args& more : {Args{"--dry-run"}, Args{"--dry-run", "--format", "json"}, Args{}}) {
    Args args{vault};
    args.insert(args.end(), more.begin(), more.end());
    const Finished finished = Import(args);
    EXPECT_EQ(finished.code, 1);
    EXPECT_THAT(finished.out + finished.err, Not(HasSubstr(secret)));
    EXPECT_THAT(finished.err, HasSubstr("redacted possible secrets in 1 memory"));
  }
  for (const auto& [path, bytes] : dir_.Listing()) {
    if (path.starts_with("data/")) {
      EXPECT_THAT(path + bytes, Not(HasSubstr(secret)));
    }
  }
}

TEST_F(MemoryImportCliTest, BadInputIsRefusedWithWhatToDo) {
  dir_.Write("app/src/a.json", "{\"unknown\": true}");
  const Finished unknown = Import({"a.json"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_EQ(unknown.out, "");
  EXPECT_THAT(unknown.err,
              AllOf(HasSubstr("of no format that can be imported: satchel ("), HasSubstr("mem0 ("),
                    HasSubstr("text ("), HasSubstr("name the format with --from")));
  dir_.Write("app/src/a.zip", std::string("PK\x03\x04") + std::string(10, '\0'));
  EXPECT_THAT(Import({"a.zip"}).err, HasSubstr("unpack the archive"));
  EXPECT_EQ(Import({"a.json", "--from", "notion"}).code, 2);
  EXPECT_EQ(Import({"gone.json"}).code, 5);
  dir_.Write("app/src/broken.json", "[{\"memory\": \"One\"}, {\"mem");
  const Finished broken = Import({"broken.json"});
  EXPECT_EQ(broken.code, 2);
  EXPECT_THAT(broken.err, HasSubstr("breaks off or is broken in entry 2"));
  EXPECT_FALSE(fs::exists(dir_.path() / "data"));
}

TEST_F(MemoryImportCliTest, EveryFormatThatHelpNamesIsKnown) {
  dir_.Write("app/src/one.txt", "{\"text\": \"One\", \"memory\": \"One\"}\n");
  for (const char* format : {"satchel", "mem0", "claude", "chatgpt", "basic-memory", "obsidian",
                             "instructions", "text"}) {
    const Finished finished = Import({"one.txt", "--dry-run", "--from", format});
    EXPECT_NE(finished.code, 2) << format << finished.err;
    EXPECT_THAT(finished.out, HasSubstr(std::string("(format ") + format + ")"));
  }
}

}  // namespace
}  // namespace satchel::test
