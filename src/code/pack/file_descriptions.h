#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/code.h"
#include "store/database.h"

namespace satchel::pipeline {

// What `satchel enrich` wrote about files, for the prompts of a judge.
class FileDescriptions {
 public:
  // One round trip. Descriptions of an earlier content are left out.
  static Result<FileDescriptions> Read(store::Transaction& curated,
                                       std::span<const store::FileRow> files);

  // One line: purpose, public surface, complexity, module, domain and concepts, each bounded. Empty
  // if the file has no description.
  std::string Of(const std::string& path) const;

 private:
  std::map<std::string, std::string> lines_;  // by path
};

}  // namespace satchel::pipeline
