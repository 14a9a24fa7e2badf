#include "code/find/task_pieces.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/sort_unique.h"
#include "code/facts/line_text.h"
#include "code/find/piece_links.h"
#include "code/find/piece_text.h"
#include "code/index/hit_files.h"
#include "store/code.h"

// A chunk of the index is what is shown as one: a function, a small class, the head of a large one.
// All chunks of the files in scope that have words of the task, or that it names, are put in one
// order; the best of them are primary and may be shown with their bodies, as many as a share of the
// budget holds. What is linked to those by calls and types, and what has words and no room, stands
// with its signature in the outline of its file.
//
// A symbol is either a piece of its own or a line of an outline, never both.
//
// A judge may overrule the rules in both directions. A symbol it calls primary is offered with its
// whole body, beyond the share of the budget, and with a window of lines in case the body does not
// fit.
namespace satchel::retrieval {
namespace {

constexpr std::size_t kMostFiles = 80;      // whose facts are read
constexpr std::size_t kMostOutline = 24;    // symbols
constexpr std::size_t kMostFarOutline = 8;  // of a file that is no seed
constexpr std::size_t kMostAssertions = 6;  // lines of one test
constexpr std::size_t kFrame = 20;          // tokens around a piece
constexpr std::size_t kWholePercent = 60;   // of the budget: larger bodies are offered by a window
constexpr std::size_t kWindowPercent = 30;  // of the budget, for one window
constexpr std::size_t kFailedPercent = 15;  // the same, for the place of a failure
constexpr std::size_t kLeastWindow = 100;   // tokens
constexpr std::size_t kMostPieces = 200;
constexpr std::size_t kMostJudgedPieces = 1'000;  // bodies in memory, 6,000 bytes each as a rule
constexpr std::size_t kLeastRest = 80;            // bytes

// What a chunk is worth: docs/design/retrieval.md says on which tasks these were fitted.
constexpr Score kFileWeight = Score::FromMillionths(3'500'000);
constexpr Score kWordsWeight = Score::FromMillionths(1'300'000);
constexpr Score kTitleWeight = Score::FromMillionths(1'500'000);
constexpr Score kAskedWeight = Score::FromMillionths(600'000);
constexpr Score kSubjectWeight = Score::FromMillionths(1'200'000);
// Before all others. The place of a failure comes first: a log without it explains nothing.
constexpr Score kFailedWeight = Score::FromMillionths(20'000'000);
constexpr Score kMissedWeight = Score::FromMillionths(10'000'000);
constexpr Score kDefinitionWeight = Score::FromMillionths(800'000);
constexpr Score kCalleeWeight = Score::FromMillionths(600'000);
constexpr Score kCallerWeight = Score::FromMillionths(200'000);
constexpr std::size_t kMostCalling = 6;  // best pieces, whose callees and callers are raised
// After this many chunks of a file, its `file` term counts half.
constexpr std::int64_t kTurns = 30;

Score Share(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return {};
  return Score::Ratio(static_cast<std::int64_t>(part), static_cast<std::int64_t>(whole));
}

// A chunk that may be shown, or several chunks of one function that follow each other.
struct Option {
  std::size_t file = 0;
  std::uint32_t chunk = 0;
  std::uint32_t chunks = 1;
  bool asked = false;
  bool failed = false;   // it has the place of a failure
  bool judged = false;   // a judge calls it primary
  bool window = false;   // too large to be shown whole
  std::size_t cost = 0;  // about
  ScoreTerms terms;
};

// A chunk of a file: by its index among the files in scope, and its own among their chunks.
using ChunkAt = std::pair<std::size_t, std::uint32_t>;

class Choosing {
 public:
  Choosing(const SearchedCode& searched, store::Transaction& curated,
           std::span<const ScopedFile> files, const PiecesRequest& request)
      : searched_(searched), curated_(curated), files_(files), request_(request) {}

  Result<TaskPieces> Find() {
    SATCHEL_TRY(Read());
    CollectOptions();
    RaiseLinked();
    ChoosePrimary();
    FindSupporting();
    if (request_.judge) SATCHEL_TRY(Judge());
    ReadAll();
    for (std::size_t i = 0; i < files_.size(); ++i) AddOutline(i);
    for (const Option& option : primary_) AddPiece(option);
    CountExcluded();
    return std::move(found_);
  }

 private:
  const code::FileFacts* FactsOf(std::size_t file) const {
    const HitFile* known = known_.Of(files_[file].row.path);
    return known == nullptr ? nullptr : &known->facts;
  }

  Status Read() {
    std::vector<store::FileRow> rows;
    for (const ScopedFile& file : files_) {
      if (rows.size() < kMostFiles) rows.push_back(file.row);
    }
    known_ = SATCHEL_TRY(HitFiles::ReadRows(curated_, rows));
    std::vector<std::int64_t> ids;
    for (const store::FileRow& row : rows) ids.push_back(row.id);
    SortUnique(ids);
    imports_ = SATCHEL_TRY(store::CodeView(curated_).Imports(ids));
    std::set<std::string_view> paths;
    for (const ScopedFile& file : files_) paths.insert(file.row.path);
    std::map<std::int64_t, std::string_view> by_id;
    for (const store::FileRow& row : rows) by_id.emplace(row.id, row.path);
    for (const store::ImportRow& row : imports_) {
      const auto from = by_id.find(row.file);
      if (from == by_id.end() || from->second == row.target || !paths.contains(row.target))
        continue;
      found_.imports.emplace_back(from->second, row.target);
    }
    SortUnique(found_.imports);
    return {};
  }

  void CollectOptions() {
    std::uint64_t most = 0;
    std::uint64_t most_title = 0;
    for (const ScopedFile& file : files_) {
      for (const rank::ChunkScore& chunk : file.chunks) {
        most = std::max(most, chunk.units);
        most_title = std::max(most_title, chunk.title_units);
      }
    }
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const code::FileFacts* facts = FactsOf(i);
      if (facts == nullptr) continue;
      for (std::uint32_t at = 0; at < facts->chunks.size(); ++at) {
        const code::Chunk& chunk = facts->chunks[at];
        const auto scored = std::ranges::find(files_[i].chunks, at, &rank::ChunkScore::ordinal);
        const bool has_words = scored != files_[i].chunks.end();
        const bool asked = IsAsked(files_[i], chunk.extent);
        // A file that somebody missed is wanted, whatever its words.
        const bool missed = files_[i].relation == kByRefinement && files_[i].asked_lines.empty();
        if (!has_words && !asked && !missed) continue;
        if (!asked && !missed && IsUnnamedTest(files_[i])) continue;
        // A few bytes between definitions are cheap, and tell nobody anything.
        const std::size_t bytes = chunk.extent.end - chunk.extent.begin;
        if (chunk.kind == code::ChunkKind::kRest && bytes < kLeastRest && !asked) continue;
        Option& option = options_.emplace_back(OptionFor(i, at));
        option.asked = asked;
        if (option.failed) option.terms.Add("failed", kFailedWeight);
        if (has_words) {
          option.terms.Add("words", Share(scored->units, most).Times(kWordsWeight));
          option.terms.Add("title", Share(scored->title_units, most_title).Times(kTitleWeight));
        }
        if (asked) option.terms.Add("mentioned", kAskedWeight);
        if (files_[i].relation == kBySubject) option.terms.Add("subject", kSubjectWeight);
        if (files_[i].relation == kByRefinement && (asked || missed)) {
          option.terms.Add("missed", kMissedWeight);
        }
        if (chunk.kind == code::ChunkKind::kSymbol) {
          option.terms.Add("definition", kDefinitionWeight);
        }
      }
    }
    SortOptions();
    TakeTurns();
  }

  // With what its file is worth alone.
  Option OptionFor(std::size_t file, std::uint32_t chunk) const {
    Option option{.file = file, .chunk = chunk};
    const code::Extent& extent = FactsOf(file)->chunks[chunk].extent;
    option.cost = (extent.end - extent.begin) / 4;
    option.failed = HasOneOf(files_[file].failed_lines, extent);
    const std::size_t most = option.failed ? kFailedPercent : kWholePercent;
    option.window = option.cost > std::max(Percent(most), kLeastWindow);
    if (option.window) option.cost = WindowTokens(option);
    option.cost += kFrame;
    option.terms.Add("file", files_[file].share.Times(kFileWeight));
    return option;
  }

  void SortOptions() {
    std::ranges::sort(options_, [this](const Option& left, const Option& right) {
      if (files_[left.file].tier != files_[right.file].tier) {
        return files_[left.file].tier < files_[right.file].tier;
      }
      if (left.terms.total() != right.terms.total()) {
        return left.terms.total() > right.terms.total();
      }
      return std::tie(left.file, left.chunk) < std::tie(right.file, right.chunk);
    });
  }

  // The more a file has shown, the less it counts that a chunk is of it: else the first file takes
  // all the room, with chunks that have one common word of the task.
  void TakeTurns() {
    std::map<std::size_t, std::int64_t> before;
    for (Option& option : options_) {
      const std::int64_t count = before[option.file]++;
      if (count == 0) continue;
      const Score all = files_[option.file].share.Times(kFileWeight);
      option.terms.Add("after_others", Score() - all.Times(Score::Ratio(count, count + kTurns)));
    }
    SortOptions();
  }

  std::size_t Percent(std::size_t percent) const {
    return (request_.budget / 100 * percent) + (request_.budget % 100 * percent / 100);
  }
  std::size_t WindowTokens(const Option& option) const {
    return std::max(Percent(option.failed ? kFailedPercent : kWindowPercent), kLeastWindow);
  }

  // A test that the task does not name. Tests have the same words as the code under test, and would
  // take its room.
  bool IsUnnamedTest(const ScopedFile& file) const {
    if (IsFailingTest(file)) return true;
    const bool named = file.relation == kByPath || file.relation == kByModule;
    return !request_.tests && file.row.role == "test" && !named;
  }

  // A test file on a frame of the trace. Only its functions on frames say what failed.
  static bool IsFailingTest(const ScopedFile& file) {
    return file.relation == kByFrame && file.row.role == "test" && !file.asked_lines.empty();
  }

  static bool HasOneOf(std::span<const std::uint32_t> lines, const code::Extent& extent) {
    return std::ranges::any_of(lines, [&extent](std::uint32_t line) {
      return line >= extent.first_line && line <= extent.last_line;
    });
  }
  static bool IsAsked(const ScopedFile& file, const code::Extent& extent) {
    return HasOneOf(file.asked_lines, extent);
  }

  void ChoosePrimary() {
    std::size_t left = Percent(request_.body_percent);
    for (const Option& option : options_) {
      if (option.cost > left || primary_.size() == kMostPieces) continue;
      left -= option.cost;
      const code::FileFacts& facts = *FactsOf(option.file);
      const code::Extent& extent = facts.chunks[option.chunk].extent;
      for (std::uint32_t i = 0; i < facts.symbols.size(); ++i) {
        const code::Symbol& symbol = facts.symbols[i];
        if (symbol.extent.first_line < extent.first_line ||
            symbol.extent.first_line > extent.last_line ||
            symbol.kind == code::SymbolKind::kField) {
          continue;
        }
        shown_.insert({option.file, i});
        AddChoice({option.file, i}, Detail::kPrimary, option.asked ? "mentioned" : "words");
      }
      primary_.push_back(option);
    }
  }

  void AddChoice(SymbolAt at, Detail detail, std::string reason) {
    chosen_.push_back(at);
    const HitFile& known = *known_.Of(files_[at.file].row.path);
    const code::Symbol& symbol = known.facts.symbols[at.symbol];
    found_.choices.push_back({.path = files_[at.file].row.path,
                              .symbol = Qualified(symbol, known.language),
                              .line = symbol.extent.first_line,
                              .detail = detail,
                              .signature = SignatureText(symbol, known.language, true),
                              .reason = std::move(reason)});
  }

  std::string NameOf(SymbolAt at) const {
    const HitFile& known = *known_.Of(files_[at.file].row.path);
    return Qualified(known.facts.symbols[at.symbol], known.language);
  }

  std::vector<LinkedFile> Linked() const {
    std::vector<LinkedFile> linked;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      LinkedFile& file = linked.emplace_back();
      file.row = &files_[i].row;
      file.facts = FactsOf(i);
      const auto own =
          std::ranges::equal_range(imports_, files_[i].row.id, {}, &store::ImportRow::file);
      file.imports = std::span(own.begin(), own.end());
    }
    return linked;
  }

  // What the best pieces call is often the place of a fault, and who calls them is affected by it.
  void RaiseLinked() {
    std::vector<SymbolAt> best;
    std::set<ChunkAt> calling;
    for (const Option& option : options_) {
      if (calling.size() == kMostCalling) break;
      const std::uint32_t symbol = FactsOf(option.file)->chunks[option.chunk].symbol;
      calling.insert({option.file, option.chunk});
      if (symbol != code::kNoSymbol) best.push_back({option.file, symbol});
    }
    std::map<ChunkAt, Score> raised;
    for (const auto& [at, link] : FindLinks(Linked(), best)) {
      if (link.link != Link::kCalledBy && link.link != Link::kCalls) continue;
      Score& more = raised[ChunkOf(at)];
      more = std::max(more, link.link == Link::kCalledBy ? kCalleeWeight : kCallerWeight);
    }
    for (Option& option : options_) {
      const auto more = raised.find({option.file, option.chunk});
      if (more == raised.end() || calling.contains(more->first)) continue;
      option.terms.Add("linked", more->second);
    }
    SortOptions();
  }

  void FindSupporting() {
    const std::vector<SymbolAt> primary(shown_.begin(), shown_.end());
    for (const auto& [at, link] : FindLinks(Linked(), primary)) {
      const bool type = link.link == Link::kType;
      Support(at, type ? Detail::kTypeContext : Detail::kSupporting, ReasonOf(link));
      if (link.link == Link::kTests) tests_.insert(at);
    }
    // What has words of the task and no room for its body.
    for (const Option& option : options_) {
      const code::FileFacts& facts = *FactsOf(option.file);
      const code::Chunk& chunk = facts.chunks[option.chunk];
      if (chunk.symbol == code::kNoSymbol) continue;
      Support({option.file, chunk.symbol}, Detail::kSupporting,
              option.asked ? "mentioned" : "words");
    }
  }

  // Asks the judge about the choices. Choices without a verdict stay as they are.
  Status Judge() {
    const std::vector<SymbolChoice> before = found_.choices;
    SATCHEL_TRY(request_.judge(found_.choices));
    if (std::ranges::none_of(found_.choices, &SymbolChoice::judged)) return {};
    shown_.clear();
    for (std::size_t i = 0; i < before.size(); ++i) {
      SymbolChoice& choice = found_.choices[i];
      if (before[i].reason == "mentioned") {
        choice.detail = std::min(choice.detail, before[i].detail);
      }
      const bool primary = choice.detail == Detail::kPrimary;
      if (primary) shown_.insert(chosen_[i]);
      bool& told = told_.try_emplace(ChunkOf(chosen_[i]), primary).first->second;
      told = told || primary;
    }
    DropJudgedAway();
    Promote();
    ListOthers();
    return {};
  }

  // The chunk that a symbol begins in.
  ChunkAt ChunkOf(SymbolAt at) const {
    const code::FileFacts& facts = *FactsOf(at.file);
    const auto chunk =
        std::ranges::upper_bound(facts.chunks, facts.symbols[at.symbol].extent.begin, {},
                                 [](const code::Chunk& one) { return one.extent.end; });
    return {at.file, static_cast<std::uint32_t>(chunk - facts.chunks.begin())};
  }

  // Whether a symbol that begins in the chunk is primary. If none begins in it, the symbol that
  // contains the chunk decides. Returns nullopt without a judge.
  std::optional<bool> ToldOf(ChunkAt at) const {
    if (const auto own = told_.find(at); own != told_.end()) return own->second;
    const std::uint32_t symbol = FactsOf(at.first)->chunks[at.second].symbol;
    if (symbol == code::kNoSymbol) return std::nullopt;
    const auto around = told_.find(ChunkOf({at.first, symbol}));
    return around == told_.end() ? std::nullopt : std::optional(around->second);
  }

  // A body stays while one of its symbols is primary. Code without a symbol, such as imports, stays
  // while its file has a symbol that is not excluded.
  void DropJudgedAway() {
    std::set<std::size_t> excluded;  // files with symbols, all of them excluded
    for (const SymbolAt& at : chosen_) excluded.insert(at.file);
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      if (found_.choices[i].detail != Detail::kExcluded) excluded.erase(chosen_[i].file);
    }
    std::erase_if(primary_, [&](const Option& option) {
      const auto told = ToldOf({option.file, option.chunk});
      return told ? !*told : !option.asked && excluded.contains(option.file);
    });
  }

  // Offers the bodies of symbols judged primary: all chunks in their lines, except chunks whose own
  // symbols were judged otherwise. A namespace has only its own lines.
  void Promote() {
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      SymbolChoice& choice = found_.choices[i];
      if (choice.detail != Detail::kPrimary || !choice.judged) continue;
      const auto [file, begin] = ChunkOf(chosen_[i]);
      const code::FileFacts& facts = *FactsOf(file);
      const code::Symbol& symbol = facts.symbols[chosen_[i].symbol];
      const std::uint32_t end =
          symbol.kind == code::SymbolKind::kNamespace ? symbol.extent.begin : symbol.extent.end;
      bool offered = false;
      for (std::uint32_t at = begin; at < facts.chunks.size();) {
        if (at > begin && facts.chunks[at].extent.begin >= end) break;
        const std::uint32_t count = PartsOf(facts, at, end);
        const auto told = told_.find({file, at});
        if (told == told_.end() || told->second) offered |= OfferJudged(file, at, count);
        at += count;
      }
      if (offered) continue;
      // There are too many bodies already: show the signature.
      choice.detail = Detail::kSupporting;
      shown_.erase(chosen_[i]);
    }
  }

  // How many chunks a function is cut into from this one up to a byte of the file.
  static std::uint32_t PartsOf(const code::FileFacts& facts, std::uint32_t first,
                               std::uint32_t end) {
    std::uint32_t count = 1;
    const auto is_same = [&](const code::Chunk& one) {
      return one.kind == code::ChunkKind::kSymbol && one.symbol == facts.chunks[first].symbol &&
             one.extent.begin < end;
    };
    if (facts.chunks[first].kind != code::ChunkKind::kSymbol) return count;
    while (first + count < facts.chunks.size() && is_same(facts.chunks[first + count])) ++count;
    return count;
  }

  // False: there are too many pieces.
  bool OfferJudged(std::size_t file, std::uint32_t first, std::uint32_t count) {
    const auto parts = [&](const Option& option) {
      return option.file == file && option.chunk >= first && option.chunk < first + count;
    };
    if (bodies_.contains({file, first})) return true;
    Option option = OptionFor(file, first);
    if (const auto own = std::ranges::find_if(options_, parts); own != options_.end()) {
      option = *own;  // the best of its parts, since they are in order
    } else if (FactsOf(file)->chunks[first].kind == code::ChunkKind::kSymbol) {
      option.terms.Add("definition", kDefinitionWeight);
    }
    option.chunk = first;
    option.chunks = count;
    option.judged = true;
    option.window = false;  // the packer chooses between the body and a window of it
    std::erase_if(primary_, parts);
    if (primary_.size() >= kMostJudgedPieces) return false;
    for (std::uint32_t i = 0; i < count; ++i) bodies_.insert({file, first + i});
    primary_.push_back(std::move(option));
    return true;
  }

  // What is neither excluded nor in a body is a line of the outline.
  void ListOthers() {
    for (const Option& option : primary_) {
      for (std::uint32_t i = 0; i < option.chunks; ++i) {
        bodies_.insert({option.file, option.chunk + i});
      }
    }
    outlines_.clear();
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      const Detail detail = found_.choices[i].detail;
      if (detail != Detail::kSupporting && detail != Detail::kTypeContext) continue;
      if (bodies_.contains(ChunkOf(chosen_[i]))) continue;
      outlines_[chosen_[i].file].insert(chosen_[i].symbol);
    }
  }

  std::string ReasonOf(const LinkedSymbol& link) const {
    const std::string other = NameOf(link.other);
    switch (link.link) {
      case Link::kCalledBy:
        return "used by " + other;
      case Link::kCalls:
        return "uses " + other;
      case Link::kType:
        return "type of " + other;
      case Link::kTests:
        break;
    }
    return "tests " + other;
  }

  void Support(SymbolAt at, Detail detail, std::string reason) {
    if (shown_.contains(at) || IsFailingTest(files_[at.file])) return;
    const code::Symbol& symbol = FactsOf(at.file)->symbols[at.symbol];
    if (symbol.kind == code::SymbolKind::kField || symbol.kind == code::SymbolKind::kVariable ||
        symbol.kind == code::SymbolKind::kNamespace) {
      return;
    }
    auto& outline = outlines_[at.file];
    const std::size_t most = files_[at.file].tier == Tier::kSeed ? kMostOutline : kMostFarOutline;
    if (outline.size() == most || outline.contains(at.symbol)) return;
    outline.insert(at.symbol);
    AddChoice(at, detail, std::move(reason));
  }

  void ReadAll() {
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const bool body = std::ranges::find(primary_, i, &Option::file) != primary_.end();
      if (body || outlines_.contains(i)) paths.push_back(files_[i].row.path);
    }
    texts_ =
        std::make_unique<HitTexts>(searched_.root, searched_.file_bytes, searched_.read, known_);
    texts_->ReadTogether(paths);
  }

  // The text as it was indexed; null: it is another one now.
  const std::string* TextOf(std::size_t file) {
    const HitTexts::Text& text = texts_->Of(files_[file].row.path);
    if (text.as_indexed) return &text.bytes;
    const std::string& path = files_[file].row.path;
    if (std::ranges::find(found_.changed, path) == found_.changed.end()) {
      found_.changed.push_back(path);
    }
    return nullptr;
  }

  void AddOutline(std::size_t index) {
    const ScopedFile& file = files_[index];
    CodePiece piece{.file = index, .is_file = true, .id = file.row.path, .title = file.row.path};
    piece.terms = file.terms;
    const code::FileFacts* facts = FactsOf(index);
    const auto outline = outlines_.find(index);
    const std::string* text =
        facts != nullptr && outline != outlines_.end() ? TextOf(index) : nullptr;
    if (text != nullptr) {
      std::vector<OutlineSymbol> symbols;
      for (const std::uint32_t symbol : outline->second) {
        OutlineSymbol& one = symbols.emplace_back();
        one.symbol = symbol;
        if (tests_.contains({index, symbol})) {
          one.lines = AssertionLines(*text, facts->symbols[symbol], kMostAssertions);
        }
      }
      std::ranges::sort(symbols, {}, [facts](const OutlineSymbol& one) {
        return std::pair(facts->symbols[one.symbol].extent.first_line, one.symbol);
      });
      const std::string& language = file.row.language;
      piece.texts.push_back({"signature_doc", OutlineText(*facts, language, *text, symbols, true)});
      piece.texts.push_back({"signature", OutlineText(*facts, language, *text, symbols, false)});
    }
    piece.texts.push_back({"name", ""});
    found_.pieces.push_back(std::move(piece));
  }

  LineRange LinesOf(const Option& option) const {
    const std::vector<code::Chunk>& chunks = FactsOf(option.file)->chunks;
    return {chunks[option.chunk].extent.first_line,
            chunks[option.chunk + option.chunks - 1].extent.last_line};
  }

  // The line that the task names, or 0.
  std::uint32_t AskedLine(const Option& option, const CodePiece& piece) const {
    for (const std::uint32_t line : files_[option.file].asked_lines) {
      if (line >= piece.first_line && line <= piece.last_line) return line;
    }
    return 0;
  }

  // The lines that are shown of a body that is too large.
  LineRange WindowIn(const std::string& text, const Option& option) const {
    const ScopedFile& file = files_[option.file];
    const LineRange whole = LinesOf(option);
    std::vector<std::uint32_t> asked = option.failed ? file.failed_lines : file.asked_lines;
    // A named function has its first line among them, which says nothing of what is asked in it.
    if (!option.failed) std::erase(asked, whole.first);
    return WindowOf(text, {.body = whole,
                           .asked = asked,
                           .words = request_.line_words,
                           .most_bytes = 4 * WindowTokens(option)});
  }

  void AddPiece(const Option& option) {
    const std::string* text = TextOf(option.file);
    if (text == nullptr) return;
    const ScopedFile& file = files_[option.file];
    const HitFile& known = *known_.Of(file.row.path);
    const code::Chunk& chunk = known.facts.chunks[option.chunk];
    const LineRange whole = LinesOf(option);
    const LineRange shown = option.window ? WindowIn(*text, option) : whole;
    CodePiece piece{.file = option.file,
                    .id = fmt::format("{}:{}-{}", file.row.path, shown.first, shown.last)};
    piece.title = piece.id;
    piece.first_line = shown.first;
    piece.last_line = shown.last;
    piece.terms = option.terms;
    std::string body(code::LinesOf(*text, piece.first_line, piece.last_line));
    while (!body.empty() && (body.back() == '\n' || body.back() == '\r')) body.pop_back();
    const bool is_definition =
        chunk.symbol != code::kNoSymbol && chunk.kind != code::ChunkKind::kRest;
    std::string window;
    if (option.judged) {
      window = WindowText(
          body, {.language = known.language,
                 .signature = is_definition ? SignatureText(known.facts.symbols[chunk.symbol],
                                                            known.language, false)
                                            : "",
                 .first_line = piece.first_line,
                 .line = AskedLine(option, piece),
                 .words = request_.words});
    }
    // One line can be larger than what the window was priced for.
    const bool fits = !option.window || body.size() <= 4 * WindowTokens(option);
    if (fits) piece.texts.push_back({"full", std::move(body)});
    if (!window.empty()) piece.texts.push_back({"window", std::move(window)});
    if (is_definition) {
      const code::Symbol& symbol = known.facts.symbols[chunk.symbol];
      piece.symbol = Qualified(symbol, known.language);
      piece.title += " " + piece.symbol;
      // Whoever reads a function must know that there is more of it.
      if (chunk.kind == code::ChunkKind::kSymbol && shown.first > whole.first) {
        piece.title += fmt::format(" (part of lines {} to {})", symbol.extent.first_line,
                                   symbol.extent.last_line);
      } else if (chunk.kind == code::ChunkKind::kSymbol && symbol.extent.last_line > shown.last) {
        piece.title += fmt::format(" (goes on to line {})", symbol.extent.last_line);
      }
      piece.texts.push_back({"signature_doc", SignatureText(symbol, known.language, true)});
      piece.texts.push_back({"signature", SignatureText(symbol, known.language, false)});
    } else if (chunk.symbol != code::kNoSymbol) {
      piece.title += " in " + Qualified(known.facts.symbols[chunk.symbol], known.language);
    }
    if (option.window && !is_definition) {
      piece.title += fmt::format(" (part of lines {} to {})", whole.first, whole.last);
    }
    if (piece.texts.empty()) return;
    found_.pieces.push_back(std::move(piece));
  }

  void CountExcluded() {
    std::size_t symbols = 0;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (const code::FileFacts* facts = FactsOf(i)) symbols += facts->symbols.size();
    }
    const auto chosen = static_cast<std::size_t>(std::ranges::count_if(
        found_.choices,
        [](const SymbolChoice& choice) { return choice.detail != Detail::kExcluded; }));
    found_.excluded = symbols - std::min(symbols, chosen);
  }

  const SearchedCode& searched_;
  store::Transaction& curated_;
  const std::span<const ScopedFile> files_;
  const PiecesRequest& request_;
  HitFiles known_;
  std::unique_ptr<HitTexts> texts_;
  std::vector<store::ImportRow> imports_;  // of all files, in their order
  std::vector<Option> options_;
  std::vector<Option> primary_;
  std::set<SymbolAt> shown_;      // with their bodies
  std::vector<SymbolAt> chosen_;  // of each choice
  std::set<SymbolAt> tests_;
  std::map<std::size_t, std::set<std::uint32_t>> outlines_;
  std::map<ChunkAt, bool> told_;  // chunks whose symbols were judged: whether one is primary
  std::set<ChunkAt> bodies_;      // that are shown with their bodies, once they were judged
  TaskPieces found_;
};

}  // namespace

std::string_view Name(Detail detail) {
  switch (detail) {
    case Detail::kPrimary:
      return "primary";
    case Detail::kSupporting:
      return "supporting";
    case Detail::kTypeContext:
      return "type_context";
    case Detail::kExcluded:
      break;
  }
  return "excluded";
}

namespace {

// The lines that files in scope are to show, as they are.
Result<TaskPieces> PiecesOfLines(const SearchedCode& searched, store::Transaction& curated,
                                 std::span<const ScopedFile> files) {
  std::vector<store::FileRow> rows;
  for (const ScopedFile& file : files) rows.push_back(file.row);
  const auto known = SATCHEL_TRY(HitFiles::ReadRows(curated, rows));
  HitTexts texts(searched.root, searched.file_bytes, searched.read, known);
  TaskPieces found;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string& path = files[i].row.path;
    const HitTexts::Text& text = texts.Of(path);
    for (const ShownLines& lines : files[i].shown_lines) {
      std::string body(code::LinesOf(text.bytes, lines.first, lines.last));
      while (!body.empty() && (body.back() == '\n' || body.back() == '\r')) body.pop_back();
      if (body.empty()) continue;
      CodePiece& piece = found.pieces.emplace_back();
      piece.file = i;
      piece.id = fmt::format("{}:{}-{}", path, lines.first, lines.last);
      piece.title = piece.id;
      const bool said = body.find(lines.label) != body.npos;
      if (!said) piece.title += " " + lines.label;
      piece.first_line = lines.first;
      piece.last_line = lines.last;
      piece.terms.Add("orientation", lines.score);
      piece.texts.push_back({"full", std::move(body)});
    }
  }
  return found;
}

}  // namespace

Result<TaskPieces> FindPieces(const SearchedCode& searched, store::Transaction& curated,
                              std::span<const ScopedFile> files, const PiecesRequest& request) {
  if (!files.empty() && !files.front().shown_lines.empty()) {
    return PiecesOfLines(searched, curated, files);
  }
  return Choosing(searched, curated, files, request).Find();
}

}  // namespace satchel::retrieval
