// Any rules, any principal, any namespace, any question: what somebody may not read is in no
// recall, list, show, export or error, and nothing is written where they may not. Beside the rules
// of the product stands a second reading of them, written here. A namespace that is not there, or
// has nothing, is said. `scripts/soak memory_spaces` runs a hundred thousand of them.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/answers/recall_answer.h"
#include "engine/engine.h"
#include "engine/requests/recall.h"
#include "memory/answers/memory_answer.h"
#include "memory/requests/edit.h"
#include "memory/requests/import.h"
#include "memory/requests/items.h"
#include "memory/requests/place.h"
#include "memory/requests/transfer.h"
#include "tests/support/engine_workspace.h"
#include "tests/support/random.h"

namespace satchel::engine {
namespace {

namespace fs = std::filesystem;
using test::Random;

constexpr std::size_t kCasesOfWorld = 25;
constexpr std::size_t kWorldsOfStore = 40;

const std::vector<std::string> kSpaces = {"ops", "team", "vault", "Audit.2", "lab_x"};
const std::vector<std::string> kWho = {"", "alice", "bob", "ci-1", "ci-2", "ci", "alice2"};
const std::vector<std::string> kPatterns = {"alice", "bob", "ci-*", "ci*", "*", "alice*", "nobody"};
// Not there, or no names at all.
const std::vector<std::string> kWrong = {"opz",  "OPS",  "nowhere", "../ops",
                                         "ops/", ".ops", "va ult",  "-team"};

// A word that is in nothing else and that no stemmer changes into another one.
std::string Token(std::size_t number) {
  std::string token = "qvk";
  for (int i = 0; i < 5; ++i, number /= 20) token += "bcdfghjklmnpqrstvwxz"[number % 20];
  return token;
}

struct Planted {
  std::string id;
  std::string token;
  std::string text;
  bool artifact = false;
};

struct Place {
  std::string name;
  fs::path directory;
  std::vector<Planted> memories;
  std::string profile;  // its token; empty: there is none
};

struct Rule {
  std::optional<std::vector<std::string>> read;
  std::optional<std::vector<std::string>> write;
  bool recall = true;
};

// The rules, read a second time.
bool Allows(const std::optional<std::vector<std::string>>& patterns, const std::string& who) {
  if (!patterns) return true;
  for (const std::string& pattern : *patterns) {
    const std::string head = pattern.substr(0, pattern.size() - 1);
    const bool any_end = pattern.back() == '*';
    if (any_end ? who.starts_with(head) : who == pattern) return true;
  }
  return false;
}

std::string TextWith(std::string_view token) {
  return fmt::format(
      "Team {} keeps grain ledgers inside northern harbour offices beside granary walls where "
      "clerks weigh barley, rye, oats, wheat, spelt, millet, hops, flax, wool, salt",
      token);
}

// Namespaces with rules and memories, on the disk and as the test knows them.
class World {
 public:
  World(const MemoryPlace& at, Random& random, std::size_t& tokens) : at_(at) {
    fs::remove_all(at.project);
    fs::remove_all(at.shared);
    fs::create_directories(at.project);
    AddPlace("default", at.project, random, tokens);
    for (const std::string& name : kSpaces) {
      if (random.OneIn(3)) continue;
      AddPlace(name, at.project / "namespaces" / name, random, tokens);
    }
    if (!random.OneIn(4)) AddPlace("shared", at.shared, random, tokens);
    if (random.OneIn(4)) fs::create_directories(at.project / "namespaces" / "mis named");
    WriteRules(random);
  }

  const std::vector<Place>& places() const { return places_; }
  bool broken() const { return broken_; }
  const Place* Find(std::string_view name) const {
    const auto found = std::ranges::find(places_, name, &Place::name);
    return found == places_.end() ? nullptr : &*found;
  }
  bool MayRead(const std::string& space, const std::string& who) const {
    const auto rule = rules_.find(space);
    return rule == rules_.end() || Allows(rule->second.read, who);
  }
  bool MayWrite(const std::string& space, const std::string& who) const {
    const auto rule = rules_.find(space);
    return rule == rules_.end() || Allows(rule->second.write, who);
  }
  bool InRecall(const std::string& space) const {
    const auto rule = rules_.find(space);
    return rule == rules_.end() || rule->second.recall;
  }

  // The first word in a text that a memory outside of these namespaces has; empty: none.
  std::string Leaked(std::string_view text, const std::set<std::string>& open) const {
    for (const Place& place : places_) {
      if (open.contains(place.name)) continue;
      if (!place.profile.empty() && text.contains(place.profile)) return place.profile;
      for (const Planted& memory : place.memories) {
        if (text.contains(memory.token)) return memory.token;
      }
    }
    return "";
  }

  // Every namespace and every file of it, without the writers' own.
  std::map<std::string, std::string> Files() const {
    std::map<std::string, std::string> files;
    for (const fs::path& top : {at_.project, at_.shared}) {
      if (!fs::exists(top)) continue;
      for (const auto& entry : fs::recursive_directory_iterator(top)) {
        const std::string path = entry.path().string();
        if (entry.path().parent_path().filename() == "namespaces") files[path] = "/";
        if (!entry.is_regular_file() || path.ends_with("/state/lock")) continue;
        files[path] = test::TempDir::ReadFile(entry.path());
      }
    }
    return files;
  }

 private:
  void AddPlace(const std::string& name, const fs::path& directory, Random& random,
                std::size_t& tokens) {
    Place place{.name = name, .directory = directory, .memories = {}, .profile = {}};
    fs::create_directories(directory / "facts");
    const std::size_t count = random.OneIn(5) ? 0 : random.Between(1, 4);
    for (std::size_t i = 0; i < count; ++i) {
      // Ids are those of other namespaces, too, and links lead into them.
      Planted memory{.id = fmt::format("m{}", i), .token = Token(tokens++), .text = {}};
      memory.text = TextWith(memory.token);
      memory.artifact = random.OneIn(4);
      const std::string folder = memory.artifact ? "artifacts" : "facts";
      fs::create_directories(directory / folder);
      std::ofstream(directory / folder / (memory.id + ".md")) << fmt::format(
          "---\nid: {}\ncreated: 2025-12-0{}\nmemoryKind: note\nentityRef: granary\n"
          "supersedes: m{}\nlinks:\n  - targetId: m{}\n    linkType: follows\n    strength: 1\n"
          "{}---\n\n{}\n",
          memory.id, i + 1, random.Below(4), random.Below(4),
          memory.artifact ? "artifactType: decision\n" : "", memory.text);
      place.memories.push_back(std::move(memory));
    }
    if (random.OneIn(3)) {
      place.profile = Token(tokens++);
      std::ofstream(directory / "profile.md") << "Answers to " << place.profile << " first.\n";
    }
    places_.push_back(std::move(place));
  }

  void WriteRules(Random& random) {
    if (random.OneIn(25)) {
      broken_ = true;
      std::ofstream(at_.project / "namespaces.json") << R"({"ops": {"read": "alice"}})";
      return;
    }
    std::vector<std::string> names = kSpaces;
    names.insert(names.end(), {"default", "shared"});
    Json json = Json::object();
    for (const std::string& name : names) {
      if (random.OneIn(4)) continue;
      Rule rule;
      const auto some = [&random] {
        std::vector<std::string> patterns;
        for (std::size_t n = random.Below(3); n > 0; --n)
          patterns.push_back(random.Pick(kPatterns));
        return patterns;
      };
      Json entry = Json::object();
      if (!random.OneIn(4)) entry["read"] = *(rule.read = some());
      if (!random.OneIn(4)) entry["write"] = *(rule.write = some());
      if (random.OneIn(4)) entry["recall"] = rule.recall = false;
      json[name] = std::move(entry);
      rules_.emplace(name, std::move(rule));
    }
    std::ofstream(at_.project / "namespaces.json") << json.dump();
  }

  MemoryPlace at_;
  std::vector<Place> places_;
  std::map<std::string, Rule> rules_;
  bool broken_ = false;
};

// One workspace with an engine; a log of many thousand runs would make it slow.
struct Bench {
  Bench() : engine(at.Open()) {
    const auto parts = at.Parts();
    place = PlaceOfMemories(parts.workspace, parts.settings, parts.directories, parts.environment)
                .value();
  }
  test::EngineWorkspace at;
  std::unique_ptr<Engine> engine;
  MemoryPlace place;
};

// One random act of somebody. Each returns what is wrong; empty: nothing is.
class Case {
 public:
  Case(Bench& bench, const World& world, Random& random)
      : bench_(bench), world_(world), random_(random), who_(random.Pick(kWho)) {
    if (random.OneIn(6)) {
      space_ = random.Pick(kWrong);
    } else if (!random.OneIn(3)) {
      space_ = random.Pick(world.places()).name;
    }
    for (const Place& place : world.places()) {
      if (world.MayRead(place.name, who_)) readable_.insert(place.name);
    }
  }

  std::string Run(bool& written) {
    const std::uint64_t kind = random_.Below(10);
    std::string wrong;
    if (kind < 4) wrong = Recall();
    if (kind == 4) wrong = List();
    if (kind == 5) wrong = Show();
    if (kind == 6) wrong = Export();
    if (kind == 7) wrong = Doctor();
    if (kind > 7) wrong = Write(written);
    if (wrong.empty()) return "";
    return fmt::format("kind {}: '{}' in '{}': {}", kind, who_, space_, wrong);
  }

 private:
  const Planted* Any(std::string* space = nullptr) {
    const Place& place = random_.Pick(world_.places());
    if (space != nullptr) *space = place.name;
    return place.memories.empty() ? nullptr : &random_.Pick(place.memories);
  }
  // An error must be one of these, and tells nothing of what is closed, not even its name.
  std::string CheckError(const Error& error, bool expected, std::string_view said_of = "") const {
    const std::string said = error.text() + " " + error.hint();
    if (!expected) return "an error that nobody expects: " + said;
    const std::string leaked = world_.Leaked(said, readable_);
    if (!leaked.empty()) return "an error tells of " + leaked + ": " + said;
    if (error.code() != Errc::kNotFound) return "";
    for (const Place& place : world_.places()) {
      const bool closed =
          !readable_.contains(place.name) && !space_.contains(place.name) && place.name != said_of;
      if (closed && said.contains(place.name)) return "an error names a closed one: " + said;
    }
    return "";
  }
  // What somebody said themselves may come back.
  static std::string Without(std::string text, std::string_view word) {
    if (word.empty()) return text;
    for (auto at = text.find(word); at != text.npos; at = text.find(word)) {
      text.erase(at, word.size());
    }
    return text;
  }
  std::string CheckTold(std::string_view told, const std::set<std::string>& open) const {
    const std::string leaked = world_.Leaked(told, open);
    return leaked.empty() ? "" : fmt::format("it tells of {}: {}", leaked, told);
  }
  // Whether naming this namespace is an error.
  bool IsWrongSpace() const {
    return world_.broken() ||
           (!space_.empty() && (world_.Find(space_) == nullptr || !readable_.contains(space_)));
  }
  // The namespaces that a recall searches; nullopt if it is refused. `merged`: the shared one too.
  std::optional<std::set<std::string>> Looked(bool merged) const {
    if (IsWrongSpace()) return std::nullopt;
    std::set<std::string> asked = {space_.empty() ? "default" : space_};
    if (merged) asked.insert("shared");
    std::set<std::string> looked;
    bool refused = false;
    for (const std::string& name : asked) {
      if (world_.Find(name) == nullptr) continue;
      if (name != space_ && !world_.InRecall(name)) continue;
      if (readable_.contains(name)) {
        looked.insert(name);
      } else {
        refused = true;
      }
    }
    if (looked.empty() && refused) return std::nullopt;
    return looked;
  }

  std::string Recall() {
    std::string of;
    const Planted* wanted = random_.OneIn(2) ? Any(&of) : nullptr;
    MemoryOptions options;
    options.principal = who_;
    options.space = space_;
    options.spaces = !space_.empty() || random_.OneIn(2);
    options.artifacts = random_.OneIn(2);
    options.expansion = random_.OneIn(3);
    options.search = !random_.OneIn(5);
    options.intent_routing = random_.OneIn(3);
    PacketRequest request{.recipe = std::string(kMemory),
                          .task = wanted != nullptr  ? wanted->text
                                  : random_.OneIn(2) ? "What happened to the granary ledgers?"
                                                     : "Where do clerks weigh barley?"};
    request.now = test::EngineWorkspace::kNow;
    request.fresh = true;
    request.options = {std::make_shared<MemoryOptions>(options)};
    const auto looked = Looked(options.spaces);
    const auto answer = bench_.engine->MakePacket(request, Deadline::Never());
    if (!answer) return CheckError(answer.error(), !looked);
    if (!looked) return "it is not refused";
    const auto run = bench_.engine->ViewRun(answer->run, Deadline::Never());
    if (!run) return "the run cannot be read: " + run.error().text();
    const Json json = RecallAnswerJson(*answer, *run);
    std::string wrong = CheckTold(
        Without(answer->text + json.dump(), wanted == nullptr ? "" : wanted->token), *looked);
    if (!wrong.empty()) return wrong;
    wrong = CheckItems(json, *looked);
    if (!wrong.empty()) return wrong;
    if (wanted != nullptr && options.search && !wanted->artifact && looked->contains(of)) {
      const std::string name = of == "default" ? wanted->id : of + "/" + wanted->id;
      if (!Ids(json).contains(name)) return "it does not find " + name;
    }
    return CheckNothing(*answer, *looked);
  }
  static std::set<std::string> Ids(const Json& json) {
    std::set<std::string> ids;
    for (const char* list : {"included", "excluded"}) {
      for (const Json& item : json.at(list)) ids.insert(item.at("id").get<std::string>());
    }
    return ids;
  }
  static std::string CheckItems(const Json& json, const std::set<std::string>& looked) {
    for (const std::string& id : Ids(json)) {
      std::string_view name = id;
      if (name.starts_with("profile/")) name.remove_prefix(8);
      const auto slash = name.find('/');
      const std::string space(slash == name.npos ? "default" : name.substr(0, slash));
      if (!looked.contains(space)) return "it has an item " + id;
    }
    return "";
  }
  // Nothing is shown: it is said why.
  std::string CheckNothing(const PacketAnswer& answer, const std::set<std::string>& looked) const {
    const std::string nothing = EmptyRecall(answer);
    const bool shown = std::ranges::any_of(
        answer.packet.sections, [](const packet::Section& each) { return !each.items.empty(); });
    if (shown != nothing.empty()) return "it says of nothing: " + nothing;
    if (shown) return "";
    if (looked.empty() && !nothing.contains("no namespace")) return "closed, but: " + nothing;
    const bool bare = std::ranges::all_of(looked, [this](const std::string& name) {
      const Place* place = world_.Find(name);
      return place->memories.empty() && place->profile.empty();
    });
    if (bare && !looked.empty() && !nothing.contains("no memories")) return "bare, but: " + nothing;
    return "";
  }

  MemoryScope Scope() const { return {.space = space_, .principal = who_}; }

  // What a list or an export has: token by token, all that is open and nothing else.
  std::string CheckAll(std::string_view told) const {
    std::set<std::string> open = readable_;
    if (!space_.empty()) open = {space_};
    std::string wrong = CheckTold(told, open);
    if (!wrong.empty()) return wrong;
    for (const Place& place : world_.places()) {
      if (!open.contains(place.name)) continue;
      for (const Planted& memory : place.memories) {
        if (!told.contains(memory.token)) return "it lacks " + memory.token;
      }
    }
    return "";
  }
  std::string List() {
    const auto loaded = LoadMemories(bench_.place, Scope(), Deadline::Never());
    if (!loaded) return CheckError(loaded.error(), IsWrongSpace());
    if (IsWrongSpace()) return "it is not refused";
    const auto listed = Filter(loaded->memories, {.any_state = true, .artifacts = true});
    return CheckAll(ToJson(listed, listed.size()).dump());
  }
  std::string Export() {
    std::string lines;
    const auto rows = ExportMemories(
        bench_.place, Scope(), [&lines](std::string_view line) { lines += line; },
        Deadline::Never());
    if (!rows) return CheckError(rows.error(), IsWrongSpace());
    if (IsWrongSpace()) return "it is not refused";
    return CheckAll(lines);
  }
  std::string Show() {
    std::string of;
    const Planted* wanted = Any(&of);
    if (wanted == nullptr) return "";
    const auto loaded = LoadMemories(bench_.place, Scope(), Deadline::Never());
    if (!loaded) return CheckError(loaded.error(), IsWrongSpace());
    const bool whole = random_.OneIn(2);
    const auto found = FindMemory(loaded->memories, whole ? of + "/" + wanted->id : wanted->id);
    const bool open = readable_.contains(of) && (space_.empty() || space_ == of);
    if (whole && open != found.has_value())
      return "it is found: " + std::string(open ? "no" : "yes");
    if (!found) return CheckError(found.error(), true, of);
    return CheckTold(ToJson(**found).dump(), readable_);
  }
  std::string Doctor() {
    const auto check =
        CheckMemories(bench_.place, Scope(), test::EngineWorkspace::kNow, Deadline::Never());
    if (!check) return CheckError(check.error(), IsWrongSpace());
    if (IsWrongSpace()) return "it is not refused";
    for (const MemoryIssue& issue : check->issues) {
      if (!issue.space.empty() && !readable_.contains(issue.space)) {
        return "it looks into " + issue.space;
      }
    }
    for (const Place& place : world_.places()) {
      const bool bare = place.memories.empty() && place.name != "default" &&
                        place.name != "shared" && readable_.contains(place.name) &&
                        (space_.empty() || space_ == place.name);
      const bool told = std::ranges::any_of(check->issues, [&](const MemoryIssue& issue) {
        return issue.kind == MemoryIssueKind::kNamespace && issue.space == place.name &&
               issue.text.contains("no memories");
      });
      if (bare != told) return place.name + " is empty, and that is told: " + (told ? "yes" : "no");
    }
    const bool misnamed = fs::exists(bench_.place.project / "namespaces/mis named");
    const bool told = ToJson(*check).dump().contains("mis named");
    if (space_.empty() && misnamed != told) return "the misnamed one is not told";
    return CheckTold(ToJson(*check).dump(), readable_);
  }

  std::string Write(bool& written) {
    const auto before = world_.Files();
    std::string told;
    bool open = false;
    fs::path into;
    const bool done = random_.OneIn(2) ? Add(told, open, into) : Change(told, open, into);
    const auto after = world_.Files();
    if (!told.empty()) return told;
    if (!done) return before == after ? "" : "refused, and something was written";
    if (!open || world_.broken()) return "it is not refused";
    written = true;
    for (const auto& [path, bytes] : after) {
      const auto old = before.find(path);
      const bool same = old != before.end() && old->second == bytes;
      const std::string inside = path.starts_with(into.string() + "/")
                                     ? path.substr(into.string().size() + 1)
                                     : std::string("namespaces/");
      if (!same && path != into && inside.starts_with("namespaces/")) return "it writes to " + path;
    }
    for (const auto& [path, bytes] : before) {
      if (!after.contains(path) && !path.starts_with(into.string() + "/")) {
        return "it removes " + path;
      }
    }
    return "";
  }
  MemoryTarget Target() const {
    MemoryTarget target;
    target.place = bench_.place;
    target.scope = Scope();
    target.now = test::EngineWorkspace::kNow;
    return target;
  }
  // Remembers or imports: something new, what is there, or nearly that. True: it was done.
  bool Add(std::string& wrong, bool& open, fs::path& into) {
    const std::string name = space_.empty() ? "default" : space_;
    open = memory::IsSpaceName(name) && world_.MayWrite(name, who_);
    into = name == "default"  ? bench_.place.project
           : name == "shared" ? bench_.place.shared
                              : bench_.place.project / "namespaces" / name;
    const Place* place = world_.Find(name);
    NewMemory asked;
    asked.text = random_.OneIn(3) ? TextWith("qzq")
                                  : fmt::format("Parrot {} is fed at noon", random_.Below(900));
    std::string said;
    if (random_.OneIn(3) && place != nullptr && !place->memories.empty()) {
      const Planted& same = random_.Pick(place->memories);
      asked.text = same.text;
      said = same.token;
    }
    if (random_.OneIn(4)) {
      const std::string text = random_.OneIn(4) ? "" : asked.text;  // of which nothing is made
      const std::string row = Json({{"text", text}}).dump() + "\n";
      const auto import = ImportMemories(Target(), {.bytes = row, .format = "satchel"});
      if (!import) wrong = CheckError(import.error(), !open || world_.broken());
      return import && import->added > 0;
    }
    if (random_.OneIn(4)) asked.supersedes = "m" + std::to_string(random_.Below(5));
    const auto remembered =
        Remember(Target(), asked, {.force = random_.OneIn(3), .artifacts = random_.OneIn(2)});
    if (!remembered) {
      wrong = CheckError(remembered.error(), !open || world_.broken() || !asked.supersedes.empty());
      return false;
    }
    // Who may write and not read is told only what they said themselves.
    const std::string json = Without(ToJson(*remembered).dump(), said);
    wrong = CheckTold(json, readable_);
    const bool named = !remembered->superseded.empty() || remembered->memory.id.starts_with('m');
    if (wrong.empty() && !readable_.contains(name) && place != nullptr && named) {
      wrong = "it names a memory that is closed: " + json;
    }
    return true;
  }
  bool Change(std::string& wrong, bool& open, fs::path& into) {
    std::string of;
    const Planted* wanted = Any(&of);
    if (wanted == nullptr) return false;
    into = world_.Find(of)->directory;
    open = readable_.contains(of) && world_.MayWrite(of, who_);
    const std::string which = of + "/" + wanted->id;
    const auto edit = [&]() -> Result<MemoryEdit> {
      switch (random_.Below(5)) {
        case 0:
          return Forget(Target(), which, {.reason = "", .purge = random_.OneIn(2)});
        case 1:
          return EditMemory(Target(), which, "Something else is said here");
        case 2:
          return VoteFor(Target(), which, Vote::kDown, "barley");
        case 3:
          return Pin(Target(), which, true);
        default:
          return Expire(Target(), which, test::EngineWorkspace::kNow);
      }
    }();
    const bool reached = !IsWrongSpace() && (space_.empty() || space_ == of);
    if (!edit) wrong = CheckError(edit.error(), !open || !reached, of);
    return edit.has_value();
  }

  Bench& bench_;
  const World& world_;
  Random& random_;
  std::string who_;
  std::string space_;
  std::set<std::string> readable_;
};

TEST(MemorySpacesTest, NothingLeaksAndNothingIsWrittenWhateverTheRules) {
  const std::uint64_t cases = test::CaseCount(600);
  std::unique_ptr<Bench> bench;
  std::size_t tokens = 0;
  std::uint64_t seed = test::FirstSeed();
  for (std::uint64_t done = 0; done < cases; ++seed) {
    if (bench == nullptr || seed % kWorldsOfStore == 0) bench = std::make_unique<Bench>();
    Random random(seed);
    const World world(bench->place, random, tokens);
    bool written = false;
    for (std::size_t i = 0; i < kCasesOfWorld && !written && done < cases; ++i, ++done) {
      const std::string wrong = Case(*bench, world, random).Run(written);
      ASSERT_EQ(wrong, "") << "SATCHEL_SEED=" << seed << ", case " << i;
    }
  }
}

}  // namespace
}  // namespace satchel::engine
