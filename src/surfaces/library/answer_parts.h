#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "code/requests/code_refresh.h"
#include "engine/engine.h"
#include "engine/requests/packets.h"
#include "packet/render/json_text.h"
#include "surfaces/library/satchel.h"
#include "surfaces/library/workspaces.h"
#include "text/token_counter.h"

// What several requests share.
namespace satchel::library {

// The bytes that the command line prints.
using packet::JsonText;

// kInvalidInput: it is empty or too long. `what` is for the error: "task".
Status CheckText(const std::string& what, const std::string& text);

// Budget, tokenizer and rendering as they were asked for; what is not stays as it is.
struct PacketWish {
  std::optional<std::size_t> budget;
  std::optional<text::Tokenizer> tokenizer;
  engine::Rendering rendering = engine::Rendering::kPrompt;

  void FillIn(engine::PacketRequest& request) const;
};
// kInvalidInput: no such budget or tokenizer.
Result<PacketWish> WishOf(std::optional<std::size_t> budget, const std::string& tokenizer,
                          Rendering rendering);
engine::Rendering RenderingOf(Rendering rendering);

// `json`: the whole answer, of JsonText().
PacketAnswer AnswerOf(const engine::PacketAnswer& made, std::string json);

// Asks an engine whose index is up to date as far as that is quick, and makes it where there is
// none. What an answer may lack then is among the remarks.
Result<engine::CodeRefresh> AskCode(Workspaces& workspaces, const std::string& workspace,
                                    const Deadline& deadline, std::vector<std::string>& remarks,
                                    const std::function<Status(engine::Engine& engine)>& ask);

}  // namespace satchel::library
