#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sift {

struct Template {
  std::string text;
  std::size_t count = 0;
};

// Groups lines that differ in numbers, hashes and addresses only.
class TemplateMiner {
 public:
  void add(std::string_view line);
  std::vector<Template> rarest(std::size_t most) const;

  static std::string mask(std::string_view line);

 private:
  std::map<std::string, std::size_t, std::less<>> counts_;
};

}  // namespace sift
