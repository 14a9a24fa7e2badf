#include "store/postgres/libpq.h"

#include <array>
#include <string>

#include "base/shared_library.h"

namespace satchel::store {
namespace {

constexpr const char* kHint =
    "install PostgreSQL's client library, version 14 or later (Debian: libpq5)";

}  // namespace

Result<Libpq> LoadLibpqFrom(const char* file) {
  auto library = SharedLibrary::Open(std::array{file});
  if (!library) {
    return Fail(Errc::kUnavailable, "a PostgreSQL store needs libpq, which cannot be loaded",
                kHint);
  }
  Libpq libpq;
  library->Find(libpq.cancel, "PQcancel");
  library->Find(libpq.cmd_status, "PQcmdStatus");
  library->Find(libpq.cmd_tuples, "PQcmdTuples");
  library->Find(libpq.clear, "PQclear");
  library->Find(libpq.conndefaults, "PQconndefaults");
  library->Find(libpq.connect_poll, "PQconnectPoll");
  library->Find(libpq.connection_needs_password, "PQconnectionNeedsPassword");
  library->Find(libpq.connect_start_params, "PQconnectStartParams");
  library->Find(libpq.conninfo_free, "PQconninfoFree");
  library->Find(libpq.conninfo_parse, "PQconninfoParse");
  library->Find(libpq.consume_input, "PQconsumeInput");
  library->Find(libpq.enter_pipeline_mode, "PQenterPipelineMode");
  library->Find(libpq.error_message, "PQerrorMessage");
  library->Find(libpq.finish, "PQfinish");
  library->Find(libpq.flush, "PQflush");
  library->Find(libpq.fformat, "PQfformat");
  library->Find(libpq.free_cancel, "PQfreeCancel");
  library->Find(libpq.freemem, "PQfreemem");
  library->Find(libpq.ftype, "PQftype");
  library->Find(libpq.get_cancel, "PQgetCancel");
  library->Find(libpq.getisnull, "PQgetisnull");
  library->Find(libpq.getlength, "PQgetlength");
  library->Find(libpq.get_result, "PQgetResult");
  library->Find(libpq.getvalue, "PQgetvalue");
  library->Find(libpq.is_busy, "PQisBusy");
  library->Find(libpq.nfields, "PQnfields");
  library->Find(libpq.ntuples, "PQntuples");
  library->Find(libpq.pipeline_sync, "PQpipelineSync");
  library->Find(libpq.result_error_field, "PQresultErrorField");
  library->Find(libpq.result_status, "PQresultStatus");
  library->Find(libpq.send_prepare, "PQsendPrepare");
  library->Find(libpq.send_query_params, "PQsendQueryParams");
  library->Find(libpq.send_query_prepared, "PQsendQueryPrepared");
  library->Find(libpq.server_version, "PQserverVersion");
  library->Find(libpq.set_error_verbosity, "PQsetErrorVerbosity");
  library->Find(libpq.set_single_row_mode, "PQsetSingleRowMode");
  library->Find(libpq.setnonblocking, "PQsetnonblocking");
  library->Find(libpq.set_notice_receiver, "PQsetNoticeReceiver");
  library->Find(libpq.socket, "PQsocket");
  library->Find(libpq.ssl_in_use, "PQsslInUse");
  library->Find(libpq.status, "PQstatus");
  if (!library->missing().empty()) {
    return Fail(Errc::kUnavailable, "libpq is too old: it has no " + library->missing(), kHint);
  }
  return libpq;
}

Result<const Libpq*> LoadLibpq() {
  static const Result<Libpq> kLoaded = LoadLibpqFrom("libpq.so.5");
  if (!kLoaded) return std::unexpected(kLoaded.error());
  return &*kLoaded;
}

}  // namespace satchel::store
