#include "code/resolve/compile_commands.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "code/resolve/workspace_path.h"

// The file was written on some machine and may be read on another one, where the workspace is
// somewhere else. So no path in it is looked up as it stands. Each source file votes for what
// stands before the part of its path that exists in the workspace, and the beginning with the most
// votes is taken for the place where the workspace was. Directories outside of it are left out.
//
// Most commands of a project have the same list of directories, so a list is stored once and files
// refer to it by number.
namespace satchel::code {
namespace {

constexpr std::size_t kMostBytes = 64UL << 20U;
constexpr std::size_t kMostDepth = 8;
constexpr std::size_t kMostArguments = 20'000;
constexpr std::size_t kMostDirectories = 128;  // of one command, and of all for headers
constexpr std::size_t kMostLists = 50'000;
constexpr std::size_t kMostVotes = 1'000;
// Stands for the workspace in commands whose directory is relative. No absolute path has it.
constexpr std::string_view kHere = "\x01";

struct Command {
  std::string directory;
  std::string file;
  std::string command;
  std::vector<std::string> arguments;
};

// Files and lists of directories, as absolute paths without the first `/`.
struct Entries {
  std::vector<std::pair<std::string, std::uint32_t>> files;
  std::map<std::vector<std::string>, std::uint32_t> lists;
};

std::optional<std::string> Absolute(std::string_view base, std::string_view path) {
  if (path.starts_with('/')) return JoinPath("", path.substr(1));
  return JoinPath(base, path);
}

// The directories of -I, -iquote, -isystem and -idirafter, in the order they are searched.
std::vector<std::string> DirectoriesOf(const std::vector<std::string>& arguments,
                                       std::string_view base) {
  constexpr std::array<std::string_view, 4> kFlags = {"-iquote", "-I", "-isystem", "-idirafter"};
  std::array<std::vector<std::string>, kFlags.size()> found;
  std::size_t count = 0;
  for (std::size_t i = 0; i < arguments.size() && count < kMostDirectories; ++i) {
    for (std::size_t flag = 0; flag < kFlags.size(); ++flag) {
      if (!arguments[i].starts_with(kFlags[flag])) continue;
      std::string_view value = std::string_view(arguments[i]).substr(kFlags[flag].size());
      if (value.empty() && i + 1 < arguments.size()) value = arguments[++i];
      if (auto directory = Absolute(base, value); directory && !value.empty()) {
        found[flag].push_back(std::move(*directory));
        ++count;
      }
      break;
    }
  }
  std::vector<std::string> all;
  for (auto& some : found) std::ranges::move(some, std::back_inserter(all));
  return all;
}

// Reads the file without building a tree of it: there may be tens of megabytes.
class Reader : public nlohmann::json_sax<Json> {
 public:
  Reader(std::string here, Entries& entries) : here_(std::move(here)), entries_(entries) {}

  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool string(string_t& value) override {
    if (depth_ == 2) {
      if (key_ == "directory") {
        command_.directory = std::move(value);
      } else if (key_ == "file") {
        command_.file = std::move(value);
      } else if (key_ == "command") {
        command_.command = std::move(value);
      }
    } else if (depth_ == 3 && key_ == "arguments" && command_.arguments.size() < kMostArguments) {
      command_.arguments.push_back(std::move(value));
    }
    return true;
  }
  bool start_object(std::size_t /*count*/) override { return ++depth_ <= kMostDepth; }
  bool start_array(std::size_t /*count*/) override { return ++depth_ <= kMostDepth; }
  bool key(string_t& value) override {
    if (depth_ == 2) key_ = std::move(value);
    return true;
  }
  bool end_object() override {
    if (depth_-- == 2) Take();
    return true;
  }
  bool end_array() override {
    --depth_;
    return true;
  }
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*error*/) override {
    return false;
  }

 private:
  void Take() {
    const Command command = std::exchange(command_, {});
    auto base = command.directory.starts_with('/') ? Absolute("", command.directory)
                                                   : JoinPath(here_, command.directory);
    if (!base || command.file.empty()) return;
    auto file = Absolute(*base, command.file);
    if (!file) return;
    auto directories = DirectoriesOf(
        command.arguments.empty() ? SplitCommand(command.command) : command.arguments, *base);
    const auto known = entries_.lists.find(directories);
    std::uint32_t list = 0;
    if (known != entries_.lists.end()) {
      list = known->second;
    } else if (entries_.lists.size() < kMostLists) {
      list = static_cast<std::uint32_t>(entries_.lists.size());
      entries_.lists.emplace(std::move(directories), list);
    } else {
      return;
    }
    entries_.files.emplace_back(std::move(*file), list);
  }

  std::string here_;
  Entries& entries_;
  std::size_t depth_ = 0;
  std::string key_;
  Command command_;
};

// Where the workspace was: what stands before the longest end of a file's path that is in it.
std::string FindRoot(const PathSet& paths, const Entries& entries) {
  std::map<std::string, std::size_t, std::less<>> votes;
  std::size_t left = kMostVotes;
  for (const auto& [file, list] : entries.files) {
    if (left-- == 0) break;
    std::size_t at = 0;
    while (at < file.size() && !paths.Has(std::string_view(file).substr(at))) {
      at = std::min(file.find('/', at), file.size() - 1) + 1;
    }
    if (at < file.size()) ++votes[file.substr(0, at)];
  }
  const auto best =
      std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
  return best == votes.end() ? std::string(kHere) + "/" : best->first;
}

}  // namespace

std::vector<std::string> SplitCommand(std::string_view command) {
  std::vector<std::string> arguments;
  std::string word;
  bool open = false;
  char quote = '\0';
  for (std::size_t i = 0; i < command.size() && arguments.size() < kMostArguments; ++i) {
    const char c = command[i];
    if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      word += command[++i];
      open = true;
    } else if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      open = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (open) arguments.push_back(std::exchange(word, {}));
      open = false;
    } else {
      word += c;
      open = true;
    }
  }
  if (open) arguments.push_back(std::move(word));
  return arguments;
}

void CompileCommands::Add(const PathSet& paths, std::string_view path, std::string_view bytes) {
  if (bytes.size() > kMostBytes) return;
  Entries entries;
  Reader reader(Below(kHere, DirectoryOf(path)), entries);
  // What was read before an error counts.
  (void)Json::sax_parse(bytes.begin(), bytes.end(), &reader);
  if (entries.files.empty()) return;
  const std::string root = FindRoot(paths, entries);

  const std::size_t first = lists_.size();
  lists_.resize(first + entries.lists.size());
  uses_.resize(lists_.size());
  for (const auto& [directories, list] : entries.lists) {
    std::vector<std::string>& own = lists_[first + list];
    for (const std::string& directory : directories) {
      std::string_view inside = directory;
      if (inside.size() + 1 == root.size() && root.starts_with(inside)) {
        inside = {};
      } else if (inside.starts_with(root)) {
        inside.remove_prefix(root.size());
      } else {
        continue;
      }
      if (paths.HasDirectory(inside) && std::ranges::find(own, inside) == own.end()) {
        own.emplace_back(inside);
      }
    }
  }
  list_of_.resize(paths.size(), 0);
  for (const auto& [file, list] : entries.files) {
    if (!file.starts_with(root)) continue;
    const auto index = paths.Find(std::string_view(file).substr(root.size()));
    if (!index || list_of_[*index] != 0) continue;
    list_of_[*index] = static_cast<std::uint32_t>(first + list + 1);
    ++uses_[first + list];
  }
}

void CompileCommands::Finish() {
  std::map<std::string_view, std::size_t> uses;
  for (std::size_t i = 0; i < lists_.size(); ++i) {
    for (const std::string& directory : lists_[i]) uses[directory] += uses_[i];
  }
  std::vector<std::pair<std::size_t, std::string_view>> order;
  order.reserve(uses.size());
  for (const auto& [directory, count] : uses) order.emplace_back(count, directory);
  std::ranges::sort(order, [](const auto& left, const auto& right) {
    return left.first != right.first ? left.first > right.first : left.second < right.second;
  });
  for (const auto& [count, directory] : order) {
    if (all_.size() < kMostDirectories) all_.emplace_back(directory);
  }
}

std::span<const std::string> CompileCommands::For(const PathSet& paths,
                                                  std::string_view from_path) const {
  if (lists_.empty()) return {};
  const auto index = paths.Find(from_path);
  if (index && *index < list_of_.size() && list_of_[*index] != 0) {
    return lists_[list_of_[*index] - 1];
  }
  return all_;
}

}  // namespace satchel::code
