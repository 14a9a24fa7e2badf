#pragma once
#include <ostream>
#include <string>
#include <vector>

#include "histogram.hpp"
#include "template_miner.hpp"

namespace sift {

void print_report(std::ostream& out, const std::vector<Template>& rare, const Histogram& histogram, bool json);

std::string escape_json(const std::string& text);

}  // namespace sift
