#include "pipeline/refinement.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "base/json_fields.h"

namespace satchel::pipeline {

Json ToJson(const Refinement& refinement) {
  return {{"reason", refinement.reason},
          {"missing_files", refinement.missing_files},
          {"missing_symbols", refinement.missing_symbols},
          {"missing_tests", refinement.missing_tests},
          {"error_signatures", refinement.error_signatures}};
}

Result<Refinement> RefinementFromJson(const Json& json) {
  JsonFields fields(json, "refinement_request");
  Refinement refinement{.reason = fields.Text("reason"),
                        .missing_files = fields.TextsOrNone("missing_files"),
                        .missing_symbols = fields.TextsOrNone("missing_symbols"),
                        .missing_tests = fields.TextsOrNone("missing_tests"),
                        .error_signatures = fields.TextsOrNone("error_signatures")};
  SATCHEL_TRY(std::move(fields).Finish());
  return refinement;
}

}  // namespace satchel::pipeline
