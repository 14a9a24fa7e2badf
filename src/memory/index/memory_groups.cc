#include "memory/index/memory_groups.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/sha256.h"
#include "text/analyser.h"

namespace satchel::retrieval {
namespace {

// Raised when documents of the same memories become others.
constexpr int kDocumentsVersion = 2;

// What it has beside its text; keywords that were taken from the text are not counted again.
std::string BesideText(const memory::Memory& memory) {
  std::string beside;
  const auto add = [&beside](std::string_view words) {
    if (!beside.empty()) beside += '\n';
    beside += words;
  };
  for (const std::string& tag : memory.tags) add(tag);
  const std::string text = AsciiLower(memory.text);
  for (const std::string& word : memory.keywords) {
    if (!text.contains(AsciiLower(word))) add(word);
  }
  if (!memory.entity.empty()) add(memory.entity);
  for (const auto& [name, value] : memory.attributes) add(name + " " + value);
  return beside;
}

}  // namespace

bool IsSaid(const memory::Memory& memory) { return memory.kind == memory::Kind::kEpisode; }

rank::TextForm FormOf(bool said) { return said ? rank::TextForm::kTurns : rank::TextForm::kTexts; }

rank::Turn TurnOf(const memory::Memory& memory) {
  return {.speaker = IsSaid(memory) ? memory.source : "",
          .text = memory.text,
          .caption = BesideText(memory),
          .time = memory.created};
}

std::string_view DirectoryOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? std::string_view() : path.substr(0, slash);
}

Member MemberOf(const memory::Memory& memory) {
  const rank::Turn turn = TurnOf(memory);
  Sha256 sum;
  const std::string time = turn.time ? FormatTime(*turn.time) : "";
  for (const std::string* part : {&turn.speaker, &turn.text, &turn.caption, &time}) {
    sum.Update(fmt::format("{} ", part->size())).Update(*part);
  }
  constexpr std::size_t kBytes = 16;
  const Digest digest = sum.Finish();
  return {.created = memory.created,
          .id = memory.id,
          .path = memory.path,
          .digest = {digest.bytes.begin(), digest.bytes.begin() + kBytes}};
}

std::vector<std::span<const Member>> GroupsOf(std::span<const Member> members) {
  std::vector<std::span<const Member>> groups;
  while (!members.empty()) {
    groups.push_back(members.first(std::min(kMostInGroup, members.size())));
    members = members.subspan(groups.back().size());
  }
  return groups;
}

std::string GroupKey(std::string_view directory, bool said, std::size_t number,
                     std::span<const Member> members) {
  Sha256 sum;
  sum.Update(fmt::format("{}.{}\n", kDocumentsVersion, text::kAnalyserVersion));
  for (const Member& member : members) {
    sum.Update(fmt::format("{} ", member.id.size())).Update(member.id).Update(member.digest);
  }
  return fmt::format("{}#{}{}@{}", directory, said ? "e" : "n", number,
                     sum.Finish().Hex().substr(0, 16));
}

}  // namespace satchel::retrieval
