#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "code/facts/facts.h"
#include "code/index/chunk_sink.h"
#include "code/index/parse_cache.h"
#include "code/parse/parser.h"
#include "text/safe_text.h"

namespace satchel::code {

// A file as it goes into the store.
struct IndexedFile {
  std::string path;
  std::string digest;  // SHA-256 of the content, 32 bytes
  std::uint64_t size = 0;
  std::string stat;  // empty: whether it changed is not to be seen from outside
  std::string language;
  std::string role;
  FileFacts facts;
  std::string encoded;    // the facts as bytes
  std::string documents;  // of its chunks, for search; empty without a ChunkSink
  bool cached = false;
  // Why nothing is known of it but that it is there: the name of a reason; empty: it was read.
  // Kept so that the next run need not look at it again.
  std::string left_out;

  // About how many bytes it takes in memory.
  std::size_t Weight() const { return facts.Weight() + encoded.size() + documents.size(); }
};

// What a content is known by: its SHA-256, 32 bytes. `size`: of the whole file, of which `bytes`
// may be the beginning; of a file that is not read to its end the size is part of what it is known
// by.
std::string ContentDigest(std::string_view bytes, std::uint64_t size);

// From a file's bytes to what is stored, by the parse cache where it knows them. Confined to one
// thread; the cache is shared.
class FactsReader {
 public:
  // `cache` may be null: every file is parsed. `chunks` may be null: nothing is for search.
  FactsReader(const ParseLimits& limits, ParseCache* cache, const ChunkSink* chunks)
      : parser_(limits),
        cache_(cache),
        chunks_(chunks == nullptr ? nullptr : chunks->NewReader()) {}

  // REQUIRES: `digest` is that of the content.
  IndexedFile Read(std::string_view path, std::string_view content, std::string digest);

 private:
  void ReadFacts(const text::MaskedText& content, IndexedFile& file);

  Parser parser_;
  ParseCache* cache_;
  std::unique_ptr<ChunkReader> chunks_;
};

}  // namespace satchel::code
