#include "code/parse/parser.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <tree_sitter/api.h>

#include "code/parse/chunks.h"
#include "code/parse/extraction.h"
#include "code/parse/grammar.h"
#include "code/parse/literal_names.h"
#include "code/parse/loose_symbols.h"
#include "code/parse/parse_budget.h"
#include "code/parse/pool.h"
#include "code/parse/rejected_lines.h"
#include "code/parse/stack_pages.h"
#include "text/utf8.h"

namespace satchel::code {
namespace {

// A pool that has grown beyond this is given back after the file that needed it. Each thread may
// keep as much.
constexpr std::size_t kKeptPool = 4U << 20U;

// The tree of real code takes up to a hundred times its bytes, that of 17 kB of Java; most takes
// fifty. A few bytes may take more.
constexpr std::size_t kMemoryOfAByte = 192;
constexpr std::size_t kMemoryOfAFile = 1U << 20U;

// What recurses for a file that is smaller takes little.
constexpr std::size_t kDeepFile = 32U << 10U;

constexpr std::uint64_t kStepsPerCall = 100;  // the parser calls back after so many

// Behind an error the parser may copy all it has with every word. Its steps do not show that; what
// it asks of its memory does: 2 GB in all, where a megabyte of ordinary code takes a fifth of that.
constexpr std::uint64_t kBytesPerStep = 50;

// Nor do its steps show what the lexer reads: an unclosed string at each of its quotes to the end
// of the file. So the lexer gets the text in small pieces, and each that it asks for counts.
constexpr std::size_t kPieceBytes = 64;
constexpr std::uint64_t kStepsPerPiece = 8;

// What the facts of a file may weigh; what is stored of them is never more (facts_codec.cc).
constexpr std::size_t kMostFacts = 48U << 20U;

// What is read, and what is watched while the parser runs.
struct Watch {
  std::string_view content;
  const ParseLimits& limits;
  const ParsePool& pool;
  std::size_t memory = 0;
  std::uint64_t steps = 0;
  std::uint64_t pieces = 0;
  std::size_t piece_begin = 0;  // the last one, in the file
  std::size_t piece_end = 0;
  std::string_view exceeded;

  // The pool begins anew with each file, so this depends on the file alone.
  std::uint64_t work() const {
    return steps + (pool.asked() / kBytesPerStep) + (pieces * kStepsPerPiece);
  }

  bool IsOver() {
    if (!exceeded.empty()) return true;
    if (work() > limits.steps) {
      exceeded = "steps";
    } else if (pool.in_use() > memory) {
      exceeded = "memory";
    }
    return !exceeded.empty();
  }
};

bool ShouldStop(TSParseState* state) {
  Watch& watch = *static_cast<Watch*>(state->payload);
  watch.steps += kStepsPerCall;
  return watch.IsOver();
}

// The lexer may read for long between two steps, so for it the file ends where the limit is met.
// But a character that the last piece divided is asked for once more, and must be there.
const char* ReadPiece(void* payload, std::uint32_t byte, TSPoint /*position*/,
                      std::uint32_t* read) {
  Watch& watch = *static_cast<Watch*>(payload);
  ++watch.pieces;
  const bool divided = byte >= watch.piece_begin && byte < watch.piece_end;
  const std::size_t begin = watch.IsOver() && !divided ? watch.content.size() : byte;
  const std::string_view piece =
      watch.content.substr(std::min(begin, watch.content.size()), kPieceBytes);
  watch.piece_begin = byte;
  watch.piece_end = byte + piece.size();
  *read = static_cast<std::uint32_t>(piece.size());
  return piece.data();
}

FileFacts ByLines(std::string_view content, std::size_t most, std::string_view limit) {
  FileFacts facts;
  facts.reading = limit.empty() ? Reading::kLines : Reading::kLimit;
  facts.limit = limit;
  facts.chunks = LineChunks(text::TruncateUtf8(content, most));
  return facts;
}

void WalkTree(const TSTree* tree, const Grammar& grammar, Extraction& extraction) {
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
  const auto visit = grammar.rules().visit;
  bool more = true;
  while (more) {
    const Node node(ts_tree_cursor_current_node(&cursor));
    const std::uint8_t code = grammar.CodeOf(ts_node_symbol(node.raw()));
    if (grammar.Visits(code) && !node.missing()) {
      extraction.Enter(node);
      if (code == Grammar::kComment) {
        extraction.AddComment(node);
      } else {
        visit(code, node, extraction);
      }
    }
    if (ts_tree_cursor_goto_first_child(&cursor)) continue;
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (!ts_tree_cursor_goto_parent(&cursor)) {
        more = false;
        break;
      }
    }
  }
  ts_tree_cursor_delete(&cursor);
}

// The lines of nodes that the grammar could not read, in order.
std::vector<RejectedLines> RejectedBy(const TSTree* tree) {
  std::vector<RejectedLines> rejected;
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
  for (bool more = true; more;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    const bool is_error = ts_node_is_error(node) || ts_node_is_missing(node);
    if (is_error) {
      rejected.push_back(
          {.first = ts_node_start_point(node).row + 1, .last = ts_node_end_point(node).row + 1});
    }
    if (!is_error && ts_node_has_error(node) && ts_tree_cursor_goto_first_child(&cursor)) continue;
    while (more && !ts_tree_cursor_goto_next_sibling(&cursor)) {
      more = ts_tree_cursor_goto_parent(&cursor);
    }
  }
  ts_tree_cursor_delete(&cursor);
  return rejected;
}

}  // namespace

struct Parser::State {
  State() { Begin(); }
  ~State() { End(); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  const Grammar& GrammarOf(const LanguageRules& rules) {
    const auto found = grammars.find(&rules);
    if (found != grammars.end()) return found->second;
    return grammars.emplace(&rules, Grammar(rules)).first->second;
  }

  // What a parser keeps of a file would count for the next one.
  void Renew() {
    End();
    pool.Rewind();
    Begin();
  }

  void Begin() {
    const ParsePool::Use use(pool);
    parser = ts_parser_new();
  }
  void End() {
    const ParsePool::Use use(pool);
    ts_parser_delete(parser);
  }

  ParsePool pool;
  TSParser* parser = nullptr;
  std::map<const LanguageRules*, Grammar> grammars;
};

std::size_t MemoryFor(const ParseLimits& limits, std::size_t bytes) {
  const std::size_t most = limits.memory;
  if (bytes >= most / kMemoryOfAByte) return most;
  return std::min(most, kMemoryOfAFile + (kMemoryOfAByte * bytes));
}

Parser::Parser(const ParseLimits& limits) : state_(std::make_unique<State>()), limits_(limits) {}

Parser::~Parser() = default;

FileFacts Parser::Read(std::string_view content, const LanguageRules* rules) {
  if (content.size() > limits_.bytes) return ByLines(content, limits_.bytes, "bytes");
  if (rules == nullptr) return ByLines(content, limits_.bytes, {});
  if (rules->grammar == nullptr) {
    FileFacts facts =
        rules->read != nullptr ? rules->read(content, *rules) : ReadLoosely(content, *rules);
    return facts.Weight() > kMostFacts ? ByLines(content, limits_.bytes, "facts") : facts;
  }
  if (rules->takes != nullptr && !rules->takes(content)) {
    return ByLines(content, limits_.bytes, "nesting");
  }
  const Grammar& grammar = state_->GrammarOf(*rules);
  const std::size_t memory = MemoryFor(limits_, content.size());
  const ParseBudget::Share share(ParseBudget::OfProcess(), memory);
  FileFacts facts;
  {
    const ParsePool::Use use(state_->pool);
    const std::string prepared = rules->prepare == nullptr ? "" : rules->prepare(content);
    Watch watch{.content = prepared.empty() ? content : prepared,
                .limits = limits_,
                .pool = state_->pool,
                .memory = memory,
                .exceeded = {}};
    const TSInput input{&watch, ReadPiece, TSInputEncodingUTF8, nullptr};
    ts_parser_set_language(state_->parser, grammar.language());
    TSTree* tree =
        ts_parser_parse_with_options(state_->parser, nullptr, input, {&watch, ShouldStop});
    if (tree == nullptr || !watch.exceeded.empty()) {
      ts_tree_delete(tree);
      facts = ByLines(content, limits_.bytes,
                      watch.exceeded.empty() ? std::string_view("parser") : watch.exceeded);
    } else {
      Extraction extraction(grammar, content);
      WalkTree(tree, grammar, extraction);
      if (!prepared.empty()) extraction.UseBlanked(prepared);
      facts = extraction.Finish(ts_node_has_error(ts_tree_root_node(tree)));
      if (facts.reading == Reading::kDamaged &&
          LosesDefinition(content, RejectedBy(tree), facts.symbols)) {
        facts.limit = kLost;
      }
      ts_tree_delete(tree);
      if (rules->level == Level::kDeep) AddLiteralNames(content, facts);
    }
  }
  if (facts.Weight() > kMostFacts) facts = ByLines(content, limits_.bytes, "facts");
  if (state_->pool.held() > kKeptPool) {
    auto grammars = std::move(state_->grammars);
    state_ = std::make_unique<State>();
    state_->grammars = std::move(grammars);
  } else {
    state_->Renew();
  }
  if (content.size() > kDeepFile) GiveBackStack();
  return facts;
}

}  // namespace satchel::code
