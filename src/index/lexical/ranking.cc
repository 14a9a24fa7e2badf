#include "index/lexical/ranking.h"

#include <algorithm>

#include "base/bytes.h"
#include "index/lexical/length_byte.h"

namespace satchel::lexical {
namespace {

constexpr double kThousand = 1000;
constexpr std::uint32_t kMostWeight = 1U << 20U;

}  // namespace

std::string Ranking::Bytes() const {
  ByteWriter out;
  out.Number(fields);
  for (std::size_t field = 0; field < fields; ++field) out.Number(weights.at(field));
  out.Number(k1);
  out.Number(b);
  return out.Take();
}

Result<Ranking> ReadRanking(std::string_view bytes) {
  ByteReader in(bytes);
  Ranking ranking;
  ranking.weights = {};
  ranking.fields = in.Number(kMostFields);
  for (std::size_t field = 0; field < ranking.fields; ++field) {
    ranking.weights.at(field) = static_cast<std::uint32_t>(in.Number(kMostWeight));
  }
  ranking.k1 = static_cast<std::uint32_t>(in.Number(kMostWeight));
  ranking.b = static_cast<std::uint32_t>(in.Number(kMostWeight));
  if (!in.AtEnd() || ranking.fields == 0) {
    return Fail(Errc::kCorrupt, "weights of the search index are damaged");
  }
  return ranking;
}

Score ScoreOf(std::uint64_t units) {
  return Score::Ratio(static_cast<std::int64_t>(units), kUnitsInOne);
}

double Statistics::AverageLength(const Ranking& ranking) const {
  std::uint64_t total = 0;
  for (std::size_t field = 0; field < ranking.fields; ++field) {
    total += lengths.at(field) * ranking.weights.at(field);
  }
  const double average = static_cast<double>(total) /
                         static_cast<double>(std::max<std::uint64_t>(documents, 1)) / Ranking::kOne;
  return std::max(average, 1.0 / Ranking::kOne);
}

LengthWeights::LengthWeights(const Ranking& ranking)
    : fields_(ranking.fields), plain_(fields_ == 1 && ranking.weights[0] == Ranking::kOne) {
  for (std::size_t field = 0; field < fields_; ++field) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      weighed_.at(field).at(byte) =
          std::uint64_t{LengthOf(static_cast<std::uint8_t>(byte))} * ranking.weights.at(field);
    }
  }
}

std::uint8_t LengthWeights::Of(const std::uint8_t* lengths, std::size_t step) const {
  if (plain_) return *lengths;
  std::uint64_t sum = 0;
  for (std::size_t field = 0; field < fields_; ++field) {
    sum += weighed_[field][lengths[field * step]];
  }
  return LengthByte(
      static_cast<std::uint32_t>(std::min<std::uint64_t>(sum / Ranking::kOne, 0x7FFFFFFFU)));
}

void LengthWeights::OfAll(const std::uint8_t* lengths, std::size_t step,
                          std::uint8_t* weighed) const {
  if (plain_) {
    std::copy_n(lengths, step, weighed);
    return;
  }
  for (std::size_t i = 0; i < step; ++i) weighed[i] = Of(lengths + i, step);
}

float WeighedFrequency(const Ranking& ranking, Frequencies frequencies) {
  std::uint64_t sum = 0;
  for (std::size_t field = 0; field < ranking.fields; ++field) {
    sum += std::uint64_t{FrequencyIn(frequencies, field)} * ranking.weights.at(field);
  }
  return static_cast<float>(static_cast<double>(sum) / Ranking::kOne);
}

float TermWeight(const Ranking& ranking, std::uint64_t documents, std::uint64_t with_term) {
  // Logarithms of whole numbers by Score, which gives the same on every machine.
  const Score rarity = Score::Ln((2 * documents) + 2) - Score::Ln((2 * with_term) + 1);
  const auto millionths = static_cast<double>(std::max<std::int64_t>(rarity.millionths(), 1));
  return static_cast<float>(millionths / Score::kOne * kUnitsInOne *
                            ((ranking.k1 + kThousand) / kThousand));
}

Saturation::Saturation(const Ranking& ranking, double average) : average_(average) {
  const double k1 = ranking.k1 / kThousand;
  const double b = ranking.b / kThousand;
  for (std::size_t length = 0; length < norms_.size(); ++length) {
    const double relative = LengthOf(static_cast<std::uint8_t>(length)) / average;
    norms_.at(length) = static_cast<float>(k1 * (1 - b + (b * relative)));
  }
}

}  // namespace satchel::lexical
