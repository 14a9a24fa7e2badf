#include "code/languages/javascript/find_script.h"

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>

#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

constexpr auto kTypeScriptFirst =
    std::to_array<std::string_view>({".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mts", ".cts", ".mjs",
                                     ".cjs", ".d.mts", ".d.cts", ".json", ".vue", ".svelte"});
constexpr auto kJavaScriptFirst =
    std::to_array<std::string_view>({".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts",
                                     ".d.ts", ".d.mts", ".d.cts", ".json", ".vue", ".svelte"});

// What an extension may have been before it was compiled.
struct Compiled {
  std::string_view to;
  std::array<std::string_view, 3> from;
};
constexpr std::array<Compiled, 4> kCompiled = {{
    {.to = ".js", .from = {".ts", ".tsx", ".d.ts"}},
    {.to = ".jsx", .from = {".tsx", ".d.ts", ".ts"}},
    {.to = ".mjs", .from = {".mts", ".d.mts", ".ts"}},
    {.to = ".cjs", .from = {".cts", ".d.cts", ".ts"}},
}};

template <class Extensions>
bool TryEach(const PathSet& paths, std::string& path, const Extensions& extensions) {
  const std::size_t size = path.size();
  for (const std::string_view extension : extensions) {
    path += extension;
    if (paths.Has(path)) return true;
    path.resize(size);
  }
  return false;
}

bool TrySource(const PathSet& paths, std::string& path) {
  const std::string extension(ExtensionOf(path));
  if (extension.empty()) return false;
  for (const Compiled& one : kCompiled) {
    if (one.to != extension) continue;
    path.resize(path.size() - extension.size());
    if (TryEach(paths, path, one.from)) return true;
    path += extension;
  }
  return false;
}

}  // namespace

std::optional<std::string> FindScript(const PathSet& paths, std::string_view path, Prefer prefer) {
  std::string candidate;
  candidate.reserve(path.size() + 16);
  candidate = path;
  const bool typescript = prefer == Prefer::kTypeScript;
  const std::span<const std::string_view> extensions =
      typescript ? std::span<const std::string_view>(kTypeScriptFirst)
                 : std::span<const std::string_view>(kJavaScriptFirst);
  if (!path.empty()) {
    if (typescript && TrySource(paths, candidate)) return candidate;
    if (paths.Has(candidate)) return candidate;
    if (TryEach(paths, candidate, extensions)) return candidate;
    if (!typescript && TrySource(paths, candidate)) return candidate;
  }
  if (!paths.HasDirectory(path)) return std::nullopt;
  candidate = Below(path, "index");
  if (TryEach(paths, candidate, extensions)) return candidate;
  return std::nullopt;
}

}  // namespace satchel::code
