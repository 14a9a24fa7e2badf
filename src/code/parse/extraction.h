#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "code/facts/facts.h"
#include "code/parse/grammar.h"
#include "code/parse/node.h"
#include "code/parse/use_table.h"
#include "code/parse/variable_types.h"

namespace satchel::code {

// What a language's rules see of a file and fill with what they find. Confined to one thread.
class Extraction {
 public:
  Extraction(const Grammar& grammar, std::string_view content);
  ~Extraction();
  Extraction(const Extraction&) = delete;
  Extraction& operator=(const Extraction&) = delete;

  // --- The tree ---
  std::string_view Text(const Node& node) const;
  // The first child in a field, by the language's code for it; nothing when there is none.
  Node Child(const Node& node, std::uint8_t field);
  // All children in a field, all named ones, or all.
  std::vector<Node> Children(const Node& node, std::uint8_t field);
  std::vector<Node> NamedChildren(const Node& node);
  std::vector<Node> AllChildren(const Node& node);
  // The first named one that is no comment; nothing when there is none.
  Node FirstNamedChild(const Node& node);
  // The first child of a type, and the first that is of another one, named or not.
  Node ChildOfType(const Node& node, std::uint8_t code);
  Node ChildNotOfType(const Node& node, std::uint8_t code);
  // The type of a node as the language's rules number it; 0 when they do not know it.
  std::uint8_t CodeOf(const Node& node) const;
  std::string_view TypeOf(const Node& node) const;
  // What stands directly before it: at most so many bytes, without blanks at their end.
  std::string_view Before(const Node& node, std::size_t most) const;
  // What stands directly behind it: at most so many bytes.
  std::string_view After(const Node& node, std::size_t most) const;

  // --- What is found ---
  struct Definition {
    SymbolKind kind = SymbolKind::kFunction;
    std::string_view name;
    Node node;  // all of it
    Node body;  // where its signature ends; may be nothing
    Visibility visibility = Visibility::kPublic;
    bool declared_only = false;
    std::string_view container;  // when it says itself what it is in: `A::B` of `void A::B::f()`
    std::optional<std::string> doc;  // when it is not the comment above
    Node head;              // where its signature begins, when that is not where it begins itself
    bool encloses = false;  // a value that has members: an object of functions
    std::uint32_t end = 0;  // where it ends, when that is behind its node
  };
  // From here to the end of the node, what is found is inside this symbol. Definitions without a
  // name, or with one of nothing but blanks, are left out: false.
  bool Define(const Definition& definition);
  // A heading: the part of a document up to the next heading that is not below it.
  void DefineSection(const Node& heading, std::string_view name, std::uint8_t level);
  // The next definition inside this node begins where this node does: with its decorators, with the
  // `template` or `export` before it. Its signature begins at `head`, if there is one.
  void Wrap(const Node& node, const Node& head = {});
  // What is defined here, outside of all functions, is for other files too.
  void Export(const Node& node);
  bool Exported(const Node& node) const;
  // The same, by a name that is defined elsewhere in the file, outside of everything.
  void ExportName(std::string_view name);
  // A function without a name: what is in it belongs to the symbol around it.
  void EnterFunction(const Node& node);
  // What is in this node is in a symbol of that name, which is somewhere else: `impl T`.
  void EnterContainer(const Node& node, std::string_view container);
  bool InContainer() const { return !open_.empty() && !open_.back().container.empty(); }
  // What members of the innermost symbol or container are from here on, when they do not say.
  void SetMembers(Visibility visibility);
  Visibility members() const { return open_.empty() ? Visibility::kPublic : open_.back().members; }
  // Of what the innermost symbol or container has defined under that name, lately.
  void SetVisibility(std::string_view name, Visibility visibility);
  // A variable of the innermost symbol or container: a name that stands for nothing else there.
  // Some languages write a call without arguments as they write a variable.
  void Local(std::string_view name);
  bool IsLocal(std::string_view name) const;
  // Stands between a comment and what it is about: an attribute.
  void PassOver(const Node& node);
  // `at`: where it is used. A name that was defined or used just before is not used again: rules
  // tell what is particular first, `a base`, and need not know it when they meet it as `a type`.
  void Use(UseKind kind, std::string_view name, std::string_view qualifier, const Node& at);
  // A call on a value, `shape.area()`: where a variable of that name is declared, the qualifier
  // becomes its type.
  void CallOn(std::string_view value, std::string_view name, const Node& at);
  // A variable, parameter or member of the innermost symbol, with the name of its type; an empty
  // one is not known. What is called on it is looked for in that type.
  void Declare(std::string_view name, std::string_view type);
  // What stands where the grammar was given blanks: macros, which are used there. Once all symbols
  // are known.
  void UseBlanked(std::string_view given);
  // Up to the end of a node the name alone is a parameter of it: `T` of a template, or of
  // `<T: Shape>`, where what is called on a T is looked for in Shape.
  void Hide(std::string_view name, const Node& until, std::string_view bound = {});
  // The same, by a type that is defined before this in the file, if there is one of that name.
  void UseBy(std::string_view type, UseKind kind, std::string_view name, std::string_view qualifier,
             const Node& at);
  void Import(ImportKind kind, const Node& at, std::string_view module, std::string_view name = {},
              std::string_view alias = {});
  void ImportAt(ImportKind kind, std::uint32_t line, std::string_view module,
                std::string_view name = {}, std::string_view alias = {});
  void SetPackage(std::string_view package);
  bool HasPackage() const { return !facts_.package.empty(); }

  // Whether this place of the text is one of the last few that were defined, used or met.
  bool Met(std::string_view name);

  // The innermost symbol that the node being visited is in; null outside of all.
  const Symbol* Inside() const;
  // How many namespaces are around, one in the other.
  std::size_t NamespacesAround() const;
  // Whether a function or method is around, at any depth.
  bool InFunction() const { return functions_ > 0; }
  // The same, with no class or other symbol between.
  bool DirectlyInFunction() const { return !open_.empty() && open_.back().function; }

  // --- For the walk ---
  void Enter(const Node& node);  // before each node that a rule wants to see, and each comment
  void AddComment(const Node& comment);
  FileFacts Finish(bool damaged);

 private:
  struct Open {
    std::uint32_t symbol;
    std::uint32_t end;
    bool function;
    std::string_view container = {};
    Visibility members = Visibility::kPublic;
    std::size_t locals = 0;  // where its own begin
  };
  struct Block {  // comments directly below each other
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t first_line = 0;
    std::uint32_t last_line = 0;
    std::uint32_t next_line = 0;  // behind it and what was passed over
    std::uint32_t symbol = kNoSymbol;
    bool open = false;   // more may follow
    bool above = false;  // documents what begins on the next line
  };
  std::uint32_t InsideIndex() const { return open_.empty() ? kNoSymbol : open_.back().symbol; }
  void CloseLast();
  std::size_t OwnLocals() const { return open_.empty() ? 0 : open_.back().locals; }
  void Push(std::uint32_t end, bool function, std::string_view container, std::uint32_t symbol);
  std::string ContainerOf(std::uint32_t parent, std::string_view own) const;
  std::size_t HeadEnd(const Node& node, std::size_t head, std::uint32_t body);
  const std::string& SignatureOf(const Node& node, std::size_t head, std::uint32_t body);
  void CloseBlock();
  void CloseSections(std::uint8_t level, std::uint32_t at, std::uint32_t line);
  void AddUse(std::uint32_t symbol, UseKind kind, std::string_view name, std::string_view qualifier,
              const Node& at, bool on_value = false);

  const Grammar& grammar_;
  std::string_view content_;
  FileFacts facts_;
  std::vector<Open> open_;
  std::size_t functions_ = 0;
  std::vector<std::string_view> locals_;
  std::unordered_map<std::string_view, std::uint32_t> types_;  // the first of each name
  struct Section {
    std::uint32_t symbol;
    std::uint8_t level;
  };
  std::vector<Section> sections_;
  struct Signed {
    const void* id = nullptr;
    std::size_t head = 0;
    std::uint32_t body = 0;
    std::string text;
  };
  Signed signed_;  // the last one
  Node wrapper_;
  Node wrapper_head_;
  bool IsHidden(std::string_view name) const;
  struct Hidden {
    std::string_view name;
    std::string_view bound;
    std::uint32_t end = 0;
  };
  std::vector<Hidden> hidden_;  // what ends first is last
  std::array<const char*, 8> met_{};
  std::size_t next_met_ = 0;
  std::uint32_t exported_in_ = kNoSymbol;
  std::uint32_t exported_end_ = 0;
  std::vector<std::string_view> exported_names_;
  Block block_;
  UseTable uses_;
  VariableTypes types_of_;
  TSTreeCursor scratch_;
};

}  // namespace satchel::code
