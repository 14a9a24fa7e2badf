#include "code/languages/keys/keys.h"

#include <algorithm>
#include <string_view>

#include "base/ascii.h"

namespace satchel::code {
namespace {

constexpr std::uint32_t kVersion = 1;
// A section of fewer bytes is shown with its neighbours.
constexpr std::size_t kSmallest = 400;

FileFacts FactsOf(const KeyTree& tree, Outline& out) {
  const auto& nodes = tree.nodes();
  if (IsCompose(tree)) {
    ReadCompose(tree, out);
  } else if (IsWorkflow(tree)) {
    ReadWorkflow(tree, out);
  } else if (IsOpenApi(tree)) {
    ReadOpenApi(tree, out);
  } else {
    for (std::uint32_t first = 0; first < nodes.size();) {
      const std::uint32_t document = nodes[first].document;
      std::uint32_t last = first;
      while (last < nodes.size() && nodes[last].document == document) last = nodes[last].after;
      if (IsKubernetes(tree, first, last)) {
        ReadKubernetes(tree, first, last, out);
      } else {
        ReadPlainKeys(tree, first, last, out);
      }
      first = last;
    }
  }
  return out.Finish(kSmallest);
}

template <KeyTree (*kRead)(std::string_view)>
FileFacts Read(std::string_view content, const LanguageRules& rules) {
  Outline out(content, rules);
  return FactsOf(kRead(content), out);
}

constexpr LanguageRules Make(std::string_view name, const CommentStyle& style,
                             FileFacts (*read)(std::string_view, const LanguageRules&)) {
  LanguageRules rules;
  rules.name = name;
  rules.version = kVersion;
  rules.level = Level::kStructure;
  rules.comment_style = style;
  rules.read = read;
  return rules;
}

}  // namespace

constexpr LanguageRules kDotenvRules = Make("dotenv", kHashComments, Read<ReadDotenv>);
constexpr LanguageRules kJsonRules = Make("json", kSlashComments, Read<ReadJson>);
constexpr LanguageRules kTomlRules = Make("toml", kHashComments, Read<ReadToml>);
constexpr LanguageRules kYamlRules = Make("yaml", kHashComments, Read<ReadYaml>);

void ReadRef(const KeyNode& node, Outline& out) {
  if (node.key != "$ref" || node.value.empty()) return;
  const std::size_t hash = std::min(node.value.find('#'), node.value.size());
  const std::string_view file = node.value.substr(0, hash);
  const std::string_view fragment = node.value.substr(hash);
  if (!file.empty() && !file.contains("://")) out.Import(ImportKind::kInclude, file, node.begin);
  const std::size_t slash = fragment.rfind('/');
  if (slash != std::string_view::npos) {
    out.Use(UseKind::kType, fragment.substr(slash + 1), node.begin);
  }
}

void ReadEnvironment(const KeyTree& tree, std::uint32_t node, Outline& out) {
  if (node == kNoKey) return;
  tree.EachChild(node, [&](std::uint32_t child) {
    const KeyNode& entry = tree.at(child);
    std::string_view name = entry.key;
    if (entry.item) {
      name = entry.children > 0 ? tree.ValueOf(child, "name")
                                : entry.value.substr(0, entry.value.find('='));
    }
    const bool plain =
        !name.empty() && std::ranges::all_of(name, [](char c) { return IsAlnum(c) || c == '_'; });
    if (plain) out.Add(SymbolKind::kProperty, name, entry.begin, entry.end);
  });
}

}  // namespace satchel::code
