// Vectors: `satchel index`, `search` and `status` with a server of embeddings, the real binary on
// SQLite and on a real PostgreSQL.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/http_double.h"
#include "tests/support/postgres_database.h"

namespace satchel::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSubsetOf;
using testing::Not;
using testing::SizeIs;

using Json = nlohmann::json;

constexpr std::size_t kDimensions = 64;

// Words by the alphabet; some mean the same.
std::vector<double> VectorOf(const std::string& text) {
  static const std::map<std::string, std::string> kSame = {
      {"kitten", "feline"}, {"kittens", "feline"}, {"noises", "purr"}, {"noise", "purr"}};
  std::vector<double> vector(kDimensions, 0.02);
  std::string word;
  for (const char c : text + " ") {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      continue;
    }
    if (word.empty()) continue;
    const auto same = kSame.find(word);
    if (same != kSame.end()) word = same->second;
    std::size_t hash = 7;
    for (const char letter : word) hash = (hash * 31) + static_cast<unsigned char>(letter);
    vector[hash % kDimensions] += 1;
    word.clear();
  }
  return vector;
}

// A server of embeddings in OpenAI's protocol. A test may replace what it does.
class EmbeddingServer {
 public:
  using Reply = std::function<HttpReply(const std::vector<std::string>& texts)>;

  EmbeddingServer() : http_([this](const HttpSeen& seen) { return Answer(seen); }) {}

  std::string url() const { return http_.Url("/v1"); }
  void Do(Reply reply) {
    const std::scoped_lock lock(mutex_);
    reply_ = std::move(reply);
  }
  // All texts that were sent, in order, since the last call.
  std::vector<std::string> Take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(texts_, {});
  }
  std::size_t sent() {
    const std::scoped_lock lock(mutex_);
    return texts_.size();
  }

  static HttpReply Vectors(const std::vector<std::string>& texts) {
    Json data = Json::array();
    for (std::size_t i = 0; i < texts.size(); ++i) {
      data.push_back({{"object", "embedding"}, {"index", i}, {"embedding", VectorOf(texts[i])}});
    }
    return Whole({{"object", "list"},
                  {"data", data},
                  {"model", "tiny"},
                  {"usage", {{"prompt_tokens", 1}, {"total_tokens", 1}}}});
  }
  static HttpReply Whole(const Json& json) { return WithBody(json.dump()); }
  static HttpReply WithBody(std::string body, int status = 200) {
    HttpReply reply;
    reply.status = status;
    reply.headers = {{"content-type", "application/json"}};
    reply.body = std::move(body);
    return reply;
  }

 private:
  HttpReply Answer(const HttpSeen& seen) {
    const Json asked = Json::parse(seen.body, nullptr, false);
    const auto texts = asked.value("input", std::vector<std::string>());
    Reply reply;
    {
      const std::scoped_lock lock(mutex_);
      texts_.insert(texts_.end(), texts.begin(), texts.end());
      reply = reply_;
    }
    return reply ? reply(texts) : Vectors(texts);
  }

  std::mutex mutex_;
  std::vector<std::string> texts_;  // by mutex_
  Reply reply_;                     // by mutex_
  HttpDouble http_;                 // last: it calls the others
};

class CliVectorsTest : public CliFixture {
 protected:
  CliVectorsTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    environment_["XDG_DATA_HOME"] = (dir_.path() / "data").string();
    dir_.Write("app/animals/sounds.py", kFeline);
    dir_.Write("app/store/upload.py",
               "def send_file(path):\n    \"\"\"Sends a file to the storage server.\"\"\"\n"
               "    return path\n\n\ndef close_socket(socket):\n    socket.close()\n");
    dir_.Write("app/shop/invoice.py", "def total(lines):\n    return sum(lines)\n");
    dir_.Write("app/.context/DECISIONS.md",
               "# Decisions\n\n## [2026-01-05] Feline purr\n\nThe feline may purr.\n");
    Git({"init", "-q"});
  }

  static constexpr const char* kFeline = "def purr(feline):\n    return feline.purr()\n";

  void Configure() {
    environment_["SATCHEL_EMBED_BASE_URL"] = server_.url();
    environment_["SATCHEL_EMBED_MODEL"] = "tiny";
  }

  std::vector<std::string> Paths(const Json& answer) const {
    std::vector<std::string> paths;
    for (const Json& place : answer["results"]) paths.push_back(place["path"]);
    return paths;
  }
  std::vector<std::string> Search(const std::string& query) const {
    return Paths(JsonOf({"search", query}));
  }

  // Many small files, of one text each.
  void WriteMany(int files) {
    for (int i = 0; i < files; ++i) {
      dir_.Write(fmt::format("app/many/f{:03}.txt", i), fmt::format("number {} of many\n", i));
    }
  }

  EmbeddingServer server_;
};

TEST_F(CliVectorsTest, WhatIsSaidInOtherWordsIsFound) {
  EXPECT_THAT(Search("kitten noises"), IsEmpty());
  Configure();
  const Finished indexed = Satchel({"index"});
  ASSERT_EQ(indexed.code, 0) << indexed.err;
  EXPECT_THAT(indexed.out, HasSubstr("vectors of 4 of 4 documents; 5 texts sent now"));
  const Json found = JsonOf({"search", "kitten noises", "--explain"});
  ASSERT_THAT(Paths(found), Contains("animals/sounds.py")) << found.dump(1);
  EXPECT_THAT(Paths(found), Contains(".context/DECISIONS.md"));
  for (const Json& place : found["results"]) {
    EXPECT_EQ(place["terms"][0]["name"], "similar") << place.dump(1);
  }
  EXPECT_EQ(found["abstained"], false);
  const Finished status = Satchel({"status"});
  EXPECT_THAT(status.out, HasSubstr("documents with vectors: code 3, notes 1 (tiny"));
  EXPECT_EQ(JsonOf({"status"})["code"]["vectors"]["documents"]["code"], 3);
}

TEST_F(CliVectorsTest, WithoutAnEmbedderNothingIsAnother) {
  const Json index = JsonOf({"index"});
  EXPECT_FALSE(index.contains("vectors")) << index.dump(1);
  const Json status = JsonOf({"status"});
  EXPECT_FALSE(status["code"].contains("vectors")) << status.dump(1);
  const Finished before = Satchel({"search", "storage server", "--explain"});
  // Vectors that somebody once made are not looked at, either.
  Configure();
  JsonOf({"index"});
  environment_.erase("SATCHEL_EMBED_MODEL");
  server_.Take();
  const Finished after = Satchel({"search", "storage server", "--explain"});
  EXPECT_EQ(before.out, after.out);
  EXPECT_EQ(before.err, after.err);
  EXPECT_THAT(server_.Take(), IsEmpty());
}

TEST_F(CliVectorsTest, ATextIsSentOnceAndAStaleVectorIsNotUsed) {
  Configure();
  EXPECT_EQ(JsonOf({"index"})["vectors"]["sent"], 5);
  server_.Take();
  const Json again = JsonOf({"index"});
  EXPECT_EQ(again["vectors"]["sent"], 0);
  EXPECT_EQ(again["vectors"]["with_vectors"], 4);
  EXPECT_THAT(server_.Take(), IsEmpty());
  // One of two chunks.
  dir_.Write("app/store/upload.py",
             "def send_file(path):\n    \"\"\"Sends a file to the storage server.\"\"\"\n"
             "    return path\n\n\ndef open_socket(socket):\n    socket.open()\n");
  EXPECT_EQ(JsonOf({"index"})["vectors"]["sent"], 1);
  EXPECT_THAT(server_.Take(), ElementsAre(HasSubstr("open_socket")));
  // Another content under the same name: its vectors are not those of before.
  ASSERT_THAT(Search("kitten noises"), Contains("animals/sounds.py"));
  dir_.Write("app/animals/sounds.py", "def bark(dog):\n    return dog.bark()\n");
  EXPECT_THAT(Search("kitten noises"), Not(Contains("animals/sounds.py")));
  server_.Take();
  JsonOf({"index"});
  EXPECT_THAT(Search("kitten noises"), Not(Contains("animals/sounds.py")));
  // The content of before costs nothing.
  dir_.Write("app/animals/sounds.py", kFeline);
  server_.Take();
  EXPECT_EQ(JsonOf({"index"})["vectors"]["sent"], 0);
  EXPECT_THAT(server_.Take(), IsEmpty());
  EXPECT_THAT(Search("kitten noises"), Contains("animals/sounds.py"));
}

TEST_F(CliVectorsTest, AKilledRunGoesOnBehindTheLastAnswer) {
  Configure();
  WriteMany(150);
  std::atomic<int> asked = 0;
  server_.Do([&asked](const std::vector<std::string>& texts) {
    if (++asked <= 4) return EmbeddingServer::Vectors(texts);  // 32 texts each
    HttpReply stall;
    stall.manner = HttpReply::Manner::kStall;
    return stall;
  });
  {
    const Running run(Command({"index"}));
    while (asked < 5 && run.IsThere()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    run.Send(SIGKILL);
  }
  std::vector<std::string> first = server_.Take();
  ASSERT_GE(first.size(), 128U);
  first.resize(128);
  server_.Do({});
  const Json rest = JsonOf({"index"});
  EXPECT_EQ(rest["vectors"]["with_vectors"], rest["vectors"]["documents"]);
  EXPECT_EQ(rest["vectors"]["sent"], 155 - 128);
  std::set<std::string> sent(first.begin(), first.end());
  EXPECT_EQ(sent.size(), 128U);
  for (const std::string& text : server_.Take()) {
    EXPECT_TRUE(sent.insert(text).second) << "sent twice: " << text;
  }
}

TEST_F(CliVectorsTest, AServerThatFailsLeavesTheIndexWholeAndSaysSo) {
  Configure();
  server_.Do([](const std::vector<std::string>&) {
    return EmbeddingServer::WithBody(R"({"error":{"message":"no such model"}})", 404);
  });
  const Finished finished = Satchel({"index"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("vectors of 0 of 4 documents"));
  EXPECT_THAT(finished.err, HasSubstr("no such model"));
  EXPECT_THAT(Search("storage server"), Contains("store/upload.py"));
}

TEST_F(CliVectorsTest, AServerThatFailsLeavesTheSearchToItsWords) {
  JsonOf({"index"});
  const std::vector<std::string> words = Search("storage server socket");
  ASSERT_THAT(words, Not(IsEmpty()));
  Configure();
  JsonOf({"index"});
  const auto reply = [](HttpReply::Manner manner) {
    return [manner](const std::vector<std::string>& texts) {
      HttpReply made = EmbeddingServer::Vectors(texts);
      made.manner = manner;
      return made;
    };
  };
  const auto body = [](std::string text, int status = 200) {
    return [text = std::move(text), status](const std::vector<std::string>&) {
      return EmbeddingServer::WithBody(text, status);
    };
  };
  const std::map<std::string, EmbeddingServer::Reply> failures = {
      {"stall", reply(HttpReply::Manner::kStall)},
      {"reset", reply(HttpReply::Manner::kReset)},
      {"half", reply(HttpReply::Manner::kHalfBody)},
      {"drip", reply(HttpReply::Manner::kDrip)},
      {"not a number", body(R"({"data":[{"index":0,"embedding":[NaN,1]}]})")},
      {"null", body(R"({"data":[{"index":0,"embedding":[null,1]}]})")},
      {"another length", body(R"({"data":[{"index":0,"embedding":[0.5,0.5]}]})")},
      {"nothing", body(R"({"data":[]})")},
      {"too many", body(R"({"error":{"message":"slow down"}})", 429)},
      {"broken", body(R"({"error":{"message":"oh"}})", 500)},
  };
  for (const auto& [name, failure] : failures) {
    server_.Do(failure);
    const auto begin = std::chrono::steady_clock::now();
    const Json answer = JsonOf({"search", "storage server socket"});
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10)) << name;
    EXPECT_EQ(Paths(answer), words) << name;
    EXPECT_THAT(answer["remarks"].get<std::vector<std::string>>(),
                ElementsAre(HasSubstr("found by words alone: ")))
        << name << answer.dump(1);
  }
  // Nobody is there at all.
  environment_["SATCHEL_EMBED_BASE_URL"] = "http://127.0.0.1:9/v1";
  EXPECT_EQ(Search("storage server socket"), words);
}

// As llama.cpp's server does it: one text that is longer than the model reads fails all that came
// with it, as an error of the server.
TEST_F(CliVectorsTest, ATextThatIsTooLongForTheModelKeepsNobodyBack) {
  Configure();
  std::string lines;
  for (int i = 0; i < 60; ++i) lines += fmt::format("total_{0} = left_{0} * right_{0}\n", i);
  dir_.Write("app/data/long.py", lines);
  server_.Do([](const std::vector<std::string>& texts) {
    const bool fits =
        std::ranges::all_of(texts, [](const std::string& text) { return text.size() <= 600; });
    return fits ? EmbeddingServer::Vectors(texts)
                : EmbeddingServer::WithBody(
                      R"({"error":{"code":500,"message":"input (900 tokens) is too large to )"
                      R"(process. increase the physical batch size","type":"server_error"}})",
                      500);
  });
  const Json indexed = JsonOf({"index"});
  EXPECT_EQ(indexed["vectors"]["stopped"], nullptr) << indexed.dump(1);
  EXPECT_EQ(indexed["vectors"]["with_vectors"], 5) << indexed.dump(1);
  EXPECT_THAT(Search("kitten noises"), Contains("animals/sounds.py"));
}

TEST_F(CliVectorsTest, OfALongQueryTheBeginningIsSent) {
  Configure();
  JsonOf({"index"});
  server_.Take();
  std::string query = "the storage server says";
  for (int i = 0; i < 400; ++i) query += fmt::format(" line {}", i);
  Search(query);
  const std::vector<std::string> sent = server_.Take();
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_EQ(sent.front(), query.substr(0, 1'500));
}

TEST_F(CliVectorsTest, HitsByWordsStayAndANameKeepsItsPlace) {
  WriteMany(30);
  JsonOf({"index"});
  const std::vector<std::string> words = Search("which number of many is it");
  ASSERT_THAT(words, SizeIs(10));
  const std::vector<std::string> name = Search("send_file");
  Configure();
  JsonOf({"index"});
  server_.Take();
  EXPECT_THAT(words, IsSubsetOf(Search("which number of many is it")));
  EXPECT_THAT(server_.Take(), SizeIs(1));
  EXPECT_EQ(Search("send_file"), name);
  EXPECT_THAT(server_.Take(), IsEmpty());  // nobody is asked about a name
}

TEST_F(CliVectorsTest, MemoriesChangePlacesAndNoneIsLost) {
  // By words one is as good as the other, and the newer one first; the older one means the same.
  ASSERT_EQ(Satchel({"remember", "The feline will purr in the garden house."}).code, 0);
  ASSERT_EQ(Satchel({"remember", "The window will close in the garden house."}).code, 0);
  const auto ids = [](const Json& answer) {
    std::vector<std::string> found;
    for (const Json& place : answer["results"]) found.push_back(place["id"]);
    return found;
  };
  const std::vector<std::string> asked = {"search", "--source", "memory", "--explain",
                                          "kitten noises of the garden house"};
  const Json words = JsonOf(asked);
  ASSERT_THAT(ids(words), SizeIs(2)) << words.dump(1);
  Configure();
  JsonOf({"index"});
  const Json near = JsonOf(asked);
  EXPECT_EQ(ids(near).front(), ids(words).back()) << near.dump(1);
  EXPECT_THAT(ids(near), testing::UnorderedElementsAreArray(ids(words)));
  EXPECT_THAT(near["results"][0]["terms"].dump(), HasSubstr("similar"));
  // What was edited since then is found by its words alone.
  const std::string id = ids(near).front();
  const Finished edited = Satchel({"memory", "edit", id, "A dog will bark in the garden house."});
  ASSERT_EQ(edited.code, 0) << edited.err;
  const Json after = JsonOf(asked);
  for (const Json& place : after["results"]) {
    if (place["id"] != id) continue;
    EXPECT_THAT(place["terms"].dump(), Not(HasSubstr("similar")));
  }
}

TEST_F(CliVectorsTest, RecallFindsAMemoryWithoutACommonWord) {
  ASSERT_EQ(Satchel({"remember", "The feline may purr."}).code, 0);
  ASSERT_EQ(Satchel({"remember", "Invoices are sent on Mondays."}).code, 0);
  const Args asked = {"recall", "kitten noises"};
  EXPECT_THAT(JsonOf(asked)["included"], IsEmpty());
  Configure();
  JsonOf({"index"});
  const Json found = JsonOf(asked);
  ASSERT_THAT(found["included"], SizeIs(1)) << found.dump(1);
  EXPECT_EQ(found["included"][0]["served_by"], "vector");
  EXPECT_THAT(found["included"][0]["text"].get<std::string>(), HasSubstr("feline"));
  EXPECT_THAT(Satchel({"pack", "kitten noises", "--only", "memory"}).out,
              HasSubstr("The feline may purr"));
  server_.Take();
  JsonOf({"recall", "ok thanks"});
  EXPECT_EQ(server_.sent(), 0U) << "a prompt that asks for nothing asks no server";
}

TEST_F(CliVectorsTest, ARecallWithoutItsServerAnswersByWordsAndSaysSo) {
  ASSERT_EQ(Satchel({"remember", "The feline may purr."}).code, 0);
  Configure();
  JsonOf({"index"});
  server_.Do([](const std::vector<std::string>&) {
    return EmbeddingServer::WithBody(R"({"error": "no room"})", 503);
  });
  const Finished recalled = Satchel({"recall", "may the feline purr?"});
  EXPECT_EQ(recalled.code, 0);
  EXPECT_THAT(recalled.out, HasSubstr("The feline may purr"));
  EXPECT_THAT(recalled.err, HasSubstr("found by words alone"));
}

TEST_F(CliVectorsTest, SecretsAreNotSent) {
  Configure();
  const std::string secret = std::string("ghp_") + "aB3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW1xY2";
  dir_.Write("app/store/token.py",
             "TOKEN = '" + secret + "'\n\n\ndef token():\n    return TOKEN\n");
  JsonOf({"index"});
  JsonOf({"search", "what is " + secret + " for"});
  for (const std::string& text : server_.Take()) EXPECT_THAT(text, Not(HasSubstr(secret)));
}

TEST_F(CliVectorsTest, ASearchBeforeTheFirstVectorsSaysHowToMakeThem) {
  JsonOf({"index"});
  Configure();
  const Json answer = JsonOf({"search", "storage server socket"});
  EXPECT_THAT(answer["remarks"].dump(), HasSubstr("`satchel index` makes them"));
  EXPECT_THAT(server_.Take(), IsEmpty());
}

TEST_F(CliVectorsTest, TheSameOnAServer) {
  const PostgresDatabase database;
  const Finished init = Satchel({"init", "--store", AppUrl(database)});
  ASSERT_EQ(init.code, 0) << init.err;
  Configure();
  EXPECT_EQ(JsonOf({"index"})["vectors"]["sent"], 5);
  EXPECT_THAT(Search("kitten noises"), Contains("animals/sounds.py"));
  EXPECT_EQ(JsonOf({"index"})["vectors"]["sent"], 0);
}

}  // namespace
}  // namespace satchel::test
