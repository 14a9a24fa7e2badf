#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/score.h"
#include "index/lexical/frequencies.h"

// BM25F: the frequencies of a term in a document's fields are weighed and added up, so are the
// lengths of the fields, and the sum saturates once. Weights are data; segments say by which ones
// their bounds were made.
//
// A score is a sum of whole units, one rounded number for each term, so that neither the order of
// terms, nor threads, nor the way documents are spread over segments can change it.
namespace satchel::lexical {

struct Ranking {
  static constexpr std::uint32_t kOne = 256;

  std::size_t fields = 1;
  std::array<std::uint32_t, kMostFields> weights = {kOne};  // of each field, in 1/256
  std::uint32_t k1 = 1200;                                  // in 1/1000
  std::uint32_t b = 750;                                    // in 1/1000
  friend bool operator==(const Ranking&, const Ranking&) = default;

  std::string Bytes() const;
};
Result<Ranking> ReadRanking(std::string_view bytes);

// 1/65536 of a point; a Score is shown in millionths.
using Units = std::uint32_t;
inline constexpr std::uint32_t kUnitsInOne = 65536;
Score ScoreOf(std::uint64_t units);

// Over all documents that are there now, however they are stored.
struct Statistics {
  std::uint64_t documents = 0;
  PerField lengths{};  // terms in each field of all of them
  friend bool operator==(const Statistics&, const Statistics&) = default;

  // Weighed, per document; at least a tiny number.
  double AverageLength(const Ranking& ranking) const;
};

// The weighed length of a document as one byte, from those of its fields.
class LengthWeights {
 public:
  explicit LengthWeights(const Ranking& ranking);

  // The byte of field f stands at lengths[f * step].
  std::uint8_t Of(const std::uint8_t* lengths, std::size_t step) const;
  // Of as many documents as there are steps, one after the other.
  void OfAll(const std::uint8_t* lengths, std::size_t step, std::uint8_t* weighed) const;

 private:
  std::size_t fields_;
  bool plain_;  // one field that counts once
  std::array<std::array<std::uint64_t, 256>, kMostFields> weighed_{};
};

float WeighedFrequency(const Ranking& ranking, Frequencies frequencies);

// What a term is worth at most, in units: its rarity. ln((2N + 2) / (2n + 1)), times k1 + 1.
float TermWeight(const Ranking& ranking, std::uint64_t documents, std::uint64_t with_term);

// The saturation t / (t + K): K depends on the length and on the average alone. Immutable.
class Saturation {
 public:
  Saturation(const Ranking& ranking, double average);

  float Of(float weighed, std::uint8_t length) const {
    return weighed / (weighed + norms_[length]);
  }
  double average() const { return average_; }

 private:
  double average_;
  std::array<float, 256> norms_{};
};

// One rounding, the same everywhere: never negative, so that cutting off is rounding.
inline Units Contribution(float weight, float saturated) {
  // NOLINTNEXTLINE(bugprone-incorrect-roundings): lround is a call, and this is the inner loop
  return static_cast<Units>(static_cast<std::int32_t>((weight * saturated) + 0.5F));
}

}  // namespace satchel::lexical
