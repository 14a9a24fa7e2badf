#include "index/vector/kernels.h"

#include <bit>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Signed bytes have no product instruction of their own on x86; both that are here multiply an
// unsigned byte by a signed one. AVX2 moves the sign of the row's code to the query's: |r| * ±q.
// Two such products are added in 16 bits with saturation, and 2 * 128 * 127 is just below it. VNNI
// adds four products in 32 bits: there the row's code is raised by 128, which is one flipped bit,
// and 128 times the sum of the query's codes is taken off at the end, the same for every row.
//
// The functions carry their instruction sets themselves, and the rest of the program needs none of
// them: which one is called is decided by the processor it runs on.
namespace satchel::vector {
namespace {

void PortableDots(const std::int8_t* query, const std::int8_t* rows, std::size_t count,
                  std::size_t stride, std::int32_t* out) {
  for (std::size_t i = 0; i < count; ++i, rows += stride) {
    std::int32_t sum = 0;
    for (std::size_t d = 0; d < stride; ++d) sum += query[d] * rows[d];
    out[i] = sum;
  }
}

void PortableDistances(const std::uint64_t* query, const std::uint64_t* rows, std::size_t count,
                       std::size_t words, std::uint32_t* out) {
  for (std::size_t i = 0; i < count; ++i, rows += words) {
    std::uint32_t sum = 0;
    for (std::size_t w = 0; w < words; ++w) {
      sum += static_cast<std::uint32_t>(std::popcount(query[w] ^ rows[w]));
    }
    out[i] = sum;
  }
}

#if defined(__x86_64__)

[[gnu::target("avx2")]] __m256i Load256(const std::int8_t* codes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(codes));
}

[[gnu::target("avx2")]] std::int32_t Sum256(__m256i parts) {
  __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(parts), _mm256_extracti128_si256(parts, 1));
  sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b01'00'11'10));
  sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b10'11'00'01));
  return _mm_cvtsi128_si32(sum);
}

[[gnu::target("avx2")]] __m256i Products256(const std::int8_t* query, const std::int8_t* row) {
  const __m256i codes = Load256(row);
  const __m256i pairs =
      _mm256_maddubs_epi16(_mm256_abs_epi8(codes), _mm256_sign_epi8(Load256(query), codes));
  return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}

[[gnu::target("avx2")]] void Avx2Dots(const std::int8_t* query, const std::int8_t* rows,
                                      std::size_t count, std::size_t stride, std::int32_t* out) {
  for (std::size_t i = 0; i < count; ++i, rows += stride) {
    __m256i even = _mm256_setzero_si256();
    __m256i odd = _mm256_setzero_si256();
    for (std::size_t d = 0; d < stride; d += kBlockCodes) {
      even = _mm256_add_epi32(even, Products256(query + d, rows + d));
      odd = _mm256_add_epi32(odd, Products256(query + d + 32, rows + d + 32));
    }
    out[i] = Sum256(_mm256_add_epi32(even, odd));
  }
}

// The instruction that counts the bits of a word is older than AVX2 and as fast as what that has.
[[gnu::target("avx2,popcnt")]] void Avx2Distances(const std::uint64_t* query,
                                                  const std::uint64_t* rows, std::size_t count,
                                                  std::size_t words, std::uint32_t* out) {
  for (std::size_t i = 0; i < count; ++i, rows += words) {
    std::uint64_t sum = 0;
    for (std::size_t w = 0; w < words; ++w) {
      sum += static_cast<std::uint64_t>(_mm_popcnt_u64(query[w] ^ rows[w]));
    }
    out[i] = static_cast<std::uint32_t>(sum);
  }
}

// The intrinsics that add up all lanes have undefined parts inside, which g++ 12 warns of.
[[gnu::target("avx512f,avx2")]] std::int32_t Sum512(__m512i parts) {
  return Sum256(_mm256_add_epi32(_mm512_maskz_extracti64x4_epi64(0xF, parts, 0),
                                 _mm512_maskz_extracti64x4_epi64(0xF, parts, 1)));
}

[[gnu::target("avx512f,avx2,avx512bw,avx512vl,avx512vnni")]] void Avx512Dots(
    const std::int8_t* query, const std::int8_t* rows, std::size_t count, std::size_t stride,
    std::int32_t* out) {
  const __m512i raise = _mm512_set1_epi8(static_cast<char>(0x80));
  std::int32_t query_sum = 0;
  for (std::size_t d = 0; d < stride; ++d) query_sum += query[d];
  for (std::size_t i = 0; i < count; ++i, rows += stride) {
    __m512i sum = _mm512_setzero_si512();
    for (std::size_t d = 0; d < stride; d += kBlockCodes) {
      const __m512i codes = _mm512_xor_si512(_mm512_loadu_si512(rows + d), raise);
      sum = _mm512_dpbusd_epi32(sum, codes, _mm512_loadu_si512(query + d));
    }
    out[i] = Sum512(sum) - (128 * query_sum);
  }
}

[[gnu::target("avx512f,avx2,avx512vpopcntdq")]] void Avx512Distances(const std::uint64_t* query,
                                                                     const std::uint64_t* rows,
                                                                     std::size_t count,
                                                                     std::size_t words,
                                                                     std::uint32_t* out) {
  constexpr std::size_t kLanes = 8;
  for (std::size_t i = 0; i < count; ++i, rows += words) {
    __m512i sum = _mm512_setzero_si512();
    for (std::size_t w = 0; w < words; w += kLanes) {
      const std::size_t left = words - w;
      const auto lanes =
          static_cast<__mmask8>(left >= kLanes ? 0xFFU : (1U << static_cast<unsigned>(left)) - 1U);
      const __m512i differ = _mm512_xor_si512(_mm512_maskz_loadu_epi64(lanes, query + w),
                                              _mm512_maskz_loadu_epi64(lanes, rows + w));
      sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(differ));
    }
    // A count is far below 2^32: the upper half of each lane is zero.
    out[i] = static_cast<std::uint32_t>(Sum512(sum));
  }
}

bool HasAvx2() {
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("popcnt") != 0;
}

bool HasAvx512() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512vnni") != 0 &&
         __builtin_cpu_supports("avx512vpopcntdq") != 0;
}

#endif

std::vector<Kernels> FindKernels() {
  std::vector<Kernels> usable = {
      {.name = "portable", .dots = PortableDots, .distances = PortableDistances}};
#if defined(__x86_64__)
  if (HasAvx2()) {
    usable.push_back({.name = "avx2", .dots = Avx2Dots, .distances = Avx2Distances});
  }
  if (HasAvx512()) {
    usable.push_back({.name = "avx512", .dots = Avx512Dots, .distances = Avx512Distances});
  }
#endif
  return usable;
}

}  // namespace

std::span<const Kernels> UsableKernels() {
  static const std::vector<Kernels> kUsable = FindKernels();
  return kUsable;
}

const Kernels& BestKernels() { return UsableKernels().back(); }

}  // namespace satchel::vector
