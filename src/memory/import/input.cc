#include "memory/import/input.h"

#include <algorithm>
#include <expected>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "memory/files/folder_rules.h"

namespace satchel::memory {
namespace {

constexpr std::size_t kMostProblems = 1'000;

std::string_view WithoutMark(std::string_view bytes) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  return bytes;
}

}  // namespace

bool IsJsonName(std::string_view path) {
  constexpr std::string_view kEnding = ".json";
  return path.size() > kEnding.size() &&
         SameButCase(path.substr(path.size() - kEnding.size()), kEnding);
}

std::string_view FileNameOf(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == path.npos ? path : path.substr(slash + 1);
}

std::string_view StemOf(std::string_view path) {
  const std::string_view name = FileNameOf(path);
  const auto dot = name.rfind('.');
  return dot == name.npos || dot == 0 ? name : name.substr(0, dot);
}

// Walks a folder once. Sizes are those at that moment; Read() has the limit of a file again.
class ImportInput::Lister {
 public:
  Lister(ImportInput& input, const Deadline& deadline) : input_(input), deadline_(deadline) {}

  Status Walk(const Directory& directory, const std::string& prefix, std::size_t depth) {
    const auto names = directory.List(input_.limits_.entries);
    if (!names) {
      Report(prefix, names.error().kind == ReadFailure::Kind::kTooLarge
                         ? fmt::format("it has more than {} entries", input_.limits_.entries)
                         : Why(names.error()));
      return {};
    }
    for (const std::string& name : *names) {
      SATCHEL_TRY(deadline_.Check("list the folder"));
      const std::string path = prefix.empty() ? name : fmt::format("{}/{}", prefix, name);
      const auto entry = directory.Look(name);
      if (name == ".obsidian" && entry == Directory::Entry::kDirectory) input_.has_obsidian_ = true;
      if (IsPassing(name) || name == "node_modules") continue;
      if (!IsUsableName(name)) {
        Report(path, "its name has control characters or is not UTF-8");
        continue;
      }
      if (++seen_ > input_.limits_.entries) {
        Report(path, fmt::format("and everything after it: the folder has more than {} entries",
                                 input_.limits_.entries));
        return {};
      }
      switch (entry) {
        case Directory::Entry::kNone:  // gone since it was listed
          break;
        case Directory::Entry::kFile:
          AddFile(directory, name, path);
          break;
        case Directory::Entry::kDirectory:
          SATCHEL_TRY(Enter(directory, name, path, depth + 1));
          break;
        case Directory::Entry::kOther:
          Report(path, "", true);
          break;
      }
    }
    return {};
  }

 private:
  Status Enter(const Directory& directory, const std::string& name, const std::string& path,
               std::size_t depth) {
    if (depth > input_.limits_.depth) {
      Report(path, fmt::format("it is deeper than {} directories", input_.limits_.depth));
      return {};
    }
    const auto inner = directory.OpenDirectory(name);
    if (inner) return Walk(*inner, path, depth);
    Report(path, Why(inner.error()));
    return {};
  }

  void AddFile(const Directory& directory, const std::string& name, const std::string& path) {
    const bool json = IsJsonName(name);
    if (!json && !IsMarkdown(name)) return;
    const auto facts = directory.FactsOf(name);
    if (!facts) return;
    const std::size_t most = json ? input_.limits_.export_bytes : input_.limits_.note_bytes;
    if (facts->size > most) {
      Report(path, fmt::format("it has {} bytes; at most {} are read", facts->size, most), true);
      return;
    }
    if (facts->size > input_.limits_.total_bytes - total_) {
      Report(path,
             fmt::format("the files of the folder have more than {} bytes together",
                         input_.limits_.total_bytes),
             true);
      return;
    }
    total_ += facts->size;
    input_.paths_.push_back(path);
  }

  void Report(const std::string& path, std::string why, bool file = false) {
    if (input_.problems_.size() < kMostProblems) {
      input_.problems_.push_back({.path = path, .why = std::move(why), .file = file});
    }
  }

  ImportInput& input_;
  const Deadline& deadline_;
  std::size_t seen_ = 0;
  std::size_t total_ = 0;
};

ImportInput ImportInput::FromBytes(std::string_view name, std::string_view bytes) {
  ImportInput input;
  input.name_ = name;
  input.bytes_ = WithoutMark(bytes);
  return input;
}

Result<ImportInput> ImportInput::OpenFolder(const std::filesystem::path& path,
                                            const Deadline& deadline, const ImportLimits& limits) {
  auto top = Directory::Open(path);
  if (!top) {
    const bool absent = top.error().kind == ReadFailure::Kind::kAbsent;
    return Fail(absent ? Errc::kNotFound : Errc::kSystem,
                fmt::format("cannot read {}: {}", path.string(), Why(top.error())));
  }
  ImportInput input;
  input.limits_ = limits;
  const auto last = path.lexically_normal();
  input.name_ = (last.has_filename() ? last : last.parent_path()).filename().string();
  input.top_ = *std::move(top);
  SATCHEL_TRY(Lister(input, deadline).Walk(*input.top_, "", 0));
  std::ranges::sort(input.paths_);
  return input;
}

std::expected<std::string, ReadFailure> ImportInput::Read(std::string_view path) const {
  if (!top_) return std::unexpected(ReadFailure{.kind = ReadFailure::Kind::kAbsent});
  const Directory* directory = &*top_;
  std::optional<Directory> inner;
  for (auto slash = path.find('/'); slash != path.npos; slash = path.find('/')) {
    auto next = directory->OpenDirectory(std::string(path.substr(0, slash)));
    if (!next) return std::unexpected(next.error());
    inner = *std::move(next);
    directory = &*inner;
    path.remove_prefix(slash + 1);
  }
  auto bytes = directory->ReadFile(std::string(path),
                                   IsJsonName(path) ? limits_.export_bytes : limits_.note_bytes);
  if (bytes && WithoutMark(*bytes).size() < bytes->size()) {
    bytes->erase(0, bytes->size() - WithoutMark(*bytes).size());
  }
  return bytes;
}

void ImportInput::Report(bool (*wanted)(std::string_view path), ImportSink& sink) const {
  for (const Problem& problem : problems_) {
    if (problem.file && !wanted(problem.path)) continue;
    if (problem.why.empty()) {
      sink.Skip({.path = problem.path}, SkipReason::kLink);
    } else {
      sink.Refuse({.path = problem.path}, problem.why);
    }
  }
}

}  // namespace satchel::memory
