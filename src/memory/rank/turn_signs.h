#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/analyser.h"

namespace satchel::rank {

// What can be seen of a turn without a question.
struct TurnSigns {
  bool asks = false;      // has a question in it
  bool is_asked = false;  // ends with one
  bool has_time = false;
  bool has_number = false;
  std::size_t names = 0;  // capitalised words that begin no sentence, each once
};
// Folded capitalised words that begin no sentence, each once, in order. `words`: of text::Words().
std::vector<std::string> NamesIn(std::string_view text, std::span<const text::Term> words);
// Those of them that are no speakers.
std::size_t CountNames(std::span<const std::string> names, std::span<const std::string> speakers);
// `words`: of text::Words(). `speakers`: folded names that are none here.
TurnSigns SignsOf(std::string_view text, std::span<const text::Term> words,
                  std::span<const std::string> speakers);

// What kind of thing a question asks for.
struct AskedKind {
  bool time = false;
  bool number = false;
  bool name = false;
};
AskedKind KindOf(std::span<const text::Term> words);

// From 0 to 1: whether a turn has what is asked for.
double HasKind(const TurnSigns& signs, const AskedKind& kind);

}  // namespace satchel::rank
