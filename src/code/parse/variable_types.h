#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "code/facts/facts.h"

namespace satchel::code {

// What the variables, parameters and members of a file are, by name: `iter` of
// `Iterator* iter` is an Iterator wherever it is seen. Keeps views of the file's text.
class VariableTypes {
 public:
  // `symbol`: what declares it; an empty type is not known.
  void Add(std::uint32_t symbol, std::string_view name, std::string_view type);
  bool empty() const { return variables_.empty(); }
  // Once all are known, before any question.
  void Close(std::span<const Symbol> symbols, std::string_view separator);

  // The type of what stands before the dot, where that is a variable that the symbol sees; else
  // what stands there.
  std::string_view QualifierOf(std::uint32_t symbol, std::string_view qualifier) const;

 private:
  struct Variable {
    std::uint32_t symbol = 0;
    std::string_view name;
    std::string_view type;
  };
  const Variable* Find(std::uint32_t symbol, std::string_view name) const;

  std::vector<Variable> variables_;
  std::span<const Symbol> symbols_;
  std::map<std::string, std::uint32_t> classes_;  // by their names with all that they are in
};

}  // namespace satchel::code
