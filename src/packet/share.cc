#include "packet/share.h"

#include <algorithm>
#include <utility>

namespace satchel::packet {
namespace {

// Whether a is worth more a token than b.
bool BuysMore(const Ware& a, const Ware& b) {
  __extension__ using Wide = __int128;
  const auto tokens = [](const Ware& ware) {
    return static_cast<Wide>(std::max<std::size_t>(ware.tokens, 1));
  };
  return a.worth.millionths() * tokens(b) > b.worth.millionths() * tokens(a);
}

class Sharing {
 public:
  Sharing(std::span<const Buyer> buyers, std::size_t rest)
      : buyers_(buyers), rest_(rest), shares_(buyers.size()), taken_(buyers.size()) {
    for (std::size_t i = 0; i < buyers.size(); ++i) taken_[i].resize(buyers[i].pieces.size());
  }

  // Pieces are looked at once, from the first to the last of each buyer.
  void Run(bool within_caps) {
    std::vector<std::size_t> next(buyers_.size());
    while (const auto* buyer = Best(next)) {
      const auto i = static_cast<std::size_t>(buyer - buyers_.data());
      const std::size_t at = next[i]++;
      const std::size_t tokens = buyer->pieces[at].tokens;
      const std::size_t limit = within_caps ? std::min(buyer->cap, buyer->most) : buyer->most;
      const bool fits = tokens <= rest_ && shares_[i] + tokens <= limit;
      if (!fits) continue;
      rest_ -= tokens;
      shares_[i] += tokens;
      taken_[i][at] = true;
    }
  }

  std::vector<std::size_t> shares() && { return std::move(shares_); }

 private:
  // Null: everybody has been asked about everything.
  const Buyer* Best(std::vector<std::size_t>& next) const {
    const Buyer* best = nullptr;
    const Ware* ware = nullptr;
    for (std::size_t i = 0; i < buyers_.size(); ++i) {
      const std::vector<Ware>& pieces = buyers_[i].pieces;
      while (next[i] < pieces.size() && taken_[i][next[i]]) ++next[i];
      if (next[i] == pieces.size()) continue;
      if (ware != nullptr && !BuysMore(pieces[next[i]], *ware)) continue;
      best = &buyers_[i];
      ware = &pieces[next[i]];
    }
    return best;
  }

  std::span<const Buyer> buyers_;
  std::size_t rest_ = 0;
  std::vector<std::size_t> shares_;
  std::vector<std::vector<bool>> taken_;
};

}  // namespace

std::vector<std::size_t> ShareByWorth(std::span<const Buyer> buyers, std::size_t rest) {
  Sharing sharing(buyers, rest);
  sharing.Run(true);
  sharing.Run(false);
  return std::move(sharing).shares();
}

}  // namespace satchel::packet
