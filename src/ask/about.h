#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ask/judged_sign.h"
#include "ask/question.h"
#include "base/json.h"
#include "base/score.h"

// Whether a prompt is about the workspace. Who asks for a packet is given one; who talks to an
// agent did not ask, and a packet that he has no use for takes room in his conversation.
namespace satchel::ask {

// What the stages found out about a prompt.
struct PromptFacts {
  Question prompt;
  std::size_t keywords = 0;  // beside words that every sentence has
  bool work = false;         // its words say what is to be done: repair, add, test, …
  bool mentions = false;     // it names a path or code that is here
  bool chatter = false;      // what is said to an agent between tasks
  bool can_tell = true;      // its words are of a script that texts here have
  // The most that a text has of what the prompt says, and how many texts have a good part of it.
  Score prose;
  Score code;
  std::size_t good_texts = 0;
  // By name, what the search of the code says (rank::AnswerFloor); empty: no code is indexed.
  std::map<std::string, Score, std::less<>> code_signs = {};
  std::uint64_t documents = 0;  // pieces of code there are
};

struct PromptJudgement {
  bool speaks = false;
  // Empty in a workspace with little code, where signs say little and a simple rule decides.
  std::vector<JudgedSign> signs;
  Score standing;  // the sum of their terms; below zero the prompt is about something else
};

PromptJudgement JudgePrompt(const PromptFacts& facts);

// With what only a packet can tell, which is what texts and mentions say for the prompt, at its
// best. Where this does not speak, JudgePrompt() does not, whatever a packet would have.
PromptJudgement JudgeAtBest(PromptFacts facts);

Json ToJson(const PromptJudgement& judgement);

}  // namespace satchel::ask
