#include "packet/render/notes_json.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "packet/packet_json.h"

namespace satchel::packet {
namespace {

constexpr std::array<std::string_view, 6> kLists = {"constitution", "read_order", "tasks",
                                                    "conventions",  "decisions",  "learnings"};

std::string TextOf(const Item& item) {
  const std::string& text = item.rendition().text;
  if (text.empty()) return item.candidate.title;
  if (item.candidate.kind == ContentKind::kLine) return text;
  return item.candidate.title + "\n\n" + text;
}

}  // namespace

Json NotesJson(const Packet& packet) {
  Json json = ToJson(packet);
  json.erase("sections");
  for (const std::string_view name : kLists) json[std::string(name)] = Json::array();
  json["summaries"] = Json::array();
  // Beside each convention whose words it is.
  json["conventions_trust"] = Json::array();
  // What other tools keep beside notes. Readers of the specification's keys expect them.
  json["steering"] = Json::array();
  json["skill"] = "";
  json["hub"] = Json::array();
  json["instruction"] = "";
  for (const Section& section : packet.sections) {
    for (const Item& item : section.items) {
      if (section.name == "instruction") {
        json["instruction"] = item.rendition().text;
      } else if (section.demoted(item)) {
        json["summaries"].push_back(item.candidate.title);
      } else {
        json[section.name].push_back(TextOf(item));
        if (section.name == "conventions") {
          json["conventions_trust"].push_back(Name(item.candidate.trust));
        }
      }
    }
  }
  return json;
}

}  // namespace satchel::packet
