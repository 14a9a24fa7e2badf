#include "sources/notes/documents.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/sha256.h"
#include "text/invisible.h"
#include "text/redactor.h"
#include "text/utf8.h"

namespace satchel::notes {
namespace {

using store::DocumentRow;

// Raised when the same files give other rows than before.
constexpr int kReaderVersion = 1;
constexpr std::size_t kMostTitle = 200;
constexpr std::int64_t kPage = 5'000;

std::string Visible(std::string_view text) { return text::EscapeInvisible(std::string(text)).text; }

std::string SafeTitle(std::string_view title) {
  return text::Ellipsize(text::Redactor::Default().Redact(Visible(title)).text, kMostTitle);
}

class Rows {
 public:
  explicit Rows(const Notes& notes) : notes_(notes) {}

  void AddRules(std::string_view kind, const std::vector<Rule>& rules) {
    for (const Rule& rule : rules) {
      Add(rule, kind, rule.text.substr(0, rule.text.find('\n')), rule.text, Json::object());
    }
  }
  void AddTasks() {
    for (const Task& task : notes_.tasks) {
      Add(task, "task", task.summary, task.text, {{"state", Name(task.state)}}, task.time);
    }
  }
  void AddEntries(std::string_view kind, const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
      Add(entry, kind, entry.title, fmt::format("{}\n\n{}", entry.title, entry.body),
          {{"superseded", entry.superseded}}, entry.time);
    }
  }

  std::vector<DocumentRow> Sorted() && {
    std::ranges::sort(rows_, {}, &DocumentRow::path);
    return std::move(rows_);
  }

 private:
  template <class Item>
  void Add(const Item& item, std::string_view kind, std::string_view title, const std::string& text,
           Json attributes, std::optional<Time> time = std::nullopt) {
    const File& file = notes_.files[item.file];
    std::string path = Visible(item.id);
    // Of two whose escaped ids are the same the first stays, as in a packet.
    if (!paths_.insert(path).second) return;
    const Digest digest = Sha256Of(text);
    attributes["file"] = Visible(file.path);
    attributes["line"] = item.line;
    rows_.push_back({.source = std::string(kDocumentSource),
                     .path = std::move(path),
                     .digest = std::string(digest.bytes.begin(), digest.bytes.end()),
                     .kind = std::string(kind),
                     .role = std::string(Name(file.role)),
                     .title = SafeTitle(title),
                     .size = static_cast<std::int64_t>(text.size()),
                     .time = time,
                     .attributes = CanonicalJson(attributes)});
  }

  const Notes& notes_;
  std::unordered_set<std::string> paths_;
  std::vector<DocumentRow> rows_;
};

// What has to happen to the rows that are there.
struct Difference {
  std::vector<DocumentRow> put;  // those without a number are new
  std::vector<std::int64_t> removed;
};

Result<Difference> Compare(store::CuratedChange& change, std::vector<DocumentRow> wanted) {
  std::unordered_map<std::string_view, DocumentRow*> by_path;
  by_path.reserve(wanted.size());
  for (DocumentRow& row : wanted) by_path.emplace(row.path, &row);
  Difference difference;
  std::unordered_map<const DocumentRow*, bool> changed;  // of those that are there
  for (std::int64_t after = 0;;) {
    const auto page = change.Documents(kDocumentSource, after, kPage);
    if (!page) return std::unexpected(page.error());
    for (const DocumentRow& there : *page) {
      const auto found = by_path.find(there.path);
      if (found == by_path.end() || changed.contains(found->second)) {
        difference.removed.push_back(there.id);
        continue;
      }
      found->second->id = there.id;
      changed.emplace(found->second, *found->second != there);
    }
    if (std::ssize(*page) < kPage) break;
    after = page->back().id;
  }
  for (DocumentRow& row : wanted) {
    const auto known = changed.find(&row);
    if (known == changed.end() || known->second) difference.put.push_back(std::move(row));
  }
  return difference;
}

}  // namespace

std::string DocumentDigest(const Notes& notes) {
  Sha256 digest;
  digest.Update(fmt::format("{}\n", kReaderVersion));
  for (const File& file : notes.files) {
    const std::string of_text = file.digest.empty() ? Sha256Of(file.text).Hex() : file.digest;
    digest.Update(
        fmt::format("{} {} {} {}\n", of_text, Name(file.role), file.path.size(), file.path));
  }
  return digest.Finish().Hex();
}

std::vector<DocumentRow> DocumentsOf(const Notes& notes) {
  Rows rows(notes);
  rows.AddRules("rule", notes.constitution);
  rows.AddTasks();
  rows.AddRules("convention", notes.conventions);
  rows.AddEntries("decision", notes.decisions);
  rows.AddEntries("learning", notes.learnings);
  return std::move(rows).Sorted();
}

Result<bool> HasDocuments(store::Database& curated, const store::Scope& scope,
                          std::string_view digest) {
  const std::array names = {std::string(kDocumentState)};
  const auto state = store::CuratedReader(curated).State(scope, names);
  if (!state) return std::unexpected(state.error());
  const auto found = state->find(names.front());
  return found != state->end() && found->second == digest;
}

Result<DocumentUpdate> UpdateDocuments(store::Database& curated, const store::Scope& scope,
                                       const Notes& notes) {
  std::vector<DocumentRow> wanted = DocumentsOf(notes);
  auto change = store::CuratedChange::Begin(curated, scope);
  if (!change) return std::unexpected(change.error());
  // The counter's row is locked from here to the commit, so that nobody else compares
  // meanwhile: PostgreSQL would let both add the same path.
  auto next = change->AllotDocumentIds(kDocumentSource, 1);
  if (!next) return std::unexpected(next.error());
  auto difference = Compare(*change, std::move(wanted));
  if (!difference) return std::unexpected(difference.error());
  const auto fresh = std::ranges::count(difference->put, 0, &DocumentRow::id);
  if (fresh > 1) next = change->AllotDocumentIds(kDocumentSource, fresh);
  if (!next) return std::unexpected(next.error());
  for (DocumentRow& row : difference->put) {
    if (row.id == 0) row.id = (*next)++;
  }
  Status done;
  if (!difference->removed.empty()) {
    done = change->RemoveDocuments(kDocumentSource, difference->removed);
  }
  for (std::span<const DocumentRow> rest = difference->put; done && !rest.empty();) {
    const auto part = rest.first(std::min<std::size_t>(rest.size(), kPage));
    done = change->PutDocuments(part);
    rest = rest.subspan(part.size());
  }
  if (done) done = change->PutState(kDocumentState, DocumentDigest(notes));
  if (done) done = std::move(*change).Commit();
  if (!done) return std::unexpected(done.error());
  return DocumentUpdate{.put = difference->put.size(), .removed = difference->removed.size()};
}

}  // namespace satchel::notes
