// make_letter_table RANGES OUT.c: turns letter_classes.txt into a three-stage table in C.
#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "format.h"
#include "ranks.h"

using namespace satchel::token_tables;

namespace {

constexpr std::size_t kCodePoints = 0x110000;
constexpr std::array<const char*, 8> kNames = {"other", "upper",  "lower", "letter",
                                               "mark",  "number", "space", "newline"};

std::uint8_t ClassNamed(const char* name) {
  for (std::uint8_t i = 1; i < kNames.size(); ++i) {
    if (std::strcmp(kNames.at(i), name) == 0) return i;
  }
  Die(std::string("unknown class ") + name);
}

std::vector<std::uint8_t> ReadClasses(const std::string& path) {
  std::ifstream file(path);
  if (!file) Die("cannot open " + path);
  std::vector<std::uint8_t> classes(kCodePoints);
  std::string line;
  std::getline(file, line);
  unsigned expected = 0;
  std::getline(file, line);
  if (std::sscanf(line.c_str(), "unicode 17.0 ranges %u", &expected) != 1) {
    Die(path + ": the second line does not name Unicode 17.0 and the number of ranges");
  }
  unsigned count = 0;
  std::size_t free_from = 0;
  for (; std::getline(file, line); ++count) {
    unsigned first = 0;
    unsigned last = 0;
    std::array<char, 16> name{};
    if (std::sscanf(line.c_str(), "%x %x %15s", &first, &last, name.data()) != 3 ||
        first < free_from || last < first || last >= kCodePoints) {
      Die(path + ": bad range: " + line);
    }
    for (unsigned i = first; i <= last; ++i) classes[i] = ClassNamed(name.data());
    free_from = last + 1;
  }
  if (count != expected) Die(path + ": ranges are missing");
  return classes;
}

// Cuts `items` into blocks, keeps each different block once, and returns the blocks' numbers.
template <class T>
std::vector<std::size_t> Share(std::span<const T> items, std::size_t block, std::vector<T>& kept) {
  std::map<std::vector<T>, std::size_t> seen;
  std::vector<std::size_t> numbers;
  for (std::size_t at = 0; at < items.size(); at += block) {
    const auto part = items.subspan(at, block);
    const auto [where, is_new] = seen.try_emplace({part.begin(), part.end()}, seen.size());
    if (is_new) kept.insert(kept.end(), part.begin(), part.end());
    numbers.push_back(where->second);
  }
  return numbers;
}

template <class T>
void WriteArray(std::ofstream& out, const char* type, const char* name,
                const std::vector<T>& items) {
  out << "const " << type << " " << name << "[" << items.size() << "] = {";
  for (std::size_t i = 0; i < items.size(); ++i)
    out << (i % 32 == 0 ? "\n" : "") << items[i] + 0U << ",";
  out << "};\n";
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
  if (argc != 3) Die("usage: make_letter_table RANGES OUT.c");
  const std::vector<std::uint8_t> classes = ReadClasses(arguments[1]);
  std::vector<std::uint8_t> third;
  const std::vector<std::size_t> leaves = Share(std::span(classes), 64, third);
  std::vector<std::size_t> second;
  const std::vector<std::size_t> first = Share(std::span(leaves), 64, second);
  if (third.size() / 64 > 0xffff || second.size() / 64 > 0xff) Die("too many blocks");
  std::ofstream out(arguments[2], std::ios::trunc);
  out << "#include <stdint.h>\n";
  WriteArray(out, "uint8_t", "satchel_letter_stage1", first);
  WriteArray(out, "uint16_t", "satchel_letter_stage2", second);
  WriteArray(out, "uint8_t", "satchel_letter_stage3", third);
  if (!out.flush()) Die(std::string("cannot write ") + arguments[2]);
  std::printf("letter classes: %zu bytes\n", first.size() + 2 * second.size() + third.size());
  return 0;
}
