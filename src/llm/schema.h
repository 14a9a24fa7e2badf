#pragma once

#include "base/json.h"
#include "base/result.h"

// The part of JSON Schema that requests use. Servers constrain what a model says to the schema,
// some better than others; here every answer is checked against the same schema again.
//
//   type                  object, array, string, integer or boolean; exactly one
//   properties, required  of an object; additionalProperties only as false
//   items, maxItems       of an array, which must have items
//   enum                  of a string: the texts it may be
//   minimum, maximum      of an integer
//   description, title    for the model; nothing is checked
//
// Any other keyword is refused, since it would promise what is not checked.
namespace satchel::llm {

// kInvalidInput with the place: "$.properties.kind: 'pattern' is not supported".
Status CheckSchema(const Json& schema);

// kInvalidInput with the place: "$.items[3].kind: must be one of a, b".
// REQUIRES: CheckSchema(schema) holds.
Status CheckValue(const Json& schema, const Json& value);

// Whether every object lists all of its properties as required and allows no others, which the
// strict mode of OpenAI's servers asks for.
bool IsClosed(const Json& schema);

}  // namespace satchel::llm
