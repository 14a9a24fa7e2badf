#include "code/parse/rejected_lines.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "code/languages/languages.h"
#include "code/parse/parser.h"

namespace satchel::code {
namespace {

// Whether all of these lines lose something, if the file has these symbols.
bool Loses(std::string_view content, const std::vector<std::string>& names = {}) {
  std::vector<Symbol> symbols;
  for (const std::string& name : names) symbols.emplace_back().name = name;
  const auto lines = static_cast<std::uint32_t>(std::ranges::count(content, '\n') + 1);
  const std::array<RejectedLines, 1> rejected = {{{.first = 1, .last = lines}}};
  return LosesDefinition(content, rejected, symbols);
}

TEST(RejectedLinesTest, AFunctionIsANameWithParametersAndABody) {
  const std::vector<std::string_view> functions = {
      "static __always_inline __alloc_size(1) void *grab(size_t size, gfp_t flags)\n{\n",
      "int Engine::grab(int a,\n                 int b) const noexcept {\n",
      "  public List<String> grab(Map<String, Integer> all) {\n",
      "grab(value) {\n",
      "def grab(value):\n",
      "pub(crate) fn grab<T>(value: T) -> T {\n",
      "func (s *Store) grab(key string) (int, error) {\n",
      "async function grab(value) {\n"};
  for (const std::string_view text : functions) {
    EXPECT_TRUE(Loses(text)) << text;
    EXPECT_FALSE(Loses(text, {"grab", "Store"})) << text;
  }
}

TEST(RejectedLinesTest, ATypeIsAWordAndAName) {
  EXPECT_TRUE(Loses("class EXPORTED_API Form : public Base {\n"));
  EXPECT_FALSE(Loses("class EXPORTED_API Form : public Base {\n", {"Form"}));
  EXPECT_TRUE(Loses("typedef struct node {\n"));
  EXPECT_FALSE(Loses("struct node *next;\n")) << "it is mentioned";
  EXPECT_FALSE(Loses("class Form;\n"));
}

TEST(RejectedLinesTest, MacrosStatementsAndCommentsDefineNothing) {
  for (const std::string_view text :
       {"CPPUNIT_TEST_SUITE(FormTest);\n", "TEST_F(FormTest, Opens) {\n",
        "  if (is_open(form)) {\n", "} else if (is_open(form)) {\n",
        "  return each(forms, [](const Form& form) {\n", "auto x = each(forms) {\n",
        "  forms.each(open) {\n", "// class Form {\n", "#define EACH(form) for (;;) {\n",
        "  case Form(a): {\n", "Form form(a, b);\n", ""}) {
    EXPECT_FALSE(Loses(text)) << text;
  }
}

TEST(RejectedLinesTest, OnlyRejectedLinesAreRead) {
  const std::string text = "int one() {\n}\nint two() {\n}\n";
  std::array<RejectedLines, 1> rejected = {{{.first = 2, .last = 2}}};
  EXPECT_FALSE(LosesDefinition(text, rejected, {}));
  rejected[0] = {.first = 2, .last = 3};
  EXPECT_TRUE(LosesDefinition(text, rejected, {}));
}

TEST(RejectedLinesTest, ADamagedFileSaysWhetherItLostADefinition) {
  Parser parser((ParseLimits()));
  const FileFacts whole = parser.Read("int one() { return ] 1; }\n", FindLanguage("cpp"));
  EXPECT_EQ(whole.reading, Reading::kDamaged);
  EXPECT_EQ(whole.limit, "");
  const FileFacts lost =
      parser.Read("def one():\n    pass\n\n\ndef two(:::\n", FindLanguage("python"));
  EXPECT_EQ(lost.reading, Reading::kDamaged);
  EXPECT_EQ(lost.limit, kLost);
}

}  // namespace
}  // namespace satchel::code
