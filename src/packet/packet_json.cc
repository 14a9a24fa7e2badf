#include "packet/packet_json.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/json_fields.h"
#include "base/sha256.h"
#include "packet/candidate_json.h"

namespace satchel::packet {
namespace {

Json ItemJson(const Item& item, const CostModel& model, bool stored) {
  Json json = CandidateJson(item.candidate);
  json["rendition"] = item.rendition().name;
  if (!stored) {
    json["text"] = item.rendition().text;
    json["tokens"] = model.Tokens(item.cost);
    return json;
  }
  json["renditions"] = RenditionsJson(item.candidate);
  json["step"] = item.step;
  json["cost"] = CostJson(item.cost);
  json["taken"] = item.taken;
  return json;
}

Json SectionJson(const Section& section, const CostModel& model, bool stored) {
  Json json = {{"name", section.name},       {"heading", section.heading},
               {"asked", section.asked},     {"used", model.Tokens(section.cost)},
               {"dropped", section.dropped}, {"rest", section.rest},
               {"items", Json::array()}};
  for (const Item& item : section.items) json["items"].push_back(ItemJson(item, model, stored));
  if (stored) {
    json["demoted_heading"] = section.demoted_heading;
    json["floor"] = section.floor;
    json["steps"] = section.steps;
    json["source"] = section.source;
    json["trust"] = std::string(Name(section.trust));
    json["cost"] = CostJson(section.cost);
    json["of"] = section.of;
    if (section.given != kNoBudget) json["given"] = section.given;
    if (section.most != kNoBudget) json["most"] = section.most;
  }
  return json;
}

Json OmissionJson(const Omission& omission, bool mixed) {
  Json json(Json::value_t::object);
  if (mixed) json["of"] = omission.of;
  json["section"] = omission.section;
  json["id"] = omission.id.value();
  json["source"] = omission.source;
  json["title"] = omission.title;
  json["reason"] = Name(omission.reason);
  json["wanted"] = omission.wanted;
  json["shown"] = omission.dropped() ? Json(nullptr) : Json(omission.shown);
  json["tokens"] = omission.tokens;
  json["score"] = omission.score.millionths();
  return json;
}

Json NoticeJson(const Notice& notice) {
  Json json = {{"source", notice.source},
               {"path", notice.path},
               {"reason", notice.reason},
               {"text", notice.text}};
  if (notice.line > 0) json["line"] = notice.line;
  return json;
}

Item ReadItem(JsonFields& fields) {
  Item item{.candidate = ReadCandidate(fields),
            .step = fields.Size("step"),
            .cost = ReadCost(fields),
            .taken = fields.Size("taken")};
  ReadRenditions(fields, item.candidate);
  if (item.step >= item.candidate.renditions.size()) fields.Reject("step", "no such rendition");
  return item;
}

Section ReadSection(JsonFields& fields) {
  Section section;
  section.of = fields.TextOr("of", "");
  section.given = fields.SizeOr("given", kNoBudget);
  section.most = fields.SizeOr("most", kNoBudget);
  section.name = fields.Text("name");
  section.heading = fields.Text("heading");
  section.demoted_heading = fields.Text("demoted_heading");
  section.floor = fields.FlagOr("floor", false);
  section.steps = fields.Size("steps");
  section.source = fields.Text("source");
  section.trust = fields.Named<Trust>("trust", ParseTrust);
  section.asked = fields.Size("asked");
  section.dropped = fields.Size("dropped");
  section.rest = fields.Size("rest");
  section.cost = ReadCost(fields);
  fields.ForEach("items", [&](JsonFields& item) { section.items.push_back(ReadItem(item)); });
  const bool own = std::ranges::all_of(
      section.items, [](const Item& item) { return item.candidate.trust == Trust::kSatchel; });
  if (section.trust == Trust::kSatchel && !own) section.trust = Trust::kWorkspace;
  return section;
}

// The report names sections of the packet only: packing goes on by looking them up. In a packet
// of one source the name is enough.
template <class Row>
void ReadSectionKey(JsonFields& fields, const Packet& packet, Row& row) {
  row.section = fields.Text("section");
  const bool mixed = MixesSources(packet);
  if (mixed) row.of = fields.Text("of");
  const auto found = std::ranges::find_if(packet.sections, [&](const Section& section) {
    return section.name == row.section && (!mixed || section.of == row.of);
  });
  if (found == packet.sections.end()) {
    fields.Reject("section", "no such section");
  } else {
    row.of = found->of;
  }
}

Omission ReadOmission(JsonFields& fields, const Packet& packet) {
  Omission omission;
  ReadSectionKey(fields, packet, omission);
  omission.id = ItemId(fields.Text("id"));
  omission.source = fields.Text("source");
  omission.title = fields.Text("title");
  omission.reason = fields.Named<Reason>("reason", ParseReason);
  omission.wanted = fields.Text("wanted");
  omission.shown = fields.TextOr("shown", "");
  omission.tokens = fields.Size("tokens");
  omission.score = Score::FromMillionths(fields.Integer("score"));
  return omission;
}

Notice ReadNotice(JsonFields& fields) {
  Notice notice;
  notice.source = fields.Text("source");
  notice.path = fields.Text("path");
  notice.line = static_cast<std::size_t>(fields.IntegerOr("line", 0, 0, INT32_MAX));
  notice.reason = fields.Text("reason");
  notice.text = fields.Text("text");
  return notice;
}

void ReadNotices(JsonFields& report, Packet& packet) {
  report.ForEachIfAny("notices",
                      [&](JsonFields& notice) { packet.notices.push_back(ReadNotice(notice)); });
  const std::size_t count = report.SizeOr("notices_count", packet.notices.size());
  if (count < packet.notices.size()) report.Reject("notices_count", "fewer than there are");
  packet.notices_cut = count - std::min(count, packet.notices.size());
}

Json PacketJson(const Packet& packet, bool stored) {
  const CostModel model(packet.tokenizer);
  Json json = {{"schema_version", kPacketSchemaVersion},
               {"recipe", packet.recipe},
               {"budget", packet.budget == kNoBudget ? Json(nullptr) : Json(packet.budget)},
               {"tokenizer", std::string(text::Name(packet.tokenizer))},
               {"tokens_used", packet.tokens_used},
               {"over_budget", packet.over_budget},
               {"digest", packet.digest},
               {"sections", Json::array()}};
  const bool mixed = MixesSources(packet);
  for (const Section& section : packet.sections) {
    json["sections"].push_back(SectionJson(section, model, stored));
    if (mixed) json["sections"].back()["of"] = section.of;
  }
  Json omissions = Json::array();
  std::map<std::string, std::size_t> by_reason;
  for (const Omission& omission : packet.omissions) {
    omissions.push_back(OmissionJson(omission, mixed));
    ++by_reason[std::string(Name(omission.reason))];
  }
  Json remainder = Json::array();
  for (const Remainder& rest : packet.remainder) {
    const std::string reason(Name(rest.reason));
    remainder.push_back({{"section", rest.section},
                         {"reason", reason},
                         {"count", rest.count},
                         {"tokens", rest.tokens}});
    if (mixed) remainder.back()["of"] = rest.of;
    by_reason[reason] += rest.count;
  }
  Json notices = Json::array();
  for (const Notice& notice : packet.notices) notices.push_back(NoticeJson(notice));
  json["report"] = {{"omissions", std::move(omissions)},
                    {"remainder", std::move(remainder)},
                    {"by_reason", by_reason},
                    {"notices", std::move(notices)},
                    {"notices_count", packet.notices.size() + packet.notices_cut},
                    {"safety",
                     {{"redacted", packet.safety.redacted},
                      {"flagged", packet.safety.flagged},
                      {"escaped", packet.safety.escaped}}}};
  return json;
}

}  // namespace

Json ToJson(const Packet& packet) { return PacketJson(packet, false); }

Json ToStoredJson(const Packet& packet) {
  Json json = PacketJson(packet, true);
  json["draft"] = {
      {"omission_lines", packet.omission_lines}, {"show_header", packet.show_header},
      {"show_meter", packet.show_meter},         {"show_counts", packet.show_counts},
      {"frame_rules", packet.frame_rules},       {"line_rules", packet.line_rules},
      {"next_taken", packet.next_taken},         {"keep_all_omissions", packet.keep_all_omissions}};
  return json;
}

Result<Packet> FromJson(const Json& json) {
  Packet packet;
  JsonFields fields(json, "packet");
  if (fields.IntegerOr("schema_version", 0, 0, INT32_MAX) != kPacketSchemaVersion) {
    fields.Reject("schema_version", "only version 1 can be read");
  }
  packet.recipe = fields.Text("recipe");
  packet.budget = fields.SizeOrNull("budget").value_or(kNoBudget);
  packet.tokenizer = fields.Named<text::Tokenizer>("tokenizer", text::ParseTokenizer);
  packet.tokens_used = fields.Size("tokens_used");
  packet.over_budget = fields.Size("over_budget");
  packet.digest = fields.Text("digest");
  fields.ForEach("sections",
                 [&](JsonFields& section) { packet.sections.push_back(ReadSection(section)); });
  fields.Object("report", [&](JsonFields& report) {
    report.ForEach("omissions", [&](JsonFields& omission) {
      packet.omissions.push_back(ReadOmission(omission, packet));
    });
    report.ForEachIfAny("remainder", [&](JsonFields& rest) {
      Remainder remainder{.reason = rest.Named<Reason>("reason", ParseReason),
                          .count = rest.Size("count"),
                          .tokens = rest.Size("tokens")};
      ReadSectionKey(rest, packet, remainder);
      packet.remainder.push_back(std::move(remainder));
    });
    ReadNotices(report, packet);
    report.Object("safety", [&](JsonFields& safety) {
      packet.safety.flagged = safety.Size("flagged");
      packet.safety.escaped = safety.Size("escaped");
      safety.Object("redacted", [&](JsonFields& redacted) {
        for (const std::string& kind : redacted.Names()) {
          packet.safety.redacted[kind] = redacted.Size(kind);
        }
      });
    });
  });
  fields.Object("draft", [&](JsonFields& draft) {
    packet.omission_lines = draft.Size("omission_lines");
    packet.show_header = draft.FlagOr("show_header", true);
    packet.show_meter = draft.FlagOr("show_meter", true);
    packet.show_counts = draft.FlagOr("show_counts", false);
    packet.frame_rules = static_cast<int>(draft.IntegerOr("frame_rules", 1, 1, kFrameRules));
    packet.line_rules = static_cast<int>(draft.IntegerOr("line_rules", 1, 1, kLineRules));
    packet.next_taken = draft.Size("next_taken");
    packet.keep_all_omissions = draft.FlagOr("keep_all_omissions", false);
  });
  SATCHEL_TRY(std::move(fields).Finish());
  return packet;
}

Result<Packet> ParsePacket(std::string_view text) {
  const auto json = SATCHEL_TRY(ParseJson(text));
  return FromJson(json);
}

Json SectionsJson(const Packet& packet) {
  Json sections = Json::array();
  for (const Section& section : packet.sections) {
    Json json = {{"name", section.name}, {"rest", section.rest}, {"items", Json::array()}};
    for (const Item& item : section.items) {
      json["items"].push_back({{"id", item.candidate.id.value()},
                               {"source", item.candidate.source},
                               {"trust", std::string(Name(item.candidate.trust))},
                               {"title", item.candidate.title},
                               {"rendition", item.rendition().name},
                               {"text", item.rendition().text}});
    }
    sections.push_back(std::move(json));
  }
  return sections;
}

std::string DigestOf(const Json& request, const Json& snapshot, const Packet& packet) {
  const Json json = {
      {"request", request}, {"sections", SectionsJson(packet)}, {"snapshot", snapshot}};
  return Sha256Of(CanonicalJson(json)).Hex();
}

}  // namespace satchel::packet
