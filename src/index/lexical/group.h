#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "index/lexical/frequencies.h"

// The documents under one key (the chunks of a file, an entry of the notes) as terms: what a
// source hands to the index, what a change keeps, and what segments are built from.
namespace satchel::lexical {

struct Posting {
  std::uint32_t term = 0;  // index into Group::terms
  Frequencies frequencies = 0;
  friend bool operator==(const Posting&, const Posting&) = default;
};

struct GroupDocument {
  std::array<std::uint32_t, kMostFields> lengths{};  // terms in each field
  std::size_t first = 0;                             // its postings: [first, last)
  std::size_t last = 0;
  friend bool operator==(const GroupDocument&, const GroupDocument&) = default;
};

// Views of the bytes it was read from.
struct Group {
  std::size_t fields = 0;
  std::vector<std::string_view> terms;  // each once
  std::vector<GroupDocument> documents;
  std::vector<Posting> postings;
};

// Puts together the bytes of a group. Confined to one thread; made once and used for many.
class GroupWriter {
 public:
  // REQUIRES: 1 <= fields <= kMostFields.
  explicit GroupWriter(std::size_t fields);
  ~GroupWriter();
  GroupWriter(GroupWriter&&) noexcept;
  GroupWriter& operator=(GroupWriter&&) noexcept;

  // A number for a term, for as long as epoch() stays: that of the next group may be another.
  std::uint32_t NumberOf(std::string_view term);
  std::uint64_t epoch() const;

  // A term of the current document. REQUIRES: field < fields; a number of this epoch.
  void AddNumber(std::size_t field, std::uint32_t number);
  void Add(std::size_t field, std::string_view term) { AddNumber(field, NumberOf(term)); }
  // The current document has ended, and the next one begins.
  void EndDocument();
  // The group has ended.
  std::string Take();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// How many documents the bytes of a group have.
std::size_t DocumentsIn(std::string_view bytes);

// kCorrupt when the bytes are none of a GroupWriter.
Result<Group> ReadGroup(std::string_view bytes);

}  // namespace satchel::lexical
