#include "evaluation/work_directory.h"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "base/files.h"

namespace satchel::evaluation {

Result<WorkDirectory> WorkDirectory::Temporary(const settings::Environment& environment) {
  std::filesystem::path parent = environment.Find("TMPDIR").value_or("/tmp");
  if (parent.is_relative()) parent = "/tmp";
  std::string name = (parent / "satchel-eval-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    return Fail(Errc::kUnavailable,
                fmt::format("cannot make a directory in {}: {}", parent.string(),
                            std::generic_category().message(errno)),
                "set TMPDIR to a different directory");
  }
  return WorkDirectory(name, true);
}

Result<WorkDirectory> WorkDirectory::Kept(const std::filesystem::path& path) {
  SATCHEL_TRY(MakePrivateDirectory(path));
  return WorkDirectory(path, false);
}

WorkDirectory::~WorkDirectory() {
  if (path_.empty() || !temporary_) return;
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

}  // namespace satchel::evaluation
