#include "code/pack/source.h"

#include <array>

#include <nlohmann/json.hpp>

#include "code/index/content_digest.h"
#include "code/pack/precision.h"
#include "code/pack/scope.h"
#include "code/pack/sections.h"
#include "code/rank/weights.h"

namespace satchel::pipeline {
namespace {

constexpr std::array<std::string_view, 1> kSources = {kCode};
constexpr std::array<std::string_view, 2> kStages = {"code.scope", "code.precision"};

class CodeSource final : public Source {
 public:
  std::string_view name() const override { return kCode; }

  const Recipe& recipe() const override {
    static const std::array kFills = {DueFills{.behind = "", .fills = CodeFills()}};
    static const Recipe kRecipe{.name = kCode,
                                .sources = kSources,
                                .stages = kStages,
                                .sections = CodePolicies(),
                                .fills = kFills,
                                .budget = 8000,
                                .tokenizer = text::Tokenizer::kChars4,
                                .report_all = true};
    return kRecipe;
  }

  std::vector<std::unique_ptr<const Stage>> MakeStages() const override {
    std::vector<std::unique_ptr<const Stage>> stages;
    stages.push_back(MakeCodeScope());
    stages.push_back(MakeCodePrecision());
    return stages;
  }

  Result<std::unique_ptr<const SourceOptions>> ReadOptions(const Json& json) const override {
    auto options = SATCHEL_TRY(CodeOptionsFrom(json));
    return std::make_unique<CodeOptions>(std::move(options));
  }

  Result<std::unique_ptr<const Reading>> Read(const ReadRequest& request) const override {
    const auto* input = request.around.Of<CodeInput>(kCode);
    if (input == nullptr) {
      return Fail(Errc::kInternal, "the code was asked for without its index");
    }
    const auto* given = dynamic_cast<const CodeOptions*>(request.options);
    const retrieval::SearchedCode& searched = input->searched;
    auto count = std::make_unique<store::StoreCount>();
    store::Scope scope = searched.scope;
    scope.count = count.get();
    auto curated = SATCHEL_TRY(searched.curated.Begin(scope, store::Access::kRead));
    auto content = SATCHEL_TRY(code::ReadContentDigest(*curated));
    const auto* before = dynamic_cast<const RankedBefore*>(request.cache);
    Json snapshot = CodeSnapshot(std::move(content));
    return std::make_unique<CodeReading>(given == nullptr ? CodeOptions() : *given, searched,
                                         std::move(count), std::move(curated), std::move(snapshot),
                                         before == nullptr ? nullptr : before->task);
  }
};

}  // namespace

Json CodeSnapshot(std::string content) {
  return {{"the index of the code", std::move(content)},
          {"the rules of ranking", std::to_string(rank::kWeightsVersion)}};
}

std::unique_ptr<const Source> MakeCodeSource() { return std::make_unique<CodeSource>(); }

}  // namespace satchel::pipeline
