#pragma once

#include <array>
#include <cstdint>

#include "code/parse/rules.h"

// What C and C++ have in common.
namespace satchel::code::c_family {

enum Code : std::uint8_t {
  kFunction = 1,
  kDeclaration,
  kStruct,
  kUnion,
  kEnum,
  kEnumerator,
  kTypedef,
  kFieldDeclaration,
  kDefine,
  kInclude,
  kCall,
  kTypeName,
  // Asked for by code.
  kIdentifier,
  kFieldIdentifier,
  kFieldExpression,
  kFunctionDeclarator,
  kPointerDeclarator,
  kParenthesized,
  kQuoted,
  kSystem,
  kStorage,
  kQualifier,
  // Of C++.
  kClass,
  kMemberList,
  kAccess,
  kBases,
  kNamespace,
  kTemplate,
  kAlias,
  kConcept,
  kUsing,
  kLambda,
  kNew,
  kQualified,
  kReference,
  kDestructor,
  kOperator,
  kOperatorCast,
  kTemplateFunction,
  kTemplateType,
  kInitializers,
  kParameter,
  kRangeLoop,
};

inline constexpr auto kNodes =
    std::to_array<GrammarWord>({{"function_definition", kFunction},
                                {"declaration", kDeclaration},
                                {"struct_specifier", kStruct},
                                {"union_specifier", kUnion},
                                {"enum_specifier", kEnum},
                                {"enumerator", kEnumerator},
                                {"type_definition", kTypedef},
                                {"field_declaration", kFieldDeclaration},
                                {"preproc_def", kDefine},
                                {"preproc_function_def", kDefine},
                                {"preproc_include", kInclude},
                                {"call_expression", kCall},
                                {"type_identifier", kTypeName},
                                {"identifier", kIdentifier},
                                {"field_identifier", kFieldIdentifier},
                                {"field_expression", kFieldExpression},
                                {"function_declarator", kFunctionDeclarator},
                                {"pointer_declarator", kPointerDeclarator},
                                {"parenthesized_declarator", kParenthesized},
                                {"string_literal", kQuoted},
                                {"system_lib_string", kSystem},
                                {"storage_class_specifier", kStorage},
                                {"type_qualifier", kQualifier}});

// Of both: only asked for.
inline constexpr std::array<std::uint8_t, 10> kAsked = {
    kIdentifier,        kFieldIdentifier, kFieldExpression, kFunctionDeclarator,
    kPointerDeclarator, kParenthesized,   kQuoted,          kSystem,
    kStorage,           kQualifier};

enum Field : std::uint8_t {
  kName = 1,
  kBody,
  kDeclarator,
  kValue,
  kPath,
  kFunctionField,
  kField,
  kArgument,
  // Of C++.
  kScope,
  kType,
  kDefaultValue,
};

inline constexpr auto kFields = std::to_array<GrammarWord>({{"name", kName},
                                                            {"body", kBody},
                                                            {"declarator", kDeclarator},
                                                            {"value", kValue},
                                                            {"path", kPath},
                                                            {"function", kFunctionField},
                                                            {"field", kField},
                                                            {"argument", kArgument}});

}  // namespace satchel::code::c_family
