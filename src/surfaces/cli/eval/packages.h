#pragma once

#include <span>
#include <string>

#include "base/json.h"
#include "evaluation/package_report.h"

// What packages have of what was to be found, as JSON and as a table.
namespace satchel::cli {

Json PackagesJson(std::span<const evaluation::PackageRow> rows);
std::string PackagesText(std::span<const evaluation::PackageRow> rows);

}  // namespace satchel::cli
