#include "code/parse/extraction.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "base/ascii.h"
#include "code/parse/chunks.h"
#include "code/parse/comment_text.h"
#include "code/parse/symbol_cursor.h"
#include "text/utf8.h"

// The tree is walked once, in the order of the text, and the rules of the language tell what they
// meet. What something is inside of is therefore a stack: `open_` holds the symbols whose nodes
// have not ended, and Enter() takes those off that end before the next node. A symbol's parent
// always stands before it.
//
// Some things are told before the definition that they belong to: the comment above it, decorators,
// `export`. They are remembered until the definitions that they belong to have come. A section of a
// document has no node of its own, so its end is set when the next heading comes.
//
// Files come from anywhere, and one line of a megabyte must not take a minute or end the process.
// Children are found by a cursor and not by recursion, every text that is copied has a bound, and a
// signature that many definitions share is made once.
namespace satchel::code {
namespace {

constexpr std::size_t kMostNameBytes = 200;
constexpr std::size_t kMostQualifierBytes = 200;
constexpr std::size_t kMostSignatureBytes = 400;
// Beyond this nothing of a definition is looked at for its signature: many may begin at one place.
constexpr std::size_t kMostHeadBytes = 4 * kMostSignatureBytes;
constexpr std::size_t kMostModuleBytes = 1000;
// Each name that is met is looked for among all of them.
constexpr std::size_t kMostLocals = 256;
constexpr std::size_t kMostLookedBack = 256;

bool IsType(SymbolKind kind) { return HasMembers(kind) || kind == SymbolKind::kTypeAlias; }

bool IsFunction(SymbolKind kind) {
  return kind == SymbolKind::kFunction || kind == SymbolKind::kMethod ||
         kind == SymbolKind::kConstructor;
}

}  // namespace

Extraction::Extraction(const Grammar& grammar, std::string_view content)
    : grammar_(grammar), content_(content), scratch_(ts_tree_cursor_new(TSNode{})) {}

Extraction::~Extraction() { ts_tree_cursor_delete(&scratch_); }

std::string_view Extraction::Text(const Node& node) const {
  if (!node.ok()) return {};
  const std::size_t begin = std::min<std::size_t>(node.begin(), content_.size());
  const std::size_t end = std::min<std::size_t>(node.end(), content_.size());
  return content_.substr(begin, end - begin);
}

// By a cursor: the library's own lookup recurses where the tree has hidden levels.
Node Extraction::Child(const Node& node, std::uint8_t field) {
  if (!node.ok()) return {};
  const TSFieldId id = grammar_.FieldOf(field);
  ts_tree_cursor_reset(&scratch_, node.raw());
  if (id == 0 || !ts_tree_cursor_goto_first_child(&scratch_)) return {};
  do {
    if (ts_tree_cursor_current_field_id(&scratch_) == id) {
      return Node(ts_tree_cursor_current_node(&scratch_));
    }
  } while (ts_tree_cursor_goto_next_sibling(&scratch_));
  return {};
}

std::vector<Node> Extraction::Children(const Node& node, std::uint8_t field) {
  std::vector<Node> children;
  if (!node.ok()) return {};
  const TSFieldId id = grammar_.FieldOf(field);
  ts_tree_cursor_reset(&scratch_, node.raw());
  if (id == 0 || !ts_tree_cursor_goto_first_child(&scratch_)) return children;
  do {
    if (ts_tree_cursor_current_field_id(&scratch_) == id) {
      children.emplace_back(ts_tree_cursor_current_node(&scratch_));
    }
  } while (ts_tree_cursor_goto_next_sibling(&scratch_));
  return children;
}

std::vector<Node> Extraction::NamedChildren(const Node& node) {
  std::vector<Node> children;
  if (!node.ok()) return {};
  ts_tree_cursor_reset(&scratch_, node.raw());
  if (!ts_tree_cursor_goto_first_child(&scratch_)) return children;
  do {
    const Node child(ts_tree_cursor_current_node(&scratch_));
    if (child.named()) children.push_back(child);
  } while (ts_tree_cursor_goto_next_sibling(&scratch_));
  return children;
}

std::vector<Node> Extraction::AllChildren(const Node& node) {
  std::vector<Node> children;
  if (!node.ok()) return {};
  ts_tree_cursor_reset(&scratch_, node.raw());
  if (!ts_tree_cursor_goto_first_child(&scratch_)) return children;
  do {
    children.emplace_back(ts_tree_cursor_current_node(&scratch_));
  } while (ts_tree_cursor_goto_next_sibling(&scratch_));
  return children;
}

Node Extraction::FirstNamedChild(const Node& node) {
  if (!node.ok()) return {};
  ts_tree_cursor_reset(&scratch_, node.raw());
  if (!ts_tree_cursor_goto_first_child(&scratch_)) return {};
  do {
    const Node child(ts_tree_cursor_current_node(&scratch_));
    if (child.named() && CodeOf(child) != Grammar::kComment) return child;
  } while (ts_tree_cursor_goto_next_sibling(&scratch_));
  return {};
}

Node Extraction::ChildOfType(const Node& node, std::uint8_t code) {
  if (!node.ok()) return {};
  ts_tree_cursor_reset(&scratch_, node.raw());
  if (!ts_tree_cursor_goto_first_child(&scratch_)) return {};
  do {
    const Node child(ts_tree_cursor_current_node(&scratch_));
    if (CodeOf(child) == code) return child;
  } while (ts_tree_cursor_goto_next_sibling(&scratch_));
  return {};
}

Node Extraction::ChildNotOfType(const Node& node, std::uint8_t code) {
  if (!node.ok()) return {};
  ts_tree_cursor_reset(&scratch_, node.raw());
  if (!ts_tree_cursor_goto_first_child(&scratch_)) return {};
  do {
    const Node child(ts_tree_cursor_current_node(&scratch_));
    if (CodeOf(child) != code && CodeOf(child) != Grammar::kComment) return child;
  } while (ts_tree_cursor_goto_next_sibling(&scratch_));
  return {};
}

std::uint8_t Extraction::CodeOf(const Node& node) const {
  return node.ok() ? grammar_.CodeOf(ts_node_symbol(node.raw())) : Grammar::kNothing;
}

std::string_view Extraction::TypeOf(const Node& node) const {
  return node.ok() ? ts_node_type(node.raw()) : std::string_view();
}

std::string_view Extraction::Before(const Node& node, std::size_t most) const {
  const std::size_t end = std::min<std::size_t>(node.begin(), content_.size());
  const std::size_t begin = end - std::min(end, most);
  const std::string_view text = content_.substr(begin, end - begin);
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

std::string_view Extraction::After(const Node& node, std::size_t most) const {
  return content_.substr(std::min<std::size_t>(node.end(), content_.size()), most);
}

void Extraction::Enter(const Node& node) {
  while (!open_.empty() && open_.back().end <= node.begin()) CloseLast();
}

void Extraction::CloseLast() {
  if (open_.back().function) --functions_;
  locals_.resize(std::min(locals_.size(), open_.back().locals));
  open_.pop_back();
}

void Extraction::Push(std::uint32_t end, bool function, std::string_view container,
                      std::uint32_t symbol) {
  functions_ += function ? 1 : 0;
  open_.push_back({symbol, end, function, container, Visibility::kPublic, locals_.size()});
}

const Symbol* Extraction::Inside() const {
  const std::uint32_t symbol = InsideIndex();
  return symbol == kNoSymbol ? nullptr : &facts_.symbols[symbol];
}

std::size_t Extraction::NamespacesAround() const {
  std::size_t count = 0;
  std::uint32_t symbol = InsideIndex();
  while (symbol != kNoSymbol) {
    if (facts_.symbols[symbol].kind == SymbolKind::kNamespace) ++count;
    symbol = facts_.symbols[symbol].parent;
  }
  return count;
}

std::string Extraction::ContainerOf(std::uint32_t parent, std::string_view own) const {
  std::string container;
  if (parent != kNoSymbol) {
    const Symbol& around = facts_.symbols[parent];
    container = around.container;
    if (!container.empty()) container += grammar_.rules().separator;
    container += around.name;
  }
  if (!own.empty()) {
    if (!container.empty()) container += grammar_.rules().separator;
    container += OneLine(own, kMostNameBytes);
  }
  return std::string(text::TruncateUtf8(container, 2 * kMostNameBytes));
}

// Where a signature ends: at the body, or at a comment before it.
std::size_t Extraction::HeadEnd(const Node& node, std::size_t head, std::uint32_t body) {
  ts_tree_cursor_reset(&scratch_, node.raw());
  if (!ts_tree_cursor_goto_first_child(&scratch_)) return body;
  do {
    const Node child(ts_tree_cursor_current_node(&scratch_));
    if (child.begin() >= std::min<std::size_t>(body, head + kMostHeadBytes)) break;
    if (CodeOf(child) == Grammar::kComment && child.begin() > head) return child.begin();
  } while (ts_tree_cursor_goto_next_sibling(&scratch_));
  return body;
}

// One node may define many, `int a, b, c`, with one signature.
const std::string& Extraction::SignatureOf(const Node& node, std::size_t head, std::uint32_t body) {
  if (signed_.id == node.raw().id && signed_.head == head && signed_.body == body) {
    return signed_.text;
  }
  const std::size_t end = std::max(head, HeadEnd(node, head, body));
  const std::string_view text = content_.substr(head, std::min(end - head, kMostHeadBytes));
  signed_ = {node.raw().id, head, body, OneLine(text, kMostSignatureBytes)};
  return signed_.text;
}

bool Extraction::Define(const Definition& definition) {
  if (definition.name.size() > kMostNameBytes) return false;
  std::string name = OneLine(definition.name, kMostNameBytes);
  if (name.empty()) return false;  // `define(' ', 1)` of PHP
  // What is to end behind its node may end inside of one that follows.
  while (!open_.empty() && open_.back().end < definition.node.end()) CloseLast();
  // The walk meets the name itself later, and must not take it for a use.
  Met(definition.name);
  Symbol symbol;
  symbol.name = std::move(name);
  symbol.kind = definition.kind;
  symbol.visibility = definition.visibility;
  symbol.declared_only = definition.declared_only;
  symbol.parent = InsideIndex();
  symbol.container = ContainerOf(symbol.parent, definition.container.empty() && InContainer()
                                                    ? open_.back().container
                                                    : definition.container);
  symbol.extent = definition.node.extent();
  const std::size_t most =
      symbol.parent == kNoSymbol ? content_.size() : facts_.symbols[symbol.parent].extent.end;
  if (definition.end > symbol.extent.end && definition.end <= most) {
    const std::string_view more =
        content_.substr(symbol.extent.end, definition.end - symbol.extent.end);
    symbol.extent.last_line += static_cast<std::uint32_t>(std::ranges::count(more, '\n'));
    symbol.extent.end = definition.end;
  }
  std::size_t head = symbol.extent.begin;
  if (wrapper_.ok() && wrapper_.begin() <= symbol.extent.begin &&
      wrapper_.end() >= symbol.extent.end && symbol.extent.begin < wrapper_.end()) {
    symbol.extent.begin = wrapper_.begin();
    symbol.extent.first_line = wrapper_.first_line();
    if (wrapper_head_.ok()) head = wrapper_head_.begin();
    wrapper_ = Node();
  }
  if (definition.head.ok() && definition.head.begin() > definition.node.begin()) {
    head = definition.head.begin();
  }
  symbol.body = definition.body.ok() ? definition.body.begin() : definition.node.end();
  symbol.body = std::clamp(symbol.body, symbol.extent.begin, symbol.extent.end);
  symbol.signature = SignatureOf(definition.node, head, symbol.body);
  if (definition.doc) {
    symbol.doc = *definition.doc;
  } else if (block_.above && (block_.last_line + 1 == symbol.extent.first_line ||
                              block_.next_line == definition.node.first_line())) {
    symbol.doc =
        CommentWords(content_.substr(block_.begin, block_.end - block_.begin), kMostDocBytes);
  }
  CloseBlock();
  block_.above = false;
  const bool function = IsFunction(symbol.kind);
  if (HasInside(symbol.kind) || definition.encloses) {
    Push(symbol.extent.end, function, {}, static_cast<std::uint32_t>(facts_.symbols.size()));
  }
  if (IsType(symbol.kind)) {
    types_.emplace(definition.name, static_cast<std::uint32_t>(facts_.symbols.size()));
  }
  facts_.symbols.push_back(std::move(symbol));
  return true;
}

void Extraction::DefineSection(const Node& heading, std::string_view name, std::uint8_t level) {
  CloseSections(level, heading.begin(), heading.first_line());
  name = text::TruncateUtf8(name, kMostNameBytes);
  if (!Define({.kind = SymbolKind::kHeading, .name = name, .node = heading})) return;
  Symbol& symbol = facts_.symbols.back();
  const Node document(ts_tree_root_node(heading.raw().tree));
  symbol.extent.end = document.end();
  symbol.extent.last_line = document.last_line();
  // The next heading ends it, and no node does.
  open_.back().end = std::numeric_limits<std::uint32_t>::max();
  sections_.push_back({static_cast<std::uint32_t>(facts_.symbols.size() - 1), level});
}

// `at`, on `line`: where the next one begins. Blank lines before it are in neither.
void Extraction::CloseSections(std::uint8_t level, std::uint32_t at, std::uint32_t line) {
  const std::size_t last =
      at == 0 ? std::string_view::npos : content_.find_last_not_of(" \t\r\n\f\v", at - 1);
  const std::size_t end = last == std::string_view::npos ? 0 : last + 1;
  const std::string_view gap = content_.substr(end, at - end);
  line -= static_cast<std::uint32_t>(std::ranges::count(gap, '\n'));
  while (!sections_.empty() && sections_.back().level >= level) {
    Symbol& symbol = facts_.symbols[sections_.back().symbol];
    symbol.extent.end = std::max(static_cast<std::uint32_t>(end), symbol.extent.begin);
    symbol.body = std::min(symbol.body, symbol.extent.end);
    symbol.extent.last_line = std::max(line, symbol.extent.first_line);
    while (!open_.empty() && open_.back().symbol >= sections_.back().symbol) CloseLast();
    sections_.pop_back();
  }
}

void Extraction::Wrap(const Node& node, const Node& head) {
  // The outermost one counts: `export` before a decorated class.
  if (wrapper_.ok() && wrapper_.end() >= node.end() && wrapper_.begin() <= node.begin()) return;
  wrapper_ = node;
  wrapper_head_ = head;
}

void Extraction::Export(const Node& node) {
  exported_in_ = InsideIndex();
  exported_end_ = node.end();
}

bool Extraction::Exported(const Node& node) const {
  return exported_in_ == InsideIndex() && node.end() <= exported_end_;
}

void Extraction::ExportName(std::string_view name) { exported_names_.push_back(name); }

void Extraction::EnterFunction(const Node& node) { Push(node.end(), true, {}, InsideIndex()); }

void Extraction::EnterContainer(const Node& node, std::string_view container) {
  Push(node.end(), false, container, InsideIndex());
}

void Extraction::SetMembers(Visibility visibility) {
  if (!open_.empty()) open_.back().members = visibility;
}

void Extraction::SetVisibility(std::string_view name, Visibility visibility) {
  std::size_t left = kMostLookedBack;
  for (std::size_t i = facts_.symbols.size(); i > 0 && left > 0; --i, --left) {
    Symbol& symbol = facts_.symbols[i - 1];
    if (symbol.parent == InsideIndex() && symbol.name == name) symbol.visibility = visibility;
  }
}

void Extraction::Local(std::string_view name) {
  if (locals_.size() - OwnLocals() < kMostLocals && !IsLocal(name)) locals_.push_back(name);
}

bool Extraction::IsLocal(std::string_view name) const {
  const auto own = std::span(locals_).subspan(OwnLocals());
  return std::ranges::find(own, name) != own.end();
}

bool Extraction::Met(std::string_view name) {
  if (std::ranges::find(met_, name.data()) != met_.end()) return true;
  met_[next_met_] = name.data();
  next_met_ = (next_met_ + 1) % met_.size();
  return false;
}

void Extraction::PassOver(const Node& node) {
  if (!block_.above || block_.next_line < node.first_line()) return;
  CloseBlock();
  block_.next_line = node.last_line() + 1;
}

void Extraction::Use(UseKind kind, std::string_view name, std::string_view qualifier,
                     const Node& at) {
  AddUse(InsideIndex(), kind, name, qualifier, at);
}

void Extraction::CallOn(std::string_view value, std::string_view name, const Node& at) {
  AddUse(InsideIndex(), UseKind::kCall, name, value, at, true);
}

void Extraction::UseBlanked(std::string_view given) {
  SymbolCursor cursor(facts_.symbols);
  std::uint32_t line = 1;
  std::size_t counted = 0;
  for (std::size_t at = 0; at < std::min(given.size(), content_.size());) {
    at = static_cast<std::size_t>(std::ranges::mismatch(given.substr(at), content_.substr(at)).in1 -
                                  given.begin());
    std::size_t end = at;
    while (end < given.size() && given[end] == ' ' && content_[end] != '\n') ++end;
    const std::string_view word = content_.substr(at, end - at);
    const std::string_view name(word.begin(), std::ranges::find_if_not(word, [](char c) {
                                  return IsAlnum(c) || c == '_';
                                }));
    if (!name.empty()) {
      line += static_cast<std::uint32_t>(
          std::ranges::count(content_.substr(counted, at - counted), '\n'));
      counted = at;
      if (name.size() <= kMostNameBytes) uses_.Add(UseKind::kCall, cursor.At(at), line, name, {});
    }
    at = end + 1;
  }
}

void Extraction::Hide(std::string_view name, const Node& until, std::string_view bound) {
  while (!hidden_.empty() && hidden_.back().end <= until.begin()) hidden_.pop_back();
  if (hidden_.size() < kMostLocals) hidden_.push_back({name, bound, until.end()});
}

bool Extraction::IsHidden(std::string_view name) const {
  return std::ranges::find(hidden_, name, &Hidden::name) != hidden_.end();
}

void Extraction::Declare(std::string_view name, std::string_view type) {
  if (IsHidden(type)) {
    const std::string_view parameter = type;
    type = {};
    for (const Hidden& hidden : hidden_) {
      if (hidden.name == parameter && !hidden.bound.empty()) type = hidden.bound;
    }
  }
  types_of_.Add(InsideIndex(), name, type);
}

void Extraction::UseBy(std::string_view type, UseKind kind, std::string_view name,
                       std::string_view qualifier, const Node& at) {
  const auto found = types_.find(type);
  AddUse(found == types_.end() ? InsideIndex() : found->second, kind, name, qualifier, at);
}

void Extraction::AddUse(std::uint32_t symbol, UseKind kind, std::string_view name,
                        std::string_view qualifier, const Node& at, bool on_value) {
  if (name.empty() || name.size() > kMostNameBytes || !text::IsValidUtf8(name)) return;
  if (Met(name)) return;
  while (!hidden_.empty() && hidden_.back().end <= at.begin()) hidden_.pop_back();
  if (qualifier.empty() && IsHidden(name)) return;
  // A qualifier is a path of names; the result of a call or a literal has none, but for what
  // Python calls its base.
  const bool path = qualifier.find_first_of("\n\r\"'`({[") == std::string_view::npos;
  if (qualifier.size() > kMostQualifierBytes || !text::IsValidUtf8(qualifier) ||
      (!path && qualifier != "super()")) {
    qualifier = "?";
  }
  uses_.Add(kind, symbol, at.first_line(), name, qualifier, on_value);
}

void Extraction::Import(ImportKind kind, const Node& at, std::string_view module,
                        std::string_view name, std::string_view alias) {
  ImportAt(kind, at.first_line(), module, name, alias);
}

void Extraction::ImportAt(ImportKind kind, std::uint32_t line, std::string_view module,
                          std::string_view name, std::string_view alias) {
  if (module.size() > kMostModuleBytes || name.size() > kMostNameBytes ||
      alias.size() > kMostNameBytes) {
    return;
  }
  facts_.imports.push_back({kind, line, OneLine(module, kMostModuleBytes),
                            OneLine(name, kMostNameBytes), OneLine(alias, kMostNameBytes)});
}

void Extraction::SetPackage(std::string_view package) {
  facts_.package = OneLine(package, kMostNameBytes);
}

void Extraction::AddComment(const Node& comment) {
  const std::uint32_t last_line = comment.last_line();
  std::size_t before = comment.begin();
  while (before > 0 && (content_[before - 1] == ' ' || content_[before - 1] == '\t')) --before;
  const bool alone = before == 0 || content_[before - 1] == '\n';
  if (alone && block_.open && comment.first_line() == block_.last_line + 1) {
    block_.end = comment.end();
    block_.last_line = last_line;
    block_.next_line = last_line + 1;
    return;
  }
  CloseBlock();
  block_ = {comment.begin(),
            comment.end(),
            comment.first_line(),
            last_line,
            last_line + 1,
            InsideIndex(),
            true,
            alone};
}

// What a comment says is known when all of its lines are there.
void Extraction::CloseBlock() {
  if (!block_.open) return;
  block_.open = false;
  const std::string_view text = content_.substr(block_.begin, block_.end - block_.begin);
  auto remark = RemarkIn(text, block_.first_line, block_.symbol);
  if (remark) facts_.comments.push_back(*std::move(remark));
}

FileFacts Extraction::Finish(bool damaged) {
  CloseBlock();
  if (!sections_.empty()) {
    const auto lines = static_cast<std::uint32_t>(std::ranges::count(content_, '\n'));
    CloseSections(0, static_cast<std::uint32_t>(content_.size()), lines + 1);
  }
  std::ranges::sort(exported_names_);
  for (Symbol& symbol : facts_.symbols) {
    if (symbol.parent == kNoSymbol && std::ranges::binary_search(exported_names_, symbol.name)) {
      symbol.visibility = Visibility::kPublic;
    }
  }
  facts_.reading = damaged ? Reading::kDamaged : Reading::kParsed;
  types_of_.Close(facts_.symbols, grammar_.rules().separator);
  if (!types_of_.empty()) {
    uses_ = uses_.With([this](const UseTable::Entry& use) {
      return use.on_value ? types_of_.QualifierOf(use.symbol, use.qualifier) : use.qualifier;
    });
  }
  facts_.uses = uses_.Take();
  facts_.chunks = ChunksOf(content_, facts_.symbols);
  return std::move(facts_);
}

}  // namespace satchel::code
