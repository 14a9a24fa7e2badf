#include "text/identifier.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::text {
namespace {

std::string Parts(std::string_view identifier) {
  std::string joined;
  for (const ByteRange& part : SplitIdentifier(identifier)) {
    if (!joined.empty()) joined += '|';
    joined += identifier.substr(part.begin, part.size());
  }
  return joined;
}

TEST(IdentifierTest, PartsOfTheUsualForms) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"", ""},
      {"_", ""},
      {"word", "word"},
      {"camelCase", "camel|Case"},
      {"PascalCaseName", "Pascal|Case|Name"},
      {"snake_case", "snake|case"},
      {"SCREAMING_SNAKE_CASE", "SCREAMING|SNAKE|CASE"},
      {"kebab-case", "kebab|case"},
      {"__init__", "init"},
      {"_private", "private"},
      {"HTTPServer2Error_handler", "HTTP|Server|2|Error|handler"},
      {"parseHTTPResponse", "parse|HTTP|Response"},
      {"getHTTP", "get|HTTP"},
      {"XMLHttpRequest", "XML|Http|Request"},
      {"utf8", "utf|8"},
      {"0x1f", "0|x|1|f"},
      {"sha256Sum", "sha|256|Sum"},
      {"userIDs", "user|IDs"},
      {"URLsToFetch", "URLs|To|Fetch"},
      {"iPhone", "i|Phone"},
      {"os.path.join", "os|path|join"},
      {"ПростоеИмя", "Простое|Имя"},
      {"имя_файла2", "имя|файла|2"},
      {"cafe\u0301Bar", "cafe\u0301|Bar"},
      {"ÉcoleÀ", "École|À"},
  };
  for (const auto& [identifier, parts] : cases) EXPECT_EQ(Parts(identifier), parts) << identifier;
}

TEST(IdentifierTest, BadBytesSeparate) { EXPECT_EQ(Parts("a\xff\xfe_b"), "a|b"); }

}  // namespace
}  // namespace satchel::text
