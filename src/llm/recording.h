#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "llm/call_record.h"
#include "llm/completer.h"
#include "llm/outgoing.h"

// A run with a model can be repeated without one: a recording keeps what was answered to each
// request, and a replay answers from it. docs/formats/model_calls.md has the file.
namespace satchel::llm {

// Calls by RequestKey(). A value; not for two threads.
class Recording {
 public:
  // kNotFound: there is no such file. kCorrupt: it is no recording, with the line.
  static Result<Recording> Read(const std::filesystem::path& path);
  static Result<Recording> Parse(std::string_view text);

  // Null when it has none.
  const CallRecord* Find(const std::string& key) const;
  // A call that was answered stays; one that failed gives way.
  void Add(const std::string& key, CallRecord record);
  std::size_t size() const { return calls_.size(); }

  // Sorted by key, so that the same calls are the same bytes in whatever order they were made.
  std::string Text() const;
  Status Write(const std::filesystem::path& path) const;

 private:
  std::map<std::string, CallRecord> calls_;
};

// Asks another completer and keeps what it says. A request that was answered before gets the same
// answer without being sent again, as a replay would have it. Safe to share between threads.
class RecordingCompleter final : public Completer {
 public:
  // `begun`: what is recorded already.
  explicit RecordingCompleter(std::unique_ptr<const Completer> inner, Recording begun = {});

  const std::string& model() const override { return inner_->model(); }
  Called Call(const CompletionRequest& request) const override;

  // What was recorded until now.
  Recording recording() const;

 private:
  // Fixed after construction.
  const std::unique_ptr<const Completer> inner_;
  const Outgoing outgoing_;

  mutable std::mutex mutex_;
  // Locked by mutex_.
  mutable Recording recording_;
};

// Answers from a recording and never asks anybody. Safe to share between threads.
class ReplayingCompleter final : public Completer {
 public:
  ReplayingCompleter(std::string model, Recording recording)
      : model_(std::move(model)), recording_(std::move(recording)) {}

  const std::string& model() const override { return model_; }
  // A request that is not in the recording ends as kNotRecorded.
  Called Call(const CompletionRequest& request) const override;

 private:
  // Fixed after construction.
  const std::string model_;
  const Recording recording_;
  const Outgoing outgoing_;
};

}  // namespace satchel::llm
