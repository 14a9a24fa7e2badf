#include <cassert>

#include "../src/timestamp.hpp"

int main() {
  assert(sift::days_from_civil(1970, 1, 1) == 0);
  assert(sift::find_timestamp("1970-01-02T00:00:01 start") == 86401);
  assert(!sift::find_timestamp("no time here"));
}
