#include "net/libcurl.h"

#include <array>
#include <span>
#include <string>

#include "base/shared_library.h"

namespace satchel::net {
namespace {

constexpr const char* kHint = "install libcurl, version 7.68 or later (Debian: libcurl4)";

// Debian's two builds, with OpenSSL and with GnuTLS. Either will do.
constexpr std::array kFiles = {"libcurl.so.4", "libcurl-gnutls.so.4"};

Result<Libcurl> Load(std::span<const char* const> files) {
  auto library = SharedLibrary::Open(files);
  if (!library) {
    return Fail(Errc::kUnavailable, "a call over HTTP needs libcurl, which cannot be loaded",
                kHint);
  }
  Libcurl curl;
  library->Find(curl.global_init, "curl_global_init");
  library->Find(curl.easy_init, "curl_easy_init");
  library->Find(curl.easy_cleanup, "curl_easy_cleanup");
  library->Find(curl.easy_reset, "curl_easy_reset");
  library->Find(curl.easy_setopt, "curl_easy_setopt");
  library->Find(curl.easy_getinfo, "curl_easy_getinfo");
  library->Find(curl.easy_strerror, "curl_easy_strerror");
  library->Find(curl.multi_init, "curl_multi_init");
  library->Find(curl.multi_cleanup, "curl_multi_cleanup");
  library->Find(curl.multi_add_handle, "curl_multi_add_handle");
  library->Find(curl.multi_remove_handle, "curl_multi_remove_handle");
  library->Find(curl.multi_perform, "curl_multi_perform");
  library->Find(curl.multi_poll, "curl_multi_poll");
  library->Find(curl.multi_info_read, "curl_multi_info_read");
  library->Find(curl.slist_append, "curl_slist_append");
  library->Find(curl.slist_free_all, "curl_slist_free_all");
  if (!library->missing().empty()) {
    return Fail(Errc::kUnavailable, "libcurl is too old: it has no " + library->missing(), kHint);
  }
  library->Find(curl.easy_option_by_name, "curl_easy_option_by_name");
  return curl;
}

Result<Libcurl> LoadAndInitialise() {
  auto curl = SATCHEL_TRY(Load(kFiles));
  if (curl.global_init(kCurlGlobalDefault) != CurlCode::kOk) {
    return Fail(Errc::kUnavailable, "libcurl cannot be initialised");
  }
  return curl;
}

}  // namespace

Result<Libcurl> LoadLibcurlFrom(const char* file) { return Load(std::array{file}); }

Result<const Libcurl*> LoadLibcurl() {
  static const Result<Libcurl> kLoaded = LoadAndInitialise();
  if (!kLoaded) return std::unexpected(kLoaded.error());
  return &*kLoaded;
}

}  // namespace satchel::net
