#include "net/request_reader.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::net {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using State = RequestReader::State;

constexpr std::size_t kHeader = 1'000;
constexpr std::size_t kBody = 100;

// What is read of bytes that arrive in pieces of a size: the bodies of whole requests, and at the
// end the status with which the rest was refused.
std::vector<std::string> Read(std::string_view bytes, std::size_t piece = 1'000'000) {
  std::vector<std::string> read;
  RequestReader reader(kHeader, kBody);
  while (!bytes.empty()) {
    State state = reader.Take(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
    while (state == State::kWhole) {
      const ServedRequest request = reader.Release();
      read.push_back(request.method + " " + request.body);
      state = reader.Take({});
    }
    if (state == State::kRefused) {
      read.push_back(std::to_string(reader.refusal().status));
      return read;
    }
  }
  return read;
}

std::string Post(const std::string& headers, const std::string& body) {
  return "POST / HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n" + body;
}

TEST(RequestReaderTest, ReadsTheSameInPiecesOfAnySize) {
  const std::string bytes = Post("Content-Length: 3\r\n", "abc") +
                            Post("Transfer-Encoding: chunked\r\n",
                                 "2;x=\"y\"\r\nde\r\n1\r\nf\r\n0\r\nX-Behind: 1\r\n\r\n") +
                            "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
    EXPECT_THAT(Read(bytes, piece), ElementsAre("POST abc", "POST def", "GET ")) << piece;
  }
}

TEST(RequestReaderTest, RefusesWhatAProxyCouldReadInAnotherWay) {
  for (const char* headers :
       {"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n",
        "Content-Length: 3\r\nContent-Length: 4\r\n", "Content-Length: 3\r\nContent-Length: 3\r\n",
        "Content-Length: 3, 4\r\n", "Content-Length: +3\r\n", "Content-Length: 0x3\r\n",
        "Content-Length: 99999999999999999999\r\n", "Content-Length: \r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: gzip\r\nContent-Length: 3\r\n", "Host: y\r\n",
        "Content-Length : 3\r\n"}) {
    EXPECT_THAT(Read(Post(headers, "0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")),
                ElementsAre("400"))
        << headers;
  }
  for (const char* encoding : {"gzip", "identity", "chunked, gzip", "gzip, chunked", "xchunked"}) {
    EXPECT_THAT(Read(Post("Transfer-Encoding: " + std::string(encoding) + "\r\n", "0\r\n\r\n")),
                ElementsAre("501"))
        << encoding;
  }
  EXPECT_THAT(Read("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
              ElementsAre("400"));
}

TEST(RequestReaderTest, RefusesChunksThatAreNone) {
  for (const char* body : {"x\r\n", "-1\r\n", "fffffffffffffffff\r\n", "1\r\nabc\r\n", "1\na\r\n",
                           "\r\n", "1 \r\na\r\n", "1\r\na0\r\n\r\n"}) {
    EXPECT_THAT(Read(Post("Transfer-Encoding: chunked\r\n", body)), ElementsAre("400")) << body;
  }
  EXPECT_THAT(Read(Post("Transfer-Encoding: chunked\r\n", "ffffffff\r\n")), ElementsAre("413"));
}

TEST(RequestReaderTest, WhatIsTooLargeIsRefusedBeforeItIsThere) {
  EXPECT_THAT(Read(Post("Content-Length: 101\r\n", "")), ElementsAre("413"));
  const std::string chunk = "32\r\n" + std::string(50, 'a') + "\r\n";
  EXPECT_THAT(Read(Post("Transfer-Encoding: chunked\r\n", chunk + chunk + "1\r\n")),
              ElementsAre("413"));
  const std::string much(kHeader, 'a');
  EXPECT_THAT(Read("GET / HTTP/1.1\r\nX: " + much), ElementsAre("431"));
  EXPECT_THAT(Read("GET /" + much), ElementsAre("431"));
  EXPECT_THAT(Read(Post("Transfer-Encoding: chunked\r\n", "1;" + much)), ElementsAre("431"));
  EXPECT_THAT(Read(Post("Transfer-Encoding: chunked\r\n", "0\r\nX: " + much)), ElementsAre("431"));
}

TEST(RequestReaderTest, OtherThingsThanHttpAreRefused) {
  EXPECT_THAT(Read("nonsense\r\n\r\n"), ElementsAre("400"));
  EXPECT_THAT(Read(std::string("\x16\x03\x01\x02\0\x01\r\n\r\n", 10)), ElementsAre("400"));
  EXPECT_THAT(Read("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), ElementsAre("505"));
  EXPECT_THAT(Read("GET / HTTP/1.1\r\n\r\n"), ElementsAre("400"));  // no Host
  EXPECT_THAT(Read("GET / HTTP/1.0\r\n\r\n"), ElementsAre("GET "));
  EXPECT_THAT(Read("GET / HTTP/1.1\nHost: x\n\n"), testing::Not(ElementsAre("GET ")));
}

TEST(RequestReaderTest, AFieldBehindTheBodyIsNoHeader) {
  RequestReader reader(kHeader, kBody);
  ASSERT_EQ(
      reader.Take(Post("Transfer-Encoding: chunked\r\n", "0\r\nOrigin: http://localhost\r\n\r\n")),
      State::kWhole);
  const ServedRequest request = reader.Release();
  EXPECT_EQ(request.Find("origin"), nullptr);
  EXPECT_EQ(*request.Find("host"), "x");
}

TEST(RequestReaderTest, SaysWhenTheClientWaits) {
  RequestReader reader(kHeader, kBody);
  EXPECT_FALSE(reader.has_begun());
  EXPECT_EQ(reader.Take(Post("Content-Length: 3\r\nExpect: 100-Continue\r\n", "")), State::kMore);
  EXPECT_TRUE(reader.has_begun());
  EXPECT_TRUE(reader.TakeWantsContinue());
  EXPECT_FALSE(reader.TakeWantsContinue());
  EXPECT_EQ(reader.Take("abc"), State::kWhole);
  EXPECT_EQ(reader.Release().body, "abc");
  EXPECT_TRUE(reader.keep_alive());
  EXPECT_FALSE(reader.has_begun());
  EXPECT_EQ(reader.Take(Post("Connection: close\r\n", "")), State::kWhole);
  EXPECT_THAT(reader.Release().body, IsEmpty());
  EXPECT_FALSE(reader.keep_alive());
}

TEST(ServedRequestTest, AHeaderThatIsThereTwiceIsNone) {
  const ServedRequest request{.headers = {{"a", "1"}, {"b", "2"}, {"b", "3"}}};
  EXPECT_EQ(*request.Find("a"), "1");
  EXPECT_EQ(request.Find("b"), nullptr);
  EXPECT_EQ(request.Find("c"), nullptr);
}

}  // namespace
}  // namespace satchel::net
