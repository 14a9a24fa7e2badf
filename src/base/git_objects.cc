#include "base/git_objects.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

namespace satchel {
namespace {

constexpr std::size_t kNamesAtOnce = 4'096;

// "ID TYPE SIZE\n" or "NAME missing\n". Takes it off the output.
std::optional<GitObject> TakeHead(std::string_view& out) {
  const std::size_t end = out.find('\n');
  if (end == out.npos) return std::nullopt;
  const std::string_view line = out.substr(0, end);
  out.remove_prefix(end + 1);
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == line.npos) return std::nullopt;
  GitObject object{.id = std::string(line.substr(0, first))};
  if (first == last) return object;  // missing, ambiguous
  const std::string_view size = line.substr(last + 1);
  const auto [at, error] = std::from_chars(size.data(), size.data() + size.size(), object.size);
  if (error != std::errc() || at != size.data() + size.size()) return object;
  object.type = line.substr(first + 1, last - first - 1);
  return object;
}

// Nothing: the output does not fit to the question.
std::optional<std::vector<GitObject>> ParseOutput(std::string_view out, std::size_t count,
                                                  GitObjects::Want want) {
  std::vector<GitObject> objects;
  objects.reserve(count);
  while (objects.size() < count) {
    auto object = TakeHead(out);
    if (!object) return std::nullopt;
    if (want == GitObjects::Want::kBytes && !object->type.empty()) {
      if (out.size() <= object->size) return std::nullopt;
      object->bytes = out.substr(0, object->size);
      out.remove_prefix(object->size + 1);
    }
    objects.push_back(*std::move(object));
  }
  return objects;
}

}  // namespace

Git::Call CallIn(const GitStore& store, Git::Command command) {
  Git::Call call{.command = command, .directory = store.directory};
  call.bare = store.bare;
  return call;
}

Status GitObjects::Read(std::span<const std::string> names, Want want, const Take& take,
                        const Deadline& deadline) const {
  // Said here: below, git's failures count as objects that are not there.
  SATCHEL_TRY(git_->Check(store_.directory, store_.bare));
  for (std::size_t at = 0; at < names.size(); at += kNamesAtOnce) {
    const auto part = names.subspan(at, std::min(kNamesAtOnce, names.size() - at));
    SATCHEL_TRY(ReadPart(part, at, want, take, deadline));
  }
  return {};
}

Status GitObjects::ReadPart(std::span<const std::string> names, std::size_t first, Want want,
                            const Take& take, const Deadline& deadline) const {
  Git::Call call = CallIn(store_, Git::Command::kCatFile);
  call.args = {want == Want::kBytes ? "--batch" : "--batch-check"};
  call.max_output = kMostBytes;
  for (const std::string& name : names) call.input += name + "\n";
  auto out = git_->Run(call, deadline);
  std::optional<std::vector<GitObject>> objects;
  if (out) objects = ParseOutput(*out, names.size(), want);
  if (!objects) {
    SATCHEL_TRY(deadline.Check("read git objects"));
    if (!out && (out.error().code() == Errc::kNotFound || out.error().code() == Errc::kDeadline)) {
      return std::unexpected(out.error());
    }
    // git ends at an object that is broken. Halves find it.
    if (names.size() == 1) return take(first, {.id = names[0]});
    const std::size_t half = names.size() / 2;
    SATCHEL_TRY(ReadPart(names.first(half), first, want, take, deadline));
    return ReadPart(names.subspan(half), first + half, want, take, deadline);
  }
  for (std::size_t at = 0; at < objects->size(); ++at) {
    SATCHEL_TRY(take(first + at, std::move((*objects)[at])));
  }
  return {};
}

Result<std::optional<std::string>> FindCommit(const Git& git, const GitStore& store,
                                              const std::string& name, const Deadline& deadline) {
  // Not through GitObjects: for it an object that git fails at is not there, and a history without
  // a head would be taken out of the index.
  Git::Call call = CallIn(store, Git::Command::kCatFile);
  call.args = {"--batch-check"};
  call.input = name + "^{commit}\n";
  const auto out = SATCHEL_TRY(git.Run(call, deadline));
  auto objects = ParseOutput(out, 1, GitObjects::Want::kSize);
  if (!objects) return Fail(Errc::kUnavailable, "git cat-file prints another form");
  GitObject& object = objects->front();
  if (object.type != "commit") return std::nullopt;
  return std::move(object.id);
}

}  // namespace satchel
