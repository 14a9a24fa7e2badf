// A Compose file: services, and the volumes and networks that they share.
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "code/languages/keys/keys.h"

namespace satchel::code {
namespace {

void ReadService(const KeyTree& tree, std::uint32_t service, Outline& out) {
  const KeyNode& node = tree.at(service);
  out.Open(SymbolKind::kClass, fmt::format("service {}", node.key), node.begin, node.head);
  tree.EachChild(service, [&](std::uint32_t child) {
    const KeyNode& entry = tree.at(child);
    if (entry.key == "environment") ReadEnvironment(tree, child, out);
    const bool others = entry.key == "depends_on" || entry.key == "links" || entry.key == "extends";
    const auto use = [&](std::string_view what, std::string_view name, std::size_t at) {
      name = name.substr(0, name.find(':'));
      if (name.empty() || name.find_first_of("/.~$") != std::string_view::npos) return;
      out.Use(UseKind::kValue, fmt::format("{} {}", what, name), at);
    };
    const std::string_view what = others                    ? "service"
                                  : entry.key == "volumes"  ? "volume"
                                  : entry.key == "networks" ? "network"
                                                            : std::string_view();
    if (!what.empty()) {
      tree.EachText(child, [&](std::string_view text, std::size_t at) { use(what, text, at); });
      tree.EachChild(child, [&](std::uint32_t name) {
        const KeyNode& key = tree.at(name);
        if (!key.item && entry.key != "extends") use(what, key.key, key.begin);
      });
    }
    if (entry.key == "extends") use("service", tree.ValueOf(child, "service"), entry.begin);
    if (entry.key == "build") {
      const std::string_view place =
          entry.children > 0 ? tree.ValueOf(child, "context") : entry.value;
      out.Import(ImportKind::kModule, place, entry.begin, tree.ValueOf(child, "dockerfile"));
    }
    if (entry.key == "env_file") {
      tree.EachText(child, [&](std::string_view text, std::size_t at) {
        out.Import(ImportKind::kInclude, text, at);
      });
    }
  });
  out.Close(node.end);
}

}  // namespace

bool IsCompose(const KeyTree& tree) {
  const std::uint32_t services = tree.Child(kNoKey, "services");
  if (services == kNoKey) return false;
  bool found = false;
  tree.EachChild(services, [&](std::uint32_t service) {
    for (const std::string_view key : {"image", "build", "extends"}) {
      found = found || tree.Child(service, key) != kNoKey;
    }
  });
  return found;
}

void ReadCompose(const KeyTree& tree, Outline& out) {
  static constexpr std::array kShared = {
      std::pair(std::string_view("volumes"), std::string_view("volume")),
      std::pair(std::string_view("networks"), std::string_view("network")),
      std::pair(std::string_view("secrets"), std::string_view("secret")),
      std::pair(std::string_view("configs"), std::string_view("config"))};
  tree.EachChild(kNoKey, [&](std::uint32_t section) {
    const KeyNode& node = tree.at(section);
    if (node.key == "services") {
      tree.EachChild(section, [&](std::uint32_t service) { ReadService(tree, service, out); });
    }
    if (node.key == "include") {
      tree.EachText(section, [&](std::string_view text, std::size_t at) {
        out.Import(ImportKind::kInclude, text, at);
      });
    }
    for (const auto& [key, what] : kShared) {
      if (node.key != key) continue;
      tree.EachChild(section, [&](std::uint32_t shared) {
        const KeyNode& entry = tree.at(shared);
        out.Add(SymbolKind::kProperty, fmt::format("{} {}", what, entry.key), entry.begin,
                entry.end);
      });
    }
  });
}

}  // namespace satchel::code
