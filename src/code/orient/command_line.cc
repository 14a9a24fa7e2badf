#include "code/orient/command_line.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.h"
#include "base/trimmed.h"

namespace satchel::retrieval {
namespace {

constexpr std::size_t kMostLine = 400;

constexpr auto kTools = std::to_array<std::string_view>({"ant",
                                                         "apk",
                                                         "apt",
                                                         "apt-get",
                                                         "autoreconf",
                                                         "bake",
                                                         "bash",
                                                         "bats",
                                                         "bazel",
                                                         "bazelisk",
                                                         "black",
                                                         "brew",
                                                         "buck2",
                                                         "bun",
                                                         "bundle",
                                                         "cabal",
                                                         "cargo",
                                                         "choco",
                                                         "clang-format",
                                                         "clang-tidy",
                                                         "cmake",
                                                         "composer",
                                                         "conda",
                                                         "conan",
                                                         "coverage",
                                                         "cpack",
                                                         "cross",
                                                         "ctest",
                                                         "dart",
                                                         "deno",
                                                         "dnf",
                                                         "docker",
                                                         "docker-compose",
                                                         "dotnet",
                                                         "dune",
                                                         "eslint",
                                                         "flake8",
                                                         "flutter",
                                                         "gem",
                                                         "gmake",
                                                         "go",
                                                         "gofmt",
                                                         "golangci-lint",
                                                         "goreleaser",
                                                         "gradle",
                                                         "gradlew",
                                                         "hatch",
                                                         "jar",
                                                         "java",
                                                         "javac",
                                                         "jest",
                                                         "just",
                                                         "lein",
                                                         "make",
                                                         "mamba",
                                                         "meson",
                                                         "mix",
                                                         "mkdocs",
                                                         "msbuild",
                                                         "mvn",
                                                         "mvnw",
                                                         "mypy",
                                                         "ninja",
                                                         "nix",
                                                         "nix-shell",
                                                         "node",
                                                         "nosetests",
                                                         "nox",
                                                         "npm",
                                                         "npx",
                                                         "nuget",
                                                         "opam",
                                                         "pacman",
                                                         "pdm",
                                                         "perl",
                                                         "php",
                                                         "phpstan",
                                                         "phpunit",
                                                         "pip",
                                                         "pip3",
                                                         "pipenv",
                                                         "pipx",
                                                         "pkg",
                                                         "pkg_add",
                                                         "pnpm",
                                                         "podman",
                                                         "poe",
                                                         "poetry",
                                                         "pre-commit",
                                                         "prek",
                                                         "prettier",
                                                         "prove",
                                                         "py.test",
                                                         "pyright",
                                                         "pytest",
                                                         "python",
                                                         "python3",
                                                         "rake",
                                                         "rebar3",
                                                         "rspec",
                                                         "rubocop",
                                                         "ruby",
                                                         "ruff",
                                                         "rustup",
                                                         "sbt",
                                                         "scoop",
                                                         "sh",
                                                         "sphinx-build",
                                                         "stack",
                                                         "swift",
                                                         "task",
                                                         "tox",
                                                         "trunk",
                                                         "uv",
                                                         "uvx",
                                                         "vcpkg",
                                                         "vitest",
                                                         "winget",
                                                         "xcaddy",
                                                         "xcodebuild",
                                                         "yarn",
                                                         "yum",
                                                         "zig",
                                                         "zypper",
                                                         "install-package",
                                                         "invoke-dotnet"});

std::string_view FirstWord(std::string_view line) {
  return line.substr(0, std::min(line.find_first_of(" \t;&|"), line.size()));
}

std::string_view WithoutFirst(std::string_view line) {
  return Trimmed(line.substr(FirstWord(line).size()));
}

bool IsAssignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  return equals != word.npos && equals > 0 && IsIdentifier(word.substr(0, equals));
}

}  // namespace

bool IsIdentifier(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return IsAlnum(c) || c == '_' || c == '-' || c == '.' || c == ':' || c == '/';
  });
}

std::vector<std::string_view> CommandLinesOf(std::string_view text) {
  text = text.substr(0, kMostCommandBytes);
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line.size() > kMostLine ? std::string_view() : line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<std::string> CommandWords(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    if (IsAlnum(c) || static_cast<unsigned char>(c) >= 0x80U) {
      word += ToLower(c);
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

std::string_view WithoutPrompt(std::string_view line) {
  line = Trimmed(line);
  for (const std::string_view prompt : {"$ ", "> ", "% ", "PS> ", "& ", "@"}) {
    if (line.starts_with(prompt)) return Trimmed(line.substr(prompt.size()));
  }
  return line;
}

bool StartsWithTool(std::string_view line) {
  line = Trimmed(line);
  constexpr std::size_t kMostBefore = 8;
  for (std::size_t i = 0; i < kMostBefore; ++i) {
    const std::string_view word = FirstWord(line);
    if (word != "sudo" && word != "doas" && word != "env" && !IsAssignment(word)) break;
    line = WithoutFirst(line);
  }
  std::string word = AsciiLower(FirstWord(line));
  if (word.starts_with("./") || word.starts_with(".\\")) return word.size() > 2;
  if (word.starts_with("vendor/bin/") || word.starts_with("bin/") || word.starts_with("scripts/")) {
    return true;
  }
  return std::ranges::find(kTools, std::string_view(word)) != kTools.end();
}

}  // namespace satchel::retrieval
