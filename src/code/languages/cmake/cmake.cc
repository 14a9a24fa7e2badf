// CMake by its commands: targets and what they are linked with, functions, options, the files
// that are read. A command of the project's own that says `NAME x` makes a target too, when its
// name ends as those do: `my_library(NAME x DEPS y)`.
#include "code/languages/cmake/cmake.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "base/ascii.h"
#include "code/parse/outline.h"
#include "code/parse/tokens.h"

namespace satchel::code {
namespace {

constexpr TokenStyle kStyle = [] {
  TokenStyle style;
  style.line_comment = "#";
  style.open = "#[[";
  style.close = "]]";
  style.quotes = "\"";
  style.word_marks = "_-./+:$<>{}@,;=!*%&|~^\\?[]'`";
  style.long_texts = true;
  return style;
}();

constexpr std::size_t kSmallest = 300;     // of a chunk of its own
constexpr std::size_t kMostWords = 2'000;  // of one command

// Words of commands that are no names. Sorted.
constexpr auto kKeywords = std::to_array<std::string_view>({"ALIAS",
                                                            "ALL",
                                                            "BEFORE",
                                                            "BYPRODUCTS",
                                                            "COMMAND",
                                                            "COMMENT",
                                                            "DEPENDS",
                                                            "EXCLUDE_FROM_ALL",
                                                            "IMPORTED",
                                                            "INTERFACE",
                                                            "LINK_INTERFACE_LIBRARIES",
                                                            "LINK_PRIVATE",
                                                            "LINK_PUBLIC",
                                                            "MODULE",
                                                            "OBJECT",
                                                            "PRIVATE",
                                                            "PUBLIC",
                                                            "SHARED",
                                                            "STATIC",
                                                            "SYSTEM",
                                                            "UNKNOWN",
                                                            "VERBATIM",
                                                            "WORKING_DIRECTORY",
                                                            "debug",
                                                            "general",
                                                            "optimized"});
static_assert(std::ranges::is_sorted(kKeywords));

// Commands that a call is not worth keeping of. Sorted.
constexpr auto kCommands = std::to_array<std::string_view>({"add_compile_definitions",
                                                            "add_compile_options",
                                                            "add_custom_command",
                                                            "add_definitions",
                                                            "add_link_options",
                                                            "block",
                                                            "break",
                                                            "cmake_dependent_option",
                                                            "cmake_minimum_required",
                                                            "cmake_parse_arguments",
                                                            "cmake_path",
                                                            "cmake_policy",
                                                            "configure_file",
                                                            "continue",
                                                            "else",
                                                            "elseif",
                                                            "enable_language",
                                                            "enable_testing",
                                                            "endblock",
                                                            "endforeach",
                                                            "endif",
                                                            "endwhile",
                                                            "execute_process",
                                                            "export",
                                                            "fetchcontent_declare",
                                                            "fetchcontent_makeavailable",
                                                            "file",
                                                            "find_file",
                                                            "find_library",
                                                            "find_package",
                                                            "find_path",
                                                            "find_program",
                                                            "foreach",
                                                            "get_filename_component",
                                                            "get_property",
                                                            "get_target_property",
                                                            "if",
                                                            "include_directories",
                                                            "include_guard",
                                                            "install",
                                                            "link_directories",
                                                            "link_libraries",
                                                            "list",
                                                            "mark_as_advanced",
                                                            "math",
                                                            "message",
                                                            "option",
                                                            "return",
                                                            "separate_arguments",
                                                            "set",
                                                            "set_directory_properties",
                                                            "set_property",
                                                            "set_source_files_properties",
                                                            "set_target_properties",
                                                            "set_tests_properties",
                                                            "source_group",
                                                            "string",
                                                            "target_compile_definitions",
                                                            "target_compile_features",
                                                            "target_compile_options",
                                                            "target_include_directories",
                                                            "target_link_directories",
                                                            "target_link_options",
                                                            "target_precompile_headers",
                                                            "target_sources",
                                                            "try_compile",
                                                            "unset",
                                                            "while"});
static_assert(std::ranges::is_sorted(kCommands));

bool IsPlain(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) {
    return IsAlnum(c) || c == '_' || c == '-' || c == '.' || c == '+' || c == ':';
  });
}

bool MakesTargets(std::string_view command) {
  return std::ranges::any_of(
      std::to_array<std::string_view>({"library", "executable", "binary", "test", "module",
                                       "target", "benchmark", "fuzz", "plugin"}),
      [&](std::string_view end) { return command.ends_with(end); });
}

class CMakeReader {
 public:
  CMakeReader(std::string_view content, const LanguageRules& rules)
      : tokens_(content, kStyle), out_(content, rules) {}

  FileFacts Read() {
    while (tokens_.peek().ok()) {
      const Token command = tokens_.Next();
      if (command.kind != Token::Kind::kWord || !tokens_.Take('(')) continue;
      TakeWords();
      Command(command, AsciiLower(command.text.substr(0, kLongestCommand)));
    }
    return out_.Finish(kSmallest);
  }

 private:
  static constexpr std::size_t kLongestCommand = 100;

  void TakeWords() {
    words_.clear();
    for (std::size_t depth = 1; depth > 0 && tokens_.peek().ok();) {
      const Token token = tokens_.Next();
      if (token.Is('(')) ++depth;
      if (token.Is(')')) --depth;
      if (depth > 0 && !token.Is('(') && !token.Is(')') && words_.size() < kMostWords) {
        words_.push_back(token);
      }
    }
    end_ = tokens_.last_end();
  }

  std::string_view First() const { return words_.empty() ? std::string_view() : words_[0].text; }

  void Command(const Token& command, const std::string& name) {
    const std::size_t begin = command.begin;
    if (name == "add_library" || name == "add_executable" || name == "add_custom_target") {
      Target(begin, First());
    } else if (name == "add_test") {
      Target(begin, First() == "NAME" && words_.size() > 1 ? words_[1].text : First());
    } else if (name == "function" || name == "macro") {
      out_.Open(name == "macro" ? SymbolKind::kMacro : SymbolKind::kFunction, First(), begin, end_);
    } else if (name == "endfunction" || name == "endmacro") {
      if (out_.depth() > 0) out_.Close(end_);
    } else if (name == "option" || (name == "set" && out_.depth() == 0)) {
      const std::string_view variable = First();
      // Where it is first set.
      if (IsPlain(variable) && variables_.insert(variable).second) {
        out_.Add(SymbolKind::kVariable, variable, begin, end_);
      }
      UseVariables(1);
    } else if (name == "project") {
      if (!IsPlain(First())) return;
      out_.Add(SymbolKind::kNamespace, fmt::format("project {}", First()), begin, end_);
    } else if (name == "add_subdirectory") {
      out_.Import(ImportKind::kModule, First(), begin);
    } else if (name == "include") {
      out_.Import(ImportKind::kInclude, First(), begin);
    } else if (name == "target_link_libraries" || name == "add_dependencies" ||
               name.starts_with("target_")) {
      UseTargets(name == "target_link_libraries" || name == "add_dependencies" ? words_.size() : 1);
    } else {
      Other(command, name);
    }
  }

  void Target(std::size_t begin, std::string_view target) {
    if (!IsPlain(target)) return;
    out_.Open(SymbolKind::kFunction, target, begin, end_);
    bool depends = false;
    for (const Token& word : words_) {
      const bool keyword = std::ranges::binary_search(kKeywords, word.text);
      if (depends && !keyword) Use(word);
      if (keyword) depends = word.text == "DEPENDS" || word.text == "ALIAS";
      if (word.text == "COMMAND" || word.text == "ALIAS") commands_ = true;
      if (commands_ && !keyword) {
        Use(word);
        commands_ = false;
      }
    }
    commands_ = false;
    UseVariables(1);
    out_.Close(end_);
  }

  void Other(const Token& command, const std::string& name) {
    if (std::ranges::binary_search(kCommands, std::string_view(name))) {
      UseVariables(0);
      return;
    }
    const auto named = std::ranges::find(words_, std::string_view("NAME"), &Token::text);
    const bool target = MakesTargets(name) && named != words_.end() && named + 1 != words_.end() &&
                        IsPlain((named + 1)->text);
    if (target) out_.Open(SymbolKind::kFunction, (named + 1)->text, command.begin, end_);
    out_.Use(UseKind::kCall, command.text, command.begin);
    bool depends = false;
    for (const Token& word : words_) {
      const bool capitals = std::ranges::all_of(
          word.text, [](char c) { return IsUpper(c) || c == '_' || IsDigit(c); });
      if (capitals) depends = word.text == "DEPS" || word.text == "DEPENDS" || word.text == "LIBS";
      if (target && depends && !capitals) Use(word);
    }
    UseVariables(0);
    if (target) out_.Close(end_);
  }

  void UseTargets(std::size_t most) {
    for (std::size_t i = 0; i < std::min(most, words_.size()); ++i) {
      if (!std::ranges::binary_search(kKeywords, words_[i].text)) Use(words_[i]);
    }
  }

  void Use(const Token& word) {
    if (IsPlain(word.text)) out_.Use(UseKind::kValue, word.text, word.begin);
  }

  // ${NAME}, in words from the given one on.
  void UseVariables(std::size_t from) {
    for (std::size_t i = from; i < words_.size(); ++i) {
      const std::string_view text = words_[i].text;
      for (std::size_t at = text.find("${"); at != std::string_view::npos;
           at = text.find("${", at + 2)) {
        const std::string_view rest = text.substr(at + 2);
        const std::size_t end = rest.find('}');
        if (end == std::string_view::npos) break;
        const std::string_view name = rest.substr(0, end);
        if (IsPlain(name) && !name.starts_with("CMAKE_")) {
          out_.Use(UseKind::kValue, name, words_[i].begin);
        }
      }
    }
  }

  Tokens tokens_;
  Outline out_;
  std::vector<Token> words_;  // of the command that is read
  std::unordered_set<std::string_view> variables_;
  std::size_t end_ = 0;
  bool commands_ = false;
};

FileFacts ReadCMake(std::string_view content, const LanguageRules& rules) {
  return CMakeReader(content, rules).Read();
}

}  // namespace

constexpr LanguageRules kCMakeRules = [] {
  LanguageRules rules;
  rules.name = "cmake";
  rules.level = Level::kStructure;
  rules.comment_style = kHashComments;
  rules.read = ReadCMake;
  return rules;
}();

}  // namespace satchel::code
