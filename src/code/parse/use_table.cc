#include "code/parse/use_table.h"

#include <string>

#include "base/hash.h"

namespace satchel::code {

std::size_t UseTable::SlotOf(const Entry& entry) const {
  const std::uint64_t seed =
      (std::uint64_t{entry.symbol} << 8U) | static_cast<std::uint64_t>(entry.kind);
  std::uint64_t hash = StableHash(entry.name, seed);
  if (!entry.qualifier.empty()) hash ^= StableHash(entry.qualifier, hash);
  std::size_t slot = hash & (slots_.size() - 1);
  while (slots_[slot] != 0) {
    const Entry& there = entries_[slots_[slot] - 1];
    if (there.kind == entry.kind && there.symbol == entry.symbol && there.name == entry.name &&
        there.qualifier == entry.qualifier) {
      break;
    }
    slot = (slot + 1) & (slots_.size() - 1);
  }
  return slot;
}

void UseTable::Grow() {
  slots_.assign(slots_.empty() ? 64 : slots_.size() * 2, 0);
  for (std::uint32_t i = 0; i < entries_.size(); ++i) slots_[SlotOf(entries_[i])] = i + 1;
}

void UseTable::Add(UseKind kind, std::uint32_t symbol, std::uint32_t line, std::string_view name,
                   std::string_view qualifier, bool on_value) {
  Add({kind, symbol, line, 1, name, qualifier, on_value});
}

void UseTable::Add(const Entry& entry) {
  if ((entries_.size() + 1) * 2 > slots_.size()) Grow();
  const std::size_t slot = SlotOf(entry);
  if (slots_[slot] != 0) {
    entries_[slots_[slot] - 1].count += entry.count;
    return;
  }
  entries_.push_back(entry);
  slots_[slot] = static_cast<std::uint32_t>(entries_.size());
}

UseTable UseTable::With(const std::function<std::string_view(const Entry& use)>& qualifier) const {
  UseTable table;
  for (Entry entry : entries_) {
    entry.qualifier = qualifier(entry);
    table.Add(entry);
  }
  return table;
}

std::vector<Use> UseTable::Take() const {
  std::vector<Use> uses;
  uses.reserve(entries_.size());
  for (const Entry& entry : entries_) {
    uses.push_back({entry.kind, entry.symbol, entry.line, entry.count, std::string(entry.name),
                    std::string(entry.qualifier)});
  }
  return uses;
}

}  // namespace satchel::code
