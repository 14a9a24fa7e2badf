#include "tests/postgres/schema_rules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include <fmt/format.h>

namespace satchel::test {
namespace {

using Words = std::vector<std::string>;

// Words and signs in lower case; what stands in quotes is left out.
Words WordsOf(std::string_view sql) {
  Words words;
  for (std::size_t at = 0; at < sql.size();) {
    const char c = sql[at];
    if (c == '\'') {
      at = std::min(sql.find('\'', at + 1), sql.size() - 1) + 1;
    } else if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$') {
      std::string word;
      for (; at < sql.size() && (std::isalnum(static_cast<unsigned char>(sql[at])) != 0 ||
                                 sql[at] == '_' || sql[at] == '$');
           ++at) {
        word += static_cast<char>(std::tolower(static_cast<unsigned char>(sql[at])));
      }
      words.push_back(std::move(word));
    } else {
      if (std::isspace(static_cast<unsigned char>(c)) == 0) words.emplace_back(1, c);
      ++at;
    }
  }
  return words;
}

bool Has(const Words& words, const Words& phrase) {
  return !std::ranges::search(words, phrase).empty();
}

std::size_t Count(const Words& words, const Words& phrase) {
  std::size_t count = 0;
  auto rest = std::ranges::subrange(words.begin(), words.end());
  for (;;) {
    const auto found = std::ranges::search(rest, phrase);
    if (found.empty()) return count;
    ++count;
    rest = {found.end(), words.end()};
  }
}

// Rules 4, 5, 8, 10, 13: nothing that holds for one node only, counts by itself
// or runs code in the database.
constexpr std::array<std::string_view, 21> kForbidden = {"trigger",
                                                         "rule",
                                                         "merge",
                                                         "listen",
                                                         "notify",
                                                         "pg_notify",
                                                         "serial",
                                                         "bigserial",
                                                         "sequence",
                                                         "nextval",
                                                         "identity",
                                                         "generated",
                                                         "pg_advisory_lock",
                                                         "pg_advisory_xact_lock",
                                                         "prepare",
                                                         "set_config",
                                                         "copy",
                                                         "function",
                                                         "procedure",
                                                         "extension",
                                                         "force"};

void CheckWords(const Words& words, std::string_view name, Words& broken) {
  for (const std::string_view word : kForbidden) {
    if (std::ranges::find(words, word) != words.end()) {
      broken.push_back(fmt::format("{}: uses {}", name, word));
    }
  }
}

// How often a table is named where rows come from or go to. Aliases are not used.
std::size_t Named(const Words& words, std::string_view table) {
  std::size_t count = 0;
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string& before = words[at - 1];
    const bool place =
        before == "from" || before == "join" || before == "into" || before == "update";
    if (words[at] == table && place) ++count;
  }
  return count;
}

void CheckStatement(const store::Statement& statement, std::span<const store::Table* const> tables,
                    Words& broken) {
  const Words words = WordsOf(statement.sql);
  const auto complain = [&](std::string_view what) {
    broken.push_back(fmt::format("{}: {}", statement.name, what));
  };
  CheckWords(words, statement.name, broken);
  std::size_t named = 0;
  for (const store::Table* table : tables) {
    if (table->secured) named += Named(words, table->name);
  }
  if (named == 0) complain("names no table of the store");
  // Rule 6: each table with its own workspace; an insert gives it as a value.
  const std::size_t inserted = Has(words, {"insert", "into"}) ? 1 : 0;
  const std::size_t filtered = Count(words, {"workspace_id", "=", "$1"});
  const bool gives = !Has(words, {"insert"}) || Has(words, {"(", "workspace_id", ","});
  if (filtered + inserted < named || !gives) complain("a table without workspace_id = $1");
  if (Has(words, {"for", "update"}) && filtered == 0) complain("locks without a workspace");
  // Rule 3.
  const auto set = std::ranges::find(words, "set");
  for (auto at = set; at != words.end() && *at != "where"; ++at) {
    if (*at == "workspace_id") complain("changes workspace_id");
  }
  // Rule 10: rows come from arrays and values, never from our own tables.
  if (Has(words, {"insert", "into"}) && Has(words, {"select"}) && named > 1) {
    complain("inserts rows selected from a table of the store");
  }
  // Rule 11: times and chance come from the engine.
  for (const std::string_view word :
       {"now", "random", "current_timestamp", "clock_timestamp", "current_date", "current_time"}) {
    if (std::ranges::find(words, word) != words.end())
      complain("asks the server for " + std::string(word));
  }
  if (std::ranges::find(words, ";") != words.end()) complain("is more than one statement");
  const bool writes = Has(words, {"insert"}) || Has(words, {"update"}) || Has(words, {"delete"});
  if (writes && !statement.writes && !Has(words, {"for", "update"}))
    complain("writes without saying so");
}

}  // namespace

std::vector<std::string> BrokenByTables(std::span<const store::Table* const> tables) {
  std::vector<std::string> broken;
  std::set<std::string_view> names;
  for (const store::Table* table : tables) {
    const auto complain = [&](std::string_view what) {
      broken.push_back(fmt::format("{}: {}", table->name, what));
    };
    if (!names.insert(table->name).second) complain("is there twice");
    if (table->key > table->columns.size()) complain("has a longer key than columns");
    for (std::size_t i = 0; i < table->columns.size(); ++i) {
      if (table->columns[i].name == "workspace_id")
        complain("names workspace_id, which every table has");
      if (i < table->key && table->columns[i].nullable) complain("has a key that may be null");
      if (i < table->key && table->columns[i].since > table->since)
        complain("has a key that came later");
    }
    const bool directory = table->name == "workspace" || table->name == "migration";
    if (table->secured == directory)
      complain("has row security where it should not, or none where it should");
  }
  return broken;
}

std::vector<std::string> BrokenByDefinition(std::span<const std::string> sql) {
  std::vector<std::string> broken;
  for (const std::string& statement : sql) {
    Words words = WordsOf(statement);
    const auto complain = [&](std::string_view what) {
      broken.push_back(fmt::format("{}: {}", what, statement));
    };
    CheckWords(words, statement, broken);
    if (Has(words, {"create", "table"})) {
      if (!Has(words, {"(", "workspace_id", "bigint", "not", "null"}))
        complain("workspace_id is not first");
      if (!Has(words, {"primary", "key", "(", "workspace_id"}))
        complain("no key led by workspace_id");
      if (Has(words, {"references"})) complain("foreign key");
    }
    if (Has(words, {"create", "index"}) && !Has(words, {"(", "workspace_id", ","}))
      complain("index not led by workspace_id");
    if (Has(words, {"unique"})) complain("unique beyond a workspace");
    if (Has(words, {"create", "policy"})) {
      constexpr std::string_view kOwn =
          "workspace_id = current_setting('satchel.workspace')::bigint";
      if (statement.find(fmt::format("USING ({0}) WITH CHECK ({0})", kOwn)) == std::string::npos)
        complain("another policy");
    }
    if (Has(words, {"grant"}) && (Has(words, {"all"}) || Has(words, {"truncate"})))
      complain("grants too much");
  }
  return broken;
}

std::vector<std::string> BrokenByStatements(std::span<const store::Statement* const> statements,
                                            std::span<const store::Table* const> tables) {
  std::vector<std::string> broken;
  std::set<std::string_view> names;
  for (const store::Statement* statement : statements) {
    if (!names.insert(statement->name).second)
      broken.push_back(fmt::format("{}: is there twice", statement->name));
    CheckStatement(*statement, tables, broken);
  }
  return broken;
}

}  // namespace satchel::test
