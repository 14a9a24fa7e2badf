#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/random.h"

namespace satchel::test {

// A made-up secret in a line as people write it. Put together at run time from
// a prefix and random characters, so that no file of this repository contains
// anything a secret scanner could take for real.
struct SecretSample {
  std::string format;  // what the test's table prints
  std::string secret;
  std::string line;         // contains `secret` once
  bool structured = false;  // known by its form or place; else only by the name beside it
  bool by_form = false;     // known wherever it stands
};

// `of_each` samples of every format, each in another kind of line.
std::vector<SecretSample> MakeSecretSamples(Random& random, std::size_t of_each);

// `size` characters of an alphabet written as in a regular expression: "a-f0-9".
std::string RandomText(Random& random, std::string_view alphabet, std::size_t size);

}  // namespace satchel::test
