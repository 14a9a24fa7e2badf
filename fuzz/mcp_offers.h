#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "surfaces/mcp/protocol/catalogue.h"
#include "surfaces/mcp/tools/parameters.h"

namespace satchel::fuzz {

inline constexpr mcp::Parameter kParameters[] = {
    {.name = "query", .required = true, .bytes = 64},
    {.name = "limit", .kind = mcp::Parameter::Kind::kInteger, .least = 1, .most = 9},
    {.name = "paths", .kind = mcp::Parameter::Kind::kList},
    {.name = "format", .choices = "a|b"},
};

// What a server offers that says back what it was asked.
inline mcp::Catalogue Offers() {
  mcp::Catalogue catalogue;
  catalogue.server_info = {{"name", "fuzz"}, {"version", "1"}};
  catalogue.tools.push_back(
      {.declaration = {{"name", "echo"}},
       .call = [](const Json& arguments, mcp::Exchange& exchange) -> mcp::Answer {
         exchange.ReportProgress(1, 2, "half");
         const auto checked = mcp::Arguments::Check(kParameters, arguments);
         return Json{
             {"content", Json::array()}, {"structuredContent", arguments}, {"isError", !checked}};
       }});
  catalogue.templates.push_back(
      {.declaration = {{"uriTemplate", "t://{x}/y"}},
       .read = [](const std::string& value, mcp::Exchange&) -> mcp::Answer {
         return Json{{"contents", value}};
       }});
  catalogue.prompts.push_back({.declaration = {{"name", "p"}},
                               .get = [](const Json& arguments, mcp::Exchange&) -> mcp::Answer {
                                 return Json{{"messages", arguments}};
                               }});
  return catalogue;
}

}  // namespace satchel::fuzz
