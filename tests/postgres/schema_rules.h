#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/statement.h"
#include "store/table.h"

// The rules that let a store be spread over many servers, checked on tables and
// statements as data: docs/design/store_postgres.md lists them. Each gives what
// breaks it; an empty list is what is wanted.
namespace satchel::test {

std::vector<std::string> BrokenByTables(std::span<const store::Table* const> tables);
// Statements that the engine itself sends, from the schema or written out.
std::vector<std::string> BrokenByDefinition(std::span<const std::string> sql);
std::vector<std::string> BrokenByStatements(std::span<const store::Statement* const> statements,
                                            std::span<const store::Table* const> tables);

}  // namespace satchel::test
