#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "index/texts/source_text.h"

// Documents of a source as a model is to read them. A document has texts: a file one for each of
// its chunks, an entry, a node or a memory one. Its digest is of all that decides on them, so that
// whoever has the digest of now knows whether vectors are still its own.
namespace satchel::retrieval {

// One vector a text, in their order. Whatever is behind it takes secrets out of what it sends.
using EmbedTexts = std::function<Result<std::vector<std::vector<float>>>(
    std::span<const std::string> texts, const Deadline& deadline)>;

struct VectorDocument {
  std::string name;    // a path, or its name in the source
  std::string digest;  // 32 bytes
};

// Nothing: it cannot be read, or is another by now.
using DocumentTexts = std::optional<std::vector<std::string>>;

struct VectorSource {
  std::string name;
  std::vector<VectorDocument> documents;  // all there are, of different names
  // The texts of some of them, in their order. Called from one thread.
  std::function<Result<std::vector<DocumentTexts>>(std::span<const VectorDocument>)> texts;
};

// Where most models would no longer read a text.
inline constexpr std::size_t kMostTextBytes = 4'000;
// A text on its way to a model: valid UTF-8, without secrets, its beginning. May be blank.
std::string TextToEmbed(std::string_view text, std::size_t most_bytes = kMostTextBytes);

// Of texts that are documents by themselves.
VectorDocument VectorDocumentOf(const SourceText& text);
VectorSource VectorSourceOf(std::string_view source, std::span<const SourceText> texts);

}  // namespace satchel::retrieval
