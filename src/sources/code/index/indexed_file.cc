#include "sources/code/index/indexed_file.h"

#include <utility>

#include <fmt/format.h>

#include "base/sha256.h"
#include "sources/code/facts_codec.h"
#include "sources/code/languages/languages.h"
#include "sources/code/walk/language.h"
#include "sources/code/walk/role.h"

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
  ReadFacts(content, file);
  if (chunks_ != nullptr) file.documents = chunks_->Read(path, content, file.facts);
  return file;
}

void FactsReader::ReadFacts(std::string_view content, IndexedFile& file) {
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
  file.facts = parser_.Read(content, rules);
  file.encoded = EncodeFacts(file.facts);
  // What a limit stopped says as much about the limit as about the content.
  if (cache_ != nullptr && file.facts.reading != Reading::kLimit) cache_->Add(key, file.encoded);
}

}  // namespace satchel::code
