#include "code/languages/languages.h"

#include <algorithm>
#include <array>
#include <vector>

#include "code/languages/bash/bash.h"
#include "code/languages/c/c.h"
#include "code/languages/cmake/cmake.h"
#include "code/languages/cpp/cpp.h"
#include "code/languages/csharp/csharp.h"
#include "code/languages/css/css.h"
#include "code/languages/dockerfile/dockerfile.h"
#include "code/languages/go/go.h"
#include "code/languages/graphql/graphql.h"
#include "code/languages/html/html.h"
#include "code/languages/java/java.h"
#include "code/languages/javascript/javascript.h"
#include "code/languages/keys/keys.h"
#include "code/languages/kotlin/kotlin.h"
#include "code/languages/loose/loose.h"
#include "code/languages/make/make.h"
#include "code/languages/markdown/markdown.h"
#include "code/languages/php/php.h"
#include "code/languages/protobuf/protobuf.h"
#include "code/languages/python/python.h"
#include "code/languages/ruby/ruby.h"
#include "code/languages/rust/rust.h"
#include "code/languages/sql/sql.h"
#include "code/languages/terraform/terraform.h"
#include "code/languages/typescript/typescript.h"

namespace satchel::code {

namespace {

constexpr std::array kParsed = {
    &kBashRules,        // one a line
    &kCRules,           //
    &kCppRules,         //
    &kCSharpRules,      //
    &kGoRules,          //
    &kJavaRules,        //
    &kJavaScriptRules,  //
    &kKotlinRules,      //
    &kMarkdownRules,    //
    &kPhpRules,         //
    &kPythonRules,      //
    &kRubyRules,        //
    &kRustRules,        //
    &kTsxRules,         //
    &kTypeScriptRules,  //
};

// Files that are no programs.
constexpr std::array kStructured = {
    &kCMakeRules,       // one a line
    &kCssRules,         //
    &kDockerfileRules,  //
    &kDotenvRules,      //
    &kGraphQlRules,     //
    &kHtmlRules,        //
    &kJsonRules,        //
    &kMakeRules,        //
    &kProtobufRules,    //
    &kSqlRules,         //
    &kTerraformRules,   //
    &kTomlRules,        //
    &kYamlRules,        //
};

}  // namespace

std::span<const LanguageRules* const> Languages() {
  static const std::vector<const LanguageRules*> kAll = [] {
    std::vector<const LanguageRules*> all(kParsed.begin(), kParsed.end());
    for (const LanguageRules& rules : LooseLanguages()) all.push_back(&rules);
    all.insert(all.end(), kStructured.begin(), kStructured.end());
    return all;
  }();
  return kAll;
}

const LanguageRules* FindLanguage(std::string_view name) {
  const auto all = Languages();
  const auto found =
      std::ranges::find(all, name, [](const LanguageRules* rules) { return rules->name; });
  return found == all.end() ? nullptr : *found;
}

}  // namespace satchel::code
