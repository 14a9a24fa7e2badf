#include "llm/embed_wire.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "llm/embed_prefix.h"

namespace satchel::llm {
namespace {

using testing::StartsWith;

std::string Endpoint(EmbeddingKind kind, std::string_view base) {
  return EndpointOf(kind, *net::ParseUrl(base)).Text();
}

TEST(EmbedWireTest, EndpointsAreFoundBelowAnyAddressThatPeopleSet) {
  for (const char* base : {"http://h:11434", "http://h:11434/", "http://h:11434/api/"}) {
    EXPECT_EQ(Endpoint(EmbeddingKind::kOllama, base), "http://h:11434/api/embed");
  }
  for (const char* base : {"http://h:8080", "http://h:8080/", "http://h:8080/v1"}) {
    EXPECT_EQ(Endpoint(EmbeddingKind::kOpenAi, base), "http://h:8080/v1/embeddings");
  }
  EXPECT_EQ(Endpoint(EmbeddingKind::kOpenAi, "http://h/some/path"),
            "http://h/some/path/embeddings");
  EXPECT_EQ(Endpoint(EmbeddingKind::kTei, "http://h:3000/"), "http://h:3000/embed");
  EXPECT_EQ(Endpoint(EmbeddingKind::kTei, "http://h/tei"), "http://h/tei/embed");
}

TEST(EmbedWireTest, BodiesAreThoseOfTheProtocols) {
  const std::vector<std::string> texts = {"a", "b"};
  EXPECT_EQ(CanonicalJson(EmbeddingBody(EmbeddingKind::kOllama, "m", texts)),
            R"({"input":["a","b"],"model":"m","truncate":true})");
  EXPECT_EQ(CanonicalJson(EmbeddingBody(EmbeddingKind::kOpenAi, "m", texts)),
            R"({"encoding_format":"float","input":["a","b"],"model":"m"})");
  EXPECT_EQ(CanonicalJson(EmbeddingBody(EmbeddingKind::kTei, "m", texts)),
            R"({"inputs":["a","b"],"normalize":true,"truncate":true})");
}

TEST(EmbedWireTest, ManyDimensionsAreAnError) {
  const Json body = Json::array({std::vector<int>(kMostDimensions + 1, 1)});
  const VectorAnswer answer = ReadVectors(EmbeddingKind::kTei, body.dump(), 1, 0);
  EXPECT_EQ(answer.outcome, Outcome::kWrongSchema);
  EXPECT_EQ(answer.error, "vector 0 has 16385 numbers; 1 to 16384 can be used");
}

TEST(EmbedWireTest, WhatAModelWantsBeforeATextFollowsFromItsName) {
  EXPECT_EQ(PrefixOf("nomic-embed-text", Purpose::kDocument), "search_document: ");
  EXPECT_EQ(PrefixOf("intfloat/multilingual-e5-small", Purpose::kQuery), "query: ");
  EXPECT_EQ(PrefixOf("intfloat/e5-mistral-7b-instruct", Purpose::kQuery), "");
  EXPECT_EQ(PrefixOf("BAAI/bge-small-en-v1.5", Purpose::kDocument), "");
  EXPECT_THAT(PrefixOf("BAAI/bge-small-en-v1.5", Purpose::kQuery), StartsWith("Represent this"));
  EXPECT_EQ(PrefixOf("bge-m3", Purpose::kQuery), "");
  EXPECT_EQ(PrefixOf("all-minilm", Purpose::kQuery), "");
  EXPECT_THAT(PrefixOf("Qwen/Qwen3-Embedding-0.6B", Purpose::kQuery), StartsWith("Instruct: "));
}

}  // namespace
}  // namespace satchel::llm
