#pragma once

#include <memory>

#include <libpq-fe.h>

#include "base/result.h"

// libpq is loaded when a PostgreSQL store is first opened: the same binary runs
// where no client library is installed.
namespace satchel::store {

// The functions used, under libpq's own names without PQ.
struct Libpq {
  decltype(&::PQcancel) cancel = nullptr;
  decltype(&::PQcmdStatus) cmdStatus = nullptr;
  decltype(&::PQcmdTuples) cmdTuples = nullptr;
  decltype(&::PQclear) clear = nullptr;
  decltype(&::PQconnectPoll) connectPoll = nullptr;
  decltype(&::PQconnectStartParams) connectStartParams = nullptr;
  decltype(&::PQconninfoFree) conninfoFree = nullptr;
  decltype(&::PQconninfoParse) conninfoParse = nullptr;
  decltype(&::PQconsumeInput) consumeInput = nullptr;
  decltype(&::PQenterPipelineMode) enterPipelineMode = nullptr;
  decltype(&::PQerrorMessage) errorMessage = nullptr;
  decltype(&::PQfinish) finish = nullptr;
  decltype(&::PQflush) flush = nullptr;
  decltype(&::PQfname) fname = nullptr;
  decltype(&::PQfreeCancel) freeCancel = nullptr;
  decltype(&::PQfreemem) freemem = nullptr;
  decltype(&::PQftype) ftype = nullptr;
  decltype(&::PQgetCancel) getCancel = nullptr;
  decltype(&::PQgetisnull) getisnull = nullptr;
  decltype(&::PQgetlength) getlength = nullptr;
  decltype(&::PQgetResult) getResult = nullptr;
  decltype(&::PQgetvalue) getvalue = nullptr;
  decltype(&::PQisBusy) isBusy = nullptr;
  decltype(&::PQnfields) nfields = nullptr;
  decltype(&::PQntuples) ntuples = nullptr;
  decltype(&::PQpipelineSync) pipelineSync = nullptr;
  decltype(&::PQresultErrorField) resultErrorField = nullptr;
  decltype(&::PQresultStatus) resultStatus = nullptr;
  decltype(&::PQsendPrepare) sendPrepare = nullptr;
  decltype(&::PQsendQueryParams) sendQueryParams = nullptr;
  decltype(&::PQsendQueryPrepared) sendQueryPrepared = nullptr;
  decltype(&::PQserverVersion) serverVersion = nullptr;
  decltype(&::PQsetErrorVerbosity) setErrorVerbosity = nullptr;
  decltype(&::PQsetnonblocking) setnonblocking = nullptr;
  decltype(&::PQsetNoticeReceiver) setNoticeReceiver = nullptr;
  decltype(&::PQsocket) socket = nullptr;
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
