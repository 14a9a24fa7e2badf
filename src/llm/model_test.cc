#include "llm/model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::llm {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Kind KindAt(std::string_view base) { return KindOf(*net::ParseUrl(base)); }

std::string Problem(const ModelOptions& options) {
  const auto model = OpenModel(options);
  EXPECT_FALSE(model);
  if (model) return "";
  EXPECT_EQ(model.error().code(), Errc::kInvalidInput);
  return model.error().text();
}

TEST(ModelTest, ACallWithAllItsTriesHas120Seconds) {
  EXPECT_EQ(ModelOptions().timeout, std::chrono::seconds(120));
}

TEST(ModelTest, TheKindFollowsFromTheAddress) {
  EXPECT_EQ(KindAt("http://localhost:11434"), Kind::kOllama);
  EXPECT_EQ(KindAt("http://localhost:11434/"), Kind::kOllama);
  EXPECT_EQ(KindAt("http://localhost:11434/v1"), Kind::kOpenAi);
  EXPECT_EQ(KindAt("http://localhost:11434/v1/"), Kind::kOpenAi);
  EXPECT_EQ(KindAt("https://api.openai.com/v1"), Kind::kOpenAi);
  EXPECT_EQ(KindAt("http://localhost:8080"), Kind::kOpenAi);
}

TEST(ModelTest, AKindHasAName) {
  EXPECT_EQ(*ParseKind("ollama"), Kind::kOllama);
  EXPECT_EQ(*ParseKind("openai"), Kind::kOpenAi);
  EXPECT_EQ(*ParseKind("auto"), std::nullopt);
  const auto wrong = ParseKind("Ollama");
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().text(), HasSubstr("one of auto, ollama, openai"));
}

TEST(ModelTest, EmbeddersAndRerankersHaveKindsToo) {
  EXPECT_EQ(*ParseEmbeddingKind("ollama"), EmbeddingKind::kOllama);
  EXPECT_EQ(*ParseEmbeddingKind("openai"), EmbeddingKind::kOpenAi);
  EXPECT_EQ(*ParseEmbeddingKind("tei"), EmbeddingKind::kTei);
  EXPECT_EQ(*ParseEmbeddingKind("auto"), std::nullopt);
  EXPECT_THAT(ParseEmbeddingKind("TEI").error().text(), HasSubstr("auto, ollama, openai, tei"));
  EXPECT_EQ(*ParseRerankKind("cohere"), RerankKind::kCohere);
  EXPECT_EQ(*ParseRerankKind("tei"), RerankKind::kTei);
  EXPECT_THAT(ParseRerankKind("auto").error().text(), HasSubstr("one of cohere, tei"));
}

TEST(ModelTest, WhatCannotBeNamesTheSettingOfItsTable) {
  const auto embedder = OpenEmbedder({.base_url = "ftp://h", .model = "m"});
  ASSERT_FALSE(embedder);
  EXPECT_THAT(embedder.error().text(), HasSubstr("embed.base_url"));
  const auto nameless = OpenReranker({.base_url = "http://h"});
  ASSERT_FALSE(nameless);
  EXPECT_THAT(nameless.error().text(), HasSubstr("rerank.model"));
  const auto short_texts =
      OpenEmbedder({.base_url = "http://h", .model = "m", .most_text_bytes = 63});
  ASSERT_FALSE(short_texts);
  EXPECT_THAT(short_texts.error().text(), HasSubstr("embed.max_text_bytes"));
}

TEST(ModelTest, OpensWithoutAskingAnybody) {
  const auto model = OpenModel({.base_url = "http://127.0.0.1:1", .model = "m"});
  ASSERT_TRUE(model) << model.error().text();
  EXPECT_EQ((*model)->model(), "m");
  const auto embedder = OpenEmbedder({.base_url = "http://127.0.0.1:1", .model = "e"});
  ASSERT_TRUE(embedder) << embedder.error().text();
  EXPECT_EQ((*embedder)->model(), "e");
  const auto reranker = OpenReranker({.base_url = "http://127.0.0.1:1", .model = "r"});
  ASSERT_TRUE(reranker) << reranker.error().text();
  EXPECT_EQ((*reranker)->model(), "r");
}

TEST(ModelTest, WhatCannotBeIsRefused) {
  EXPECT_THAT(Problem({.base_url = "", .model = "m"}), HasSubstr("llm.base_url"));
  EXPECT_THAT(Problem({.base_url = "ftp://h", .model = "m"}), HasSubstr("http:// or https://"));
  EXPECT_THAT(Problem({.base_url = "http://u:hunter2@h", .model = "m"}),
              AllOf(HasSubstr("password"), Not(HasSubstr("hunter2"))));
  EXPECT_THAT(Problem({.base_url = "http://h/v1?key=hunter2", .model = "m"}),
              AllOf(HasSubstr("query"), Not(HasSubstr("hunter2"))));
  EXPECT_THAT(Problem({.base_url = "http://h", .model = ""}), HasSubstr("llm.model"));
  EXPECT_THAT(Problem({.base_url = "http://h", .model = "a\nb"}), HasSubstr("name"));
  EXPECT_THAT(Problem({.base_url = "http://h", .model = "m", .api_key = "hunter2\nX: y"}),
              AllOf(HasSubstr("key"), Not(HasSubstr("hunter2"))));
}

TEST(ModelTest, AKeyComesFromTheVariableThatIsNamed) {
  const auto find = [](std::string_view name) -> std::optional<std::string> {
    if (name == "MY_KEY") return "hunter2";
    if (name == "EMPTY") return "";
    if (name == "BAD") return "hunter 2";
    return std::nullopt;
  };
  EXPECT_EQ(*ReadApiKey("MY_KEY", find), "hunter2");
  for (const char* name : {"EMPTY", "NONE", "BAD"}) {
    const auto key = ReadApiKey(name, find);
    ASSERT_FALSE(key) << name;
    EXPECT_THAT(key.error().text(), AllOf(HasSubstr(name), Not(HasSubstr("hunter"))));
  }
}

}  // namespace
}  // namespace satchel::llm
