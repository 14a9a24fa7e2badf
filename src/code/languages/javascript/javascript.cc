#include "code/languages/javascript/javascript.h"

#include <array>

#include "code/languages/javascript/script.h"

extern "C" const TSLanguage*
tree_sitter_javascript();  // NOLINT(readability-identifier-naming): not ours

namespace satchel::code {
namespace {

constexpr auto kNodes =
    Joined(Joined(script::kNodes, script::kJsxNodes),
           std::to_array<GrammarWord>({{"field_definition", script::kFieldDefinition}}));

constexpr std::array<std::string_view, 2> kComments = {"comment", "html_comment"};

}  // namespace

constexpr LanguageRules kJavaScriptRules{.name = "javascript",
                                         .version = 3,
                                         .grammar = tree_sitter_javascript,
                                         .takes = nullptr,
                                         .separator = ".",
                                         .nodes = kNodes,
                                         .asked = script::kAsked,
                                         .fields = script::kFields,
                                         .comments = kComments,
                                         .visit = script::Visit};

}  // namespace satchel::code
