#include "memory/index/memory_row_bytes.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/bytes.h"
#include "text/analyser.h"
#include "text/redactor.h"

namespace satchel::retrieval {
namespace {

// Names of a turn beyond these are not kept: two are enough for a ranking.
constexpr std::size_t kMostNames = 64;

// What a turn shows, as bits.
enum : std::uint8_t { kAsks = 1, kIsAsked = 2, kHasTime = 4, kHasNumber = 8 };

std::unexpected<Error> Damaged(std::string_view what) {
  return Fail(Errc::kCorrupt, fmt::format("{} in the index of memories is damaged", what));
}

void WriteTime(const std::optional<Time>& time, ByteWriter& writer) {
  writer.Byte(time ? 1 : 0);
  if (time) writer.Fixed(time->micros);
}

std::optional<Time> ReadTime(ByteReader& reader) {
  if (reader.Byte() == 0) return std::nullopt;
  return Time{reader.Fixed<std::int64_t>()};
}

void WriteDate(const rank::Date& date, ByteWriter& writer) {
  writer.Number(static_cast<std::uint64_t>(date.year));
  writer.Number(date.month);
  writer.Number(date.day);
}

rank::Date ReadDate(ByteReader& reader) {
  rank::Date date;
  date.year = static_cast<std::int32_t>(reader.Number(9999));
  date.month = static_cast<std::uint32_t>(reader.Number(12));
  date.day = static_cast<std::uint32_t>(reader.Number(31));
  return date;
}

void WriteIds(const MemoryIds& ids, ByteWriter& writer) {
  writer.Number(ids.size());
  for (const std::string& id : ids) writer.String(id);
}

// Calls read() as often as the next number says.
template <class Read>
void Repeat(ByteReader& reader, const Read& read) {
  for (std::uint64_t left = reader.Number(reader.left()); reader.ok() && left > 0; --left) read();
}

MemoryIds ReadIds(ByteReader& reader) {
  MemoryIds ids;
  Repeat(reader, [&] { ids.emplace_hint(ids.end(), reader.String()); });
  return ids;
}

std::string Version() {
  return fmt::format("{}.{}.{}", kMemoryRowsVersion, text::kAnalyserVersion,
                     text::kRedactionVersion);
}

}  // namespace

std::string RowsSourceOf(std::string_view source) { return fmt::format("{}.rows", source); }

std::string StateBytes(const MemoryState& state) {
  ByteWriter writer;
  writer.String(Version());
  writer.Number(state.generation);
  writer.String(state.digest);
  writer.Number(state.memories);
  writer.Number(state.dated);
  writer.Number(state.speakers.size());
  for (const auto& [name, count] : state.speakers) {
    writer.String(name);
    writer.Number(count);
  }
  WriteIds(state.pinned, writer);
  WriteIds(state.artifacts, writer);
  writer.Number(state.twins.size());
  for (const auto& [path, first] : state.twins) {
    writer.String(path);
    writer.String(first);
  }
  return writer.Take();
}

Result<std::optional<MemoryState>> StateFrom(std::string_view bytes) {
  ByteReader reader(bytes);
  if (reader.String() != Version()) {
    return std::nullopt;
  }
  MemoryState state;
  state.generation = reader.Number();
  state.digest = reader.String();
  state.memories = reader.Number();
  state.dated = reader.Number();
  Repeat(reader, [&] {
    std::string name(reader.String());
    state.speakers.emplace_hint(state.speakers.end(), std::move(name), reader.Number());
  });
  state.pinned = ReadIds(reader);
  state.artifacts = ReadIds(reader);
  Repeat(reader, [&] {
    std::string path(reader.String());
    state.twins.emplace_hint(state.twins.end(), std::move(path), reader.String());
  });
  if (!reader.AtEnd()) return Damaged("the state");
  return state;
}

std::string FilesBytes(const std::vector<MemoryFile>& files) {
  ByteWriter writer;
  writer.Number(files.size());
  for (const MemoryFile& file : files) {
    writer.String(file.path);
    writer.String(file.bytes);
  }
  return writer.Take();
}

Result<std::vector<MemoryFile>> FilesFrom(std::string_view bytes) {
  ByteReader reader(bytes);
  std::vector<MemoryFile> files;
  Repeat(reader, [&] {
    MemoryFile& file = files.emplace_back();
    file.path = reader.String();
    file.bytes = reader.String();
  });
  if (!reader.AtEnd() || files.empty()) return Damaged("a memory");
  return files;
}

std::string GroupBytes(const std::vector<std::pair<Member, rank::Turn>>& turns, bool said) {
  ByteWriter writer;
  writer.Byte(said ? 1 : 0);
  writer.Number(turns.size());
  for (const auto& [member, turn] : turns) {
    writer.String(member.id);
    WriteTime(member.created, writer);
    const std::vector<text::Term> words = text::Words(turn.text);
    std::optional<rank::Date> date;
    if (turn.time) date = rank::DateOf(*turn.time);
    writer.Byte(date ? 1 : 0);
    if (date) {
      WriteDate(*date, writer);
      const std::vector<rank::Date> mentioned = rank::MentionedDates(words, *date);
      writer.Number(mentioned.size());
      for (const rank::Date& one : mentioned) WriteDate(one, writer);
    }
    if (!said) continue;  // what stands alone is ranked by nothing else
    const rank::TurnSigns signs = rank::SignsOf(turn.text, words, {});
    writer.Byte(static_cast<std::uint8_t>(
        (signs.asks ? kAsks : 0) | (signs.is_asked ? kIsAsked : 0) |
        (signs.has_time ? kHasTime : 0) | (signs.has_number ? kHasNumber : 0)));
    writer.String(rank::SpeakerName(turn.speaker));
    std::vector<std::string> names = rank::NamesIn(turn.text, words);
    if (names.size() > kMostNames) names.resize(kMostNames);
    writer.Number(names.size());
    for (const std::string& name : names) writer.String(name);
  }
  return writer.Take();
}

Result<ReadGroup> GroupFrom(std::string_view bytes, std::span<const std::string> speakers) {
  ByteReader reader(bytes);
  ReadGroup group;
  const bool said = reader.Byte() != 0;
  group.session.form = FormOf(said);
  group.session.turns.reserve(kMostInGroup);
  group.turns.reserve(kMostInGroup);
  Repeat(reader, [&] {
    rank::ReadTurn& turn = group.session.turns.emplace_back();
    GroupTurn& whose = group.turns.emplace_back();
    whose.id = reader.String();
    whose.created = ReadTime(reader);
    if (reader.Byte() != 0) {
      turn.said = ReadDate(reader);
      Repeat(reader, [&] { turn.mentioned.push_back(ReadDate(reader)); });
    }
    if (!said) return;
    const std::uint8_t signs = reader.Byte();
    turn.signs.asks = (signs & kAsks) != 0;
    turn.signs.is_asked = (signs & kIsAsked) != 0;
    turn.signs.has_time = (signs & kHasTime) != 0;
    turn.signs.has_number = (signs & kHasNumber) != 0;
    const std::string_view speaker = reader.String();
    const auto known = std::ranges::lower_bound(speakers, speaker);
    if (known != speakers.end() && *known == speaker) {
      turn.speaker = static_cast<std::size_t>(known - speakers.begin());
    }
    Repeat(reader, [&] {
      const std::string_view name = reader.String();
      if (!std::ranges::binary_search(speakers, name)) ++turn.signs.names;
    });
  });
  if (!reader.AtEnd()) return Damaged("a group");
  return group;
}

std::string WordsBytes(const WordCounts& words) {
  ByteWriter writer;
  writer.Number(words.size());
  for (const auto& [word, count] : words) {
    writer.String(word);
    writer.Number(count);
  }
  return writer.Take();
}

Result<WordCounts> WordsFrom(std::string_view bytes) {
  ByteReader reader(bytes);
  WordCounts words;
  Repeat(reader, [&] {
    std::string word(reader.String());
    words.emplace_hint(words.end(), std::move(word), reader.Number());
  });
  if (!reader.AtEnd()) return Damaged("a row of words");
  return words;
}

std::string MembersKey(std::string_view directory, bool said) {
  return fmt::format("{}#{}", directory, said ? "e" : "n");
}

std::pair<std::string, bool> DirectoryOfMembers(std::string_view key) {
  return {std::string(key.substr(0, key.size() - 2)), key.ends_with('e')};
}

std::string MembersBytes(const std::vector<Member>& members) {
  ByteWriter writer;
  writer.Number(members.size());
  for (const Member& member : members) {
    WriteTime(member.created, writer);
    writer.String(member.id);
    const std::string_view directory = DirectoryOf(member.path);
    writer.String(
        std::string_view(member.path).substr(directory.empty() ? 0 : directory.size() + 1));
    writer.String(member.digest);
  }
  return writer.Take();
}

Result<std::vector<Member>> MembersFrom(std::string_view key, std::string_view bytes) {
  const std::string directory = DirectoryOfMembers(key).first;
  ByteReader reader(bytes);
  std::vector<Member> members;
  Repeat(reader, [&] {
    Member& member = members.emplace_back();
    member.created = ReadTime(reader);
    member.id = reader.String();
    member.path = directory.empty() ? std::string() : directory + "/";
    member.path += reader.String();
    member.digest = reader.String();
  });
  if (!reader.AtEnd()) return Damaged("a directory");
  return members;
}

std::string SessionsBytes(const std::vector<SaidGroup>& groups) {
  ByteWriter writer;
  writer.Number(groups.size());
  for (const SaidGroup& group : groups) {
    writer.String(group.key);
    writer.Number(group.dates.size());
    for (const rank::Date& date : group.dates) WriteDate(date, writer);
  }
  return writer.Take();
}

Result<std::vector<SaidGroup>> SessionsFrom(std::string_view bytes) {
  ByteReader reader(bytes);
  std::vector<SaidGroup> groups;
  Repeat(reader, [&] {
    SaidGroup& group = groups.emplace_back();
    group.key = reader.String();
    Repeat(reader, [&] { group.dates.push_back(ReadDate(reader)); });
  });
  if (!reader.AtEnd()) return Damaged("a row of dates");
  return groups;
}

std::string BackBytes(const BackWays& ways) {
  ByteWriter writer;
  writer.Number(ways.size());
  for (const auto& [from, all] : ways) {
    writer.String(from);
    writer.Number(all.size());
    for (const memory::Way& way : all) {
      writer.Number(static_cast<std::uint64_t>(way.strength.millionths()));
      writer.String(way.kind);
    }
  }
  return writer.Take();
}

Result<BackWays> BackFrom(std::string_view bytes) {
  ByteReader reader(bytes);
  BackWays ways;
  Repeat(reader, [&] {
    const std::string from(reader.String());
    std::vector<memory::Way>& all = ways[from];
    Repeat(reader, [&] {
      memory::Way& way = all.emplace_back();
      way.to = from;
      way.strength = Score::FromMillionths(static_cast<std::int64_t>(reader.Number(Score::kOne)));
      way.kind = reader.String();
    });
  });
  if (!reader.AtEnd()) return Damaged("a row of links");
  return ways;
}

std::string IdsBytes(const MemoryIds& ids) {
  ByteWriter writer;
  WriteIds(ids, writer);
  return writer.Take();
}

Result<MemoryIds> IdsFrom(std::string_view bytes) {
  ByteReader reader(bytes);
  MemoryIds ids = ReadIds(reader);
  if (!reader.AtEnd()) return Damaged("an entity");
  return ids;
}

}  // namespace satchel::retrieval
