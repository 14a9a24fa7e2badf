#include "code/index/indexed_file.h"

#include <utility>

#include <fmt/format.h>

#include "base/sha256.h"
#include "code/facts/facts_codec.h"
#include "code/languages/languages.h"
#include "code/walk/language.h"
#include "code/walk/role.h"
#include "text/safe_text.h"

namespace satchel::code {

std::string ContentDigest(std::string_view bytes, std::uint64_t size) {
  const Digest digest = bytes.size() < size
                            ? Sha256Of(fmt::format("{} {}", Sha256Of(bytes).Hex(), size))
                            : Sha256Of(bytes);
  return {digest.bytes.begin(), digest.bytes.end()};
}

IndexedFile FactsReader::Read(std::string_view path, std::string_view content, std::string digest) {
  IndexedFile file;
  file.path = path;
  file.digest = std::move(digest);
  file.size = content.size();
  file.language = LanguageOf(path, content);
  file.role = Name(RoleOf(path, content));
  // Names, headings, signatures and words come from the masked content, so that no secret reaches a
  // store, a cache or a log.
  const text::MaskedText masked = text::MaskSecrets(content);
  ReadFacts(masked, file);
  if (chunks_ != nullptr) file.documents = chunks_->Read(path, masked.text, file.facts);
  return file;
}

void FactsReader::ReadFacts(const text::MaskedText& content, IndexedFile& file) {
  const LanguageRules* rules = FindLanguage(file.language);
  const ParseCache::Key key = ParseCache::KeyOf(file.digest, rules);
  if (cache_ != nullptr) {
    if (auto data = cache_->Find(key)) {
      if (auto facts = DecodeFacts(*data)) {
        file.facts = *std::move(facts);
        file.encoded = *std::move(data);
        file.cached = true;
        return;
      }
    }
  }
  file.facts = parser_.Read(content.text, rules);
  file.facts.has_secrets = content.has_secrets;
  file.encoded = EncodeFacts(file.facts);
  // What a limit stopped says as much about the limit as about the content.
  if (cache_ != nullptr && file.facts.reading != Reading::kLimit) cache_->Add(key, file.encoded);
}

}  // namespace satchel::code
