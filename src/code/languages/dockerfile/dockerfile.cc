// Dockerfiles by their instructions: a stage goes from its FROM to the next, and uses the stages
// that it begins with or copies from. What it copies from the repository is an import.
#include "code/languages/dockerfile/dockerfile.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/trimmed.h"
#include "code/parse/outline.h"

namespace satchel::code {
namespace {

std::vector<std::string_view> WordsOf(std::string_view text) {
  constexpr std::size_t kMostWords = 500;
  constexpr std::string_view kBlanks = " \t\r\n\\";
  std::vector<std::string_view> words;
  while (words.size() < kMostWords) {
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(kBlanks), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

bool IsPlain(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return IsAlnum(c) || c == '_' || c == '-' || c == '.';
  });
}

class DockerfileReader {
 public:
  DockerfileReader(std::string_view content, const LanguageRules& rules)
      : content_(content), out_(content, rules) {}

  FileFacts Read() {
    for (std::size_t begin = 0; begin < content_.size();) {
      std::size_t end = LineEnd(begin);
      const std::string_view first = Trimmed(content_.substr(begin, end - begin));
      if (!first.empty() && first.front() != '#') {
        // Comments may stand between the lines of one instruction.
        while (end < content_.size() && GoesOn(begin, end)) end = LineEnd(end + 1);
        Instruction(begin, end);
        last_ = end;
      }
      begin = end + 1;
    }
    if (in_stage_) out_.Close(last_);
    return out_.Finish();
  }

 private:
  std::size_t LineEnd(std::size_t at) const {
    return std::min(content_.find('\n', at), content_.size());
  }

  bool GoesOn(std::size_t begin, std::size_t end) const {
    const std::size_t from = content_.rfind('\n', end - 1);
    const std::size_t line = from == std::string_view::npos || from < begin ? begin : from + 1;
    const std::string_view text = Trimmed(content_.substr(line, end - line));
    return text.ends_with('\\') || (line > begin && (text.empty() || text.front() == '#'));
  }

  void Instruction(std::size_t begin, std::size_t end) {
    const std::string_view text = content_.substr(begin, end - begin);
    const auto words = WordsOf(text);
    if (words.empty()) return;
    const std::string_view name = words[0];
    if (SameButCase(name, "from")) {
      From(words, begin, end);
    } else if (SameButCase(name, "arg") || SameButCase(name, "env")) {
      Variables(words, begin, end, SameButCase(name, "env"));
    } else if (SameButCase(name, "copy") || SameButCase(name, "add")) {
      Copy(words, begin);
    } else if (SameButCase(name, "run")) {
      for (const std::string_view word : words) MountFrom(word, begin);
    }
    if (!SameButCase(name, "arg")) UseVariables(text, begin);
  }

  void UseStage(std::string_view stage, std::size_t at) {
    if (IsPlain(stage)) out_.Use(UseKind::kValue, fmt::format("stage {}", stage), at);
  }

  // FROM [--platform=…] image [AS name]
  void From(const std::vector<std::string_view>& words, std::size_t begin, std::size_t end) {
    if (in_stage_) out_.Close(last_);
    std::size_t at = 1;
    while (at < words.size() && words[at].starts_with("--")) ++at;
    const bool named = at + 2 < words.size() && SameButCase(words[at + 1], "as");
    const std::string stage = named ? std::string(words[at + 2]) : fmt::format("{}", stages_);
    out_.Open(SymbolKind::kFunction, fmt::format("stage {}", stage), begin, end);
    in_stage_ = true;
    ++stages_;
    // An image of the same name as a stage is the stage.
    if (at < words.size() && !words[at].contains(':')) UseStage(words[at], begin);
  }

  void Variables(const std::vector<std::string_view>& words, std::size_t begin, std::size_t end,
                 bool environment) {
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::size_t equals = words[i].find('=');
      const std::string_view name = words[i].substr(0, equals);
      if (!IsPlain(name)) continue;
      // `ENV NAME value`, in the old form
      const bool old = environment && equals == std::string_view::npos;
      if (equals != std::string_view::npos || i == 1) {
        out_.Add(SymbolKind::kVariable, name, begin, end);
      }
      if (old) return;
    }
  }

  void Copy(const std::vector<std::string_view>& words, std::size_t begin) {
    bool stage = false;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i].starts_with("--from=")) {
        UseStage(words[i].substr(sizeof("--from=") - 1), begin);
        stage = true;
      }
    }
    if (stage) return;
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
      const std::string_view path = words[i];
      const bool plain = path.find_first_of("*?$[\"<,:") == std::string_view::npos;
      if (plain && !path.starts_with("--") && path != "." && path != "./") {
        out_.Import(ImportKind::kModule, path, begin);
      }
    }
  }

  // RUN --mount=type=bind,from=build,source=…
  void MountFrom(std::string_view word, std::size_t at) {
    if (!word.starts_with("--mount=")) return;
    const std::size_t from = word.find("from=");
    if (from == std::string_view::npos) return;
    word.remove_prefix(from + sizeof("from=") - 1);
    UseStage(word.substr(0, word.find(',')), at);
  }

  // $NAME, ${NAME}, ${NAME:-value}
  void UseVariables(std::string_view text, std::size_t at) {
    for (std::size_t from = text.find('$'); from != std::string_view::npos;
         from = text.find('$', from + 1)) {
      std::string_view rest = text.substr(from + 1);
      if (rest.starts_with('{')) rest.remove_prefix(1);
      std::size_t end = 0;
      while (end < rest.size() && (IsAlnum(rest[end]) || rest[end] == '_')) ++end;
      if (end > 1 && !IsDigit(rest.front())) out_.Use(UseKind::kValue, rest.substr(0, end), at);
    }
  }

  std::string_view content_;
  Outline out_;
  std::size_t last_ = 0;
  std::size_t stages_ = 0;
  bool in_stage_ = false;
};

FileFacts ReadDockerfile(std::string_view content, const LanguageRules& rules) {
  return DockerfileReader(content, rules).Read();
}

}  // namespace

constexpr LanguageRules kDockerfileRules = [] {
  LanguageRules rules;
  rules.name = "dockerfile";
  rules.level = Level::kStructure;
  rules.comment_style = kHashComments;
  rules.read = ReadDockerfile;
  return rules;
}();

}  // namespace satchel::code
