// Documents for measuring the lexical index and its peers (bench/peers): the chunks of source trees
// in path order, one a line, as the terms of the analyser between single spaces.
//
//   lexical_corpus MOST DIRECTORY…
//
// At most MOST lines to standard output; how many, with their terms and bytes, to standard error.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "code/index/deep_thread.h"
#include "code/languages/languages.h"
#include "code/parse/parser.h"
#include "code/walk/content.h"
#include "code/walk/file_reader.h"
#include "code/walk/language.h"
#include "code/walk/walker.h"
#include "text/analyser.h"

namespace satchel::code {
namespace {

namespace fs = std::filesystem;

class Corpus {
 public:
  explicit Corpus(std::size_t most) : most_(most) {}

  bool full() const { return documents_ >= most_; }

  void AddTree(const fs::path& root) {
    const auto walk = Walk(root, {}, Deadline::Never());
    if (!walk) throw std::runtime_error(std::string(walk.error().text()));
    const auto reader = FileReader::Open(root);
    if (!reader) throw std::runtime_error(std::string(reader.error().text()));
    const std::size_t before = documents_;
    for (const WalkedFile& file : walk->files) {
      if (full()) break;
      const auto read = reader->Read(file.path, ParseLimits{}.bytes);
      if (!read || SkipByContent(file.path, read->bytes)) continue;
      AddFile(file.path, read->bytes);
    }
    fmt::print(stderr, "{}: {} files, {} documents\n", root.filename().string(), walk->files.size(),
               documents_ - before);
  }

  void PrintTotals() const {
    fmt::print(stderr, "{} documents, {} terms, {} bytes\n", documents_, terms_, bytes_);
  }

 private:
  void AddFile(std::string_view path, std::string_view content) {
    const FileFacts facts = parser_.Read(content, FindLanguage(LanguageOf(path, content)));
    for (const Chunk& chunk : facts.chunks) {
      if (full()) return;
      AddText(content.substr(chunk.extent.begin, chunk.extent.end - chunk.extent.begin));
    }
  }

  void AddText(std::string_view text) {
    line_.clear();
    std::uint64_t terms = 0;
    analyser_.ForEach(text, [&](std::string_view term, auto, auto) {
      if (term.find_first_of(" \n\r\t") != std::string_view::npos) {
        throw std::logic_error("a term has white space in it");
      }
      if (terms++ > 0) line_ += ' ';
      line_ += term;
    });
    if (terms == 0) return;
    line_ += '\n';
    if (std::fwrite(line_.data(), 1, line_.size(), stdout) != line_.size()) {
      throw std::runtime_error("cannot write");
    }
    ++documents_;
    terms_ += terms;
    bytes_ += line_.size();
  }

  std::size_t most_;
  Parser parser_;
  text::Analyser analyser_{{.stems = text::Stems::kNone}};
  std::string line_;
  std::size_t documents_ = 0;
  std::uint64_t terms_ = 0;
  std::uint64_t bytes_ = 0;
};

int Run(int count, char** arguments) {
  try {
    Corpus corpus(std::strtoul(arguments[1], nullptr, 10));
    for (int i = 2; i < count && !corpus.full(); ++i) corpus.AddTree(fs::canonical(arguments[i]));
    corpus.PrintTotals();
    return std::fflush(stdout) == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "lexical_corpus: {}\n", error.what());
    return 1;
  }
}

}  // namespace
}  // namespace satchel::code

int main(int count, char** arguments) {
  if (count < 3) {
    fmt::print(stderr, "usage: lexical_corpus MOST DIRECTORY…\n");
    return 2;
  }
  int status = 1;
  {
    const satchel::code::DeepThread thread([&] { status = satchel::code::Run(count, arguments); });
  }
  return status;
}
