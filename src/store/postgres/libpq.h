#pragma once

#include <memory>

#include <libpq-fe.h>

#include "base/result.h"

// libpq is loaded when a PostgreSQL store is first opened: the same binary runs
// where no client library is installed.
namespace satchel::store {

// The functions used: libpq's names without PQ, in our spelling.
struct Libpq {
  decltype(&::PQcancel) cancel = nullptr;
  decltype(&::PQcmdStatus) cmd_status = nullptr;
  decltype(&::PQcmdTuples) cmd_tuples = nullptr;
  decltype(&::PQclear) clear = nullptr;
  decltype(&::PQconndefaults) conndefaults = nullptr;
  decltype(&::PQconnectPoll) connect_poll = nullptr;
  decltype(&::PQconnectionNeedsPassword) connection_needs_password = nullptr;
  decltype(&::PQconnectStartParams) connect_start_params = nullptr;
  decltype(&::PQconninfoFree) conninfo_free = nullptr;
  decltype(&::PQconninfoParse) conninfo_parse = nullptr;
  decltype(&::PQconsumeInput) consume_input = nullptr;
  decltype(&::PQenterPipelineMode) enter_pipeline_mode = nullptr;
  decltype(&::PQerrorMessage) error_message = nullptr;
  decltype(&::PQfinish) finish = nullptr;
  decltype(&::PQflush) flush = nullptr;
  decltype(&::PQfformat) fformat = nullptr;
  decltype(&::PQfreeCancel) free_cancel = nullptr;
  decltype(&::PQfreemem) freemem = nullptr;
  decltype(&::PQftype) ftype = nullptr;
  decltype(&::PQgetCancel) get_cancel = nullptr;
  decltype(&::PQgetisnull) getisnull = nullptr;
  decltype(&::PQgetlength) getlength = nullptr;
  decltype(&::PQgetResult) get_result = nullptr;
  decltype(&::PQgetvalue) getvalue = nullptr;
  decltype(&::PQisBusy) is_busy = nullptr;
  decltype(&::PQnfields) nfields = nullptr;
  decltype(&::PQntuples) ntuples = nullptr;
  decltype(&::PQpipelineSync) pipeline_sync = nullptr;
  decltype(&::PQresultErrorField) result_error_field = nullptr;
  decltype(&::PQresultStatus) result_status = nullptr;
  decltype(&::PQsendPrepare) send_prepare = nullptr;
  decltype(&::PQsendQueryParams) send_query_params = nullptr;
  decltype(&::PQsendQueryPrepared) send_query_prepared = nullptr;
  decltype(&::PQserverVersion) server_version = nullptr;
  decltype(&::PQsetErrorVerbosity) set_error_verbosity = nullptr;
  decltype(&::PQsetSingleRowMode) set_single_row_mode = nullptr;
  decltype(&::PQsetnonblocking) setnonblocking = nullptr;
  decltype(&::PQsetNoticeReceiver) set_notice_receiver = nullptr;
  decltype(&::PQsocket) socket = nullptr;
  decltype(&::PQsslInUse) ssl_in_use = nullptr;
  decltype(&::PQstatus) status = nullptr;
};

// Loaded once; the library stays for the life of the process.
Result<const Libpq*> LoadLibpq();

// For the test of a machine without it.
Result<Libpq> LoadLibpqFrom(const char* file);

struct FreeConnection {
  const Libpq* libpq = nullptr;
  void operator()(PGconn* connection) const { libpq->finish(connection); }
};
using ConnectionHandle = std::unique_ptr<PGconn, FreeConnection>;

struct FreeResult {
  const Libpq* libpq = nullptr;
  void operator()(PGresult* result) const { libpq->clear(result); }
};
using ResultHandle = std::unique_ptr<PGresult, FreeResult>;

}  // namespace satchel::store
