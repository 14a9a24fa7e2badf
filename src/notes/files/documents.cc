#include "notes/files/documents.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/sha256.h"
#include "text/invisible.h"
#include "text/safe_line.h"

namespace satchel::notes {
namespace {

using store::DocumentRow;

// Raised when the same files give other rows than before.
constexpr int kReaderVersion = 5;
constexpr std::size_t kMostTitle = 200;

std::string Visible(std::string_view text) { return text::EscapeInvisible(std::string(text)).text; }

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
                     .title = text::SafeLine(title, kMostTitle),
                     .size = static_cast<std::int64_t>(text.size()),
                     .time = time,
                     .attributes = CanonicalJson(attributes)});
  }

  const Notes& notes_;
  std::unordered_set<std::string> paths_;
  std::vector<DocumentRow> rows_;
};

}  // namespace

std::string DocumentDigest(const Notes& notes, int redaction) {
  Sha256 digest;
  digest.Update(fmt::format("{}.{}\n", kReaderVersion, redaction));
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
  return store::HasDocuments(curated, scope, kDocumentSource, digest);
}

Result<store::DocumentUpdate> UpdateDocuments(store::Database& curated, const store::Scope& scope,
                                              const Notes& notes) {
  return store::UpdateDocuments(curated, scope, kDocumentSource, DocumentDigest(notes),
                                DocumentsOf(notes));
}

}  // namespace satchel::notes
