#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "packet/offers.h"
#include "pipeline/stage.h"
#include "tests/support/candidates.h"

// Stages made up in a test.
namespace satchel::test {

class FakeStage final : public pipeline::Stage {
 public:
  using Work = std::function<Result<pipeline::StageContext>(pipeline::StageContext,
                                                            const pipeline::Services&)>;

  FakeStage(std::string name, Work work, Need need = Need::kRequired)
      : name_(std::move(name)), work_(std::move(work)), need_(need) {}

  std::string_view name() const override { return name_; }
  Need need() const override { return need_; }
  bool Applies(const pipeline::StageContext& context) const override {
    return !context.values.contains("skip " + name_);
  }
  Result<pipeline::StageContext> Run(pipeline::StageContext context,
                                     const pipeline::Services& services) const override {
    return work_(std::move(context), services);
  }

 private:
  const std::string name_;
  const Work work_;
  const Need need_;
};

// Offers lines to a section of the notes.
inline FakeStage::Work Offers(std::string section, std::vector<packet::Candidate> candidates) {
  return [section = std::move(section), candidates = std::move(candidates)](
             pipeline::StageContext context,
             const pipeline::Services&) -> Result<pipeline::StageContext> {
    packet::SectionOffer& offer = context.offers.To({"notes", section});
    offer.candidates.insert(offer.candidates.end(), candidates.begin(), candidates.end());
    return context;
  };
}

}  // namespace satchel::test
