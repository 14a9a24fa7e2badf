#include "store/postgres/libpq.h"

#include <string>

#include <dlfcn.h>

namespace satchel::store {
namespace {

class Loader {
 public:
  explicit Loader(void* library) : library_(library) {}

  template <class Function>
  void Find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(::dlsym(library_, name));
    if (function == nullptr && missing_.empty()) missing_ = name;
  }
  const std::string& missing() const { return missing_; }

 private:
  void* library_;
  std::string missing_;
};

constexpr const char* kHint =
    "install PostgreSQL's client library, version 14 or later (Debian: libpq5)";

}  // namespace

Result<Libpq> LoadLibpqFrom(const char* file) {
  void* library = ::dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return Fail(Errc::kUnavailable, "a PostgreSQL store needs libpq, which cannot be loaded",
                kHint);
  }
  Libpq libpq;
  Loader loader(library);
  loader.Find(libpq.cancel, "PQcancel");
  loader.Find(libpq.cmd_status, "PQcmdStatus");
  loader.Find(libpq.cmd_tuples, "PQcmdTuples");
  loader.Find(libpq.clear, "PQclear");
  loader.Find(libpq.connect_poll, "PQconnectPoll");
  loader.Find(libpq.connection_needs_password, "PQconnectionNeedsPassword");
  loader.Find(libpq.connect_start_params, "PQconnectStartParams");
  loader.Find(libpq.conninfo_free, "PQconninfoFree");
  loader.Find(libpq.conninfo_parse, "PQconninfoParse");
  loader.Find(libpq.consume_input, "PQconsumeInput");
  loader.Find(libpq.enter_pipeline_mode, "PQenterPipelineMode");
  loader.Find(libpq.error_message, "PQerrorMessage");
  loader.Find(libpq.finish, "PQfinish");
  loader.Find(libpq.flush, "PQflush");
  loader.Find(libpq.fname, "PQfname");
  loader.Find(libpq.free_cancel, "PQfreeCancel");
  loader.Find(libpq.freemem, "PQfreemem");
  loader.Find(libpq.ftype, "PQftype");
  loader.Find(libpq.get_cancel, "PQgetCancel");
  loader.Find(libpq.getisnull, "PQgetisnull");
  loader.Find(libpq.getlength, "PQgetlength");
  loader.Find(libpq.get_result, "PQgetResult");
  loader.Find(libpq.getvalue, "PQgetvalue");
  loader.Find(libpq.is_busy, "PQisBusy");
  loader.Find(libpq.nfields, "PQnfields");
  loader.Find(libpq.ntuples, "PQntuples");
  loader.Find(libpq.pipeline_sync, "PQpipelineSync");
  loader.Find(libpq.result_error_field, "PQresultErrorField");
  loader.Find(libpq.result_status, "PQresultStatus");
  loader.Find(libpq.send_prepare, "PQsendPrepare");
  loader.Find(libpq.send_query_params, "PQsendQueryParams");
  loader.Find(libpq.send_query_prepared, "PQsendQueryPrepared");
  loader.Find(libpq.server_version, "PQserverVersion");
  loader.Find(libpq.set_error_verbosity, "PQsetErrorVerbosity");
  loader.Find(libpq.setnonblocking, "PQsetnonblocking");
  loader.Find(libpq.set_notice_receiver, "PQsetNoticeReceiver");
  loader.Find(libpq.socket, "PQsocket");
  loader.Find(libpq.status, "PQstatus");
  if (!loader.missing().empty()) {
    return Fail(Errc::kUnavailable, "libpq is too old: it has no " + loader.missing(), kHint);
  }
  return libpq;
}

Result<const Libpq*> LoadLibpq() {
  static const Result<Libpq> kLoaded = LoadLibpqFrom("libpq.so.5");
  if (!kLoaded) return std::unexpected(kLoaded.error());
  return &*kLoaded;
}

}  // namespace satchel::store
