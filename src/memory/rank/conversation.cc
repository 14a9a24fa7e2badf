#include "memory/rank/conversation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "base/sort_unique.h"
#include "memory/rank/chat_role.h"
#include "memory/rank/conversation_query.h"
#include "text/unicode.h"

// The turn that answers a question often has none of its words, because they are in the turn before
// it. So what is looked for are sessions, and then every turn of those is a result, with features
// that say what it has itself and what the turns around it have. In the index a key is a session
// and its documents are the turns in their order. One search therefore gives all that a session has
// of the question, and a table of its turns and terms holds it.
//
// What words give is divided by what all words of the question together could give, and not by the
// best turn. A turn with one word of many stays low also when no turn has more. Forms of a word,
// such as `took` for `take`, count as that word. Words that only look alike count when the turn
// does not have the word itself, and by how much they are alike.
namespace satchel::rank {
namespace {

constexpr std::size_t kHits = 2000;
// Those with the best turns. A session is up to a few dozen turns, so that these hold many times
// what an answer shows, and what a question costs does not grow with all that was ever said.
constexpr std::size_t kSessions = 256;
constexpr std::size_t kDatedSessions = 64;
constexpr std::size_t kNear = 4;     // turns to each side
constexpr double kWholeQuery = 1.2;  // what all words of a question give to one turn at most, about
// As many texts without the word as nobody has written yet: of three that are all about the
// release, "release" is not a word that says nothing.
constexpr std::uint64_t kUnwritten = 100;
constexpr double kMostOfOneWord = 1.9;  // of a text that says it again and again
constexpr std::size_t kMostAsked = 12;  // nobody expects a text to have all of a long question

Score Rounded(double value) {
  return Score::FromMillionths(static_cast<std::int64_t>(std::llround(value * Score::kOne)));
}

double Points(lexical::Units units) { return static_cast<double>(units) / lexical::kUnitsInOne; }

// ln((N + 1) / (n + 1/2)): how rare something is. 0 when it is nowhere.
double Rarity(std::uint64_t all, std::uint64_t with) {
  if (with == 0) return 0;
  const Score rarity = Score::Ln((2 * all) + 2) - Score::Ln((2 * with) + 1);
  return static_cast<double>(std::max<std::int64_t>(rarity.millionths(), 0)) / Score::kOne;
}

// The evidence of a session as a table: what each term gives to each turn.
class TermTable {
 public:
  TermTable(const lexical::GroupEvidence& evidence, std::size_t turns,
            const ConversationQuery& query)
      : terms_(query.terms.size()), points_(turns * terms_), times_(terms_) {
    for (const lexical::Occurrence& one : evidence.occurrences) {
      if (one.ordinal >= turns || one.term >= terms_) continue;
      points_[(one.ordinal * terms_) + one.term] = Points(one.units);
      times_[one.term] += lexical::FrequencyIn(one.frequencies, 0);
    }
    // A copy, so that a form counts for its word and not also for forms of that word.
    const std::vector<std::uint64_t> written = times_;
    for (const StandIn& form : query.forms) {
      times_[form.term] += written[form.word];
      for (std::size_t turn = 0; turn < turns; ++turn) {
        double& points = points_[(turn * terms_) + form.term];
        points = std::max(points, At(turn, form.word));
      }
    }
  }
  double At(std::size_t turn, std::size_t term) const { return points_[(turn * terms_) + term]; }
  bool HasAny(std::size_t turn) const {
    const auto first = points_.begin() + static_cast<std::ptrdiff_t>(turn * terms_);
    return std::any_of(first, first + static_cast<std::ptrdiff_t>(terms_),
                       [](double points) { return points > 0; });
  }
  std::uint64_t times(std::size_t term) const { return times_[term]; }

 private:
  std::size_t terms_;
  std::vector<double> points_;
  std::vector<std::uint64_t> times_;
};

// A session whose turns are looked at.
struct PooledSession {
  const ReadSession* session = nullptr;
  std::uint64_t length = 0;
  TermTable table;
  double words = 0;  // of the whole session
};

class Ranker {
 public:
  Ranker(store::Transaction& curated, lexical::Index& index, ConversationReader& conversation,
         const ask::Question& question)
      : index_(index, curated),
        conversation_(conversation),
        query_(ReadConversationQuery(question, conversation.speakers(), conversation.is_dated())) {}

  Result<RankedConversation> Run() {
    SATCHEL_TRY(ReadStandIns());
    SATCHEL_TRY(ReadPool());
    WeighSessions();
    RankedConversation ranked;
    for (std::size_t t = 0; t < query_.words; ++t) ranked.words.push_back(query_.terms[t].text);
    for (const PooledSession& one : pool_) {
      const ReadSession& session = *one.session;
      for (std::size_t turn = 0; turn < session.turns.size(); ++turn) {
        // A text that stands alone has no more than what is in it.
        const bool alone = session.form == TextForm::kTexts;
        if (query_.dates.empty() && !one.table.HasAny(turn) && (alone || !HasNear(one, turn))) {
          continue;
        }
        RankedTurn& result = ranked.turns.emplace_back();
        result.session = session.number;
        result.ordinal = static_cast<std::uint32_t>(turn);
        result.values = ValuesOf(one, turn);
        result.score = ScoreOf(result.values, session.form);
        SetShare(one, turn, result);
      }
    }
    std::ranges::sort(ranked.turns, [](const RankedTurn& left, const RankedTurn& right) {
      if (left.score != right.score) return left.score > right.score;
      return std::pair(left.session, left.ordinal) < std::pair(right.session, right.ordinal);
    });
    ranked.sessions = SessionsOf(ranked.turns);
    return ranked;
  }

 private:
  Status ReadStandIns() {
    std::vector<std::string> words;
    for (std::size_t t = 0; t < query_.words; ++t) words.push_back(query_.terms[t].text);
    if (words.empty()) return {};
    const AlikeWords* vocabulary = SATCHEL_TRY(conversation_.Vocabulary(words));
    AddStandIns(*vocabulary, query_);
    return {};
  }

  Status ReadPool() {
    if (query_.terms.empty()) return {};
    auto found = SATCHEL_TRY(index_.Search(query_.terms, {.limit = kHits, .groups = kSessions}));
    const std::uint64_t all = found.statistics.documents;
    std::vector<std::uint64_t> documents = found.documents;
    for (const StandIn& form : query_.forms) {
      documents[form.term] += found.documents[form.word];
    }
    for (std::size_t t = 0; t < query_.words; ++t) {
      rarities_.push_back(Rarity(all, std::min(all, documents[t])));
      total_ += rarities_.back();
      worths_.push_back(
          query_.asks[t] ? 0 : Rarity(all + kUnwritten, std::max<std::uint64_t>(documents[t], 1)));
    }
    SumWorths();
    if (total_ <= 0) total_ = Rarity(all, 1);  // there are stand-ins alone
    sessions_ = found.all_groups;
    length_ = found.statistics.lengths[0];
    SATCHEL_TRY(AddSessions(found.groups));
    const auto dated = SATCHEL_TRY(SessionsOfAskedTime(found.groups));
    if (dated.empty()) return {};
    const auto more = SATCHEL_TRY(index_.Look(query_.terms, dated));
    return AddSessions(more);
  }

  Status AddSessions(std::span<const lexical::GroupEvidence> groups) {
    std::vector<std::string> keys;
    for (const lexical::GroupEvidence& group : groups) keys.push_back(group.key);
    const auto sessions = SATCHEL_TRY(conversation_.Sessions(keys));
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (sessions[i] == nullptr) continue;
      pool_.push_back({.session = sessions[i],
                       .length = groups[i].lengths[0],
                       .table = TermTable(groups[i], sessions[i]->turns.size(), query_)});
    }
    return {};
  }

  // That are not among those that were found.
  Result<std::vector<std::string>> SessionsOfAskedTime(
      std::span<const lexical::GroupEvidence> found) {
    if (query_.dates.empty()) return std::vector<std::string>();
    auto keys = SATCHEL_TRY(conversation_.SaidWhen(
        [this](const Date& said) { return query_.dates.SaidAt(said) >= 1; }));
    std::set<std::string_view> known;
    for (const lexical::GroupEvidence& group : found) known.insert(group.key);
    std::erase_if(keys, [&known](const std::string& key) { return known.contains(key); });
    if (keys.size() > kDatedSessions) keys.resize(kDatedSessions);
    return keys;
  }

  // BM25 over whole sessions.
  void WeighSessions() {
    constexpr double kK1 = 1.2;
    constexpr double kB = 0.75;
    std::vector<double> rarities;
    for (std::size_t t = 0; t < query_.words; ++t) {
      const auto with = static_cast<std::uint64_t>(std::ranges::count_if(
          pool_, [t](const PooledSession& one) { return one.table.times(t) > 0; }));
      rarities.push_back(Rarity(std::max<std::uint64_t>(sessions_, with), with));
    }
    const double average = static_cast<double>(std::max<std::uint64_t>(length_, 1)) /
                           static_cast<double>(std::max<std::uint64_t>(sessions_, 1));
    for (PooledSession& one : pool_) {
      const double norm = kK1 * (1 - kB + (kB * static_cast<double>(one.length) / average));
      for (std::size_t t = 0; t < query_.words; ++t) {
        const auto times = static_cast<double>(one.table.times(t));
        one.words += rarities[t] * times * (kK1 + 1) / (times + norm);
      }
      best_session_ = std::max(best_session_, one.words);
    }
  }

  double Words(const PooledSession& one, std::size_t turn) const {
    double sum = 0;
    for (std::size_t t = 0; t < query_.words; ++t) sum += one.table.At(turn, t);
    return sum;
  }

  // What another turn of the session has of the words that this one lacks.
  double Gain(const PooledSession& one, std::size_t turn, std::ptrdiff_t step) const {
    const std::size_t other = turn + static_cast<std::size_t>(step);  // wraps below the first
    if (other >= one.session->turns.size()) return 0;
    double sum = 0;
    for (std::size_t t = 0; t < query_.words; ++t) {
      sum += std::max(0.0, one.table.At(other, t) - one.table.At(turn, t));
    }
    return sum;
  }

  double Alike(const PooledSession& one, std::size_t turn) const {
    double sum = 0;
    for (auto at = query_.stand_ins.begin(); at != query_.stand_ins.end();) {
      const std::uint32_t term = at->term;
      double best = 0;
      for (; at != query_.stand_ins.end() && at->term == term; ++at) {
        best = std::max(best, one.table.At(turn, at->word) * at->alike);
      }
      if (one.table.At(turn, term) <= 0) sum += best;
    }
    return sum;
  }

  // The turns around one, itself included: from the first to one past the last.
  static std::pair<std::size_t, std::size_t> Around(const PooledSession& one, std::size_t turn) {
    return {turn - std::min(turn, kNear), std::min(one.session->turns.size(), turn + kNear + 1)};
  }

  // Whether a turn around this one has a word of the question. A turn that only belongs to the same
  // session is not a result.
  static bool HasNear(const PooledSession& one, std::size_t turn) {
    const auto [begin, end] = Around(one, turn);
    for (std::size_t i = begin; i < end; ++i) {
      if (one.table.HasAny(i)) return true;
    }
    return false;
  }

  double Near(const PooledSession& one, std::size_t turn) const {
    const auto [begin, end] = Around(one, turn);
    double sum = 0;
    for (std::size_t t = 0; t < query_.words; ++t) {
      for (std::size_t i = begin; i < end; ++i) {
        if (one.table.At(i, t) <= 0) continue;
        sum += rarities_[t];
        break;
      }
    }
    return sum;
  }

  // Who asks a model tells it what there is to know about them, and asks in nearly every turn. So a
  // question does not speak against the user's turn, and what follows one is no answer to look for:
  // otherwise the long reply to the right turn stands before it.
  ChatRole RoleOfTurn(const ReadTurn& turn) const {
    return turn.speaker ? RoleOf(conversation_.speakers()[*turn.speaker]) : ChatRole::kNone;
  }

  TurnValues ValuesOf(const PooledSession& one, std::size_t turn) const {
    const auto& turns = one.session->turns;
    const ReadTurn& read = turns[turn];
    const ChatRole role = RoleOfTurn(read);
    TurnValues values{};
    const auto set = [&values](TurnFeature feature, double value) {
      At(values, feature) = Rounded(value);
    };
    const double whole = kWholeQuery * total_;
    if (whole > 0) {
      set(TurnFeature::kWords, Words(one, turn) / whole);
      set(TurnFeature::kAlike, Alike(one, turn) / whole);
    }
    if (whole > 0 && one.session->form == TextForm::kTurns) {
      const std::array gains = {Gain(one, turn, -1), Gain(one, turn, 1), Gain(one, turn, -2),
                                Gain(one, turn, 2) / 2};
      set(TurnFeature::kNeighbours, std::ranges::max(gains) / whole);
      if (turn > 0 && turns[turn - 1].signs.asks && role == ChatRole::kNone) {
        set(TurnFeature::kAnswer, Words(one, turn - 1) / whole);
      }
      set(TurnFeature::kNear, Near(one, turn) / total_);
    }
    if (best_session_ > 0) set(TurnFeature::kSession, one.words / best_session_);
    if (query_.speakers.size() == 1 && read.speaker == query_.speakers.front()) {
      set(TurnFeature::kSpeaker, 1);
    }
    if (read.said && !query_.dates.empty()) {
      set(TurnFeature::kDate, query_.dates.SaidAt(*read.said));
      const bool mentioned = std::ranges::any_of(
          read.mentioned, [this](const Date& date) { return query_.dates.Fits(date); });
      set(TurnFeature::kMentioned, mentioned ? 1 : 0);
    }
    set(TurnFeature::kKind, HasKind(read.signs, query_.kind));
    const bool asked = read.signs.is_asked && role != ChatRole::kUser;
    set(TurnFeature::kQuestion, asked ? 1 : 0);
    set(TurnFeature::kTold, role == ChatRole::kUser ? 1 : 0);
    return values;
  }

  // What all words that are asked for are worth, the rarest of a long question.
  void SumWorths() {
    std::vector<double> sorted = worths_;
    std::ranges::sort(sorted, std::ranges::greater());
    if (sorted.size() > kMostAsked) sorted.resize(kMostAsked);
    for (const double worth : sorted) all_worth_ += worth;
  }

  void SetShare(const PooledSession& one, std::size_t turn, RankedTurn& result) const {
    double sum = 0;
    for (std::uint32_t t = 0; t < query_.words; ++t) {
      const double points = one.table.At(turn, t);
      if (points <= 0) continue;
      result.words.push_back(t);
      if (rarities_[t] > 0) sum += worths_[t] * std::min(points / rarities_[t], kMostOfOneWord);
    }
    if (all_worth_ > 0) result.share = Rounded(std::min(1.0, sum / all_worth_));
    std::ranges::sort(result.words, [this](std::uint32_t left, std::uint32_t right) {
      return std::pair(-worths_[left], left) < std::pair(-worths_[right], right);
    });
  }

  static std::vector<RankedSession> SessionsOf(std::span<const RankedTurn> turns) {
    std::map<std::size_t, std::pair<std::size_t, Score>> by_session;
    for (const RankedTurn& turn : turns) {
      auto& [count, score] = by_session[turn.session];
      if (count == 3) continue;
      score += turn.score.Times(Score::Ratio(4 >> count, 4));
      ++count;
    }
    std::vector<RankedSession> sessions;
    for (const auto& [session, best] : by_session) sessions.push_back({session, best.second});
    std::ranges::sort(sessions, [](const RankedSession& left, const RankedSession& right) {
      return left.score != right.score ? left.score > right.score : left.session < right.session;
    });
    return sessions;
  }

  lexical::IndexView index_;
  ConversationReader& conversation_;
  ConversationQuery query_;
  std::vector<double> rarities_;  // of each word
  double total_ = 0;              // of all
  std::vector<double> worths_;    // of each word, for the share of the question
  double all_worth_ = 0;
  std::uint64_t sessions_ = 0;
  std::uint64_t length_ = 0;  // of all sessions
  double best_session_ = 0;
  std::vector<PooledSession> pool_;
};

// One that was handed over.
class HandedOver final : public ConversationReader {
 public:
  explicit HandedOver(const Conversation& conversation) : conversation_(conversation) {}

  std::span<const std::string> speakers() const override { return conversation_.speakers(); }
  bool is_dated() const override { return conversation_.is_dated(); }
  Result<const AlikeWords*> Vocabulary(std::span<const std::string> /*words*/) override {
    return &conversation_.vocabulary();
  }
  Result<std::vector<const ReadSession*>> Sessions(std::span<const std::string> keys) override {
    std::vector<const ReadSession*> sessions;
    for (const std::string& key : keys) {
      const auto found = conversation_.Find(key);
      sessions.push_back(found ? &conversation_.sessions()[*found] : nullptr);
    }
    return sessions;
  }
  Result<std::vector<std::string>> SaidWhen(const Fits& fits) override {
    std::vector<std::string> keys;
    for (const ReadSession& session : conversation_.sessions()) {
      if (session.form == TextForm::kTexts) continue;
      const bool fitting = std::ranges::any_of(
          session.turns, [&fits](const ReadTurn& turn) { return turn.said && fits(*turn.said); });
      if (fitting) keys.push_back(session.key);
    }
    return keys;
  }

 private:
  const Conversation& conversation_;
};

}  // namespace

std::string SpeakerName(std::string_view speaker) {
  std::string name;
  for (const text::Term& word : text::Words(speaker)) {
    if (!name.empty()) name += ' ';
    name += word.text;
  }
  return name;
}

const lexical::Ranking& TurnRanking() {
  static constexpr lexical::Ranking kRanking = {.fields = 1, .k1 = 900, .b = 400};
  return kRanking;
}

lexical::DocumentWriter TurnWriter() { return lexical::DocumentWriter(TurnRanking().fields); }

std::string DocumentsOf(const Session& session, lexical::DocumentWriter& writer) {
  for (const Turn& turn : session.turns) {
    writer.Add(0, turn.text);
    if (!turn.caption.empty()) writer.Add(0, turn.caption);
    writer.EndDocument();
  }
  return writer.Take();
}

Conversation::Conversation(std::vector<Session> sessions) {
  for (const Session& session : sessions) {
    for (const Turn& turn : session.turns) {
      if (std::string name = SpeakerName(turn.speaker); !name.empty()) {
        speakers_.push_back(std::move(name));
      }
    }
  }
  SortUnique(speakers_);
  text::Analyser analyser;
  const auto add_words = [this, &analyser](std::string_view text) {
    analyser.ForEach(text, [this](std::string_view term, text::ByteRange, text::TermKind) {
      vocabulary_.Add(term);
    });
  };
  for (Session& session : sessions) {
    by_key_.emplace(session.key, sessions_.size());
    ReadSession& read = sessions_.emplace_back();
    read.number = sessions_.size() - 1;
    read.key = std::move(session.key);
    read.form = session.form;
    for (const Turn& turn : session.turns) {
      ReadTurn& one = read.turns.emplace_back();
      const std::vector<text::Term> words = text::Words(turn.text);
      one.signs = SignsOf(turn.text, words, speakers_);
      if (const std::string name = SpeakerName(turn.speaker); !name.empty()) {
        one.speaker =
            static_cast<std::size_t>(std::ranges::lower_bound(speakers_, name) - speakers_.begin());
      }
      if (turn.time) one.said = DateOf(*turn.time);
      is_dated_ = is_dated_ || one.said.has_value();
      if (one.said) one.mentioned = MentionedDates(words, *one.said);
      add_words(turn.text);
      add_words(turn.caption);
    }
  }
}

std::optional<std::size_t> Conversation::Find(std::string_view key) const {
  const auto found = by_key_.find(key);
  return found == by_key_.end() ? std::nullopt : std::optional(found->second);
}

Result<RankedConversation> RankConversation(store::Transaction& curated, lexical::Index& index,
                                            const Conversation& conversation,
                                            const ask::Question& question) {
  HandedOver reader(conversation);
  return Ranker(curated, index, reader, question).Run();
}

Result<RankedConversation> RankConversation(store::Transaction& curated, lexical::Index& index,
                                            ConversationReader& conversation,
                                            const ask::Question& question) {
  return Ranker(curated, index, conversation, question).Run();
}

}  // namespace satchel::rank
