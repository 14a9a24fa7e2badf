#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/deadline.h"
#include "fuzz/require.h"
#include "memory/import/format.h"

namespace {

using satchel::fuzz::Require;
using satchel::memory::AllImportFormats;
using satchel::memory::Draft;
using satchel::memory::ImportFormat;
using satchel::memory::ImportInput;
using satchel::memory::ImportPlace;
using satchel::memory::ImportSink;
using satchel::memory::RecogniseImport;
using satchel::memory::SkipReason;

// What every importer promises, whatever it reads.
class CheckingSink : public ImportSink {
 public:
  explicit CheckingSink(std::size_t bytes) : bytes_(bytes) {}

  satchel::Status Take(Draft draft) override {
    constexpr std::size_t kMostTags = 16;
    constexpr std::size_t kMostTagBytes = 100;
    const auto& memory = draft.memory;
    Require(memory.tags.size() <= kMostTags);
    for (const auto& tag : memory.tags) {
      Require(!tag.empty() && tag.size() <= kMostTagBytes && !tag.contains('\n'));
    }
    // An entry takes some bytes of the input, so there are never more of them.
    Require(++entries_ <= bytes_ + 1);
    Require(draft.complete || memory.id.empty());
    return {};
  }
  void Skip(const ImportPlace&, SkipReason) override { Require(++entries_ <= bytes_ + 1); }
  void Refuse(const ImportPlace&, std::string_view why) override {
    Require(!why.empty() && ++entries_ <= bytes_ + 1);
  }

 private:
  std::size_t bytes_;
  std::size_t entries_ = 0;
};

}  // namespace

// Input: the name of a file, a zero byte, and the file. It is read in every format.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::size_t end = all.find('\0');
  const std::string_view name = end == all.npos ? "notes.md" : all.substr(0, end);
  const auto input = ImportInput::FromBytes(name, end == all.npos ? all : all.substr(end + 1));
  const auto found = RecogniseImport(input);
  Require(found || !found.error().text().empty());
  for (const ImportFormat* format : AllImportFormats()) {
    for (const bool conversations : {false, true}) {
      CheckingSink sink(size);
      const auto read = format->read(input, {.conversations = conversations}, sink);
      Require(read || read.error().code() == satchel::Errc::kInvalidInput);
    }
  }
  return 0;
}
