#include "code/languages/python/imports.h"

#include <gtest/gtest.h>

#include "code/languages/python/standard_modules.h"
#include "tests/support/code_project.h"

namespace satchel::code {
namespace {

using test::CodeProject;

std::string Py(const CodeProject& in, std::string_view from, std::string module,
               std::string name = "") {
  return in.Resolve(from, "python", std::move(module), std::move(name));
}

TEST(PythonImportsTest, FindsModulesAndPackagesFromTheRootOfTheImportingPackage) {
  const CodeProject in({"app/__init__.py", "app/main.py", "app/db/__init__.py", "app/db/pool.py",
                        "app/stubs.pyi", "setup.py"});
  EXPECT_EQ(Py(in, "app/main.py", "app.db.pool"), "app/db/pool.py (source_root)");
  EXPECT_EQ(Py(in, "app/main.py", "app.db"), "app/db/__init__.py (source_root)");
  EXPECT_EQ(Py(in, "app/main.py", "app"), "app/__init__.py (source_root)");
  EXPECT_EQ(Py(in, "app/main.py", "app.stubs"), "app/stubs.pyi (source_root)");
  EXPECT_EQ(Py(in, "setup.py", "app.main"), "app/main.py (source_root)");
  EXPECT_EQ(Py(in, "app/main.py", "app.nothing"), "none");
  EXPECT_EQ(Py(in, "app/main.py", "db"), "none");
}

TEST(PythonImportsTest, PrefersASubmoduleToANameOfThePackage) {
  const CodeProject in({"app/__init__.py", "app/main.py", "app/db/__init__.py", "app/db/pool.py"});
  EXPECT_EQ(Py(in, "app/main.py", "app.db", "pool"), "app/db/pool.py (source_root)");
  EXPECT_EQ(Py(in, "app/main.py", "app.db", "connect"), "app/db/__init__.py (source_root)");
}

TEST(PythonImportsTest, CountsDotsFromTheDirectoryOfTheFile) {
  const CodeProject in({"a/__init__.py", "a/b/__init__.py", "a/b/c.py", "a/b/d.py", "a/e.py",
                        "a/b.py", "n/x.py", "n/y.py"});
  EXPECT_EQ(Py(in, "a/b/c.py", ".", "d"), "a/b/d.py (relative)");
  EXPECT_EQ(Py(in, "a/b/c.py", ".", "thing"), "a/b/__init__.py (relative)");
  EXPECT_EQ(Py(in, "a/b/c.py", ".d", "thing"), "a/b/d.py (relative)");
  EXPECT_EQ(Py(in, "a/b/c.py", "..e", "thing"), "a/e.py (relative)");
  EXPECT_EQ(Py(in, "a/b/c.py", "..", "e"), "a/e.py (relative)");
  EXPECT_EQ(Py(in, "a/b/__init__.py", ".c", "f"), "a/b/c.py (relative)");
  EXPECT_EQ(Py(in, "n/x.py", ".", "y"), "n/y.py (relative)");
  EXPECT_EQ(Py(in, "a/b/c.py", "....", "e"), "none");
  EXPECT_EQ(Py(in, "a/b/c.py", "............e", "x"), "none");
}

TEST(PythonImportsTest, FindsSourceLayoutsAndPackagesOfOtherRoots) {
  const CodeProject in({"src/lib/__init__.py", "src/lib/core.py", "tests/test_core.py",
                        "services/auth/py/authlib/__init__.py", "services/auth/py/authlib/jwt.py",
                        "services/mail/py/authlib/__init__.py", "services/mail/py/authlib/jwt.py",
                        "services/mail/py/send.py", "tools/gen/one.py"});
  EXPECT_EQ(Py(in, "tests/test_core.py", "lib.core"), "src/lib/core.py (source_root)");
  EXPECT_EQ(Py(in, "tests/test_core.py", "authlib.jwt"),
            "services/auth/py/authlib/jwt.py (package_name)");
  EXPECT_EQ(Py(in, "services/mail/main.py", "authlib.jwt"),
            "services/mail/py/authlib/jwt.py (package_name)");
  EXPECT_EQ(Py(in, "tests/test_core.py", "gen.one"), "tools/gen/one.py (suffix_unique)");
  EXPECT_EQ(Py(in, "tests/test_core.py", "one"), "none");
}

TEST(PythonImportsTest, FindsPackagesWithoutInit) {
  const CodeProject in({"ns/inner/mod.py", "run.py"});
  EXPECT_EQ(Py(in, "run.py", "ns.inner.mod"), "ns/inner/mod.py (source_root)");
  EXPECT_EQ(Py(in, "run.py", "ns.inner", "mod"), "ns/inner/mod.py (source_root)");
  EXPECT_EQ(Py(in, "run.py", "ns.inner"), "ns/inner/ (namespace_package)");
  EXPECT_EQ(Py(in, "run.py", "ns", "inner"), "ns/inner/ (namespace_package)");
  EXPECT_EQ(Py(in, "run.py", "ns.inner", "Thing"), "none");
  EXPECT_EQ(Py(in, "ns/x.py", ".", "inner"), "ns/inner/ (namespace_package)");
}

TEST(PythonImportsTest, StandardModulesAreExternalUnlessHidden) {
  const CodeProject in({"app/__init__.py", "app/json.py", "app/main.py", "scripts/types.py",
                        "scripts/run.py", "test/__init__.py", "test/support.py", "platform/x.py"});
  EXPECT_EQ(Py(in, "app/main.py", "json"), "external");
  EXPECT_EQ(Py(in, "app/main.py", "os.path", "join"), "external");
  EXPECT_EQ(Py(in, "app/main.py", ".json", "loads"), "app/json.py (relative)");
  EXPECT_EQ(Py(in, "scripts/run.py", "types"), "scripts/types.py (source_root)");
  EXPECT_EQ(Py(in, "app/main.py", "types"), "external");
  EXPECT_EQ(Py(in, "scripts/run.py", "test", "support"), "test/support.py (source_root)");
  EXPECT_EQ(Py(in, "scripts/run.py", "platform"), "external");
  for (const std::string_view name :
       {"__future__", "asyncio", "distutils", "tomllib", "zoneinfo"}) {
    EXPECT_TRUE(IsPythonStandardModule(name)) << name;
  }
  EXPECT_FALSE(IsPythonStandardModule("numpy"));
}

TEST(PythonImportsTest, RefusesWhatIsNoName) {
  const CodeProject in({"etc/passwd.py", "a/__init__.py", "a/b.py"});
  for (const char* module :
       {"", "a..b", "a.", "../etc/passwd", "/etc/passwd", "a/b", ". a", "a b"}) {
    EXPECT_EQ(Py(in, "a/b.py", module), "none") << module;
  }
  EXPECT_EQ(Py(in, "a/b.py", "a", "../etc/passwd"), "a/__init__.py (source_root)");
}

}  // namespace
}  // namespace satchel::code
