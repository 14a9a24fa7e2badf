#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "code/facts/facts.h"
#include "code/rank/code_ranker.h"
#include "code/walk/file_reader.h"
#include "store/code.h"
#include "store/database.h"

// The files of hits: what the index has of them, and their text.
namespace satchel::retrieval {

// The texts of files by their paths; those that cannot be read are left out.
using ReadTexts =
    std::function<std::map<std::string, std::string>(std::span<const std::string> paths)>;

struct HitFile {
  std::string digest;
  std::string language;
  code::FileFacts facts;
};

// A symbol with what it is in, as its language writes that.
std::string Qualified(const code::Symbol& symbol, std::string_view language);

// What the index has of the files that were hit.
class HitFiles {
 public:
  // As the last thing that is read.
  static Result<HitFiles> Read(store::Transaction& curated,
                               std::span<const rank::RankedFile> ranked);
  // The same of any files, and more may be read after it. Facts that nobody can read are left out.
  static Result<HitFiles> ReadRows(store::Transaction& curated,
                                   std::span<const store::FileRow> rows);

  // Null: there is none.
  const HitFile* Of(const std::string& path) const;

 private:
  std::map<std::string, HitFile> files_;
};

// The files of the hits as they are now, each read when it is asked for and once.
class HitTexts {
 public:
  struct Text {
    std::string bytes;  // redacted as a whole: a key that begins in another place is seen only so
    bool readable = false;
    bool as_indexed = false;
    bool gone = false;
  };

  // `read` may be null: from the files below the root. Both others must outlive it.
  HitTexts(const std::filesystem::path& root, std::size_t file_bytes, const ReadTexts& read,
           const HitFiles& files);

  // Reads what is read together, where that is cheaper.
  void Prepare(std::span<const rank::RankedFile> ranked);
  void ReadTogether(std::span<const std::string> paths);
  const Text& Of(const std::string& path);

 private:
  // Lines stay lines.
  void Redact(const HitFile* file, Text& text) const;

  Result<code::FileReader> reader_;
  const HitFiles& files_;
  const std::size_t file_bytes_;
  const ReadTexts& read_together_;
  std::map<std::string, Text> read_;
};

}  // namespace satchel::retrieval
