#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "surfaces/agents/edit/json_splice.h"
#include "surfaces/agents/edit/toml_splice.h"

// What Satchel is in an agent's configuration, as data.
namespace satchel::agents {

// What belongs into a configuration file that is the user's.
struct ConfigEdit {
  enum class Form : std::uint8_t {
    kJson,     // nothing but JSON
    kLenient,  // JSON with what people like to write: comments, commas at the end
    kToml,
  };

  std::filesystem::path file;
  Form form = Form::kJson;
  std::vector<JsonEntry> entries = {};
  // Members that a new file begins with.
  std::vector<std::pair<std::string, Json>> head = {};
  std::optional<TomlTable> table = {};  // kToml
};

// A file that is all ours.
struct OwnFile {
  std::filesystem::path file;
  std::string text;
};

struct Installation {
  // Where the agent keeps its things. When it is not there, nor is the agent.
  std::filesystem::path home;
  std::vector<ConfigEdit> edits;
  std::vector<OwnFile> files = {};
  std::string remark = {};  // what is left for the user to do; may be empty
};

}  // namespace satchel::agents
