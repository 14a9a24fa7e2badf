#include "net/url.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::net {
namespace {

using testing::HasSubstr;
using testing::Not;

Url Parsed(std::string_view text) {
  auto url = ParseUrl(text);
  EXPECT_TRUE(url) << text << ": " << url.error().text();
  return url ? *url : Url{};
}

std::string Problem(std::string_view text) {
  const auto url = ParseUrl(text);
  EXPECT_FALSE(url) << text;
  return url ? "" : url.error().text();
}

TEST(UrlTest, IsTakenApart) {
  EXPECT_EQ(Parsed("http://LocalHost:11434/api/chat?a=b"), (Url{.scheme = "http",
                                                                .host = "localhost",
                                                                .port = 11434,
                                                                .path = "/api/chat",
                                                                .query = "a=b"}));
  EXPECT_EQ(Parsed("HTTPS://example.org"),
            (Url{.scheme = "https", .host = "example.org", .port = 443, .path = "", .query = ""}));
  EXPECT_EQ(Parsed("http://[::1]:8080/v1").host, "::1");
  EXPECT_EQ(Parsed("http://example.org?q=1").query, "q=1");
}

TEST(UrlTest, IsPutTogetherAsItWas) {
  for (const char* text : {"http://localhost:11434/api/chat?a=b", "https://example.org",
                           "http://[::1]:8080/v1", "http://[::1]"}) {
    EXPECT_EQ(Parsed(text).Text(), text);
  }
  EXPECT_EQ(Parsed("http://example.org:80/").Text(), "http://example.org/");
}

TEST(UrlTest, OtherProtocolsAreRefused) {
  for (const char* text : {"", "example.org", "ftp://example.org", "file:///etc/passwd", "http:",
                           "http:/example.org", "://example.org", "gopher://example.org"}) {
    EXPECT_THAT(Problem(text), HasSubstr("http:// or https://"));
  }
}

TEST(UrlTest, WhatReadersOfUrlsUnderstandInTwoWaysIsRefused) {
  for (const char* text :
       {"http://", "http:///path", "http://a b/", "http://a\tb", "http://example.org\\@evil.org/",
        "http://example.org#@evil.org", "http://example.org/#top", "http://[::1", "http://[::1]x",
        "http://[example.org]", "http://example.org:", "http://example.org:0",
        "http://example.org:65536", "http://example.org:80a", "http://ex\xc3\xa4mple.org",
        "http://example.org/\r\nHost: evil.org", "http://example.org/ä", "http://a:1:2/"}) {
    EXPECT_THAT(Problem(text), HasSubstr("the address")) << text;
  }
  EXPECT_THAT(Problem("http://example.org/" + std::string(5000, 'a')), HasSubstr("too long"));
}

TEST(UrlTest, AUserOrAPasswordIsRefusedAndNotQuoted) {
  for (const char* text : {"http://user@example.org/", "https://user:hunter2@example.org/",
                           "http://example.org:80@evil.org/", "ftp://user:hunter2@example.org/"}) {
    const std::string problem = Problem(text);
    EXPECT_THAT(problem, Not(HasSubstr("hunter2"))) << problem;
    EXPECT_THAT(problem, Not(HasSubstr("evil"))) << problem;
  }
}

TEST(UrlTest, TheQueryIsNotShown) {
  const Url url = Parsed("https://example.org/v1/models?key=hunter2");
  EXPECT_EQ(url.Shown(), "https://example.org/v1/models");
  EXPECT_EQ(url.Text(), "https://example.org/v1/models?key=hunter2");
}

}  // namespace
}  // namespace satchel::net
