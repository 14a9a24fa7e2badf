#include "text/safe_line.h"

#include <fmt/format.h>

#include "text/invisible.h"
#include "text/redactor.h"
#include "text/utf8.h"

namespace satchel::text {

std::string SafeLine(std::string_view text, std::size_t max_characters) {
  const std::string visible = EscapeInvisible(std::string(text)).text;
  return Ellipsize(Redactor::Default().Redact(visible).text, max_characters);
}

std::string VisibleLine(std::string_view text) {
  std::string visible = EscapeInvisible(std::string(text)).text;
  for (std::size_t at = 0; (at = visible.find_first_of("\t\r\n", at)) != std::string::npos;) {
    visible.replace(at, 1, fmt::format("\\u{{{:X}}}", static_cast<unsigned>(visible[at])));
  }
  return visible;
}

}  // namespace satchel::text
