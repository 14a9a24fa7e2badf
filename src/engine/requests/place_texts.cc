#include "engine/requests/place_texts.h"

#include <map>

#include "base/result.h"
#include "code/facts/line_text.h"
#include "code/walk/file_reader.h"
#include "text/redactor.h"

namespace satchel::engine {
namespace {

// The files of places without their secrets, each read once.
class PlaceFiles {
 public:
  explicit PlaceFiles(const SearchedFiles& files)
      : reader_(code::FileReader::Open(files.root)), most_bytes_(files.file_bytes) {}

  // Empty: it cannot be read.
  const std::string& Of(const std::string& path) {
    const auto [found, is_new] = files_.try_emplace(path);
    if (is_new && reader_) {
      auto read = reader_->Read(path, most_bytes_);
      // The whole file before a piece is cut: lines from the middle of a private key are known as
      // such only by the line that the key begins with.
      if (read) found->second = text::Redactor::Default().Redact(read->bytes).text;
    }
    return found->second;
  }

 private:
  const Result<code::FileReader> reader_;
  const std::size_t most_bytes_;
  std::map<std::string, std::string> files_;
};

std::string ShownLines(const SearchPlace& place) {
  std::string text;
  for (const PlaceLine& line : place.lines) text += line.text + "\n";
  return text;
}

}  // namespace

std::vector<std::string> TextsOf(const SearchedFiles& files, std::span<const SearchPlace> places) {
  PlaceFiles opened(files);
  std::vector<std::string> texts;
  texts.reserve(places.size());
  for (const SearchPlace& place : places) {
    std::string lines;
    if (place.start_line > 0) {
      lines = code::LinesOf(opened.Of(place.path), place.start_line, place.end_line);
    }
    if (lines.empty()) lines = ShownLines(place);
    std::string head = place.path;
    for (const std::string& part : {place.kind, place.symbol}) {
      if (!part.empty()) head += " " + part;
    }
    texts.push_back(head + "\n" + lines);
  }
  return texts;
}

}  // namespace satchel::engine
