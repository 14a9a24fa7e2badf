#include "code/resolve/cargo.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "code/resolve/toml_keys.h"
#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostCrates = 20'000;
constexpr std::size_t kMostDependencies = 10'000;

std::string CrateName(std::string_view name) {
  std::string crate(name.substr(0, kMostPathBytes));
  std::ranges::replace(crate, '-', '_');
  return crate;
}

// The name of a dependency when the key is one of its own (`[dependencies] serde = …`) or a field
// of one (`[dependencies.serde] path = …`, `serde.path = …`).
struct Dependency {
  std::string name;
  std::string field;  // empty: the value is the whole of it
  bool shared = false;
};

std::optional<Dependency> DependencyOf(const TomlKey& key) {
  const std::string whole = key.table + "." + key.key;
  constexpr std::string_view kWord = "dependencies.";
  const std::size_t at = whole.find(kWord);
  if (at == std::string::npos) return std::nullopt;
  const std::string_view rest = std::string_view(whole).substr(at + kWord.size());
  const std::size_t dot = rest.find('.');
  Dependency found;
  found.name = CrateName(rest.substr(0, dot));
  if (dot != std::string_view::npos) found.field = rest.substr(dot + 1);
  found.shared = whole.starts_with("workspace.");
  return found;
}

}  // namespace

bool Crates::Add(std::string_view path, std::string_view bytes, std::size_t& entries) {
  if (crates_.size() == kMostCrates) return false;
  Crate crate;
  crate.directory = DirectoryOf(path);
  crate.lib_path = Below(crate.directory, "src/lib.rs");
  std::string lib_name;
  ReadTomlKeys(bytes, [&](const TomlKey& key) {
    const std::string whole = key.table.empty() ? key.key : key.table + "." + key.key;
    const auto text = TomlText(key.value);
    if (const auto dependency = DependencyOf(key)) {
      auto& local = dependency->shared ? shared_ : crate.local;
      if (!dependency->shared && crate.dependencies.size() < kMostDependencies) {
        crate.dependencies.insert(dependency->name);
      }
      std::optional<std::string> to;
      if (dependency->field.empty()) to = TomlField(key.value, "path");
      if (dependency->field == "path") to = text;
      if (!to || local.size() >= kMostDependencies) return;
      if (auto joined = JoinPath(crate.directory, *to)) {
        local.insert_or_assign(dependency->name, std::move(*joined));
      }
      return;
    }
    if (!text) return;
    if (whole == "package.name") crate.name = CrateName(*text);
    if (whole == "lib.name") lib_name = CrateName(*text);
    if (whole == "lib.path") {
      if (auto joined = JoinPath(crate.directory, *text)) crate.lib_path = std::move(*joined);
    }
    if (key.key == "path" && (key.table == "bin" || key.table == "test" || key.table == "example" ||
                              key.table == "bench")) {
      auto joined = JoinPath(crate.directory, *text);
      if (joined && crate.roots.size() < kMostDependencies) {
        crate.roots.insert(std::move(*joined));
      }
    }
  });
  if (!lib_name.empty()) crate.name = lib_name;
  const std::size_t own = 1 + crate.dependencies.size() + crate.local.size() + crate.roots.size();
  if (own > entries) return false;
  entries -= own;
  crates_.insert_or_assign(crate.directory, std::move(crate));
  return true;
}

void Crates::Finish() {
  for (const auto& [directory, crate] : crates_) {
    if (!crate.name.empty()) by_name_.try_emplace(crate.name, directory);
  }
}

const Crate* Crates::In(std::string_view directory) const {
  const auto found = crates_.find(directory);
  return found == crates_.end() ? nullptr : &found->second;
}

const Crate* Crates::Named(const Crate* from, std::string_view name) const {
  if (from != nullptr) {
    if (from->name == name) return from;
    if (const auto local = from->local.find(name); local != from->local.end()) {
      return In(local->second);
    }
    if (from->dependencies.contains(name)) {
      if (const auto local = shared_.find(name); local != shared_.end()) return In(local->second);
    }
  }
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : In(found->second);
}

}  // namespace satchel::code
