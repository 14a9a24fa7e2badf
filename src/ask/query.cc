#include "ask/query.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <utility>

#include "ask/code_names.h"
#include "ask/passed_lines.h"
#include "ask/phrases.h"
#include "ask/report_text.h"
#include "base/ascii.h"
#include "base/trimmed.h"
#include "text/analyser.h"
#include "text/stop_words.h"

// The text is read several times, each time for one kind of thing: words, names, paths, wishes. No
// reading takes anything from another: `src/app.py` is words, a path and a chain of names. To take
// something for a name or a path wrongly costs a lookup that finds nothing, while to miss one costs
// the best hit. So the rules here would rather take too much.
//
// The form is decided between the words and the names. It needs the number of words; and in a query
// that is one name, that name counts however it is written, while only short queries have pairs of
// words joined. Everything has a bound, because a query may be a log of 64 KiB that somebody
// pasted.
namespace satchel::ask {
namespace {

constexpr std::uint32_t kMostTimes = 3;  // that a repeated word counts
constexpr std::size_t kReportWords = 40;
constexpr std::size_t kQuestionBytes = 64;
constexpr std::size_t kJoinedWords = 12;  // of a longer query neighbours say little
constexpr std::size_t kMostNames = 64;
constexpr std::size_t kMostContainers = 8;  // of one name
constexpr std::size_t kMostPaths = 128;
constexpr std::size_t kMostModules = 32;
constexpr std::size_t kLongestExtension = 5;
constexpr std::size_t kMostParts = 16;  // of a module
constexpr std::size_t kLeastName = 3;
constexpr std::size_t kLeastQuote = 2;     // words
constexpr std::size_t kMostFileNames = 4;  // with quotations

constexpr std::array<std::string_view, 5> kForms = {"symbol", "words", "question", "report",
                                                    "trace"};

constexpr auto kQuestionWords = std::to_array<std::string_view>(
    {"how", "what", "when", "where", "which", "who", "whose", "why", "где", "зачем", "как", "какая",
     "какие", "какой", "когда", "кто", "почему", "что"});

// Words, with a space around them, that ask for files which count little else; ^ and $ stand for
// the ends of the first line. A word that ordinary tasks have as well asks for nothing alone: a
// lock in the build cache is neither a lock file nor a build file.
struct Wish {
  std::string_view words;
  FileKind wanted;
};
constexpr auto kWishes = std::to_array<Wish>({
    {"^ test $", FileKind::kTest},
    {"^ tests ", FileKind::kTest},
    {" tests $", FileKind::kTest},
    {" tests for ", FileKind::kTest},
    {" test for ", FileKind::kTest},
    {" tests of ", FileKind::kTest},
    {" test of ", FileKind::kTest},
    {" tests that ", FileKind::kTest},
    {" test that ", FileKind::kTest},
    {" tests which ", FileKind::kTest},
    {" the tests ", FileKind::kTest},
    {" the test suite ", FileKind::kTest},
    {" unit test ", FileKind::kTest},
    {" unit tests ", FileKind::kTest},
    {" integration test ", FileKind::kTest},
    {" integration tests ", FileKind::kTest},
    {" regression test ", FileKind::kTest},
    {" regression tests ", FileKind::kTest},
    {" failing test ", FileKind::kTest},
    {" failing tests ", FileKind::kTest},
    {" flaky test ", FileKind::kTest},
    {" flaky tests ", FileKind::kTest},
    {" test case ", FileKind::kTest},
    {" test cases ", FileKind::kTest},
    {" test suite ", FileKind::kTest},
    {" test file ", FileKind::kTest},
    {" test files ", FileKind::kTest},
    {" test coverage ", FileKind::kTest},
    {" add a test ", FileKind::kTest},
    {" add test ", FileKind::kTest},
    {" add tests ", FileKind::kTest},
    {" write a test ", FileKind::kTest},
    {" write tests ", FileKind::kTest},
    {" which test ", FileKind::kTest},
    {" which tests ", FileKind::kTest},
    {" tested ", FileKind::kTest},
    {" unittest ", FileKind::kTest},
    {" unittests ", FileKind::kTest},
    {" fixture ", FileKind::kTest},
    {" fixtures ", FileKind::kTest},
    {" how do i ", FileKind::kDoc},
    {" how can i ", FileKind::kDoc},
    {" how should i ", FileKind::kDoc},
    {" what must i ", FileKind::kDoc},
    {" what should i ", FileKind::kDoc},
    {" how do you ", FileKind::kDoc},
    {" documentation ", FileKind::kDoc},
    {" documented ", FileKind::kDoc},
    {" document how ", FileKind::kDoc},
    {" document the ", FileKind::kDoc},
    {" document that ", FileKind::kDoc},
    {" docs ", FileKind::kDoc},
    {" readme ", FileKind::kDoc},
    {" changelog ", FileKind::kDoc},
    {" typo ", FileKind::kDoc},
    {" typos ", FileKind::kDoc},
    {" release notes ", FileKind::kDoc},
    {" tutorial ", FileKind::kDoc},
    {" user guide ", FileKind::kDoc},
    {" guide to ", FileKind::kDoc},
    {" guide for ", FileKind::kDoc},
    {" example ", FileKind::kExample},
    {" examples ", FileKind::kExample},
    {" ci ", FileKind::kData},
    {" workflow ", FileKind::kData},
    {" workflows ", FileKind::kData},
    {" github ", FileKind::kData},
    {" makefile ", FileKind::kData},
    {" build file ", FileKind::kData},
    {" build files ", FileKind::kData},
    {" build script ", FileKind::kData},
    {" build scripts ", FileKind::kData},
    {" build system ", FileKind::kData},
    {" build configuration ", FileKind::kData},
    {" build config ", FileKind::kData},
    {" build target ", FileKind::kData},
    {" build targets ", FileKind::kData},
    {"^ release ", FileKind::kData},
    {" release script ", FileKind::kData},
    {" release process ", FileKind::kData},
    {" new release ", FileKind::kData},
    {" which version ", FileKind::kData},
    {" minimum version ", FileKind::kData},
    {" required version ", FileKind::kData},
    {" version number ", FileKind::kData},
    {" bump ", FileKind::kData},
    {" dependency ", FileKind::kData},
    {" dependencies ", FileKind::kData},
    {" requirements ", FileKind::kData},
    {" pre commit ", FileKind::kData},
    {" commit hook ", FileKind::kData},
    {" commit hooks ", FileKind::kData},
    {" lint ", FileKind::kData},
    {" packaging ", FileKind::kData},
    {" environments ", FileKind::kData},
    {" configured ", FileKind::kData},
    {" template ", FileKind::kData},
    {" html ", FileKind::kData},
    {" stylesheet ", FileKind::kData},
    {" json ", FileKind::kData},
    {" yaml ", FileKind::kData},
    {" dockerfile ", FileKind::kData},
    {" docker image ", FileKind::kData},
    {" bump ", FileKind::kGenerated},
    {" dependency ", FileKind::kGenerated},
    {" dependencies ", FileKind::kGenerated},
    {" requirements ", FileKind::kGenerated},
    {" lock file ", FileKind::kGenerated},
    {" lock files ", FileKind::kGenerated},
    {" lockfile ", FileKind::kGenerated},
    {"^ benchmark $", FileKind::kBenchmark},
    {"^ benchmarks ", FileKind::kBenchmark},
    {" benchmarks $", FileKind::kBenchmark},
    {" benchmark for ", FileKind::kBenchmark},
    {" benchmark of ", FileKind::kBenchmark},
    {" benchmarks for ", FileKind::kBenchmark},
    {" benchmarks of ", FileKind::kBenchmark},
    {" the benchmark ", FileKind::kBenchmark},
    {" the benchmarks ", FileKind::kBenchmark},
    {" add a benchmark ", FileKind::kBenchmark},
    {" translation of ", FileKind::kStrings},
    {" translations of ", FileKind::kStrings},
    {" translations for ", FileKind::kStrings},
    {" translated ", FileKind::kStrings},
    {" locale file ", FileKind::kStrings},
    {" locale files ", FileKind::kStrings},
    {" message catalog ", FileKind::kStrings},
    {" message catalogs ", FileKind::kStrings},
});

bool IsNameStart(char c) { return IsAlpha(c) || c == '_' || c == '$'; }
bool IsNamePart(char c) { return IsNameStart(c) || IsDigit(c); }

// Inside a name: `fooBar`, `HTTPServer`, `foo_bar`.
bool LooksJoined(std::string_view name) {
  for (std::size_t i = 1; i < name.size(); ++i) {
    if (name[i] == '_' && i + 1 < name.size()) return true;
    if (IsUpper(name[i]) && IsLower(name[i - 1])) return true;
    if (i >= 2 && IsLower(name[i]) && IsUpper(name[i - 1]) && IsUpper(name[i - 2])) return true;
  }
  return name.size() > 2 && name.front() == '_';
}

// Names that are joined by `.`, `::`, `->`, `\` or `#`, as they stand in the text.
struct Chain {
  std::vector<std::string_view> names;
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::size_t JoinAt(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at, 2);
  if (rest == "::" || rest == "->") return 2;
  return !rest.empty() && (rest[0] == '.' || rest[0] == '\\' || rest[0] == '#') ? 1 : 0;
}

std::optional<Chain> NextChain(std::string_view text, std::size_t from) {
  std::size_t at = from;
  while (at < text.size() && !IsNameStart(text[at])) {
    // A number is no name, nor is what is glued to it.
    if (IsDigit(text[at])) {
      while (at < text.size() && IsNamePart(text[at])) ++at;
    } else {
      ++at;
    }
  }
  if (at == text.size()) return std::nullopt;
  Chain chain{.names = {}, .begin = at, .end = at};
  for (;;) {
    std::size_t end = at;
    while (end < text.size() && IsNamePart(text[end])) ++end;
    chain.names.push_back(text.substr(at, end - at));
    chain.end = end;
    const std::size_t join = JoinAt(text, end);
    at = end + join;
    if (join == 0 || at >= text.size() || !IsNameStart(text[at])) return chain;
  }
}

// `config.yml.orig`. Endings that are members of types as well, such as `json`, are none here.
bool IsFileName(const Chain& chain, std::string_view text) {
  constexpr std::string_view kEndings = " bak csv ini md orig rst toml txt yaml yml ";
  if (chain.names.size() < 2 || text.substr(chain.end).starts_with('(')) return false;
  const std::string_view written = text.substr(chain.begin, chain.end - chain.begin);
  if (written.find_first_of(":>\\#") != written.npos) return false;
  return kEndings.contains(" " + std::string(chain.names.back()) + " ");
}

// Whether what stands around it says that it is code.
bool IsMarked(const Chain& chain, std::string_view text) {
  const bool called = chain.end < text.size() && text[chain.end] == '(';
  const bool quoted = chain.begin > 0 && text[chain.begin - 1] == '`';
  return called || quoted || chain.names.size() > 1;
}

bool BeginsSentence(std::string_view text, std::size_t at) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t' || text[at - 1] == '"')) --at;
  if (at == 0) return true;
  const char before = text[at - 1];
  return before == '.' || before == '!' || before == '?' || before == '\n' || before == ':';
}

bool IsSymbol(std::string_view text) {
  const auto chain = NextChain(text, 0);
  if (!chain || chain->begin != 0 || IsFileName(*chain, text)) return false;
  std::string_view rest = text.substr(chain->end);
  if (rest.starts_with("()")) rest.remove_prefix(2);
  if (!rest.empty()) return false;
  return chain->names.size() > 1 || LooksJoined(chain->names.front()) ||
         IsUpper(chain->names.front().front());
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {
    while (!text_.empty() && std::string_view(" \t\r\n.?!").contains(text_.back())) {
      text_.remove_suffix(1);
    }
    const std::size_t start = text_.find_first_not_of(" \t\r\n");
    text_.remove_prefix(std::min(start, text_.size()));
    title_ = text_.substr(0, text_.find('\n'));
    trace_ = ReadTrace(text_);
    // What went wrong says most.
    if (trace_.whole && !trace_.message.empty()) title_ = trace_.message;
  }

  Query Read() {
    ReadWords();
    if (trace_.whole) {
      query_.form = QueryForm::kTrace;
    } else if (IsSymbol(text_)) {
      query_.form = QueryForm::kSymbol;
    } else if (text_.contains('\n') || query_.words > kReportWords) {
      query_.form = QueryForm::kReport;
    } else if (IsQuestion()) {
      query_.form = QueryForm::kQuestion;
    }
    ReadNames();
    ReadPaths();
    query_.frames = std::move(trace_.frames);
    if (query_.form == QueryForm::kWords || query_.form == QueryForm::kQuestion) JoinWords();
    ReadWishes();
    ReadQuotes();
    return std::move(query_);
  }

 private:
  bool IsInTitle(std::size_t at) const {
    const auto begin = static_cast<std::size_t>(title_.data() - text_.data());
    return at >= begin && at < begin + title_.size();
  }

  void ReadWords() {
    std::map<std::string, std::size_t> known;
    for (text::Term& term : text::AnalyseQuery(text_)) {
      const bool in_title = IsInTitle(term.range.begin);
      const auto [at, is_new] = known.try_emplace(term.text, query_.terms.size());
      if (!is_new) {
        // There was no room for it when it came first.
        if (at->second == query_.terms.size()) continue;
        auto& times = query_.terms[at->second].times;
        times = std::min(times + 1, kMostTimes);
      } else if (query_.terms.size() < Query::kMostTerms) {
        query_.terms.push_back({std::move(term.text)});
        query_.in_title.push_back(in_title);
        query_.written.emplace_back(
            text_.substr(term.range.begin, term.range.end - term.range.begin));
        query_.is_part.push_back(term.kind == text::TermKind::kPart);
        query_.certainty.push_back(1);
      }
    }
    query_.words = query_.terms.size();
  }

  // By its first words alone, so that the mark at its end does not matter.
  bool IsQuestion() const {
    const std::vector<text::Term> words = text::Words(title_.substr(0, kQuestionBytes));
    return std::ranges::any_of(words | std::views::take(2), [](const text::Term& word) {
      return std::ranges::find(kQuestionWords, word.text) != kQuestionWords.end();
    });
  }

  void AddName(std::string_view name, bool in_title) {
    if (query_.names.size() == kMostNames || name.size() < kLeastName) return;
    if (text::IsStopWord(AsciiLower(name)) || !known_names_.emplace(name).second) return;
    query_.names.push_back({std::string(name), in_title});
  }

  void ReadNames() {
    for (auto chain = NextChain(text_, 0); chain; chain = NextChain(text_, chain->end)) {
      if (IsFileName(*chain, text_)) continue;
      const bool in_title = IsInTitle(chain->begin);
      const bool marked = IsMarked(*chain, text_) || query_.form == QueryForm::kSymbol;
      for (const std::string_view name : chain->names) {
        const bool proper = IsUpper(name.front()) && name.size() > kLeastName &&
                            !BeginsSentence(text_, chain->begin);
        if (marked || proper || LooksJoined(name)) AddName(name, in_title);
      }
      AddModule(*chain);
    }
  }

  void AddModule(const Chain& chain) {
    if (chain.names.size() < 2 || chain.names.size() > kMostParts) return;
    if (query_.modules.size() == kMostModules) return;
    std::string path;
    for (const std::string_view name : chain.names) {
      if (!path.empty()) path += '/';
      path += name;
    }
    if (std::ranges::find(query_.modules, path) == query_.modules.end()) {
      query_.modules.push_back(std::move(path));
    }
  }

  static bool IsPathPart(char c) {
    return IsNamePart(c) || c == '.' || c == '/' || c == '\\' || c == '-' || c == '+';
  }

  // "sessions.py", "src/flask/app.py:12": a name with an extension, perhaps below directories.
  void ReadPaths() {
    std::size_t at = 0;
    while (at < text_.size()) {
      if (!IsPathPart(text_[at])) {
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < text_.size() && IsPathPart(text_[end])) ++end;
      AddPath(text_.substr(at, end - at));
      at = end;
    }
  }

  // In `org.shop.Main.run(Main.java:12)` the file is that of the package, and no other Main.java.
  bool IsNameInFrame(std::string_view path) const {
    return !path.contains('/') &&
           std::ranges::any_of(trace_.frames, [path](const TraceFrame& frame) {
             return frame.path.size() > path.size() && frame.path.ends_with(path) &&
                    frame.path[frame.path.size() - path.size() - 1] == '/';
           });
  }

  void AddPath(std::string_view written) {
    auto path = WrittenPath(written, kLongestExtension);
    if (path && !IsNameInFrame(*path) && query_.paths.size() < kMostPaths &&
        known_paths_.insert(*path).second) {
      query_.paths.push_back(*std::move(path));
    }
  }

  // A pasted text has quotation marks everywhere, also around names of what does not work.
  void ReadQuotes() {
    if (query_.form != QueryForm::kWords && query_.form != QueryForm::kQuestion) return;
    query_.quotes = QuotesIn(text_, kLeastQuote);
    AddFileNames();
  }

  // A file that the code names need not exist.
  void AddFileNames() {
    for (auto chain = NextChain(text_, 0); chain; chain = NextChain(text_, chain->end)) {
      if (query_.quotes.size() == kMostFileNames) return;
      std::string written(text_.substr(chain->begin, chain->end - chain->begin));
      if (!IsFileName(*chain, text_)) continue;
      if (std::ranges::find(query_.quotes, written) == query_.quotes.end()) {
        query_.quotes.push_back(std::move(written));
      }
    }
  }

  // A question about tests wants tests; `how do I` wants documentation.
  void ReadWishes() {
    std::string words = "^ ";
    for (const text::Term& word : text::Words(title_)) words += word.text + " ";
    words += '$';
    for (const Wish& wish : kWishes) {
      const bool known = std::ranges::find(query_.wanted, wish.wanted) != query_.wanted.end();
      if (!known && words.contains(wish.words)) query_.wanted.push_back(wish.wanted);
    }
  }

  // `session cookie` may be called sessionCookie, session_cookie or sessioncookie.
  void JoinWords() {
    std::vector<std::string> words;
    for (const text::Term& word : text::Words(text_)) {
      if (!text::IsStopWord(word.text)) words.push_back(word.text);
    }
    if (words.size() > kJoinedWords) return;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      AddJoined(words[i] + words[i + 1]);
      AddJoined(words[i] + "_" + words[i + 1]);
    }
  }

  void AddJoined(const std::string& joined) {
    for (const text::Term& term : analyser_.Analyse(joined)) {
      if (term.kind != text::TermKind::kWhole || query_.terms.size() >= Query::kMostTerms) continue;
      const bool known = std::ranges::find(query_.terms, term.text, &lexical::QueryTerm::text) !=
                         query_.terms.end();
      if (!known) query_.terms.push_back({term.text, 0});
    }
  }

  std::string_view text_;
  std::string_view title_;  // a part of the text
  Trace trace_;
  text::Analyser analyser_;
  Query query_;
  std::set<std::string, std::less<>> known_names_;
  std::set<std::string, std::less<>> known_paths_;
};

}  // namespace

std::vector<CodeName> ReadCodeNames(std::string_view text) {
  const std::string said = WithoutPassedLines(WithoutForm(text));
  text = Trimmed(said, " \t\r\n.?!");
  const bool is_symbol = IsSymbol(text);
  std::vector<CodeName> names;
  for (auto chain = NextChain(text, 0); chain; chain = NextChain(text, chain->end)) {
    if (IsFileName(*chain, text)) continue;
    const bool marked = is_symbol || IsMarked(*chain, text);
    std::string_view container;
    for (const std::string_view name : chain->names) {
      const std::string_view qualifier = std::exchange(container, name);
      if (name.size() < kLeastName || !(marked || LooksJoined(name))) continue;
      if (text::IsStopWord(AsciiLower(name))) continue;
      auto known = std::ranges::find(names, name, &CodeName::text);
      if (known == names.end()) {
        if (names.size() == kMostNames) continue;
        known = names.insert(known, {.text = std::string(name)});
      }
      if (qualifier.empty()) {
        known->alone = true;
      } else if (known->containers.size() < kMostContainers &&
                 std::ranges::find(known->containers, qualifier) == known->containers.end()) {
        known->containers.emplace_back(qualifier);
      }
    }
  }
  return names;
}

std::string_view Name(QueryForm form) { return kForms.at(static_cast<std::size_t>(form)); }

Query ReadQuery(std::string_view text) {
  // What stands at its end changes nothing, the last line of a form included.
  text = text.substr(0, text.find_last_not_of(" \t\r\n.?!") + 1);
  const std::string said = WithoutPassedLines(WithoutForm(text));
  Query query = Reader(said).Read();
  // Nothing but a form is still a query.
  return query.words > 0 ? query : Reader(text).Read();
}

}  // namespace satchel::ask
