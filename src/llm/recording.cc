#include "llm/recording.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "llm/finish.h"

namespace satchel::llm {
namespace {

constexpr std::size_t kMostBytes = 256U << 20U;
constexpr JsonLimits kLineLimits = {.max_bytes = 64U << 20U, .max_depth = 8};
constexpr std::string_view kFormat = "satchel-model-calls";
constexpr int kVersion = 1;
constexpr std::size_t kKeyCharacters = 64;

Status CheckHeader(std::string_view line) {
  const auto header = ParseJson(line, kLineLimits);
  if (!header || !header->is_object() || header->value("format", Json()) != Json(kFormat)) {
    return Fail(Errc::kCorrupt, "it is no recording of model calls");
  }
  if (header->value("version", Json()) != Json(kVersion)) {
    return Fail(Errc::kInvalidInput,
                fmt::format("it is a recording of another version; version {} is read", kVersion));
  }
  return {};
}

Result<std::pair<std::string, CallRecord>> ParseCall(std::string_view line) {
  const auto json = ParseJson(line, kLineLimits);
  if (!json) return Fail(Errc::kCorrupt, json.error().text());
  const auto key = json->is_object() ? json->find("key") : json->end();
  const auto call = json->is_object() ? json->find("call") : json->end();
  if (key == json->end() || !key->is_string() || call == json->end() ||
      key->get_ref<const std::string&>().size() != kKeyCharacters) {
    return Fail(Errc::kCorrupt, "a line needs a key and a call");
  }
  return std::pair(key->get<std::string>(), SATCHEL_TRY(ParseCallRecord(*call)));
}

// A call that was not made because its request is wrong.
Called Invalid(const std::string& model, const Error& error) {
  CallRecord record;
  record.model = model;
  record.outcome = Outcome::kInvalidRequest;
  record.error = error.text();
  return Finish(std::move(record), Json());
}

}  // namespace

Result<Recording> Recording::Parse(std::string_view text) {
  Recording recording;
  for (std::size_t number = 1; number == 1 || !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (number == 1) {
      SATCHEL_TRY(CheckHeader(line));
      continue;
    }
    auto call = SATCHEL_TRY(ParseCall(line), fmt::format("line {}", number));
    recording.Add(call.first, std::move(call.second));
  }
  return recording;
}

Result<Recording> Recording::Read(const std::filesystem::path& path) {
  const std::string doing = "read the recording " + path.string();
  const auto bytes = SATCHEL_TRY(ReadSmallFile(path, kMostBytes), doing);
  if (!bytes) return Error(Errc::kNotFound, "there is no such file").While(doing);
  return SATCHEL_TRY(Parse(*bytes), doing);
}

const CallRecord* Recording::Find(const std::string& key) const {
  const auto call = calls_.find(key);
  return call == calls_.end() ? nullptr : &call->second;
}

void Recording::Add(const std::string& key, CallRecord record) {
  const auto [call, added] = calls_.try_emplace(key);
  if (added || call->second.outcome != Outcome::kAnswered) call->second = std::move(record);
}

std::string Recording::Text() const {
  std::string text = CanonicalJson({{"format", kFormat}, {"version", kVersion}}) + "\n";
  for (const auto& [key, record] : calls_) {
    text += CanonicalJson({{"key", key}, {"call", ToJson(record)}}) + "\n";
  }
  return text;
}

Status Recording::Write(const std::filesystem::path& path) const {
  SATCHEL_TRY(WriteFileAtomically(path, Text()), "write the recording " + path.string());
  return {};
}

RecordingCompleter::RecordingCompleter(std::unique_ptr<const Completer> inner, Recording begun)
    : inner_(std::move(inner)), recording_(std::move(begun)) {}

Recording RecordingCompleter::recording() const {
  const std::scoped_lock lock(mutex_);
  return recording_;
}

Called RecordingCompleter::Call(const CompletionRequest& request) const {
  const auto prepared = outgoing_.Prepare(request);
  if (!prepared) return Invalid(model(), prepared.error());
  const std::string key = RequestKey(model(), *prepared);
  {
    const std::scoped_lock lock(mutex_);
    const CallRecord* known = recording_.Find(key);
    if (known != nullptr && known->outcome == Outcome::kAnswered) {
      return Finish(*known, prepared->schema);
    }
  }
  Called called = inner_->Call(*prepared);
  CallRecord kept;
  {
    const std::scoped_lock lock(mutex_);
    recording_.Add(key, called.record);
    kept = *recording_.Find(key);
  }
  // Another thread may have asked the same and been first.
  if (kept == called.record) return called;
  return Finish(std::move(kept), prepared->schema);
}

Called ReplayingCompleter::Call(const CompletionRequest& request) const {
  const auto prepared = outgoing_.Prepare(request);
  if (!prepared) return Invalid(model(), prepared.error());
  const std::string key = RequestKey(model_, *prepared);
  if (const CallRecord* known = recording_.Find(key)) return Finish(*known, prepared->schema);
  CallRecord record;
  record.model = model_;
  record.system = prepared->system;
  record.prompt = prepared->prompt;
  record.outcome = Outcome::kNotRecorded;
  record.error = fmt::format("the recording has no answer to this request (key {})", key);
  return Finish(std::move(record), Json());
}

}  // namespace satchel::llm
