#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/question.h"
#include "base/result.h"
#include "base/score.h"
#include "base/time.h"
#include "index/lexical/document_writer.h"
#include "index/lexical/index.h"
#include "memory/rank/alike_words.h"
#include "memory/rank/conversation_feature.h"
#include "memory/rank/dates.h"
#include "memory/rank/turn_signs.h"
#include "store/database.h"

// Turns of conversations in the order in which they answer a question, without a model: by words in
// them and beside them, by who said them and when. The lexical index knows the words; what only the
// text shows is read from the turns themselves: from those that the caller hands over, or from what
// the caller has kept of them.
namespace satchel::rank {

struct Turn {
  std::string speaker;  // empty: nobody is named
  std::string text;
  std::string caption;  // what a picture in it shows
  std::optional<Time> time;
};

// A key of the lexical index; its documents are the turns, in their order.
struct Session {
  std::string key;
  std::vector<Turn> turns;
  TextForm form = TextForm::kTurns;
};

// How the index of conversations is made.
const lexical::Ranking& TurnRanking();
// The documents of a session, for lexical::Change. REQUIRES: a writer of TurnWriter().
std::string DocumentsOf(const Session& session, lexical::DocumentWriter& writer);
lexical::DocumentWriter TurnWriter();

// What the text of a turn shows.
struct ReadTurn {
  TurnSigns signs;
  std::optional<std::size_t> speaker;  // index into the speakers
  std::optional<Date> said;
  std::vector<Date> mentioned;
};
struct ReadSession {
  std::size_t number = 0;  // RankedTurn::session
  std::string key;
  std::vector<ReadTurn> turns;
  TextForm form = TextForm::kTurns;
};

// A name as questions are compared with it: words, folded. Empty: nobody.
std::string SpeakerName(std::string_view speaker);

// What a ranking asks about a conversation beside the words that the index has. All that it hands
// out lives as long as it. Confined to one thread.
class ConversationReader {
 public:
  virtual ~ConversationReader() = default;

  virtual std::span<const std::string> speakers() const = 0;  // folded, each once, sorted
  virtual bool is_dated() const = 0;                          // of some turn it is known when
  // At least the words with the same beginnings as these.
  virtual Result<const AlikeWords*> Vocabulary(std::span<const std::string> words) = 0;
  // One for each key; null: it is not of this conversation.
  virtual Result<std::vector<const ReadSession*>> Sessions(std::span<const std::string> keys) = 0;
  // The keys of sessions of turns, some of which were said at a date that fits, in the order of
  // the conversation.
  using Fits = std::function<bool(const Date& said)>;
  virtual Result<std::vector<std::string>> SaidWhen(const Fits& fits) = 0;
};

// A conversation that was handed over: read once, asked many times. Its words are the only ones
// that can stand in for one that a turn lacks. Immutable.
class Conversation {
 public:
  // REQUIRES: keys are distinct.
  explicit Conversation(std::vector<Session> sessions);

  std::span<const ReadSession> sessions() const { return sessions_; }
  std::optional<std::size_t> Find(std::string_view key) const;
  std::span<const std::string> speakers() const { return speakers_; }  // folded names, each once
  const AlikeWords& vocabulary() const { return vocabulary_; }
  bool is_dated() const { return is_dated_; }  // of some turn it is known when

 private:
  std::vector<ReadSession> sessions_;
  std::map<std::string, std::size_t, std::less<>> by_key_;
  std::vector<std::string> speakers_;
  AlikeWords vocabulary_;
  bool is_dated_ = false;
};

struct RankedTurn {
  std::size_t session = 0;    // of the conversation
  std::uint32_t ordinal = 0;  // of the turn in it
  Score score;
  TurnValues values;
  // From 0 to 1: how much of what the question says is in it. What the words around a question say
  // (`do you remember`) does not count, and with few texts every word is rare.
  Score share;
  std::vector<std::uint32_t> words;  // that it has, of RankedConversation::words; rarest first
};

struct RankedSession {
  std::size_t session = 0;
  Score score;  // of its three best turns: the second half, the third a quarter
};

struct RankedConversation {
  std::vector<RankedTurn> turns;        // best first, then as they were said
  std::vector<RankedSession> sessions;  // best first, then as the conversation has them
  std::vector<std::string> words;       // stems that were looked for
};

// It looks at the sessions with the best turns by words, and at those of the time asked about: as
// many for every limit, so that a larger one only shows more. Turns that were indexed and are not
// in the conversation are left out.
Result<RankedConversation> RankConversation(store::Transaction& curated, lexical::Index& index,
                                            const Conversation& conversation,
                                            const ask::Question& question);
Result<RankedConversation> RankConversation(store::Transaction& curated, lexical::Index& index,
                                            ConversationReader& conversation,
                                            const ask::Question& question);

}  // namespace satchel::rank
