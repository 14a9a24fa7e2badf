// A description of an HTTP interface: each operation is named by its method and its path, each
// schema by its name.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/ascii.h"
#include "code/languages/keys/keys.h"

namespace satchel::code {
namespace {

constexpr auto kMethods = std::to_array<std::string_view>(
    {"delete", "get", "head", "options", "patch", "post", "put", "trace"});

void ReadRefsBelow(const KeyTree& tree, std::uint32_t node, Outline& out) {
  for (std::uint32_t i = node + 1; i < tree.at(node).after; ++i) ReadRef(tree.at(i), out);
}

void ReadPath(const KeyTree& tree, std::uint32_t path, Outline& out) {
  tree.EachChild(path, [&](std::uint32_t operation) {
    const KeyNode& node = tree.at(operation);
    if (std::ranges::find(kMethods, node.key) == kMethods.end()) {
      ReadRef(node, out);
      return;
    }
    std::string method(node.key);
    std::ranges::transform(method, method.begin(), ToUpper);
    out.Open(SymbolKind::kFunction, fmt::format("{} {}", method, tree.at(path).key), node.begin,
             node.head);
    const std::uint32_t id = tree.Child(operation, "operationId");
    if (id != kNoKey) {
      out.Add(SymbolKind::kProperty, tree.at(id).value, tree.at(id).begin, tree.at(id).end);
    }
    ReadRefsBelow(tree, operation, out);
    out.Close(node.end);
  });
}

void ReadSchemas(const KeyTree& tree, std::uint32_t schemas, Outline& out) {
  if (schemas == kNoKey) return;
  tree.EachChild(schemas, [&](std::uint32_t schema) {
    const KeyNode& node = tree.at(schema);
    out.Open(SymbolKind::kStruct, node.key, node.begin, node.head);
    const std::uint32_t properties = tree.Child(schema, "properties");
    if (properties != kNoKey) {
      tree.EachChild(properties, [&](std::uint32_t property) {
        const KeyNode& field = tree.at(property);
        out.Add(SymbolKind::kField, field.key, field.begin, field.end);
      });
    }
    ReadRefsBelow(tree, schema, out);
    out.Close(node.end);
  });
}

}  // namespace

bool IsOpenApi(const KeyTree& tree) {
  return !tree.ValueOf(kNoKey, "openapi").empty() || !tree.ValueOf(kNoKey, "swagger").empty();
}

void ReadOpenApi(const KeyTree& tree, Outline& out) {
  tree.EachChild(kNoKey, [&](std::uint32_t section) {
    const std::string_view key = tree.at(section).key;
    if (key == "paths") {
      tree.EachChild(section, [&](std::uint32_t path) { ReadPath(tree, path, out); });
    } else if (key == "components") {
      ReadSchemas(tree, tree.Child(section, "schemas"), out);
    } else if (key == "definitions") {
      ReadSchemas(tree, section, out);
    }
  });
}

}  // namespace satchel::code
