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
  loader.Find(libpq.cmdStatus, "PQcmdStatus");
  loader.Find(libpq.cmdTuples, "PQcmdTuples");
  loader.Find(libpq.clear, "PQclear");
  loader.Find(libpq.connectPoll, "PQconnectPoll");
  loader.Find(libpq.connectStartParams, "PQconnectStartParams");
  loader.Find(libpq.conninfoFree, "PQconninfoFree");
  loader.Find(libpq.conninfoParse, "PQconninfoParse");
  loader.Find(libpq.consumeInput, "PQconsumeInput");
  loader.Find(libpq.enterPipelineMode, "PQenterPipelineMode");
  loader.Find(libpq.errorMessage, "PQerrorMessage");
  loader.Find(libpq.finish, "PQfinish");
  loader.Find(libpq.flush, "PQflush");
  loader.Find(libpq.fname, "PQfname");
  loader.Find(libpq.freeCancel, "PQfreeCancel");
  loader.Find(libpq.freemem, "PQfreemem");
  loader.Find(libpq.ftype, "PQftype");
  loader.Find(libpq.getCancel, "PQgetCancel");
  loader.Find(libpq.getisnull, "PQgetisnull");
  loader.Find(libpq.getlength, "PQgetlength");
  loader.Find(libpq.getResult, "PQgetResult");
  loader.Find(libpq.getvalue, "PQgetvalue");
  loader.Find(libpq.isBusy, "PQisBusy");
  loader.Find(libpq.nfields, "PQnfields");
  loader.Find(libpq.ntuples, "PQntuples");
  loader.Find(libpq.pipelineSync, "PQpipelineSync");
  loader.Find(libpq.resultErrorField, "PQresultErrorField");
  loader.Find(libpq.resultStatus, "PQresultStatus");
  loader.Find(libpq.sendPrepare, "PQsendPrepare");
  loader.Find(libpq.sendQueryParams, "PQsendQueryParams");
  loader.Find(libpq.sendQueryPrepared, "PQsendQueryPrepared");
  loader.Find(libpq.serverVersion, "PQserverVersion");
  loader.Find(libpq.setErrorVerbosity, "PQsetErrorVerbosity");
  loader.Find(libpq.setnonblocking, "PQsetnonblocking");
  loader.Find(libpq.setNoticeReceiver, "PQsetNoticeReceiver");
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
