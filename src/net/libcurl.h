#pragma once

#include <cstdint>

#include "base/result.h"

// libcurl is loaded when the first address is asked: the same binary runs where it is not
// installed.
//
// These are the few declarations that are used of it, written down here instead of taken from its
// headers: Debian has those in three packages that exclude each other, so to ask for one would
// remove another from a developer's machine. The numbers are part of libcurl's binary interface,
// which has not changed since version 7.16 of 2006; a test asks the library itself what it
// calls each of them.
namespace satchel::net {

struct CurlEasy;   // one transfer: CURL
struct CurlMulti;  // what drives it, with its connections: CURLM
struct CurlList {  // curl_slist
  char* data;
  CurlList* next;
};

// CURLoption. The thousands tell the type of the argument: none a long, 10000 a pointer, 20000 a
// function, 30000 a 64-bit integer.
enum class CurlOption : int {
  kFollowLocation = 52,
  kPost = 47,
  kSslVerifyPeer = 64,
  kHttpGet = 80,
  kSslVerifyHost = 81,
  kHttpVersion = 84,
  kNoSignal = 99,
  kConnectTimeoutMs = 156,
  kProtocols = 181,
  kTcpKeepAlive = 213,
  kDisallowUsernameInUrl = 278,
  kHttp09Allowed = 285,
  kQuickExit = 322,
  kWriteData = 10001,
  kUrl = 10002,
  kProxy = 10004,
  kPostFields = 10015,
  kUserAgent = 10018,
  kHttpHeader = 10023,
  kHeaderData = 10029,
  kCaInfo = 10065,
  kWriteFunction = 20011,
  kHeaderFunction = 20079,
  kPostFieldSizeLarge = 30120,
};

// CURLcode, those that are told apart.
enum class CurlCode : int {
  kOk = 0,
  kUnsupportedProtocol = 1,
  kCouldNotResolveProxy = 5,
  kCouldNotResolveHost = 6,
  kCouldNotConnect = 7,
  kWeirdServerReply = 8,
  kPartialFile = 18,
  kWriteError = 23,
  kOutOfMemory = 27,
  kOperationTimedOut = 28,
  kSslConnectError = 35,
  kUnknownOption = 48,
  kGotNothing = 52,
  kSendError = 55,
  kReceiveError = 56,
  kPeerFailedVerification = 60,
  kBadCaFile = 77,
};

inline constexpr long kCurlGlobalDefault = 3;          // CURL_GLOBAL_DEFAULT
inline constexpr long kCurlProtocolHttp = 1;           // CURLPROTO_HTTP
inline constexpr long kCurlProtocolHttps = 2;          // CURLPROTO_HTTPS
inline constexpr long kCurlHttpVersion11 = 2;          // CURL_HTTP_VERSION_1_1
inline constexpr int kCurlInfoResponseCode = 2097154;  // CURLINFO_RESPONSE_CODE
inline constexpr int kCurlMessageDone = 1;             // CURLMSG_DONE

struct CurlMessage {  // CURLMsg
  int message;
  CurlEasy* easy;
  union {
    void* whatever;
    CurlCode result;
  } data;
};

struct CurlEasyOption {  // curl_easyoption
  const char* name;
  CurlOption id;
  int type;
  unsigned flags;
};

// The functions used: libcurl's names without curl_. Those of a multi handle return a CURLMcode,
// which is 0 when all is well.
struct Libcurl {
  CurlCode (*global_init)(long flags) = nullptr;
  CurlEasy* (*easy_init)() = nullptr;
  void (*easy_cleanup)(CurlEasy*) = nullptr;
  void (*easy_reset)(CurlEasy*) = nullptr;
  CurlCode (*easy_setopt)(CurlEasy*, CurlOption, ...) = nullptr;
  CurlCode (*easy_getinfo)(CurlEasy*, int info, ...) = nullptr;
  const char* (*easy_strerror)(CurlCode) = nullptr;
  CurlMulti* (*multi_init)() = nullptr;
  int (*multi_cleanup)(CurlMulti*) = nullptr;
  int (*multi_add_handle)(CurlMulti*, CurlEasy*) = nullptr;
  int (*multi_remove_handle)(CurlMulti*, CurlEasy*) = nullptr;
  int (*multi_perform)(CurlMulti*, int* running) = nullptr;
  int (*multi_poll)(CurlMulti*, void* extra, unsigned count, int timeout_ms, int* ready) = nullptr;
  CurlMessage* (*multi_info_read)(CurlMulti*, int* left) = nullptr;
  CurlList* (*slist_append)(CurlList*, const char*) = nullptr;
  void (*slist_free_all)(CurlList*) = nullptr;
  // For the test of the numbers above; the only one that may be null.
  const CurlEasyOption* (*easy_option_by_name)(const char*) = nullptr;
};

// Loaded and initialised once; the library stays for the life of the process.
Result<const Libcurl*> LoadLibcurl();

// For the test of a machine without it. Does not initialise.
Result<Libcurl> LoadLibcurlFrom(const char* file);

}  // namespace satchel::net
