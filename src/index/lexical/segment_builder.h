#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/result.h"
#include "index/lexical/group.h"
#include "index/lexical/ranking.h"
#include "index/lexical/segment_writer.h"
#include "store/segments.h"

namespace satchel::lexical {

// Documents in memory on their way into a segment. Confined to one thread.
class SegmentBuilder {
 public:
  explicit SegmentBuilder(const Ranking& ranking);
  ~SegmentBuilder();
  SegmentBuilder(SegmentBuilder&&) noexcept;
  SegmentBuilder& operator=(SegmentBuilder&&) noexcept;

  // REQUIRES: keys ascend. kCorrupt when the group is none of this index.
  Status Add(std::string_view key, const Group& group);

  std::uint32_t documents() const;

  // All rows, one after the other, and the segment's own. Once.
  Result<store::SegmentInfo> Write(std::int64_t segment, const SegmentWriter::Put& put);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace satchel::lexical
