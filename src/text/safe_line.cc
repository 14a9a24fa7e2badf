#include "text/safe_line.h"

#include "text/invisible.h"
#include "text/redactor.h"
#include "text/utf8.h"

namespace satchel::text {

std::string SafeLine(std::string_view text, std::size_t max_characters) {
  const std::string visible = EscapeInvisible(std::string(text)).text;
  return Ellipsize(Redactor::Default().Redact(visible).text, max_characters);
}

}  // namespace satchel::text
