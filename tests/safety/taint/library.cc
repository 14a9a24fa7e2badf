// Requests of the C++ library for taint_test.py: a line of JSON in, a line of JSON out, until the
// input ends. The answer has `text`, `json`, `remarks` and, if the request failed, `failure`.

#include <iostream>
#include <string>

#include <nlohmann/json.hpp>

#include "surfaces/library/satchel.h"

namespace {

using Json = nlohmann::json;

Json AnswerOf(const satchel::Failure& failure) {
  return {{"failure", failure.message + "\n" + failure.hint}};
}

Json AnswerOf(const satchel::Outcome<satchel::PacketAnswer>& packet) {
  if (!packet) return AnswerOf(packet.failure());
  return {{"text", packet->text}, {"json", packet->json}, {"remarks", packet->remarks}};
}

Json AnswerOf(const satchel::Outcome<satchel::Answer>& answer) {
  if (!answer) return AnswerOf(answer.failure());
  return {{"json", answer->json}, {"remarks", answer->remarks}};
}

Json Ask(satchel::Engine& engine, const Json& asked) {
  const auto workspace = asked.at("workspace").get<std::string>();
  const auto task = asked.at("task").get<std::string>();
  const auto method = asked.at("method").get<std::string>();
  const auto rendering =
      asked.at("format") == "prompt" ? satchel::Rendering::kPrompt : satchel::Rendering::kMarkdown;
  if (method == "search") {
    satchel::SearchRequest request;
    request.workspace = workspace;
    request.query = task;
    request.explain = true;
    return AnswerOf(engine.Search(request));
  }
  if (method == "why") {
    satchel::WhyRequest request;
    request.workspace = workspace;
    return AnswerOf(engine.Why(request));
  }
  if (method == "recall") {
    satchel::RecallRequest request;
    request.workspace = workspace;
    request.prompt = task;
    request.rendering = rendering;
    return AnswerOf(engine.Recall(request));
  }
  if (method == "retrieve") {
    satchel::RetrieveRequest request;
    request.workspace = workspace;
    request.task = task;
    request.budget = 3000;
    request.rendering = rendering;
    return AnswerOf(engine.Retrieve(request));
  }
  satchel::PackRequest request;
  request.workspace = workspace;
  request.task = task;
  request.rendering = rendering;
  return AnswerOf(engine.Pack(request));
}

}  // namespace

int main() {
  satchel::Engine engine;
  std::string line;
  while (std::getline(std::cin, line)) {
    std::cout << Ask(engine, Json::parse(line)).dump() << '\n' << std::flush;
  }
}
