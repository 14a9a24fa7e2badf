#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "code/facts/facts.h"
#include "code/parse/use_table.h"

namespace satchel::code {

struct LanguageRules;

// What a reader of its own (LanguageRules::read) fills with what it finds, by places in the bytes.
// Lines, documentation, kept comments and chunks follow from those. What is beyond its limits is
// left out. Confined to one thread.
class Outline {
 public:
  // Both must outlive it.
  Outline(std::string_view content, const LanguageRules& rules);

  // What is found from here to Close() is inside of it. `head`: where its signature ends. `own`:
  // what it says itself it is in. Begins in the order of the text.
  void Open(SymbolKind kind, std::string_view name, std::size_t begin, std::size_t head,
            std::string_view own = {});
  // REQUIRES: there is an Open() for it.
  void Close(std::size_t end);
  // Both.
  void Add(SymbolKind kind, std::string_view name, std::size_t begin, std::size_t end,
           std::string_view own = {});
  // Another name for the innermost one that is open: beside it, not inside.
  void AddBeside(SymbolKind kind, std::string_view name, std::size_t begin, std::size_t end);
  std::size_t depth() const { return open_.size(); }
  // Of the innermost one that is open: where its signature ends, what it is after all, and what
  // documents it when that is no comment above it.
  void SetHead(std::size_t head);
  void SetKind(SymbolKind kind);
  void SetDoc(std::string_view doc);

  void Use(UseKind kind, std::string_view name, std::size_t at, std::string_view qualifier = {});
  void Import(ImportKind kind, std::string_view module, std::size_t at, std::string_view name = {});
  void SetPackage(std::string_view package);

  std::uint32_t LineAt(std::size_t at) const;
  // Where the line of this place ends.
  std::size_t LineEnd(std::size_t at) const;

  // `smallest`: of a symbol that is a chunk of its own.
  FileFacts Finish(std::size_t smallest = 0);

 private:
  struct Level {
    std::uint32_t symbol;  // kNoSymbol: it was left out
    std::uint32_t least_end;
  };
  struct Block {
    std::uint32_t first_line;
    std::uint32_t last_line;
    std::size_t begin;
    std::size_t end;
  };
  void FindLines();
  std::uint32_t Inside() const;
  std::string_view DocOf(std::uint32_t line) const;
  std::string_view Kept(std::string_view text);
  void AddRemarks();

  std::string_view content_;
  const LanguageRules& rules_;
  std::vector<std::uint32_t> lines_;  // where each begins
  std::vector<Block> blocks_;         // comments, in order
  FileFacts facts_;
  std::vector<Level> open_;
  UseTable uses_;
  std::size_t use_count_ = 0;
  std::deque<std::string> texts_;  // names that are not in the content as they are
};

}  // namespace satchel::code
