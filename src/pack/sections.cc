#include "pack/sections.h"

#include <algorithm>
#include <vector>

#include "pack/built_in.h"
#include "pipeline/pack_part.h"

namespace satchel::pipeline {
namespace {

using packet::Fill;
using packet::SectionKey;
using packet::SectionPolicy;
using packet::SourceShare;
using packet::StepKind;

std::vector<SectionPolicy> JoinSections(std::span<const PackPart> parts) {
  std::vector<SectionPolicy> policies;
  for (int place = 0; place <= static_cast<int>(PackPlace::kAround); ++place) {
    for (const PackPart& part : parts) {
      for (const PackSection& section : part.sections) {
        if (static_cast<int>(section.place) == place) policies.push_back(section.policy);
      }
    }
  }
  return policies;
}

std::vector<SectionKey> JoinCompeting(std::span<const PackPart> parts) {
  std::vector<SectionKey> competing;
  for (const PackPart& part : parts) {
    competing.insert(competing.end(), part.competing.begin(), part.competing.end());
  }
  return competing;
}

std::vector<Fill> JoinFills(std::span<const PackPart> parts,
                            std::span<const SectionKey> competing) {
  std::vector<PackPart> turns(parts.begin(), parts.end());
  std::ranges::sort(turns, {}, &PackPart::turn);
  std::vector<Fill> fills;
  for (const PackPart& part : turns)
    fills.insert(fills.end(), part.first.begin(), part.first.end());
  fills.push_back({.kind = StepKind::kShare, .sections = competing});
  for (const PackPart& part : turns)
    fills.insert(fills.end(), part.fills.begin(), part.fills.end());
  return fills;
}

}  // namespace

std::span<const SectionPolicy> PackPolicies() {
  static const std::vector<SectionPolicy> kPolicies = JoinSections(PackParts());
  return kPolicies;
}

std::span<const SourceShare> PackShares() {
  static const std::vector<SourceShare> kShares = [] {
    std::vector<SourceShare> shares;
    for (const PackPart& part : PackParts()) {
      if (part.share) shares.push_back(*part.share);
    }
    return shares;
  }();
  return kShares;
}

std::span<const Fill> PackFills() {
  static const std::vector<SectionKey> kCompeting = JoinCompeting(PackParts());
  static const std::vector<Fill> kFills = JoinFills(PackParts(), kCompeting);
  return kFills;
}

}  // namespace satchel::pipeline
