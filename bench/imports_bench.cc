// Imports found per second, on one core, in a made-up workspace of 20,000 files a language; and how
// long a set of 60,000 paths takes to build.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "code/languages/resolve_import.h"
#include "code/resolve/test_links.h"

namespace {

namespace code = satchel::code;

constexpr int kModules = 20'000;

// `src/part3/area12/module7.py`: 20 parts of 50 areas of 20 modules.
std::string Module(int i, std::string_view between) {
  return fmt::format("part{}{}area{}{}module{}", i / 1000, between, i / 20 % 50, between, i % 20);
}

struct Case {
  std::string from;
  code::Import import;
};

class Workspace {
 public:
  Workspace(std::string_view root, std::string_view extension,
            std::vector<code::ConfigurationFile> files) {
    std::vector<std::string> paths;
    for (int i = 0; i < kModules; ++i) {
      paths.push_back(std::string(root) + Module(i, "/") + std::string(extension));
      if (extension == ".py" && i % 20 == 0) {
        paths.push_back(fmt::format("{}part{}/area{}/__init__.py", root, i / 1000, i / 20 % 50));
        paths.push_back(fmt::format("{}part{}/__init__.py", root, i / 1000));
      }
    }
    for (const code::ConfigurationFile& file : files) paths.push_back(file.path);
    project_ = code::Project::Build(code::PathSet::Build(paths), files);
    root_ = root;
    extension_ = extension;
  }

  // One import in each of the first thousand files, of a module that `name` makes.
  template <class MakeImport>
  void Run(benchmark::State& state, std::string_view language, MakeImport make,
           std::string_view from = "") const {
    std::vector<Case> cases;
    for (int i = 0; i < 1'000; ++i) {
      const int file = i * 19 % kModules;
      std::string path = from.empty() ? root_ + Module(file, "/") + extension_ : std::string(from);
      cases.push_back({.from = std::move(path), .import = make(file)});
    }
    std::uint64_t found = 0;
    for (auto _ : state) {
      for (const Case& one : cases) {
        if (code::ResolveImport(project_, one.from, language, one.import).target) ++found;
      }
    }
    const auto all = static_cast<std::uint64_t>(state.iterations()) * cases.size();
    state.SetItemsProcessed(static_cast<std::int64_t>(all));
    state.counters["found"] = static_cast<double>(found) / static_cast<double>(all);
  }

 private:
  code::Project project_;
  std::string root_;
  std::string extension_;
};

code::Import Make(std::string module, std::string name = "",
                  code::ImportKind kind = code::ImportKind::kModule) {
  code::Import import;
  import.kind = name.empty() ? kind : code::ImportKind::kName;
  import.module = std::move(module);
  import.name = std::move(name);
  return import;
}

int Other(int file) { return (file * 7 + 13) % kModules; }

void PythonRelative(benchmark::State& state) {
  Workspace("src/", ".py", {}).Run(state, "python", [](int i) {
    return Make(fmt::format(".module{}", (i + 3) % 20), "thing");
  });
}
BENCHMARK(PythonRelative);

void PythonAbsolute(benchmark::State& state) {
  Workspace("src/", ".py", {}).Run(state, "python", [](int i) {
    return Make(Module(Other(i), "."), "thing");
  });
}
BENCHMARK(PythonAbsolute);

void PythonUnknown(benchmark::State& state) {
  Workspace("src/", ".py", {}).Run(state, "python", [](int) {
    return Make("numpy.linalg", "norm");
  });
}
BENCHMARK(PythonUnknown);

void Go(benchmark::State& state) {
  Workspace("", ".go", {{"go.mod", "module example.com/app\n"}}).Run(state, "go", [](int i) {
    const int other = Other(i);
    return Make(fmt::format("example.com/app/part{}/area{}", other / 1000, other / 20 % 50));
  });
}
BENCHMARK(Go);

void CBeside(benchmark::State& state) {
  Workspace("src/", ".h", {}).Run(state, "c", [](int i) {
    return Make(fmt::format("module{}.h", (i + 3) % 20), "", code::ImportKind::kInclude);
  });
}
BENCHMARK(CBeside);

void CAbove(benchmark::State& state) {
  Workspace("src/", ".h", {}).Run(state, "c", [](int i) {
    return Make(Module(Other(i), "/") + ".h", "", code::ImportKind::kInclude);
  });
}
BENCHMARK(CAbove);

void CByEnd(benchmark::State& state) {
  const auto make = [](int i) {
    const std::string module = Module(Other(i), "/");
    return Make(module.substr(module.find('/') + 1) + ".h", "", code::ImportKind::kInclude);
  };
  Workspace("deep/inside/", ".h", {}).Run(state, "c", make, "other/place/main.c");
}
BENCHMARK(CByEnd);

void TypeScriptRelative(benchmark::State& state) {
  Workspace("src/", ".ts", {}).Run(state, "typescript", [](int i) {
    return Make("../../" + Module(Other(i), "/"));
  });
}
BENCHMARK(TypeScriptRelative);

void TypeScriptPaths(benchmark::State& state) {
  Workspace("src/", ".ts",
            {{"tsconfig.json", R"({"compilerOptions": {"paths": {"@app/*": ["./src/*"]}}})"}})
      .Run(state, "typescript", [](int i) { return Make("@app/" + Module(Other(i), "/")); });
}
BENCHMARK(TypeScriptPaths);

void Rust(benchmark::State& state) {
  Workspace("src/", ".rs", {{"Cargo.toml", "[package]\nname = \"app\"\n"}})
      .Run(state, "rust",
           [](int i) { return Make("crate::" + Module(Other(i), "::") + "::Thing"); });
}
BENCHMARK(Rust);

void Java(benchmark::State& state) {
  Workspace("app/src/main/java/", ".java", {}).Run(state, "java", [](int i) {
    return Make(Module(Other(i), "."));
  });
}
BENCHMARK(Java);

void BuildPathSet(benchmark::State& state) {
  std::vector<std::string> paths;
  for (int i = 0; i < 60'000; ++i) {
    paths.push_back(fmt::format("workspace/{}/index{}.ts", Module(i / 3, "/"), i % 3));
  }
  for (auto _ : state) benchmark::DoNotOptimize(code::PathSet::Build(paths));
}
BENCHMARK(BuildPathSet)->Unit(benchmark::kMillisecond);

void TestLinks(benchmark::State& state) {
  std::vector<std::string> paths;
  std::vector<std::string> tests;
  for (int i = 0; i < kModules; ++i) {
    paths.push_back("src/" + Module(i, "/") + std::to_string(i) + ".py");
    const std::string path = fmt::format("tests/part{}/test_module{}{}.py", i / 1000, i % 20, i);
    paths.push_back(path);
    if (i % 20 == 0) tests.push_back(path);
  }
  const code::PathSet set = code::PathSet::Build(paths);
  for (auto _ : state) {
    for (const std::string& test : tests) benchmark::DoNotOptimize(code::TestedFiles(set, test));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(tests.size()));
}
BENCHMARK(TestLinks);

}  // namespace
