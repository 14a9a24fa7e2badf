#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "code/walk/ignore.h"
#include "store/code.h"

namespace satchel::retrieval {

// Which files are looked at.
struct FilterRequest {
  // Patterns as in `.gitignore`, of files and of directories with all that is in them; `!` before
  // one leaves out what it fits. A file passes that fits one, or none is without `!`.
  std::vector<std::string> paths = {};
  std::vector<std::string> languages = {};  // names or endings; several: one of them
  bool no_tests = false;
};

class FileFilter {
 public:
  // kInvalidInput: an empty or too long pattern, a language that nobody knows.
  static Result<FileFilter> Make(const FilterRequest& request);

  bool passes_all() const;
  bool Passes(const store::FileRow& file) const;

 private:
  bool FitsPath(const std::string& path) const;

  std::vector<code::IgnoreRules> wanted_;
  std::vector<code::IgnoreRules> unwanted_;
  std::vector<std::string> languages_;
  bool no_tests_ = false;
};

}  // namespace satchel::retrieval
