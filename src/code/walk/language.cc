#include "code/walk/language.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"

namespace satchel::code {
namespace {

// Each list has a space before and after every word.
struct Row {
  std::string_view name;
  std::string_view extensions;
  std::string_view file_names;
  std::string_view interpreters;
};

// A language more is a line more.
constexpr auto kRows = std::to_array<Row>({
    {"bash", " bash bats ksh sh zsh ", " .bash_profile .bashrc .profile .zshrc PKGBUILD ",
     " ash bash bats dash ksh sh zsh "},
    {"c", " c ", "", " tcc "},
    {"cmake", " cmake ", " CMakeLists.txt ", ""},
    {"cpp", " C H cc cpp cppm cxx c++ h++ hh hpp hxx inl ipp ixx tcc tpp txx ", "", ""},
    {"csharp", " cs csx ", "", ""},
    {"css", " css less scss ", "", ""},
    {"dart", " dart ", "", ""},
    {"dockerfile", " Dockerfile dockerfile ", " Containerfile Dockerfile ", ""},
    {"dotenv", "", " .env.dist .env.example .env.sample .env.template ", ""},
    {"elixir", " ex exs ", "", " elixir "},
    {"go", " go ", "", ""},
    {"graphql", " gql graphql graphqls ", "", ""},
    {"groovy", " gradle groovy ", " Jenkinsfile ", " groovy "},
    {"haskell", " hs hs-boot hsc lhs ", "", " runghc runhaskell "},
    {"html", " htm html xhtml ", "", ""},
    {"java", " java ", "", ""},
    {"javascript", " cjs es6 js jsx mjs ", " Jakefile ", " bun deno node nodejs "},
    {"json", " json json5 jsonc webmanifest ", "", ""},
    {"julia", " jl ", "", " julia "},
    {"kotlin", " kt kts ", "", " kotlin "},
    {"lua", " lua ", "", " lua luajit "},
    {"make", " mak make mk ", " GNUmakefile Makefile makefile ", " make "},
    {"markdown", " markdown md mdown mdx mkd ", "", ""},
    {"perl", " pl pm ", "", " perl "},
    {"php", " php phtml ", "", " php "},
    {"protobuf", " proto ", "", ""},
    {"python", " py pyi pyw ", " SConscript SConstruct wscript ",
     " pypy pypy3 python python2 python3 "},
    {"ruby", " gemspec podspec rake rb ru ",
     " Fastfile Gemfile Guardfile Podfile Rakefile Vagrantfile ", " jruby rake ruby "},
    {"rust", " rs ", "", ""},
    {"scala", " sc scala ", "", " scala "},
    {"sql", " sql ", "", ""},
    {"swift", " swift ", "", " swift "},
    {"terraform", " tf tfvars ", "", ""},
    {"toml", " toml ", " Pipfile ", ""},
    {"tsx", " tsx ", "", ""},
    {"typescript", " cts mts ts ", "", " ts-node tsx "},
    {"yaml", " yaml yml ", "", ""},
    {"zig", " zig zon ", "", ""},
});

constexpr auto kNames = [] {
  std::array<std::string_view, kRows.size()> names;
  for (std::size_t i = 0; i < kRows.size(); ++i) names.at(i) = kRows.at(i).name;
  return names;
}();
static_assert(std::ranges::is_sorted(kNames));

bool Lists(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != words.npos; at = words.find(word, at + 1)) {
    if (words[at - 1] == ' ' && words[at + word.size()] == ' ') return true;
  }
  return false;
}

// "python3" of "#!/usr/bin/env -S python3.11 -u".
std::string_view Interpreter(std::string_view head) {
  if (!head.starts_with("#!")) return "";
  std::string_view line = head.substr(2, std::min(head.find_first_of("\r\n"), head.size()) - 2);
  line = line.substr(0, 256);
  bool is_env = false;
  while (!line.empty()) {
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
    const std::size_t end = std::min(line.find_first_of(" \t", begin), line.size());
    std::string_view word = line.substr(begin, end - begin);
    line.remove_prefix(end);
    word = word.substr(word.rfind('/') + 1);
    if (word == "env") {
      is_env = true;
    } else if (!is_env || (!word.starts_with('-') && !word.contains('='))) {
      return word.substr(0, word.find('.'));
    }
  }
  return "";
}

}  // namespace

std::string_view LanguageOf(std::string_view path, std::string_view head) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  const std::string_view extension =
      dot == name.npos || dot == 0 ? std::string_view() : name.substr(dot + 1);
  if (extension == "h") return LooksLikeCpp(head) ? "cpp" : "c";
  const auto find = [](auto list, std::string_view word) -> std::string_view {
    if (word.empty() || word.contains(' ')) return "";
    for (const Row& row : kRows) {
      if (Lists(row.*list, word)) return row.name;
    }
    return "";
  };
  if (const auto found = find(&Row::file_names, name); !found.empty()) return found;
  if (name.starts_with("Dockerfile.") || name.starts_with("Makefile.")) {
    return find(&Row::file_names, name.substr(0, name.find('.')));
  }
  if (!extension.empty()) return find(&Row::extensions, extension);
  return find(&Row::interpreters, Interpreter(head));
}

std::span<const std::string_view> LanguageNames() { return kNames; }

std::string_view LanguageNamed(std::string_view word) {
  const std::string lower = AsciiLower(word);
  if (lower.empty() || lower.contains(' ')) return "";
  const auto* named = std::ranges::find(kNames, lower);
  if (named != kNames.end()) return *named;
  for (const Row& row : kRows) {
    if (Lists(row.extensions, lower)) return row.name;
  }
  return "";
}

}  // namespace satchel::code
