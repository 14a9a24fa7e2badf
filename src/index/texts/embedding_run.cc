#include "index/texts/embedding_run.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/sha256.h"
#include "base/trimmed.h"
#include "index/vector/quantise.h"
#include "store/vectors.h"

// The rows are the memory of a run: nothing else says how far it came. It reads the keys and the
// hashes of all texts that have vectors, goes through the documents in their order, and for each
// part of one that has no row looks up its texts by their hashes. What is left is sent; behind each
// answer one transaction puts the rows of all parts that are complete by it.
//
// A kill between the answer and the commit costs that answer, at most 64 texts, and nothing else
// can be lost or come twice. A row is put under the digest of the content that was read, so it
// cannot be taken for another content's, whatever happens to the document meanwhile.
namespace satchel::retrieval {
namespace {

using store::kTextsOfRow;

constexpr std::int64_t kPage = 5'000;
constexpr std::size_t kDocumentsAtOnce = 16;
constexpr std::size_t kMostFailures = 3;  // one behind the other
constexpr std::size_t kLeastKept = 256;   // rows of before
constexpr std::chrono::seconds kTimeToKeep{10};

std::string HashOf(std::string_view text) {
  const Digest digest = Sha256Of(text);
  return {digest.bytes.begin(), digest.bytes.begin() + store::kTextHashBytes};
}

std::size_t PartsOf(std::size_t texts) { return (texts + kTextsOfRow - 1) / kTextsOfRow; }

// A part of a document that has no row yet.
struct Part {
  store::VectorKey key;
  std::size_t texts_of_document = 0;
  std::vector<std::string> hashes;
};

class Run {
 public:
  Run(store::Database& curated, const store::Scope& scope, std::span<const VectorSource> sources,
      const EmbeddingRun& run)
      : curated_(curated), scope_(scope), sources_(sources), run_(run) {}

  Result<EmbeddingReport> Do() {
    SATCHEL_TRY(ReadKnown());
    SATCHEL_TRY(MarkCurrent());
    for (const VectorSource& source : sources_) total_ += source.documents.size();
    report_.documents = total_;
    for (const VectorSource& source : sources_) {
      if (report_.stopped.empty()) SATCHEL_TRY(Embed(source));
    }
    if (report_.stopped.empty()) SATCHEL_TRY(Flush());
    if (report_.stopped.empty()) SATCHEL_TRY(RemoveOld());
    for (const VectorSource& source : sources_) {
      for (const VectorDocument& document : source.documents) {
        if (IsComplete(source.name, document)) ++report_.with_vectors;
      }
    }
    return report_;
  }

 private:
  // A text that has a vector.
  struct Home {
    store::VectorKey key;
    std::size_t place = 0;  // in the row
  };
  struct Content {
    std::size_t texts = 0;
    std::set<std::int64_t> parts;
    bool current = false;
  };
  using ContentKey = std::tuple<std::string, std::string, std::string>;  // source, name, digest

  Status ReadKnown() {
    contents_.clear();
    homes_.clear();
    others_ = false;
    const auto transaction = SATCHEL_TRY(curated_.Begin(scope_, store::Access::kRead));
    change_ = SATCHEL_TRY(store::LastVectorChange(*transaction));
    store::VectorKey after{.space = run_.space, .source = {}, .document = {}, .digest = {}};
    for (;;) {
      auto page = SATCHEL_TRY(
          store::ReadVectorPage(*transaction, store::VectorDetail::kHashes, after, kPage));
      for (const store::VectorRow& row : page) Know(row);
      if (std::ssize(page) < kPage) return {};
      after = std::move(page.back().key);
    }
  }

  void Know(const store::VectorRow& row) {
    Content& content = contents_[{row.key.source, row.key.document, row.key.digest}];
    content.texts = static_cast<std::size_t>(row.texts);
    content.parts.insert(row.key.part);
    content.current = row.current;
    if (row.dimensions > 0) dimensions_ = row.dimensions;
    for (std::size_t i = 0; (i + 1) * store::kTextHashBytes <= row.hashes.size(); ++i) {
      homes_.try_emplace(row.hashes.substr(i * store::kTextHashBytes, store::kTextHashBytes),
                         Home{.key = row.key, .place = i});
    }
  }

  bool IsComplete(const std::string& source, const VectorDocument& document) const {
    const auto found = contents_.find({source, document.name, document.digest});
    return found != contents_.end() && found->second.parts.size() == PartsOf(found->second.texts);
  }

  // What came back is current again, what is gone no longer.
  Status MarkCurrent() {
    std::vector<store::VectorKey> changed;
    for (const VectorSource& source : sources_) {
      std::map<std::string_view, std::string_view> wanted;
      for (const VectorDocument& document : source.documents) {
        wanted.emplace(document.name, document.digest);
      }
      for (auto& [key, content] : contents_) {
        const auto& [name, document, digest] = key;
        if (name != source.name) continue;
        const auto found = wanted.find(document);
        const bool gone = found == wanted.end();
        if (gone ? !content.current : content.current || found->second != digest) continue;
        changed.push_back({.space = run_.space,
                           .source = name,
                           .document = document,
                           .digest = gone ? "" : digest});
        content.current = !gone;
      }
    }
    return changed.empty() ? Status() : Change([&](store::Transaction& transaction) {
      return store::SetCurrent(transaction, changed, change_);
    });
  }

  Status Embed(const VectorSource& source) {
    std::vector<VectorDocument> missing;
    for (const VectorDocument& document : source.documents) {
      if (!IsComplete(source.name, document)) missing.push_back(document);
    }
    done_ += source.documents.size() - missing.size();
    for (std::span<const VectorDocument> rest = missing; !rest.empty();) {
      const auto some = rest.first(std::min(rest.size(), kDocumentsAtOnce));
      rest = rest.subspan(some.size());
      const auto texts = SATCHEL_TRY(source.texts(some));
      for (std::size_t i = 0; i < some.size(); ++i) {
        SATCHEL_TRY(Add(source.name, some[i], texts[i]));
        if (!report_.stopped.empty()) return {};
      }
      if (run_.progress) run_.progress({.done = done_, .total = total_});
    }
    return {};
  }

  Status Add(const std::string& source, const VectorDocument& document,
             const DocumentTexts& texts) {
    ++done_;
    if (!texts) {
      ++report_.unread;
      return {};
    }
    if (texts->empty()) {
      --report_.documents;  // nothing to be found in it
      return {};
    }
    for (std::size_t part = 0; part < PartsOf(texts->size()); ++part) {
      const auto number = static_cast<std::int64_t>(part);
      const auto known = contents_.find({source, document.name, document.digest});
      if (known != contents_.end() && known->second.parts.contains(number)) continue;
      const auto some = std::span(*texts).subspan(
          part * kTextsOfRow, std::min(kTextsOfRow, texts->size() - (part * kTextsOfRow)));
      if (!to_send_.empty() && to_send_.size() + some.size() > kTextsOfRow) SATCHEL_TRY(Flush());
      if (!report_.stopped.empty()) return {};
      Part& made = parts_.emplace_back();
      made.key = {.space = run_.space,
                  .source = source,
                  .document = document.name,
                  .digest = document.digest,
                  .part = number};
      made.texts_of_document = texts->size();
      for (const std::string& text : some) {
        made.hashes.push_back(HashOf(text));
        if (!Trimmed(text).empty()) to_send_.try_emplace(made.hashes.back(), text);
      }
      std::erase_if(to_send_, [this](const auto& one) { return homes_.contains(one.first); });
    }
    // Also where every text had a vector: what waits is not to grow.
    return parts_.size() >= kTextsOfRow ? Flush() : Status();
  }

  using Codes = std::map<std::string, std::string, std::less<>>;  // by hash

  // Sends what waits, and puts the rows of all parts.
  Status Flush() {
    if (parts_.empty()) return {};
    SATCHEL_TRY(LookAround());
    const std::vector<Part> parts = std::exchange(parts_, {});
    const std::map<std::string, std::string> to_send = std::exchange(to_send_, {});
    if (const Status time = run_.deadline.Check("embedding"); !time) {
      report_.stopped = time.error().text();
      return {};
    }
    if (report_.sent + to_send.size() > run_.most_texts) {
      report_.stopped = fmt::format("{} texts are sent in one run", run_.most_texts);
      return {};
    }
    Codes codes;
    if (const Status sent = Send(to_send, codes); !sent) {
      const Errc code = sent.error().code();
      const bool goes_on = code != Errc::kUnavailable && code != Errc::kDeadline;
      // A text that a model refuses must not keep all others back.
      if (goes_on && ++failures_ < kMostFailures) {
        report_.unread += parts.size();
        report_.refused = sent.error().text();
      } else {
        report_.stopped = sent.error().text();
      }
      return {};
    }
    failures_ = 0;
    SATCHEL_TRY(ReadHomes(parts, codes));
    return Put(parts, codes);
  }

  // Another run may have put rows meanwhile: what it has embedded is not sent again.
  Status LookAround() {
    {
      const auto transaction = SATCHEL_TRY(curated_.Begin(scope_, store::Access::kRead));
      const auto change = SATCHEL_TRY(store::LastVectorChange(*transaction));
      if (change == change_ && !others_) return {};
    }
    SATCHEL_TRY(ReadKnown());
    std::erase_if(parts_, [this](const Part& part) {
      const auto known = contents_.find({part.key.source, part.key.document, part.key.digest});
      return known != contents_.end() && known->second.parts.contains(part.key.part);
    });
    std::erase_if(to_send_, [this](const auto& one) { return homes_.contains(one.first); });
    return {};
  }

  Status Send(const std::map<std::string, std::string>& to_send, Codes& codes) {
    if (to_send.empty()) return {};
    std::vector<std::string> texts;
    for (const auto& [hash, text] : to_send) texts.push_back(text);
    const auto vectors = SATCHEL_TRY(run_.embed(texts, run_.deadline));
    if (vectors.size() != texts.size()) {
      return Fail(Errc::kUnavailable,
                  fmt::format("{} vectors for {} texts", vectors.size(), texts.size()));
    }
    std::size_t at = 0;
    for (const auto& [hash, text] : to_send) {
      const auto quantised = vector::Quantise(vectors[at++]);
      if (!quantised) return Fail(Errc::kUnavailable, "a vector that has no direction");
      const auto size = static_cast<std::int64_t>(quantised->size());
      if (dimensions_ == 0) dimensions_ = size;
      if (size != dimensions_) {
        return Fail(Errc::kUnavailable,
                    fmt::format("a vector of {} numbers, where {} are stored", size, dimensions_));
      }
      codes.emplace(hash, std::string(quantised->begin(), quantised->end()));
    }
    report_.sent += to_send.size();
    return {};
  }

  // The vectors of texts that were embedded before.
  Status ReadHomes(std::span<const Part> parts, Codes& codes) {
    std::map<store::VectorKey, std::map<std::size_t, std::string>> wanted;
    for (const Part& part : parts) {
      for (const std::string& hash : part.hashes) {
        const auto home = homes_.find(hash);
        if (home == homes_.end() || codes.contains(hash)) continue;
        wanted[home->second.key].emplace(home->second.place, hash);
      }
    }
    if (wanted.empty()) return {};
    std::vector<store::VectorKey> keys;
    for (const auto& [key, places] : wanted) keys.push_back(key);
    const auto transaction = SATCHEL_TRY(curated_.Begin(scope_, store::Access::kRead));
    const auto rows = SATCHEL_TRY(store::ReadVectorRows(*transaction, keys));
    for (const store::VectorRow& row : rows) {
      const auto size = static_cast<std::size_t>(row.dimensions);
      for (const auto& [place, hash] : wanted.at(row.key)) {
        if ((place + 1) * size > row.codes.size()) continue;
        codes.emplace(hash, row.codes.substr(place * size, size));
        ++report_.reused;
      }
    }
    return {};
  }

  Status Put(std::span<const Part> parts, const Codes& codes) {
    std::vector<store::VectorRow> rows;
    std::vector<store::VectorKey> documents;
    for (const Part& part : parts) {
      store::VectorRow& row = rows.emplace_back();
      row.key = part.key;
      row.texts = static_cast<std::int64_t>(part.texts_of_document);
      row.current = true;
      row.dimensions = dimensions_;
      for (const std::string& hash : part.hashes) {
        row.hashes += hash;
        const auto found = codes.find(hash);
        // A blank text is near nothing.
        row.codes += found == codes.end() ? std::string(static_cast<std::size_t>(dimensions_), '\0')
                                          : found->second;
      }
      if (documents.empty() || documents.back().document != part.key.document) {
        documents.push_back(part.key);
      }
    }
    SATCHEL_TRY(Change([&](store::Transaction& transaction) -> Status {
      for (store::VectorRow& row : rows) row.change = change_;
      SATCHEL_TRY(store::PutVectors(transaction, rows));
      return store::SetCurrent(transaction, documents, change_);
    }));
    for (const store::VectorRow& row : rows) Know(row);
    return {};
  }

  // Rows of contents that are gone, and of other models: as many as there are of now may stay.
  Status RemoveOld() {
    std::vector<store::VectorKey> old;
    {
      const auto transaction = SATCHEL_TRY(curated_.Begin(scope_, store::Access::kRead));
      old = SATCHEL_TRY(store::ReadOldVectors(*transaction, run_.space));
    }
    std::size_t current = 0;
    for (const auto& [key, content] : contents_) {
      if (content.current) current += content.parts.size();
    }
    const std::size_t kept = std::max(current, kLeastKept);
    if (old.size() <= kept) return {};
    old.resize(old.size() - kept);
    report_.removed = old.size();
    return Change(
        [&](store::Transaction& transaction) { return store::RemoveVectors(transaction, old); });
  }

  // One transaction. What was answered is kept also when time is up meanwhile.
  Status Change(const std::function<Status(store::Transaction&)>& change) {
    store::Scope scope = scope_;
    scope.deadline = Deadline::After(kTimeToKeep);
    return run_.change([&](store::Database& curated) -> Status {
      const auto transaction = SATCHEL_TRY(curated.Begin(scope, store::Access::kWrite));
      const auto number = SATCHEL_TRY(store::LockVectors(*transaction));
      others_ = others_ || number != change_ + 1;
      change_ = number;
      SATCHEL_TRY(change(*transaction));
      SATCHEL_TRY(transaction->Commit({}));
      return {};
    });
  }

  store::Database& curated_;
  const store::Scope& scope_;
  const std::span<const VectorSource> sources_;
  const EmbeddingRun& run_;
  EmbeddingReport report_;
  std::int64_t change_ = 0;      // the last one that is known
  bool others_ = false;          // have changed something since then
  std::int64_t dimensions_ = 0;  // 0: nothing is stored, and nothing was answered
  std::map<ContentKey, Content> contents_;
  std::unordered_map<std::string, Home> homes_;  // by hash
  std::vector<Part> parts_;                      // that wait
  std::map<std::string, std::string> to_send_;   // texts by hash
  std::size_t total_ = 0;
  std::size_t done_ = 0;
  std::size_t failures_ = 0;
};

}  // namespace

Result<EmbeddingReport> EmbedDocuments(store::Database& curated, const store::Scope& scope,
                                       std::span<const VectorSource> sources,
                                       const EmbeddingRun& run) {
  return Run(curated, scope, sources, run).Do();
}

}  // namespace satchel::retrieval
