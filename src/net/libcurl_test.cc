#include "net/libcurl.h"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::net {
namespace {

using testing::HasSubstr;

TEST(LibcurlTest, SaysWhatToInstallWhenItIsMissing) {
  const auto curl = LoadLibcurlFrom("libcurl-that-is-not-there.so.4");
  ASSERT_FALSE(curl);
  EXPECT_EQ(curl.error().code(), Errc::kUnavailable);
  EXPECT_THAT(curl.error().text(), HasSubstr("libcurl"));
  EXPECT_THAT(curl.error().hint(), HasSubstr("Debian: libcurl4"));
  const auto another = LoadLibcurlFrom("libc.so.6");
  ASSERT_FALSE(another);
  EXPECT_THAT(another.error().text(), HasSubstr("too old"));
}

struct Named {
  const char* name;
  CurlOption id;
};

constexpr std::array kOptions = {
    Named{"FOLLOWLOCATION", CurlOption::kFollowLocation},
    Named{"POST", CurlOption::kPost},
    Named{"SSL_VERIFYPEER", CurlOption::kSslVerifyPeer},
    Named{"HTTPGET", CurlOption::kHttpGet},
    Named{"SSL_VERIFYHOST", CurlOption::kSslVerifyHost},
    Named{"HTTP_VERSION", CurlOption::kHttpVersion},
    Named{"NOSIGNAL", CurlOption::kNoSignal},
    Named{"CONNECTTIMEOUT_MS", CurlOption::kConnectTimeoutMs},
    Named{"PROTOCOLS", CurlOption::kProtocols},
    Named{"TCP_KEEPALIVE", CurlOption::kTcpKeepAlive},
    Named{"DISALLOW_USERNAME_IN_URL", CurlOption::kDisallowUsernameInUrl},
    Named{"HTTP09_ALLOWED", CurlOption::kHttp09Allowed},
    Named{"QUICK_EXIT", CurlOption::kQuickExit},
    Named{"WRITEDATA", CurlOption::kWriteData},
    Named{"URL", CurlOption::kUrl},
    Named{"PROXY", CurlOption::kProxy},
    Named{"POSTFIELDS", CurlOption::kPostFields},
    Named{"USERAGENT", CurlOption::kUserAgent},
    Named{"HTTPHEADER", CurlOption::kHttpHeader},
    Named{"HEADERDATA", CurlOption::kHeaderData},
    Named{"CAINFO", CurlOption::kCaInfo},
    Named{"WRITEFUNCTION", CurlOption::kWriteFunction},
    Named{"HEADERFUNCTION", CurlOption::kHeaderFunction},
    Named{"POSTFIELDSIZE_LARGE", CurlOption::kPostFieldSizeLarge},
};

// Of both builds, where they are installed.
TEST(LibcurlTest, OptionsHaveTheNumbersThatTheLibraryGivesThem) {
  for (const char* file : {"libcurl.so.4", "libcurl-gnutls.so.4"}) {
    const auto curl = LoadLibcurlFrom(file);
    if (!curl && file != std::string_view("libcurl.so.4")) continue;
    ASSERT_TRUE(curl) << curl.error().text();
    ASSERT_NE(curl->easy_option_by_name, nullptr) << "the tests need version 7.73 or later";
    for (const auto& [name, id] : kOptions) {
      const CurlEasyOption* option = curl->easy_option_by_name(name);
      ASSERT_NE(option, nullptr) << name;
      EXPECT_EQ(option->id, id) << name;
    }
  }
}

// The library's own words for a code show that the number means what its name here says.
TEST(LibcurlTest, CodesMeanWhatTheyAreCalled) {
  const auto curl = LoadLibcurl();
  ASSERT_TRUE(curl) << curl.error().text();
  const auto text = [&](CurlCode code) { return std::string((*curl)->easy_strerror(code)); };
  EXPECT_THAT(text(CurlCode::kUnsupportedProtocol), HasSubstr("Unsupported protocol"));
  EXPECT_THAT(text(CurlCode::kCouldNotResolveProxy), HasSubstr("resolve proxy"));
  EXPECT_THAT(text(CurlCode::kCouldNotResolveHost), HasSubstr("resolve host"));
  EXPECT_THAT(text(CurlCode::kCouldNotConnect), HasSubstr("connect to server"));
  EXPECT_THAT(text(CurlCode::kWeirdServerReply), HasSubstr("Weird server reply"));
  EXPECT_THAT(text(CurlCode::kPartialFile), HasSubstr("partial file"));
  EXPECT_THAT(text(CurlCode::kWriteError), HasSubstr("Failed writing received data"));
  EXPECT_THAT(text(CurlCode::kOutOfMemory), HasSubstr("Out of memory"));
  EXPECT_THAT(text(CurlCode::kOperationTimedOut), HasSubstr("Timeout"));
  EXPECT_THAT(text(CurlCode::kSslConnectError), HasSubstr("SSL connect error"));
  EXPECT_THAT(text(CurlCode::kUnknownOption), HasSubstr("unknown option"));
  EXPECT_THAT(text(CurlCode::kGotNothing), HasSubstr("returned nothing"));
  EXPECT_THAT(text(CurlCode::kSendError), HasSubstr("Failed sending"));
  EXPECT_THAT(text(CurlCode::kReceiveError), HasSubstr("Failure when receiving"));
  EXPECT_THAT(text(CurlCode::kPeerFailedVerification), HasSubstr("peer certificate"));
  EXPECT_THAT(text(CurlCode::kBadCaFile), HasSubstr("CA cert"));
}

}  // namespace
}  // namespace satchel::net
