#pragma once

#include <array>
#include <cstdint>

#include "code/parse/rules.h"

// The words of C#'s grammar that its rules go by.
namespace satchel::code::csharp {

enum Code : std::uint8_t {
  kUsing = 1,
  kNamespace,
  kClass,
  kStruct,
  kInterface,
  kRecord,
  kEnum,
  kEnumMember,
  kDelegate,
  kMethod,
  kConstructor,
  kLocalFunction,
  kProperty,
  kEvent,
  kFields,
  kLambda,
  kBases,
  kCall,
  kNew,
  kMemberAccess,
  kAttribute,
  kTyped,  // has its type in a field
  kTypeArguments,
  kRightType,  // `a as T`, `a is T`
  // Asked for by code.
  kIdentifier,
  kQualified,
  kGeneric,
  kModifier,
  kAttributes,
  kConditional,
  kBinding,
  kPrimaryBase,
  kVariables,
  kDeclarator,
  kParameterList,
  kParameter,
  kArrow,
};

inline constexpr auto kNodes =
    std::to_array<GrammarWord>({{"using_directive", kUsing},
                                {"namespace_declaration", kNamespace},
                                {"file_scoped_namespace_declaration", kNamespace},
                                {"class_declaration", kClass},
                                {"struct_declaration", kStruct},
                                {"interface_declaration", kInterface},
                                {"record_declaration", kRecord},
                                {"enum_declaration", kEnum},
                                {"enum_member_declaration", kEnumMember},
                                {"delegate_declaration", kDelegate},
                                {"method_declaration", kMethod},
                                {"constructor_declaration", kConstructor},
                                {"local_function_statement", kLocalFunction},
                                {"property_declaration", kProperty},
                                {"event_declaration", kEvent},
                                {"field_declaration", kFields},
                                {"event_field_declaration", kFields},
                                {"lambda_expression", kLambda},
                                {"anonymous_method_expression", kLambda},
                                {"base_list", kBases},
                                {"invocation_expression", kCall},
                                {"object_creation_expression", kNew},
                                {"member_access_expression", kMemberAccess},
                                {"attribute", kAttribute},
                                {"variable_declaration", kVariables},
                                {"parameter", kParameter},
                                {"indexer_declaration", kTyped},
                                {"operator_declaration", kTyped},
                                {"conversion_operator_declaration", kTyped},
                                {"cast_expression", kTyped},
                                {"typeof_expression", kTyped},
                                {"default_expression", kTyped},
                                {"declaration_pattern", kTyped},
                                {"recursive_pattern", kTyped},
                                {"type_pattern", kTyped},
                                {"declaration_expression", kTyped},
                                {"catch_declaration", kTyped},
                                {"foreach_statement", kTyped},
                                {"type_parameter_constraint", kTyped},
                                {"array_type", kTyped},
                                {"nullable_type", kTyped},
                                {"pointer_type", kTyped},
                                {"ref_type", kTyped},
                                {"scoped_type", kTyped},
                                {"tuple_element", kTyped},
                                {"type_argument_list", kTypeArguments},
                                {"as_expression", kRightType},
                                {"is_expression", kRightType},
                                {"identifier", kIdentifier},
                                {"qualified_name", kQualified},
                                {"generic_name", kGeneric},
                                {"modifier", kModifier},
                                {"attribute_list", kAttributes},
                                {"conditional_access_expression", kConditional},
                                {"member_binding_expression", kBinding},
                                {"primary_constructor_base_type", kPrimaryBase},
                                {"variable_declarator", kDeclarator},
                                {"parameter_list", kParameterList},
                                {"arrow_expression_clause", kArrow}});

inline constexpr std::array<std::uint8_t, 11> kAsked = {
    kIdentifier, kQualified,   kGeneric,    kModifier,      kAttributes, kConditional,
    kBinding,    kPrimaryBase, kDeclarator, kParameterList, kArrow};

enum Field : std::uint8_t {
  kName = 1,
  kBody,
  kType,
  kReturns,
  kQualifier,
  kFunctionField,
  kExpression,
  kCondition,
  kRight,
  kAccessors,
  kValue,
};

inline constexpr auto kFieldWords = std::to_array<GrammarWord>({{"name", kName},
                                                                {"body", kBody},
                                                                {"type", kType},
                                                                {"returns", kReturns},
                                                                {"qualifier", kQualifier},
                                                                {"function", kFunctionField},
                                                                {"expression", kExpression},
                                                                {"condition", kCondition},
                                                                {"right", kRight},
                                                                {"accessors", kAccessors},
                                                                {"value", kValue}});

}  // namespace satchel::code::csharp
