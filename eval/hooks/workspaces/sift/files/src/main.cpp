#include <iostream>

#include "args.hpp"
#include "histogram.hpp"
#include "line_reader.hpp"
#include "output.hpp"
#include "template_miner.hpp"

int main(int count, char** words) {
  try {
    const auto options = sift::parse_arguments({words + 1, words + count});
    sift::TemplateMiner miner;
    sift::Histogram histogram(std::chrono::seconds(60));
    for (const auto& file : options.files) {
      sift::LineReader reader(file);
      while (auto line = reader.next()) {
        histogram.add(line->time);
        miner.add(line->text);
      }
    }
    sift::print_report(std::cout, miner.rarest(options.top), histogram, options.json);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "sift: " << error.what() << '\n';
    return 2;
  }
}
