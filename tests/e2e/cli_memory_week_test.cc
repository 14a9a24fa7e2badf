// A week of a team that remembers, corrects, contradicts, lets expire, forgets, votes, pins and
// asks, by the real binary. The project is checked out twice, on SQLite and on PostgreSQL: its
// memories are the same, so every answer must have the same bytes.

#include <array>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/postgres_database.h"

namespace satchel::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr std::array kServices = {"billing", "gateway",   "mailer",  "ledger", "reports",
                                  "uploads", "scheduler", "catalog", "search", "accounts"};

class MemoryWeekTest : public CliFixture {
 protected:
  MemoryWeekTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    environment_["XDG_DATA_HOME"] = (dir_.path() / "data").string();
    for (const char* name : {"app", "twin"}) {
      dir_.Write(std::string(name) + "/.git/config",
                 "[remote \"origin\"]\n\turl = git@git.example:acme/harbour.git\n");
    }
    const Finished made = Satchel({"init", "--store", AppUrl(database_), "--workspace", Twin()});
    EXPECT_EQ(made.code, 0) << made.err;
  }

  std::string Twin() const { return (dir_.path() / "twin").string(); }
  void Morning(int day) { now_ = fmt::format("2026-03-{:02}T09:00:00Z", day); }

  Finished Run(Args args, std::string input = "") const {
    args.insert(args.end(), {"--now", now_});
    Process process = Command(std::move(args));
    process.input = std::move(input);
    return Execute(process);
  }
  // Must end with 0; returns what it says.
  std::string Say(const Args& args, const std::string& input = "") const {
    const Finished finished = Run(args, input);
    EXPECT_EQ(finished.code, 0) << testing::PrintToString(args) << finished.err;
    return finished.out;
  }
  json Json(Args args) const {
    args.insert(args.end(), {"--format", "json"});
    return json::parse(Say(args), nullptr, false);
  }
  std::string Remember(const std::string& text, const Args& more = {}) const {
    Args args = {"remember", text};
    args.insert(args.end(), more.begin(), more.end());
    return Json(std::move(args)).value("id", "");
  }
  // What all services have in common, as an agent noted it.
  void Import(const std::string& before, const std::string& behind, const std::string& category) {
    std::string lines;
    for (std::size_t i = 0; i < kServices.size(); ++i) {
      lines += json({{"text", fmt::format("{} {} {}{}", before, kServices[i], behind, 10 + i * 7)},
                     {"category", category},
                     {"created", now_},
                     {"tags", {kServices[i]}}})
                   .dump() +
               "\n";
    }
    EXPECT_EQ(Say({"memory", "import", "-"}, lines), "10 added, 0 skipped, 0 refused\n");
  }

  // One question to both; out and err are the same, and so is the JSON but for the run's name.
  std::string Ask(const std::string& question, const Args& more = {}) const {
    Args args = {"recall", question};
    args.insert(args.end(), more.begin(), more.end());
    const Finished here = Run(args);
    Args there = args;
    there.insert(there.end(), {"--workspace", Twin()});
    const Finished twin = Run(there);
    EXPECT_EQ(here.code, 0) << question << here.err;
    EXPECT_EQ(here.out, twin.out) << question;
    EXPECT_EQ(here.err, twin.err) << question;
    return here.out + here.err;
  }
  void ExpectSameJson(const std::string& question) const {
    Args args = {"recall", question};
    json here = Json(args);
    args.insert(args.end(), {"--workspace", Twin()});
    json twin = Json(args);
    EXPECT_EQ(WithoutUses(here), WithoutUses(twin)) << question;
  }
  // Uses are in the log of one workspace, and may change the order in it: what both have found, and
  // why, without the order.
  static json WithoutUses(const json& answer) {
    std::map<std::string, json> rows;
    for (const char* part : {"included", "excluded"}) {
      for (json row : answer[part]) {
        row["terms"].erase("access");
        rows[row["id"]] = {row["terms"], row["evidence"], row["served_by"]};
      }
    }
    return {answer["plan"], answer["filters"]["considered"], rows};
  }

  const PostgresDatabase database_;
  std::string now_;
};

TEST_F(MemoryWeekTest, AWeekOfATeam) {
  // Monday: what is known of old, and rules.
  Morning(2);
  EXPECT_THAT(Ask("Which port does the gateway use?"), HasSubstr("there are no memories"));
  Import("The service", "listens on port 80", "fact");
  Import("Logs of", "are kept for days: ", "fact");
  Import("The on-call phone of", "is extension 4", "entity");
  Import("Health checks of", "answer within milliseconds: ", "fact");
  const std::string rule = Remember("Never restart the ledger during the nightly close",
                                    {"--category", "rule", "--tag", "ledger"});
  const std::string queue =
      Remember("We chose RabbitMQ as the message broker",
               {"--category", "decision", "--entity", "broker", "--attribute", "product=RabbitMQ"});
  const std::string style =
      Remember("I prefer short commit messages in the imperative", {"--category", "preference"});
  EXPECT_THAT(Ask("Which port does the gateway service listen on?"), HasSubstr("gateway listens"));
  EXPECT_THAT(Ask("May I restart the ledger tonight?"), HasSubstr("Never restart the ledger"));
  EXPECT_THAT(Ask("ok thanks"), HasSubstr("asks for nothing"));

  // Tuesday: something passes, something is wrong.
  Morning(3);
  Import("Deploys of", "take minutes: ", "fact");
  Import("The owner of", "sits in room 2", "relationship");
  Import("Requests to", "are retried after seconds: ", "fact");
  Remember("The staging cluster is frozen for an audit", {"--expires", "2d"});
  const std::string wifi = Remember("The guest wifi password is on the whiteboard");
  EXPECT_THAT(Ask("Is the staging cluster frozen?"), HasSubstr("frozen for an audit"));
  EXPECT_THAT(Say({"memory", "vote", wifi, "down", "--query", "Is the staging cluster frozen?"}),
              HasSubstr("0 up and 1 down"));
  EXPECT_THAT(Say({"memory", "pin", rule}), StartsWith("pinned"));
  EXPECT_THAT(Ask("How are invoices numbered by accounting?"), HasSubstr("Never restart"));

  // Wednesday: a decision is turned over, a slip is corrected.
  Morning(4);
  Import("The backup of", "starts at minute ", "procedure");
  Import("Load tests of", "reached requests a second: 3", "fact");
  Import("Feature flags of", "are reviewed every days: ", "rule");
  const std::string nats =
      Remember("We moved the message broker from RabbitMQ to NATS",
               {"--category", "decision", "--entity", "Broker", "--attribute", "product=NATS"});
  EXPECT_EQ(Json({"memory", "show", queue})["superseded_by"], nats);
  const std::string broker = Ask("What is our message broker?");
  EXPECT_THAT(broker, AllOf(HasSubstr("to NATS"), Not(HasSubstr("We chose RabbitMQ"))));
  EXPECT_THAT(Ask("What is the history of the message broker?"), HasSubstr("We chose RabbitMQ"));
  EXPECT_THAT(Ask("What is our message broker?", {"--as-of", "2026-03-03"}),
              AllOf(HasSubstr("We chose RabbitMQ"), Not(HasSubstr("NATS"))));
  EXPECT_THAT(Say({"memory", "edit", style, "I prefer commit messages of one line"}),
              StartsWith("edited"));
  EXPECT_THAT(Ask("Which commit messages do I prefer?"),
              AllOf(HasSubstr("of one line"), Not(HasSubstr("imperative"))));
  ExpectSameJson("What is our message broker?");

  // Thursday: what has expired is gone and says so; what is known is not said twice.
  Morning(5);
  Import("Alerts of", "go to channel ops-", "fact");
  Import("The schema of", "has version 1.", "fact");
  Import("Certificates of", "are renewed in week ", "commitment");
  EXPECT_THAT(Ask("Is the staging cluster frozen for an audit?"),
              Not(HasSubstr("[fact, 2026-03-03] The staging cluster is frozen")));
  EXPECT_THAT(Say({"remember", "we moved the message broker from RabbitMQ to NATS!"}),
              StartsWith("known already as " + nats));
  EXPECT_THAT(Run({"memory", "doctor"}).out, HasSubstr("expired"));
  EXPECT_THAT(Say({"memory", "list", "--match", "staging"}),
              HasSubstr("The staging cluster is frozen for an audit (expired)"));
  EXPECT_THAT(Say({"forget", wifi, "--reason", "it was wiped off"}), StartsWith("forgot"));
  EXPECT_THAT(Ask("Where is the password of the guest wifi?"), Not(HasSubstr("whiteboard")));

  // Friday: votes and episodes.
  Morning(6);
  Import("The error budget of", "is minutes: ", "fact");
  Import("Clients of", "get a timeout after seconds: ", "fact");
  const std::string outage = Remember("On Thursday the uploads crashed because the disk was full",
                                      {"--category", "moment", "--tag", "incident"});
  Remember("Uploads are cleaned every night since the crash of the full disk");
  EXPECT_THAT(Say({"memory", "vote", outage, "up"}), HasSubstr("1 up and 0 down"));
  EXPECT_THAT(Ask("Why did the uploads crash?"), HasSubstr("the disk was full"));
  EXPECT_THAT(Say({"memory", "unpin", rule}), StartsWith("unpinned"));
  ExpectSameJson("Why did the uploads crash?");

  // Saturday: another namespace, with rules.
  Morning(7);
  Import("The yearly cost of", "is thousands: ", "fact");
  Import("The data centre of", "is in hall ", "fact");
  Remember("The vault opens with two keys", {"--namespace", "ops"});
  EXPECT_THAT(Ask("How does the vault open?"), Not(HasSubstr("two keys")));
  EXPECT_THAT(Ask("How does the vault open?", {"--namespace", "ops"}), HasSubstr("two keys"));

  // Sunday: all of it is still there.
  Morning(8);
  Import("The rota of", "begins on day ", "commitment");
  Import("The cache of", "holds entries: 9", "fact");
  EXPECT_THAT(Ask("Which room does the owner of the mailer sit in?"), HasSubstr("owner of mailer"));
  EXPECT_THAT(Ask("How are parrots fed?"), HasSubstr("nothing is recalled"));
  const json all = Json({"memory", "list", "--state", "any", "--limit", "1000"});
  EXPECT_EQ(all["total"], 199);
  EXPECT_THAT(Say({"memory", "list", "--match", "whiteboard"}), IsEmpty());
}

}  // namespace
}  // namespace satchel::test
