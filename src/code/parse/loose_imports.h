#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "code/facts/facts.h"
#include "code/parse/loose_uses.h"
#include "code/parse/tokens.h"

namespace satchel::code {

// Reads imports, each from its first word on, out of tokens. Confined to one thread.
class LooseImportReader {
 public:
  // All must outlive it.
  LooseImportReader(std::string_view content, LooseImports form, FileFacts& facts)
      : content_(content), form_(form), facts_(facts) {}

  struct Place {
    std::uint32_t line = 0;
    bool begins = false;     // nothing but attributes and modifiers stands before it on its line
    bool outermost = false;  // no definition is before it
    std::string_view bound;  // the name that its value gets
  };
  // Whether this word begins an import or says the package. If so, all that belongs to it is taken.
  bool Take(const Token& word, const Place& place, Tokens& tokens);

 private:
  bool TakeDotted(std::string_view word, const Place& place, Tokens& tokens);
  bool TakeModule(std::string_view word, const Place& place, Tokens& tokens);
  bool TakePath(std::string_view word, const Place& place, Tokens& tokens);
  bool TakeCalled(const Token& word, const Place& place, Tokens& tokens);
  bool TakeAliased(std::string_view word, const Place& place, Tokens& tokens);
  bool TakeQualified(std::string_view word, const Place& place, Tokens& tokens);
  bool TakeUsing(std::string_view word, const Place& place, Tokens& tokens);
  bool TakeNamed(std::string_view word, const Place& place, Tokens& tokens);
  void TakeDottedPath(const Place& place, Tokens& tokens);
  void TakeSelectors(std::string_view path, const Place& place, Tokens& tokens);
  void TakePackage(Tokens& tokens);

  // Whether the next token is on the same line as what was taken last.
  bool OnSameLine(const Tokens& tokens) const;
  bool TakeWord(std::string_view word, Tokens& tokens) const;
  std::string TakeName(std::string_view between, Tokens& tokens) const;
  void Add(ImportKind kind, const Place& place, std::string_view module, std::string_view name = {},
           std::string_view alias = {});

  std::string_view content_;
  LooseImports form_;
  FileFacts& facts_;
};

}  // namespace satchel::code
