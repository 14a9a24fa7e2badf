#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace satchel::retrieval {

// A document of a source that has texts: an entry of the notes, a node of a graph, a memory.
struct SourceText {
  std::string id;    // its name in the source
  std::string kind;  // decision, task, fact
  std::string title;
  std::string body;              // what its lines say
  std::string path;              // of the file that has it
  std::uint32_t first_line = 0;  // of the body in that file; 0: the file has it in another form
  bool superseded = false;
};

// The texts of these names, in any order; those that are not there are left out.
using TextsOf = std::function<std::vector<SourceText>(std::span<const std::string> ids)>;

}  // namespace satchel::retrieval
