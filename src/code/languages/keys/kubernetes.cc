// A manifest: what it makes is named by its kind and its name, as `kubectl` does it.
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "code/languages/keys/keys.h"

namespace satchel::code {
namespace {

// The kind that a name stands for, by the key that has it or by the key above `name`.
std::string_view MeantBy(std::string_view key) {
  if (key == "configMapRef" || key == "configMapKeyRef" || key == "configMap") return "ConfigMap";
  if (key == "secretRef" || key == "secretKeyRef" || key == "secretName") return "Secret";
  if (key == "serviceAccountName") return "ServiceAccount";
  if (key == "serviceName") return "Service";
  if (key == "claimName") return "PersistentVolumeClaim";
  if (key == "storageClassName") return "StorageClass";
  if (key == "ingressClassName") return "IngressClass";
  if (key == "priorityClassName") return "PriorityClass";
  return {};
}

// `scaleTargetRef: {kind: Deployment, name: web}`, `roleRef`, `backend: service: name:`.
std::string_view KindBeside(const KeyTree& tree, const KeyNode& name) {
  if (name.parent == kNoKey) return {};
  const KeyNode& around = tree.at(name.parent);
  if (const std::string_view meant = MeantBy(around.key); !meant.empty()) return meant;
  if (around.key == "service") return "Service";
  if (around.key.ends_with("Ref") || around.item) return tree.ValueOf(name.parent, "kind");
  return {};
}

}  // namespace

bool IsKubernetes(const KeyTree& tree, std::uint32_t first, std::uint32_t last) {
  const std::uint32_t kind = tree.Beside(first, last, "kind");
  const std::uint32_t metadata = tree.Beside(first, last, "metadata");
  return tree.Beside(first, last, "apiVersion") != kNoKey && kind != kNoKey &&
         !tree.at(kind).value.empty() && metadata != kNoKey &&
         !tree.ValueOf(metadata, "name").empty();
}

void ReadKubernetes(const KeyTree& tree, std::uint32_t first, std::uint32_t last, Outline& out) {
  const std::string_view kind = tree.at(tree.Beside(first, last, "kind")).value;
  const std::string_view name = tree.ValueOf(tree.Beside(first, last, "metadata"), "name");
  out.Open(SymbolKind::kClass, fmt::format("{} {}", kind, name), tree.at(first).begin,
           tree.at(first).head);
  for (std::uint32_t i = first; i < last; ++i) {
    const KeyNode& node = tree.at(i);
    if (node.key == "env") ReadEnvironment(tree, i, out);
    if (node.key == "data" && node.depth == 0) {
      tree.EachChild(i, [&](std::uint32_t entry) {
        out.Add(SymbolKind::kProperty, tree.at(entry).key, tree.at(entry).begin,
                tree.at(entry).end);
      });
    }
    if (node.value.empty()) continue;
    const std::string_view meant = node.key == "name" ? KindBeside(tree, node) : MeantBy(node.key);
    if (!meant.empty()) {
      out.Use(UseKind::kValue, fmt::format("{} {}", meant, node.value), node.begin);
    }
  }
  out.Close(tree.at(last - 1).end);
}

}  // namespace satchel::code
