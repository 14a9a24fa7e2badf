#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "code/facts/facts.h"
#include "store/database.h"

namespace satchel::code {

// Turns the chunks of a file into what search keeps of them. Confined to one thread.
class ChunkReader {
 public:
  ChunkReader() = default;
  ChunkReader(const ChunkReader&) = delete;
  ChunkReader& operator=(const ChunkReader&) = delete;
  virtual ~ChunkReader() = default;

  // REQUIRES: the facts are those of the content.
  virtual std::string Read(std::string_view path, std::string_view content,
                           const FileFacts& facts) = 0;
};

// What a file has from now on; empty: nothing any more.
struct ChunkChange {
  std::string_view path;
  std::string_view documents;
  bool is_new = false;  // the sink has nothing of this path
};

// Where chunks go besides the facts: the index of words, which this source does not know.
// NewReader() may be called from any thread, all else on the thread that indexes.
class ChunkSink {
 public:
  ChunkSink() = default;
  ChunkSink(const ChunkSink&) = delete;
  ChunkSink& operator=(const ChunkSink&) = delete;
  virtual ~ChunkSink() = default;

  // By which rules it reads: all files are read again when they are others.
  virtual std::string version() const = 0;
  virtual std::unique_ptr<ChunkReader> NewReader() const = 0;
  // Inside the transaction in which the files themselves change.
  virtual Status Put(store::Transaction& transaction, std::span<const ChunkChange> changes) = 0;
  // Now and then in a long run, outside of a transaction: what many Put() have left behind is
  // brought in order, so that the next ones do not cost more and more.
  virtual Status Tidy(store::Database& curated, const store::Scope& scope) = 0;
  // Takes out all of it, before everything is read anew.
  virtual Status Clear(store::Transaction& transaction) = 0;
};

}  // namespace satchel::code
