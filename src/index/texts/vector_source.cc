#include "index/texts/vector_source.h"

#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/sha256.h"
#include "text/redactor.h"
#include "text/utf8.h"

namespace satchel::retrieval {
namespace {

// Raised when the same documents give other texts.
constexpr std::string_view kTextsVersion = "text.1";

std::string BytesOf(const Digest& digest) { return {digest.bytes.begin(), digest.bytes.end()}; }

std::string TextOf(const SourceText& text) {
  return fmt::format("{} {}\n{}", text.kind, text.title, text.body);
}

}  // namespace

std::string TextToEmbed(std::string_view text, std::size_t most_bytes) {
  // A secret that is cut is no longer seen to be one: they are taken out first.
  const std::string_view beginning = text.substr(0, 4 * kMostTextBytes);
  const std::string clean = text::Redactor::Default().Redact(text::RepairUtf8(beginning).text).text;
  return std::string(text::TruncateUtf8(clean, most_bytes));
}

VectorDocument VectorDocumentOf(const SourceText& text) {
  Sha256 sum;
  sum.Update(kTextsVersion);
  for (const std::string* part : {&text.kind, &text.title, &text.body}) {
    sum.Update(fmt::format(" {} ", part->size())).Update(*part);
  }
  return {.name = text.id, .digest = BytesOf(sum.Finish())};
}

VectorSource VectorSourceOf(std::string_view source, std::span<const SourceText> texts) {
  VectorSource made{.name = std::string(source), .documents = {}, .texts = {}};
  auto by_name = std::make_shared<std::map<std::string, std::string>>();
  for (const SourceText& text : texts) {
    if (!by_name->emplace(text.id, TextOf(text)).second) continue;
    made.documents.push_back(VectorDocumentOf(text));
  }
  made.texts =
      [by_name](std::span<const VectorDocument> documents) -> Result<std::vector<DocumentTexts>> {
    std::vector<DocumentTexts> found;
    for (const VectorDocument& document : documents) {
      found.emplace_back(std::vector{TextToEmbed(by_name->at(document.name))});
    }
    return found;
  };
  return made;
}

}  // namespace satchel::retrieval
