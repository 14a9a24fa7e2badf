#include "memory/rank/word_forms.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "text/analyser.h"

namespace satchel::rank {
namespace {

constexpr auto kForms = std::to_array<std::string_view>({"beat beaten",
                                                         "become became",
                                                         "begin began begun",
                                                         "bend bent",
                                                         "bite bit bitten",
                                                         "bleed bled",
                                                         "blow blew blown",
                                                         "break broke broken",
                                                         "bring brought",
                                                         "build built",
                                                         "buy bought",
                                                         "catch caught",
                                                         "child children",
                                                         "choose chose chosen",
                                                         "come came",
                                                         "deal dealt",
                                                         "dig dug",
                                                         "draw drew drawn",
                                                         "dream dreamt",
                                                         "drink drank drunk",
                                                         "drive drove driven",
                                                         "eat ate eaten",
                                                         "fall fell fallen",
                                                         "feed fed",
                                                         "feel felt",
                                                         "fight fought",
                                                         "find found",
                                                         "fly flew flown",
                                                         "foot feet",
                                                         "forget forgot forgotten",
                                                         "forgive forgave",
                                                         "freeze froze frozen",
                                                         "get got gotten",
                                                         "give gave given",
                                                         "go went gone goes going",
                                                         "grow grew grown",
                                                         "hang hung",
                                                         "hear heard",
                                                         "hide hid hidden",
                                                         "hold held",
                                                         "keep kept",
                                                         "knife knives",
                                                         "know knew known",
                                                         "lay laid",
                                                         "lead led",
                                                         "leaf leaves",
                                                         "learn learnt",
                                                         "leave left",
                                                         "lend lent",
                                                         "lie lay lain",
                                                         "life lives",
                                                         "light lit",
                                                         "lose lost",
                                                         "make made",
                                                         "man men",
                                                         "mean meant",
                                                         "meet met",
                                                         "mouse mice",
                                                         "pay paid",
                                                         "person people",
                                                         "ride rode ridden",
                                                         "rise rose risen",
                                                         "run ran",
                                                         "say said",
                                                         "see saw seen",
                                                         "seek sought",
                                                         "sell sold",
                                                         "send sent",
                                                         "shake shook",
                                                         "shine shone",
                                                         "shoot shot",
                                                         "sing sang sung",
                                                         "sink sank sunk",
                                                         "sit sat",
                                                         "sleep slept",
                                                         "speak spoke spoken",
                                                         "spend spent",
                                                         "stand stood",
                                                         "steal stole stolen",
                                                         "stick stuck",
                                                         "strike struck",
                                                         "swear swore",
                                                         "sweep swept",
                                                         "swim swam swum",
                                                         "take took taken",
                                                         "teach taught",
                                                         "tear tore torn",
                                                         "tell told",
                                                         "think thought",
                                                         "throw threw thrown",
                                                         "tooth teeth",
                                                         "understand understood",
                                                         "wake woke woken",
                                                         "wear wore worn",
                                                         "weave wove",
                                                         "wife wives",
                                                         "win won",
                                                         "woman women",
                                                         "write wrote written"});

using Forms = std::map<std::string, std::vector<std::string>, std::less<>>;

Forms ReadForms() {
  Forms forms;
  text::Analyser analyser;
  for (const std::string_view row : kForms) {
    std::vector<std::string> terms;
    for (text::Term& term : analyser.Analyse(row)) {
      if (std::ranges::find(terms, term.text) == terms.end()) terms.push_back(std::move(term.text));
    }
    for (const std::string& term : terms) {
      for (const std::string& other : terms) {
        if (other != term) forms[term].push_back(other);
      }
    }
  }
  return forms;
}

}  // namespace

std::span<const std::string> OtherForms(std::string_view term) {
  static const Forms kByTerm = ReadForms();
  const auto found = kByTerm.find(term);
  if (found == kByTerm.end()) return {};
  return found->second;
}

}  // namespace satchel::rank
