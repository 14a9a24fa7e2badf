#pragma once

#include <filesystem>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/log.h"
#include "base/time.h"
#include "settings/directories.h"
#include "settings/environment.h"

// What the command line asks of the face for agents.
namespace satchel::cli {

// A hook of an agent.
struct HookCall {
  std::string agent;
  std::string event;
  const settings::Environment& environment;
  const settings::Directories& directories;
  std::optional<std::filesystem::path> workspace;  // --workspace
  std::optional<Time> now;                         // --now
  std::istream* in = nullptr;                      // null: a terminal
  std::ostream& out;
  Logger* log = nullptr;
  Deadline deadline = Deadline::Never();
  bool hurry = true;   // no --timeout was given
  bool signs = false;  // the log is to have what the judgement rests on
};

struct InstallCall {
  std::string agent;
  const settings::Environment& environment;
  std::string program;  // how an agent starts this program
  bool undo = false;
  bool only_show = false;
};

// A file before and after; nothing: it is not there.
struct ChangedFile {
  std::filesystem::path file;
  std::optional<std::string> before;
  std::optional<std::string> after;
};

struct InstallAnswer {
  std::string agent;  // as people know it
  std::vector<ChangedFile> changes;
  std::vector<std::string> remarks;
};

// An agent that can be connected.
struct KnownAgent {
  std::string name;
  std::string title;
  std::filesystem::path home;
  bool found = false;      // it is on this machine
  bool connected = false;  // all of Satchel is in its configuration
  bool outdated = false;   // an older version put some of it there, or a part is missing
  std::string trouble;     // why that cannot be said
};

}  // namespace satchel::cli
