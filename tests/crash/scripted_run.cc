#include "tests/crash/scripted_run.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace satchel::test {
namespace {

using Mode = store::SqliteOptions::Mode;

constexpr store::Statement kSound = {.name = "test_sound",
                                     .sql =
                                         "SELECT integrity_check FROM pragma_integrity_check "
                                         "WHERE $1 IS NOT NULL",
                                     .gives = {store::ParameterType::kText}};

States With(States states, const std::string& name, const std::string& value) {
  const auto at = std::ranges::find(states, name, &States::value_type::first);
  if (at != states.end()) {
    at->second = value;
  } else {
    states.emplace_back(name, value);
    std::ranges::sort(states);
  }
  return states;
}

}  // namespace

ScriptedRun::ScriptedRun(store::SqliteOptions options) : options_(std::move(options)) {
  options_.checkpoint_pages = 8;
}

void ScriptedRun::Mistake(const std::string& what) {
  if (mistake_.empty()) mistake_ = what;
}

void ScriptedRun::Open(Mode mode) {
  Close();
  options_.mode = mode;
  auto opened = OpenState(options_);
  if (!opened) {
    errors_.push_back(opened.error());
    return;
  }
  database_ = std::move(*opened);
}

void ScriptedRun::Commit(const std::string& name, std::size_t size) {
  if (!database_) Open(Mode::kCreate);
  if (!database_) return;
  const std::string value(size, name.back());
  const auto written = Put(*database_, name, value);
  std::vector<States> after;
  for (const States& states : possible_) after.push_back(With(states, name, value));
  if (!written) {
    errors_.push_back(written.error());
    after.insert(after.end(), possible_.begin(), possible_.end());
  }
  possible_ = std::move(after);
}

void ScriptedRun::Read() {
  if (!database_) return;
  const auto all = All(*database_);
  if (!all) {
    errors_.push_back(all.error());
  } else if (std::ranges::find(possible_, *all) == possible_.end()) {
    Mistake(fmt::format("a wrong answer of {} rows", all->size()));
  }
}

void ScriptedRun::Run() {
  Open(Mode::kCreate);
  Commit("a", 20);
  Commit("b", 9'000);
  Read();
  Commit("a", 300);
  Close();
  Open(Mode::kReadOnly);
  Read();
  Open(Mode::kReadWrite);
  for (const std::string name : {"c", "d", "b"}) Commit(name, 5'000);
  Read();
  Close();
}

void ScriptedRun::ExpectSound() {
  Open(Mode::kCreate);
  if (!database_) return Mistake("cannot be opened again: " + errors_.back().text());
  const auto sound = store::ReadOne(*database_, {.workspace = kOnly}, store::Query{&kSound, {}});
  if (!sound) return Mistake("cannot be checked: " + sound.error().text());
  if (sound->String(0, 0) != "ok") return Mistake(sound->String(0, 0));
  const std::size_t before = errors_.size();
  Read();
  if (errors_.size() != before) Mistake("cannot be read: " + errors_.back().text());
}

}  // namespace satchel::test
