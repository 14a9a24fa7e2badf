#include "code/languages/resolve_import.h"

#include <algorithm>
#include <array>

#include "code/languages/bash/imports.h"
#include "code/languages/c/imports.h"
#include "code/languages/csharp/imports.h"
#include "code/languages/go/imports.h"
#include "code/languages/java/imports.h"
#include "code/languages/javascript/imports.h"
#include "code/languages/loose/imports.h"
#include "code/languages/markdown/imports.h"
#include "code/languages/named_files/imports.h"
#include "code/languages/php/imports.h"
#include "code/languages/python/imports.h"
#include "code/languages/ruby/imports.h"
#include "code/languages/rust/imports.h"
#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

using Resolver = Resolution (*)(const Project&, std::string_view from_path, const Import&);

struct Rules {
  std::string_view language;
  Resolver resolve;
};

constexpr std::array<Rules, 36> kRules = {{
    {.language = "bash", .resolve = ResolveBashImport},
    {.language = "c", .resolve = ResolveCInclude},
    {.language = "cmake", .resolve = ResolveNamedFile},
    {.language = "cpp", .resolve = ResolveCInclude},
    {.language = "csharp", .resolve = ResolveCSharpUsing},
    {.language = "css", .resolve = ResolveNamedFile},
    {.language = "dart", .resolve = ResolveDartImport},
    {.language = "dockerfile", .resolve = ResolveNamedFile},
    {.language = "elixir", .resolve = ResolveElixirImport},
    {.language = "go", .resolve = ResolveGoImport},
    {.language = "graphql", .resolve = ResolveNamedFile},
    {.language = "groovy", .resolve = ResolveGroovyImport},
    {.language = "haskell", .resolve = ResolveHaskellImport},
    {.language = "html", .resolve = ResolveNamedFile},
    {.language = "java", .resolve = ResolveJavaImport},
    {.language = "javascript", .resolve = ResolveJavaScriptImport},
    {.language = "json", .resolve = ResolveNamedFile},
    {.language = "julia", .resolve = ResolveJuliaImport},
    {.language = "kotlin", .resolve = ResolveKotlinImport},
    {.language = "lua", .resolve = ResolveLuaImport},
    {.language = "make", .resolve = ResolveNamedFile},
    {.language = "markdown", .resolve = ResolveMarkdownLink},
    {.language = "perl", .resolve = ResolvePerlImport},
    {.language = "php", .resolve = ResolvePhpImport},
    {.language = "protobuf", .resolve = ResolveNamedFile},
    {.language = "python", .resolve = ResolvePythonImport},
    {.language = "ruby", .resolve = ResolveRubyImport},
    {.language = "rust", .resolve = ResolveRustImport},
    {.language = "scala", .resolve = ResolveScalaImport},
    {.language = "swift", .resolve = ResolveSwiftImport},
    {.language = "terraform", .resolve = ResolveTerraformModule},
    {.language = "toml", .resolve = ResolveNamedFile},
    {.language = "tsx", .resolve = ResolveTypeScriptImport},
    {.language = "typescript", .resolve = ResolveTypeScriptImport},
    {.language = "yaml", .resolve = ResolveNamedFile},
    {.language = "zig", .resolve = ResolveZigImport},
}};

const Rules* RulesFor(std::string_view language) {
  const auto found = std::ranges::find(kRules, language, &Rules::language);
  return found == kRules.end() ? nullptr : &*found;
}

bool IsPlain(std::string_view text) {
  return text.size() < kMostPathBytes && text.find('\0') == std::string_view::npos;
}

}  // namespace

Resolution ResolveImport(const Project& project, std::string_view from_path,
                         std::string_view language, const Import& import) {
  const Rules* rules = RulesFor(language);
  if (rules == nullptr || import.module.empty() || !IsPlain(import.module) ||
      !IsPlain(import.name) || !IsWorkspacePath(from_path)) {
    return {};
  }
  return rules->resolve(project, from_path, import);
}

bool HasImportRules(std::string_view language) { return RulesFor(language) != nullptr; }

}  // namespace satchel::code
