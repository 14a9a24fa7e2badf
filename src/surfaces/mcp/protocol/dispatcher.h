#pragma once

#include <string>
#include <string_view>

#include "surfaces/mcp/protocol/catalogue.h"
#include "surfaces/mcp/protocol/exchange.h"
#include "surfaces/mcp/rpc/message.h"

namespace satchel::mcp {

// Answers requests of both eras from one catalogue. It remembers nothing of those who ask. Fixed
// after construction and shared by all threads.
class Dispatcher {
 public:
  explicit Dispatcher(Catalogue catalogue);

  // Whether there is work to do for it. What is in tables, and that a method is unknown, is
  // answered at once and needs no thread of its own.
  bool TakesTime(std::string_view method) const;

  // REQUIRES: the exchange is of a request.
  Answer AnswerTo(std::string_view method, Exchange& exchange) const;

  void TakeResponse(const Message& response) const;

 private:
  Answer Initialize(const Exchange& exchange) const;
  Answer Discover() const;
  Answer List(std::string_view what, const Exchange& exchange) const;
  Answer CallTool(Exchange& exchange) const;
  Answer ReadResource(Exchange& exchange) const;
  Answer GetPrompt(Exchange& exchange) const;
  // Nothing but the body, whatever the era is.
  Answer Body(std::string_view method, Exchange& exchange) const;

  const Catalogue catalogue_;
  const Json capabilities_;
};

// The whole message that answers a request.
Json ReplyTo(const Dispatcher& dispatcher, const Message& request, Exchange& exchange);

}  // namespace satchel::mcp
