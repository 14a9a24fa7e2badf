// fmt's own code, from its header: Debian has the library as a shared one only. What follows are the
// pieces that fmt's headers declare and leave to the library.

#include <fmt/format-inl.h>
#include <fmt/format.h>

static_assert(FMT_VERSION / 10000 == 9, "the pieces below are those of fmt 9");

namespace fmt::detail {

template auto thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template auto decimal_point_impl(locale_ref) -> char;
template auto dragonbox::to_decimal(float) noexcept -> dragonbox::decimal_fp<float>;
template auto dragonbox::to_decimal(double) noexcept -> dragonbox::decimal_fp<double>;

}  // namespace fmt::detail
