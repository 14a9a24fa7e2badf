#pragma once

#include <array>
#include <cstdint>

#include "code/parse/rules.h"

// The words of PHP's grammar that its rules go by.
namespace satchel::code::php {

enum Code : std::uint8_t {
  kNamespace = 1,
  kUseDeclaration,
  kInclude,
  kClass,
  kInterface,
  kTrait,
  kEnum,
  kMethod,
  kFunction,
  kClosure,
  kProperties,
  kPromoted,
  kConstants,
  kCase,
  kBases,
  kTraits,
  kCall,
  kMemberCall,
  kScopedCall,
  kScopedConstant,
  kScopedProperty,
  kNew,
  kNamedType,
  kAttribute,
  kBinary,
  // Asked for by code.
  kNameNode,
  kQualified,
  kNamespaceName,
  kUseClause,
  kUseGroup,
  kConstElement,
  kPropertyElement,
  kVisibility,
  kAttributes,
  kString,
  kRelativeScope,
  kAnonymousClass,
  kArgument,
  kVariable,
};

inline constexpr auto kNodes =
    std::to_array<GrammarWord>({{"namespace_definition", kNamespace},
                                {"namespace_use_declaration", kUseDeclaration},
                                {"include_expression", kInclude},
                                {"include_once_expression", kInclude},
                                {"require_expression", kInclude},
                                {"require_once_expression", kInclude},
                                {"class_declaration", kClass},
                                {"interface_declaration", kInterface},
                                {"trait_declaration", kTrait},
                                {"enum_declaration", kEnum},
                                {"method_declaration", kMethod},
                                {"function_definition", kFunction},
                                {"anonymous_function", kClosure},
                                {"arrow_function", kClosure},
                                {"anonymous_class", kAnonymousClass},
                                {"property_declaration", kProperties},
                                {"property_promotion_parameter", kPromoted},
                                {"const_declaration", kConstants},
                                {"enum_case", kCase},
                                {"base_clause", kBases},
                                {"class_interface_clause", kBases},
                                {"use_declaration", kTraits},
                                {"function_call_expression", kCall},
                                {"member_call_expression", kMemberCall},
                                {"nullsafe_member_call_expression", kMemberCall},
                                {"scoped_call_expression", kScopedCall},
                                {"class_constant_access_expression", kScopedConstant},
                                {"scoped_property_access_expression", kScopedProperty},
                                {"object_creation_expression", kNew},
                                {"named_type", kNamedType},
                                {"attribute", kAttribute},
                                {"binary_expression", kBinary},
                                {"name", kNameNode},
                                {"qualified_name", kQualified},
                                {"namespace_name", kNamespaceName},
                                {"namespace_use_clause", kUseClause},
                                {"namespace_use_group", kUseGroup},
                                {"const_element", kConstElement},
                                {"property_element", kPropertyElement},
                                {"visibility_modifier", kVisibility},
                                {"attribute_list", kAttributes},
                                {"string", kString},
                                {"encapsed_string", kString},
                                {"relative_scope", kRelativeScope},
                                {"argument", kArgument},
                                {"variable_name", kVariable}});

inline constexpr std::array<std::uint8_t, 13> kAsked = {
    kNameNode,      kQualified,       kNamespaceName, kUseClause,  kUseGroup,
    kConstElement,  kPropertyElement, kVisibility,    kAttributes, kString,
    kRelativeScope, kArgument,        kVariable};

enum Field : std::uint8_t {
  kName = 1,
  kBody,
  kAlias,
  kFunctionField,
  kObject,
  kScope,
  kArguments,
  kLeft,
  kRight,
};

inline constexpr auto kFields = std::to_array<GrammarWord>({{"name", kName},
                                                            {"body", kBody},
                                                            {"alias", kAlias},
                                                            {"function", kFunctionField},
                                                            {"object", kObject},
                                                            {"scope", kScope},
                                                            {"arguments", kArguments},
                                                            {"left", kLeft},
                                                            {"right", kRight}});

}  // namespace satchel::code::php
