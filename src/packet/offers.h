#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "packet/candidate.h"
#include "packet/packer.h"
#include "packet/plan.h"
#include "packet/policy.h"

namespace satchel::packet {

// What is offered to one section, until a filling takes it.
struct SectionOffer {
  std::string source;  // with the name the section's key
  std::string name;
  std::vector<Candidate> candidates;
  std::shared_ptr<LateParts> late;  // of the candidates; null: they are whole
  // What a number of items cut: it is reported, and nothing of it is shown.
  std::vector<Candidate> cut;
  std::size_t cut_more = 0;  // how many others there were that nobody looked at

  SectionKey key() const { return {source, name}; }
};

// What stages offer, by section. A value: offers that wait for a later filling can be stored.
class Offers {
 public:
  // The offer to a section, made when it is not there.
  SectionOffer& To(SectionKey key);
  // Null when nothing was offered.
  const SectionOffer* Find(SectionKey key) const;
  // Moves one out; an empty one when nothing was offered.
  SectionOffer Take(SectionKey key);
  // Only what a number of items cut.
  SectionOffer TakeCut(SectionKey key);
  // Nothing of that source is offered any more.
  void Forget(std::string_view source);
  std::span<const SectionOffer> all() const { return offers_; }
  std::span<SectionOffer> all() { return offers_; }
  // Makes all texts that are late, so that what is stored is whole.
  void Complete();

 private:
  std::vector<SectionOffer> offers_;  // by key
};

// Fills sections with what was offered to them, and takes it from the offers.
Status CarryOut(const Fill& fill, std::span<const SectionPolicy> policies, Offers& offers,
                Packer& packer);

}  // namespace satchel::packet
