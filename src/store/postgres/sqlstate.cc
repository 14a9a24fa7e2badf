#include "store/postgres/sqlstate.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "text/safe_line.h"
#include "text/utf8.h"

namespace satchel::store {
namespace {

struct Meaning {
  std::string_view prefix;  // of the SQLSTATE
  Errc code;
  std::string_view text;  // in front of the server's message
  std::string_view hint;
};

// The first that fits.
constexpr std::array kMeanings = {
    Meaning{"08", Errc::kUnavailable, "the connection to PostgreSQL was lost", ""},
    Meaning{"23505", Errc::kConflict, "a row with this key is there already", ""},
    Meaning{"23", Errc::kInvalidInput, "PostgreSQL refused a row", ""},
    Meaning{"22", Errc::kInvalidInput, "PostgreSQL refused a value", ""},
    Meaning{"25006", Errc::kUnavailable, "the PostgreSQL server is read-only",
            "name every host in the address, so that the one that takes writes is found"},
    Meaning{"26000", Errc::kInvalidInput, "a prepared statement is gone",
            "behind pgbouncer in transaction mode leave named statements off"},
    Meaning{"42P05", Errc::kInvalidInput, "a prepared statement is there already",
            "behind pgbouncer in transaction mode leave named statements off"},
    Meaning{"28P01", Errc::kDenied, "PostgreSQL refused the password",
            "set SATCHEL_STORE_PASSWORD, or use a password file"},
    Meaning{"28", Errc::kDenied, "PostgreSQL refused the role",
            "`satchel db init` makes the role; the server's pg_hba.conf lets it in"},
    Meaning{"3D000", Errc::kNotFound, "the database does not exist",
            "create it with `createdb`, then run `satchel db init`"},
    Meaning{"40", Errc::kConflict, "PostgreSQL rolled back for another transaction", ""},
    Meaning{"55P03", Errc::kConflict, "a row is locked by another transaction", ""},
    Meaning{"42P01", Errc::kNotFound, "this database has no store of Satchel",
            "the owner of the database runs `satchel db init`"},
    Meaning{"42501", Errc::kDenied, "the role may not do this",
            "`satchel db check` says what it lacks"},
    Meaning{"53100", Errc::kUnavailable, "the PostgreSQL server's disk is full",
            "free space on the server"},
    Meaning{"53300", Errc::kUnavailable, "the PostgreSQL server has no connection left",
            "lower the number of connections, raise max_connections, or use pgbouncer"},
    Meaning{"53", Errc::kUnavailable, "the PostgreSQL server is out of resources", ""},
    Meaning{"54", Errc::kInvalidInput, "too large for PostgreSQL", ""},
    Meaning{"57014", Errc::kDeadline, "PostgreSQL stopped the statement", ""},
    Meaning{"57", Errc::kUnavailable, "the PostgreSQL server is stopping or starting", ""},
    Meaning{"58", Errc::kUnavailable, "the PostgreSQL server's system failed", ""},
    Meaning{"XX001", Errc::kCorrupt, "PostgreSQL found damaged data", ""},
    Meaning{"XX002", Errc::kCorrupt, "PostgreSQL found a damaged index", ""},
};

// Why there is no TLS with a server whose name is verified. Trying again does not help.
constexpr std::array kTlsTexts = {
    std::pair<std::string_view, std::string_view>{
        "root certificate file",
        "name the certificates that you trust in the address, like "
        "sslrootcert=/etc/ssl/certs/ca-certificates.crt"},
    std::pair<std::string_view, std::string_view>{
        "server does not support SSL",
        "switch TLS on at the server; sslmode=disable in the address sends everything in clear "
        "text"},
    std::pair<std::string_view, std::string_view>{
        "certificate verify failed",
        "name the certificates that you trust in the address: sslrootcert=FILE"},
    std::pair<std::string_view, std::string_view>{
        "does not match host name", "use the name in the server's certificate as the host"},
    std::pair<std::string_view, std::string_view>{
        "authentication method requirement",
        "let the server ask for SCRAM, or switch TLS on there and use sslmode=verify-full"}};

bool IsSqlstate(std::string_view text) {
  return text.size() == 5 &&
         std::ranges::all_of(text, [](char c) { return IsDigit(c) || IsUpper(c); });
}

}  // namespace

std::string PrintedText(std::string_view text) {
  constexpr std::size_t kMostCharacters = 400;
  // A gigabyte is not read for its beginning.
  const std::string_view beginning = text.substr(0, kMostCharacters * 4);
  return text::VisibleLine(text::Ellipsize(beginning, kMostCharacters));
}

Error ErrorOfSqlstate(std::string_view sqlstate, std::string_view message) {
  for (const Meaning& meaning : kMeanings) {
    if (!sqlstate.starts_with(meaning.prefix)) continue;
    return Fail(meaning.code,
                fmt::format("{}: {} ({})", meaning.text, PrintedText(message),
                            PrintedText(sqlstate)),
                meaning.hint)
        .error();
  }
  return {Errc::kInternal,
          fmt::format("PostgreSQL: {} ({})", PrintedText(message), PrintedText(sqlstate))};
}

Error ErrorOfConnect(std::string_view text) {
  if (text.find("session is read-only") != std::string_view::npos) {
    return ErrorOfSqlstate("25006", text.substr(0, text.find('\n')));
  }
  // libpq's own texts. They are of its language, so without a match the general error tells them.
  for (const auto& [part, hint] : kTlsTexts) {
    if (text.find(part) == std::string_view::npos) continue;
    return Fail(Errc::kInvalidInput,
                "cannot reach PostgreSQL with TLS: " + PrintedText(text.substr(0, text.find('\n'))),
                hint)
        .error();
  }
  // Verbose texts are "SEVERITY:  SQLSTATE: message", whatever the server's language.
  for (std::size_t at = text.find(":  "); at != std::string_view::npos;
       at = text.find(":  ", at + 1)) {
    const std::string_view rest = text.substr(at + 3);
    if (!IsSqlstate(rest.substr(0, 5)) || rest.substr(5, 2) != ": ") continue;
    const std::string_view message = rest.substr(7);
    return ErrorOfSqlstate(rest.substr(0, 5), message.substr(0, message.find('\n')));
  }
  return {Errc::kUnavailable,
          fmt::format("cannot reach PostgreSQL: {}", PrintedText(text.substr(0, text.find('\n'))))};
}

}  // namespace satchel::store
