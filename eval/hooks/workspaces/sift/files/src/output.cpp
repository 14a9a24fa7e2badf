#include "output.hpp"

namespace sift {

std::string escape_json(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '"' || c == '\\') escaped += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      escaped += ' ';
    } else {
      escaped += c;
    }
  }
  return escaped;
}

void print_report(std::ostream& out, const std::vector<Template>& rare, const Histogram& histogram, bool json) {
  constexpr double kSigmas = 3;
  for (const auto& one : rare) {
    if (json) {
      out << "{\"template\":\"" << escape_json(one.text) << "\",\"count\":" << one.count << "}\n";
    } else {
      out << one.count << '\t' << one.text << '\n';
    }
  }
  if (json) return;
  for (const auto time : histogram.bursts(kSigmas)) out << "burst at " << time << '\n';
}

}  // namespace sift
