#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::lexical {

// Strings with a number and a value each. Numbers are given in the order in which strings come up
// for the first time. An open table of numbers leads to entries that stand one after the other:
// the innermost loop of indexing, so all of it is in the header. Confined to one thread.
template <class Value>
class StringTable {
 public:
  struct Found {
    std::uint32_t number = 0;
    bool is_new = false;  // its value is Value()
  };

  // REQUIRES: `hash` is always made of the text in the same way.
  Found Add(std::string_view text, std::uint64_t hash) {
    std::size_t slot = hash & (slots_.size() - 1);
    for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1)) {
      const std::uint32_t number = slots_[slot];
      if (entries_[number].hash == hash && TextOf(number) == text) return {number, false};
    }
    const auto number = static_cast<std::uint32_t>(entries_.size());
    slots_[slot] = number;
    entries_.push_back({.hash = hash,
                        .begin = texts_.size(),
                        .size = static_cast<std::uint32_t>(text.size()),
                        .value = {}});
    texts_ += text;
    if (entries_.size() * 2 > slots_.size()) Grow();
    return {number, true};
  }

  std::size_t size() const { return entries_.size(); }
  // What it takes.
  std::size_t bytes() const {
    return slots_.capacity() * sizeof(std::uint32_t) + entries_.capacity() * sizeof(Entry) +
           texts_.capacity();
  }
  // Views and references hold until the next Add or Clear.
  std::string_view TextOf(std::uint32_t number) const {
    return std::string_view(texts_).substr(entries_[number].begin, entries_[number].size);
  }
  std::uint64_t HashOf(std::uint32_t number) const { return entries_[number].hash; }
  Value& operator[](std::uint32_t number) { return entries_[number].value; }
  const Value& operator[](std::uint32_t number) const { return entries_[number].value; }

  // Gives back what it took.
  void Clear() {
    std::vector<std::uint32_t>(kFirstSlots, kFree).swap(slots_);
    std::vector<Entry>().swap(entries_);
    std::string().swap(texts_);  // a short one that is assigned would keep it
  }

 private:
  static constexpr std::uint32_t kFree = 0xFFFFFFFFU;
  static constexpr std::size_t kFirstSlots = 4096;

  struct Entry {
    std::uint64_t hash = 0;
    std::size_t begin = 0;  // in texts_
    std::uint32_t size = 0;
    Value value;
  };

  void Grow() {
    slots_.assign(slots_.size() * 2, kFree);
    for (std::uint32_t number = 0; number < entries_.size(); ++number) {
      std::size_t slot = entries_[number].hash & (slots_.size() - 1);
      while (slots_[slot] != kFree) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = number;
    }
  }

  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(kFirstSlots, kFree);
  std::vector<Entry> entries_;
  std::string texts_;
};

}  // namespace satchel::lexical
