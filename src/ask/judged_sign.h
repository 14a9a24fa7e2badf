#pragma once

#include <string>

#include "base/score.h"

namespace satchel::ask {

// What speaks for an answer being here, or against it (answer_floor.h).
struct JudgedSign {
  std::string name;  // stable: `--explain` and JSON have it
  Score value;
  Score term;  // of the sum that decides
  friend bool operator==(const JudgedSign&, const JudgedSign&) = default;
};

}  // namespace satchel::ask
