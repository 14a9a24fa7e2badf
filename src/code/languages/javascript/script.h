#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "code/parse/extraction.h"
#include "code/parse/rules.h"

// What JavaScript and TypeScript have in common.
namespace satchel::code::script {

enum Code : std::uint8_t {
  kFunction = 1,
  kFunctionValue,
  kDeclaration,
  kDeclarator,
  kClass,
  kClassValue,
  kHeritage,
  kMethod,
  kFieldDefinition,
  kStaticBlock,
  kPair,
  kAssignment,
  kCall,
  kNew,
  kJsx,
  kImport,
  kExport,
  kDecorator,
  // Asked for by code.
  kIdentifier,
  kPropertyName,
  kMember,
  kObject,
  kShorthand,
  kString,
  kParenthesized,
  kAwait,
  kArguments,
  kImportWord,
  kImportClause,
  kNamespaceImport,
  kNamedImports,
  kExportClause,
  kNamespaceExport,
  kObjectPattern,
  kShorthandPattern,
  kPairPattern,
  kAccessibility,      // of TypeScript
  kFirstOfTypeScript,  // codes from here on are for typescript.cc
};

// Only asked for, of both languages.
inline constexpr std::array<std::uint8_t, 9> kAsked = {
    kIdentifier,    kPropertyName, kMember,    kShorthand,       kString,
    kParenthesized, kAwait,        kArguments, kShorthandPattern};

enum Field : std::uint8_t {
  kName = 1,
  kBody,
  kValue,
  kFunctionField,
  kObjectField,
  kProperty,
  kSource,
  kDeclarationField,
  kAlias,
  kConstructor,
  kLeft,
  kRight,
  kKey,
  kArgumentsField,
  kFirstFieldOfTypeScript,
};

inline constexpr auto kNodes =
    std::to_array<GrammarWord>({{"function_declaration", kFunction},
                                {"generator_function_declaration", kFunction},
                                {"function_expression", kFunctionValue},
                                {"generator_function", kFunctionValue},
                                {"arrow_function", kFunctionValue},
                                {"lexical_declaration", kDeclaration},
                                {"variable_declaration", kDeclaration},
                                {"variable_declarator", kDeclarator},
                                {"class_declaration", kClass},
                                {"class", kClassValue},
                                {"class_heritage", kHeritage},
                                {"method_definition", kMethod},
                                {"class_static_block", kStaticBlock},
                                {"pair", kPair},
                                {"assignment_expression", kAssignment},
                                {"call_expression", kCall},
                                {"new_expression", kNew},
                                {"import_statement", kImport},
                                {"export_statement", kExport},
                                {"decorator", kDecorator},
                                {"identifier", kIdentifier},
                                {"property_identifier", kPropertyName},
                                {"private_property_identifier", kPropertyName},
                                {"member_expression", kMember},
                                {"object", kObject},
                                {"shorthand_property_identifier", kShorthand},
                                {"string", kString},
                                {"parenthesized_expression", kParenthesized},
                                {"await_expression", kAwait},
                                {"arguments", kArguments},
                                {"import", kImportWord},
                                {"import_clause", kImportClause},
                                {"namespace_import", kNamespaceImport},
                                {"named_imports", kNamedImports},
                                {"export_clause", kExportClause},
                                {"namespace_export", kNamespaceExport},
                                {"object_pattern", kObjectPattern},
                                {"shorthand_property_identifier_pattern", kShorthandPattern},
                                {"pair_pattern", kPairPattern}});

inline constexpr auto kJsxNodes =
    std::to_array<GrammarWord>({{"jsx_opening_element", kJsx}, {"jsx_self_closing_element", kJsx}});

inline constexpr auto kFields = std::to_array<GrammarWord>({{"name", kName},
                                                            {"body", kBody},
                                                            {"value", kValue},
                                                            {"function", kFunctionField},
                                                            {"object", kObjectField},
                                                            {"property", kProperty},
                                                            {"source", kSource},
                                                            {"declaration", kDeclarationField},
                                                            {"alias", kAlias},
                                                            {"constructor", kConstructor},
                                                            {"left", kLeft},
                                                            {"right", kRight},
                                                            {"key", kKey},
                                                            {"arguments", kArgumentsField}});

void Visit(std::uint8_t code, const Node& node, Extraction& out);

// --- For the parts of the visit ---

// Without its quotes, if it has any.
std::string_view Unquoted(std::string_view text);
// What is inside of parentheses.
Node Unwrapped(Node value, Extraction& out);
// A name or a path of names, used.
void UseOf(UseKind kind, const Node& node, Extraction& out);
// Outside of classes.
Visibility VisibilityOf(const Node& node, const Extraction& out);
// Of a class.
Visibility MemberVisibility(const Node& node, std::string_view name, Extraction& out);
bool InClass(const Extraction& out);
// A function, a class or an object of functions with a name: from here on what is found is in it.
// False for any other value.
bool DefineValue(std::string_view name, const Node& node, const Node& value, Extraction& out,
                 std::string_view container = {});

}  // namespace satchel::code::script
