#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "index/lexical/pending.h"
#include "index/lexical/row_reader.h"
#include "store/segments.h"

namespace satchel::lexical {

// Saturations of a segment's codes at every length, worked out when first asked for: what scoring
// looks up instead of dividing. Shared by all threads.
class SaturationTable {
 public:
  SaturationTable(const Ranking& ranking, const Saturation& saturation,
                  std::span<const Frequencies> codes);

  // The table holds at least the codes up to this one: [code * 256 + length].
  const float* UpTo(std::uint32_t code) const;
  // The same without a table, for codes that come up now and then.
  float Of(std::uint8_t code, std::uint8_t length) const {
    return saturation_.Of(weighed_[code], length);
  }

 private:
  std::vector<float> weighed_;  // of each code; 0 for code 0
  const Saturation saturation_;
  mutable std::mutex mutex_;
  std::unique_ptr<float[]> table_;  // NOLINT(*-avoid-c-arrays): not touched before it is needed
  mutable std::atomic<std::uint32_t> ready_{0};
};

// A segment and what of it is no longer.
struct LiveSegment {
  std::shared_ptr<const Segment> segment;
  std::shared_ptr<const std::vector<std::uint8_t>> lengths;  // weighed, of whole windows
  std::int64_t generation = 0;                               // of the removals that rows keep
  std::vector<GroupPlace> removed;                           // those, in the order of documents
  std::vector<GroupPlace> dead;          // and those that changes have overtaken
  std::vector<std::uint64_t> dead_bits;  // of documents; empty: none
  std::uint32_t dead_documents = 0;
  std::unique_ptr<SaturationTable> table;

  bool IsDead(std::uint32_t document) const {
    return !dead_bits.empty() && ((dead_bits[document / 64] >> (document % 64)) & 1U) != 0;
  }

  // How many of a dense term's documents are no longer, once it was counted. Shared by threads.
  struct DeadCounts {
    std::mutex mutex;
    std::unordered_map<std::uint32_t, std::uint32_t> by_number;
  };
  std::unique_ptr<DeadCounts> dead_counts;
};

// All documents of a source as they were at one moment. Immutable, shared by all threads.
struct Snapshot {
  static constexpr std::int64_t kNeverChanged = -1;

  std::int64_t generation = kNeverChanged;  // number of the last change
  std::vector<LiveSegment> segments;
  std::vector<std::shared_ptr<const ChangeRow>> changes;
  Pending pending;
  Statistics statistics;
  std::uint64_t groups = 0;  // that can be found
};

// `before`: an earlier one, of which whatever still holds is taken; may be null.
// `infos`: the segments as the reader's transaction has them.
Result<std::shared_ptr<const Snapshot>> LoadSnapshot(RowReader& reader,
                                                     std::span<const store::SegmentInfo> infos,
                                                     const std::shared_ptr<const Snapshot>& before);

}  // namespace satchel::lexical
