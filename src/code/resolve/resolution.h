#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace satchel::code {

// What an import leads to: always a file or a directory of the workspace.
struct Target {
  std::string path;
  bool directory = false;  // a package of Go or Java, a Python package without __init__.py
  std::string_view rule;   // a name of docs/formats/code_imports.md; lives as long as the program
};

struct Resolution {
  std::optional<Target> target;
  bool external = false;  // without a target: known to be outside of the workspace

  static Resolution File(std::string path, std::string_view rule) {
    return {.target = Target{.path = std::move(path), .directory = false, .rule = rule},
            .external = false};
  }
  static Resolution Directory(std::string path, std::string_view rule) {
    return {.target = Target{.path = std::move(path), .directory = true, .rule = rule},
            .external = false};
  }
  static Resolution External() { return {.target = std::nullopt, .external = true}; }
};

}  // namespace satchel::code
