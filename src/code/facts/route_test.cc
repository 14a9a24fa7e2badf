#include "code/facts/route.h"

#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::code {
namespace {

using How = RouteFit::How;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

How HowFits(std::string_view asked, std::string_view defined) {
  return Fit(RouteFrom(asked), RouteFrom(defined)).how;
}

TEST(RouteTest, ANameIsAMethodAndAPath) {
  EXPECT_TRUE(IsRoute("GET /users"));
  EXPECT_TRUE(IsRoute("/users"));
  for (const std::string_view name : {"GET users", "get /users", "users", "", "GET ", "a /b"}) {
    EXPECT_FALSE(IsRoute(name)) << name;
  }
  EXPECT_EQ(RouteFrom("GET /users/{id}/").method, "GET");
  EXPECT_THAT(RouteFrom("GET /users//{id}/").segments, ElementsAre("users", "{id}"));
  EXPECT_THAT(RouteFrom("/").segments, IsEmpty());
}

TEST(RouteTest, AParameterFitsWhatStandsInItsPlace) {
  for (const std::string_view defined : {"GET /users/{id}", "GET /users/:id", "ANY /users/<int:id>",
                                         "GET /users/{id:int}", "GET /users/:id(\\d+)"}) {
    EXPECT_EQ(HowFits("GET /users/1", defined), How::kWhole) << defined;
    EXPECT_EQ(HowFits("/users/{}", defined), How::kWhole) << defined;
    EXPECT_EQ(HowFits("/users", defined), How::kNot) << defined;
    EXPECT_EQ(HowFits("/orders/1", defined), How::kNot) << defined;
  }
  EXPECT_EQ(HowFits("POST /users/1", "GET /users/{id}"), How::kNot);
  EXPECT_EQ(HowFits("/users/{}", "GET /users/new"), How::kNot);
  EXPECT_EQ(HowFits("/a/b", "GET /{x}/{y}"), How::kNot);
  EXPECT_EQ(HowFits("/users/7", "GET /users/*"), How::kNot);
  EXPECT_EQ(HowFits("/users/7", "GET /users/:from-:to"), How::kNot);
  EXPECT_EQ(HowFits("/users/7-9", "GET /users/:from-:to"), How::kWhole);
  EXPECT_EQ(HowFits("/users/7.json", "GET /users/{id}.json"), How::kWhole);
  EXPECT_EQ(HowFits("/users/7", "GET /users/{id}.json"), How::kNot);
}

TEST(RouteTest, APrefixMayBeUnknownToOneOfThem) {
  EXPECT_EQ(HowFits("/api/orders/1", "GET /orders/{id}"), How::kSuffix);
  EXPECT_EQ(HowFits("/orders/1", "GET /api/orders/{id}"), How::kSuffix);
  EXPECT_EQ(HowFits("/api/v1/health", "GET /health"), How::kNot);
  EXPECT_EQ(HowFits("/health", "GET /health"), How::kWhole);
  EXPECT_EQ(HowFits("/api/orders", "GET /"), How::kNot);
  EXPECT_EQ(HowFits("/api/reorders/1", "GET /orders/{id}"), How::kNot);
}

TEST(RouteTest, BothSidesFindEachOtherByOneWord) {
  const Route defined = RouteFrom("GET /users/{id}/posts/{post}");
  EXPECT_EQ(AnchorOf(defined), "posts");
  const Route asked = RouteFrom("/api/v1/users/7/posts/first");
  EXPECT_THAT(AnchorsOf(asked), ElementsAre("first", "posts", "users"));
  const Route nothing = RouteFrom("GET /{a}/{b}");
  EXPECT_THAT(AnchorOf(nothing), IsEmpty());
}

TEST(RouteTest, APathOfTooManySegmentsNamesNothing) {
  std::string path;
  for (int i = 0; i < 100'000; ++i) path += "/a";
  EXPECT_THAT(RouteFrom(path).segments, IsEmpty());
}

}  // namespace
}  // namespace satchel::code
