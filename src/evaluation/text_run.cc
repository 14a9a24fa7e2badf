#include "evaluation/text_run.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/clock.h"
#include "index/lexical/change.h"
#include "index/lexical/merge.h"
#include "index/lexical/writer.h"
#include "memory/rank/conversation.h"
#include "store/sqlite/sqlite_database.h"

namespace satchel::evaluation {
namespace {

constexpr std::string_view kSource = "texts";

std::string Shown(const CorpusText& text) {
  std::string shown;
  if (!text.time.empty()) shown += fmt::format("[{}] ", text.time);
  if (const auto& by = text.speaker.empty() ? text.role : text.speaker; !by.empty()) {
    shown += by + ": ";
  }
  if (!text.title.empty()) shown += text.title + "\n";
  shown += text.text;
  if (!text.caption.empty()) shown += " " + text.caption;
  return shown;
}

// The texts that the same queries are asked of.
struct Group {
  std::vector<rank::Session> sessions;
  std::vector<std::vector<std::size_t>> texts;  // of each turn of each session
  std::vector<std::size_t> queries;
};

class Runner {
 public:
  Runner(const TextSet& set, const TextRunRequest& request) : set_(set), request_(request) {}

  Result<TextRun> Run() {
    const text::TokenCounter& counter = text::CounterFor(request_.tokenizer);
    for (const CorpusText& text : set_.texts) {
      SATCHEL_TRY(request_.deadline.Check("count tokens"));
      run_.tokens.push_back(std::max<std::uint64_t>(counter.Count(Shown(text)), 1));
    }
    PickQueries();
    AddTexts();
    const std::filesystem::path file = request_.work / "texts.db";
    std::error_code error;
    for (const std::string_view end : {"", "-wal", "-shm"}) {
      std::filesystem::remove(file.string() + std::string(end), error);
    }
    auto database = SATCHEL_TRY(store::OpenSqlite(
        {.file = file.string(), .mode = store::SqliteOptions::Mode::kCreate, .full_sync = false}));
    for (auto& [name, group] : groups_) {
      if (group.queries.empty()) continue;
      if (auto asked = AskGroup(*database, name, group); !asked) {
        Error failed = asked.error();
        return std::move(failed).While(fmt::format("group {}", name));
      }
    }
    std::ranges::sort(run_.answers, {}, &TextAnswer::query);
    return std::move(run_);
  }

 private:
  void PickQueries() {
    std::set<std::string_view> ids;
    for (const CorpusText& text : set_.texts) ids.insert(text.id);
    const auto& queries = set_.queries.queries;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (!request_.half.empty() && queries[i].half != request_.half) continue;
      if (request_.limit > 0 && run_.asked == request_.limit) break;
      ++run_.asked;
      if (queries[i].gold.empty()) {
        ++run_.without_gold;
        continue;
      }
      run_.gold_missing += static_cast<std::size_t>(std::ranges::count_if(
          queries[i].gold, [&ids](const std::string& id) { return !ids.contains(id); }));
      groups_[queries[i].group].queries.push_back(i);
    }
  }

  void AddTexts() {
    const bool alone = !set_.is_conversation();
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> sessions;
    for (std::size_t i = 0; i < set_.texts.size(); ++i) {
      const CorpusText& text = set_.texts[i];
      Group& group = groups_[text.group];
      const auto [known, is_new] = sessions.try_emplace(
          {text.group, alone ? std::string_view(text.id) : std::string_view(text.session)},
          group.sessions.size());
      if (is_new) {
        group.sessions.push_back({.key = fmt::format("{:08}", known->second),
                                  .turns = {},
                                  .form = alone ? rank::TextForm::kTexts : rank::TextForm::kTurns});
        group.texts.emplace_back();
      }
      group.sessions[known->second].turns.push_back(
          {.speaker = text.speaker.empty() ? text.role : text.speaker,
           .text = text.title.empty() ? text.text : text.title + "\n" + text.text,
           .caption = text.caption,
           .time = text.said});
      group.texts[known->second].push_back(i);
    }
  }

  Status AskGroup(store::Database& database, const std::string& name, Group& group) {
    auto workspace = SATCHEL_TRY(
        database.AddWorkspace(fmt::format("group/{}", name), name, Time{1}, request_.deadline));
    store::StoreCount count;
    const store::Scope scope{
        .workspace = workspace, .deadline = request_.deadline, .count = &count};
    SATCHEL_TRY(AddDocuments(database, scope, group));
    lexical::Index index(database, kSource, rank::TurnRanking());
    const rank::Conversation conversation(std::move(group.sessions));
    for (const std::size_t query : group.queries) {
      if (request_.progress) request_.progress(name, done_, run_.asked);
      ++done_;
      TextAnswer& answer = run_.answers.emplace_back();
      answer.query = query;
      const std::uint64_t calls = count.calls;
      const auto started = SteadyTicker().Elapsed();
      auto transaction = SATCHEL_TRY(database.Begin(scope, store::Access::kRead));
      const ask::Question question(set_.queries.queries[query].text);
      const auto ranked =
          SATCHEL_TRY(rank::RankConversation(*transaction, index, conversation, question));
      answer.took = SteadyTicker().Elapsed() - started;
      answer.store_calls = count.calls - calls;
      for (const rank::RankedTurn& turn : ranked.turns) {
        answer.texts.push_back(group.texts[turn.session][turn.ordinal]);
        answer.scores.push_back(turn.score);
      }
      for (const rank::RankedSession& session : ranked.sessions) {
        answer.sessions.push_back(set_.texts[group.texts[session.session].front()].session);
      }
    }
    return {};
  }

  static Status AddDocuments(store::Database& database, const store::Scope& scope,
                             const Group& group) {
    lexical::DocumentWriter writer = rank::TurnWriter();
    std::vector<lexical::Change> changes;
    for (const rank::Session& session : group.sessions) {
      changes.push_back({session.key, rank::DocumentsOf(session, writer)});
    }
    auto transaction = SATCHEL_TRY(database.Begin(scope, store::Access::kWrite));
    SATCHEL_TRY(lexical::Apply(*transaction, kSource, rank::TurnRanking(), changes));
    SATCHEL_TRY(transaction->Commit({}));
    return lexical::Fold(database, scope, kSource, rank::TurnRanking());
  }

  const TextSet& set_;
  const TextRunRequest& request_;
  std::map<std::string, Group> groups_;
  TextRun run_;
  std::size_t done_ = 0;
};

}  // namespace

Result<TextRun> RunTextSet(const TextSet& set, const TextRunRequest& request) {
  return Runner(set, request).Run();
}

}  // namespace satchel::evaluation
