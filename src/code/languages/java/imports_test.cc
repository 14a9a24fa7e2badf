#include "code/languages/java/imports.h"

#include <gtest/gtest.h>

#include "tests/support/code_project.h"

namespace satchel::code {
namespace {

using test::CodeProject;

TEST(JavaImportsTest, FindsClassesByTheEndOfTheirPath) {
  const CodeProject in({"m1/src/main/java/a/b/C.java", "m1/src/test/java/a/b/C.java",
                        "m1/src/test/java/a/b/CTest.java", "m2/src/main/java/a/b/C.java",
                        "m2/src/main/java/a/b/D.java", "m2/src/main/java/x/Y.java",
                        "m1/src/main/kotlin/a/b/K.kt"});
  const std::string m1 = "m1/src/main/java/a/b/X.java";
  const std::vector<std::tuple<std::string, std::string, std::string>> cases = {
      {m1, "a.b.C", "m1/src/main/java/a/b/C.java (java_class)"},
      {"m1/src/test/java/a/b/CTest.java", "a.b.C", "m1/src/test/java/a/b/C.java (java_class)"},
      {"m2/src/main/java/x/Y.java", "a.b.C", "m2/src/main/java/a/b/C.java (java_class)"},
      {"other/Z.java", "a.b.C", "m1/src/main/java/a/b/C.java (java_class)"},
      {m1, "a.b.D", "m2/src/main/java/a/b/D.java (java_class)"},
      {m1, "a.b.D.Inner", "m2/src/main/java/a/b/D.java (java_class)"},
      {m1, "a.b.D.Inner.CONSTANT", "m2/src/main/java/a/b/D.java (java_class)"},
      {m1, "a.b.K", "m1/src/main/kotlin/a/b/K.kt (java_class)"},
      {m1, "a.b.*", "m1/src/main/java/a/b/ (java_package)"},
      {m1, "x.*", "m2/src/main/java/x/ (java_package)"},
      {m1, "a.b.D.*", "m2/src/main/java/a/b/D.java (java_class)"},
      {m1, "java.util.List", "external"},
      {m1, "javax.inject.*", "external"},
      {m1, "org.junit.Test", "none"},
      {m1, "C", "none"},
      {m1, "a..b", "none"},
      {m1, "../../etc/passwd", "none"},
      {m1, "a/b/C", "none"}};
  for (const auto& [from, module, path] : cases) {
    EXPECT_EQ(in.Resolve(from, "java", module), path) << from << ": " << module;
  }
  EXPECT_EQ(in.Resolve(m1, "java", "x", "", ImportKind::kAll),
            "m2/src/main/java/x/ (java_package)");
}

}  // namespace
}  // namespace satchel::code
