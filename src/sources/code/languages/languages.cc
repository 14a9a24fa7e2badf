#include "sources/code/languages/languages.h"

#include <algorithm>
#include <array>
#include <vector>

#include "sources/code/languages/bash/bash.h"
#include "sources/code/languages/c/c.h"
#include "sources/code/languages/cmake/cmake.h"
#include "sources/code/languages/cpp/cpp.h"
#include "sources/code/languages/csharp/csharp.h"
#include "sources/code/languages/css/css.h"
#include "sources/code/languages/dockerfile/dockerfile.h"
#include "sources/code/languages/go/go.h"
#include "sources/code/languages/graphql/graphql.h"
#include "sources/code/languages/html/html.h"
#include "sources/code/languages/java/java.h"
#include "sources/code/languages/javascript/javascript.h"
#include "sources/code/languages/keys/keys.h"
#include "sources/code/languages/kotlin/kotlin.h"
#include "sources/code/languages/loose/loose.h"
#include "sources/code/languages/make/make.h"
#include "sources/code/languages/markdown/markdown.h"
#include "sources/code/languages/php/php.h"
#include "sources/code/languages/protobuf/protobuf.h"
#include "sources/code/languages/python/python.h"
#include "sources/code/languages/ruby/ruby.h"
#include "sources/code/languages/rust/rust.h"
#include "sources/code/languages/sql/sql.h"
#include "sources/code/languages/terraform/terraform.h"
#include "sources/code/languages/typescript/typescript.h"

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
