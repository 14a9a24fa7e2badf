#pragma once

#include <array>
#include <cstdint>

#include "code/parse/rules.h"

// The words of Ruby's grammar that its rules go by.
namespace satchel::code::ruby {

enum Code : std::uint8_t {
  kModule = 1,
  kClass,
  kSingletonClass,
  kMethod,
  kSingletonMethod,
  kAssignment,
  kCall,
  kAlias,
  kParameters,
  kExceptionVariable,
  kFor,
  kIdentifier,
  kConstant,
  kScope,
  // Asked for by code.
  kSymbol,
  kString,
  kTargets,
};

inline constexpr auto kNodes =
    std::to_array<GrammarWord>({{"module", kModule},
                                {"class", kClass},
                                {"singleton_class", kSingletonClass},
                                {"method", kMethod},
                                {"singleton_method", kSingletonMethod},
                                {"assignment", kAssignment},
                                {"operator_assignment", kAssignment},
                                {"call", kCall},
                                {"alias", kAlias},
                                {"method_parameters", kParameters},
                                {"block_parameters", kParameters},
                                {"lambda_parameters", kParameters},
                                {"exception_variable", kExceptionVariable},
                                {"for", kFor},
                                {"identifier", kIdentifier},
                                {"constant", kConstant},
                                {"scope_resolution", kScope},
                                {"simple_symbol", kSymbol},
                                {"string", kString},
                                {"left_assignment_list", kTargets},
                                {"destructured_left_assignment", kTargets},
                                {"destructured_parameter", kTargets}});

inline constexpr std::array<std::uint8_t, 3> kAsked = {kSymbol, kString, kTargets};

enum Field : std::uint8_t {
  kName = 1,
  kBody,
  kSuperclass,
  kObject,
  kScopeField,
  kReceiver,
  kMethodField,
  kArguments,
  kBlock,
  kLeft,
  kRight,
  kPattern,
};

inline constexpr auto kFields = std::to_array<GrammarWord>({{"name", kName},
                                                            {"body", kBody},
                                                            {"superclass", kSuperclass},
                                                            {"object", kObject},
                                                            {"scope", kScopeField},
                                                            {"receiver", kReceiver},
                                                            {"method", kMethodField},
                                                            {"arguments", kArguments},
                                                            {"block", kBlock},
                                                            {"left", kLeft},
                                                            {"right", kRight},
                                                            {"pattern", kPattern}});

}  // namespace satchel::code::ruby
