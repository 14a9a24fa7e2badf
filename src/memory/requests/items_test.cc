#include "memory/requests/items.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace satchel::engine {
namespace {

using memory::Category;
using memory::MemoryState;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class MemoryItemsTest : public testing::Test {
 protected:
  void Write(const std::string& path, const std::string& fields,
             const std::string& text = "A fact") const {
    dir_.Write("app/" + path, "---\n" + fields + "---\n\n" + text + "\n");
  }
  LoadedMemories Load(const MemoryScope& scope = {}) const {
    auto loaded = LoadMemories(place_, scope, Deadline::Never());
    EXPECT_TRUE(loaded) << loaded.error().text();
    return loaded ? *std::move(loaded) : LoadedMemories();
  }
  std::vector<std::string> Ids(const MemoryFilter& filter) const {
    std::vector<std::string> ids;
    for (const MemoryPointer& memory : Filter(Load().memories, filter)) ids.push_back(memory->id);
    return ids;
  }
  // `kind id: text`, without the id where there is none.
  std::vector<std::string> Issues(const MemoryScope& scope = {}) const {
    const auto check = CheckMemories(place_, scope, *ParseTime("2026-01-02"), Deadline::Never());
    EXPECT_TRUE(check);
    std::vector<std::string> issues;
    for (const MemoryIssue& issue : check->issues) {
      issues.push_back(std::string(Name(issue.kind)) + " " + issue.id + ": " + issue.text);
    }
    return issues;
  }

  test::TempDir dir_;
  MemoryPlace place_{.project = dir_.path() / "app", .shared = dir_.path() / "shared"};
};

TEST_F(MemoryItemsTest, ListsWhatIsOfUseNewestFirst) {
  Write("facts/a.md", "id: a\ncreated: 2026-01-01\n");
  Write("facts/b.md", "id: b\ncreated: 2026-01-03\ncategory: rule\n", "Run the tests twice");
  Write("facts/c.md", "id: c\ncreated: 2026-01-02\nstatus: forgotten\n");
  Write("facts/d.md", "id: d\ntags: [testing]\n");
  Write("artifacts/e.md", "id: e\n");
  EXPECT_THAT(Ids({}), ElementsAre("b", "a", "d"));
  EXPECT_THAT(Ids({.any_state = true}), ElementsAre("b", "c", "a", "d"));
  EXPECT_THAT(Ids({.state = MemoryState::kForgotten}), ElementsAre("c"));
  EXPECT_THAT(Ids({.category = Category::kRule}), ElementsAre("b"));
  EXPECT_THAT(Ids({.artifacts = true}), ElementsAre("b", "a", "d", "e"));
  EXPECT_THAT(Ids({.match = "test"}), ElementsAre("b", "d"));
  EXPECT_THAT(Ids({.match = "running tests"}), ElementsAre("b"));
  EXPECT_THAT(Ids({.match = "of"}), IsEmpty());
}

TEST_F(MemoryItemsTest, FindsOneByItsIdOrHowOnlyItBegins) {
  Write("facts/a.md", "id: fact-01abc\n");
  Write("facts/b.md", "id: fact-01abd\n");
  Write("facts/c.md", "id: rule-02\n");
  Write("facts/d.md", "id: rule-02-old\n");
  const auto all = Load().memories;
  EXPECT_EQ(FindMemory(all, "fact-01abc").value()->id, "fact-01abc");
  EXPECT_EQ(FindMemory(all, "01abd").value()->id, "fact-01abd");
  EXPECT_EQ(FindMemory(all, "rule-02").value()->id, "rule-02");
  const auto several = FindMemory(all, "fact-");
  EXPECT_EQ(several.error().code(), Errc::kInvalidInput);
  EXPECT_THAT(several.error().text(), HasSubstr("means 2 memories: fact-01abc, fact-01abd"));
  const auto none = FindMemory(all, "fact-01acb");
  EXPECT_EQ(none.error().code(), Errc::kNotFound);
  EXPECT_THAT(none.error().hint(), HasSubstr("did you mean fact-01abc?"));
  EXPECT_EQ(FindMemory(all, "").error().code(), Errc::kNotFound);
}

TEST_F(MemoryItemsTest, ReadsTheNamespacesThatAPrincipalMayRead) {
  Write("facts/a.md", "id: a\n");
  Write("namespaces/ops/facts/b.md", "id: b\n");
  Write("namespaces/hr/facts/c.md", "id: c\n");
  dir_.Write("shared/facts/d.md", "---\nid: d\n---\n\nA fact\n");
  dir_.Write("app/namespaces.json", R"({"hr": {"read": ["alice"], "write": ["alice"]}})");
  EXPECT_THAT(Load().read, ElementsAre("default", "ops", "shared"));
  EXPECT_THAT(Load({.principal = "alice"}).read, ElementsAre("default", "hr", "ops", "shared"));
  EXPECT_THAT(Load({.space = "ops"}).read, ElementsAre("ops"));
  EXPECT_EQ(LoadMemories(place_, {.space = "hr"}, Deadline::Never()).error().code(),
            Errc::kInvalidInput);
  EXPECT_EQ(LoadMemories(place_, {.space = "opps"}, Deadline::Never()).error().code(),
            Errc::kNotFound);
}

TEST_F(MemoryItemsTest, TheSameIdInTwoNamespacesNeedsTheNamespace) {
  Write("facts/a.md", "id: a\n");
  Write("namespaces/ops/facts/a.md", "id: a\n");
  EXPECT_THAT(FindMemory(Load().memories, "a").error().hint(), HasSubstr("--namespace"));
  EXPECT_EQ(FindMemory(Load({.space = "ops"}).memories, "a").value()->space, "ops");
  EXPECT_EQ(FindMemory(Load().memories, "ops/a").value()->space, "ops");
  EXPECT_EQ(FindMemory(Load().memories, "default/a").value()->space, "default");
  EXPECT_EQ(FindMemory(Load().memories, "hr/a").error().code(), Errc::kNotFound);
}

TEST_F(MemoryItemsTest, TheDoctorFindsNothingWhereNothingIsWrong) {
  EXPECT_THAT(Issues(), IsEmpty());
  Write("facts/a.md", "id: a\nsupersedes: b\n", "One thing");
  Write("facts/b.md", "id: b\nstatus: superseded\nsupersededBy: a\n", "Another");
  EXPECT_THAT(Issues(), IsEmpty());
}

TEST_F(MemoryItemsTest, TheDoctorFindsWhatIsWrong) {
  Write("facts/a.md", "id: a\nsupersedes: gone\nlinks:\n  - targetId: lost\n", "One thing");
  Write("facts/b.md", "id: a\n", "Two things");
  Write("facts/c.md", "id: c\nexpiresAt: 2026-01-01\n", "Three things");
  Write("facts/d.md", "id: d\nentityRef: X\nstructuredAttributes: {\"port\":\"1\"}\n", "Four");
  Write("facts/e.md", "id: e\nentityRef: x\nstructuredAttributes: {\"port\":\"2\"}\n", "Five");
  Write("facts/f.md", "id: f\n", "five!");
  dir_.Write("app/facts/g.md", "no front matter");
  Write("namespaces/bad name/facts/h.md", "id: h\n", "Seven things");
  dir_.MakeDirectory("app/namespaces/empty");
  EXPECT_THAT(Issues(), UnorderedElementsAre(
                            "duplicate_id : its id is that of facts/a.md",
                            "dangling_link a: it supersedes gone, which is not there",
                            "dangling_link a: it links to lost, which is not there",
                            "expired c: it expired at 2026-01-01T00:00:00Z",
                            "contradiction e: it says another port of x than d",
                            "same_text f: it says the same as e", "file : there is no front matter",
                            HasSubstr("namespace : namespaces/bad name is no name of a namespace"),
                            "namespace : the namespace has no memories"));
  EXPECT_THAT(Issues({.space = "empty"}), ElementsAre("namespace : the namespace has no memories"));
}

TEST_F(MemoryItemsTest, ARuleThatIsMisspeltIsFound) {
  Write("namespaces/vault/facts/a.md", "id: a\n");
  dir_.Write("app/namespaces.json", R"({"vualt": {"read": ["alice"]}, "later": {"read": []}})");
  EXPECT_THAT(Issues(), ElementsAre(HasSubstr("it has no rule, and namespaces.json has one for "
                                              "'vualt', which is not there")));
  dir_.Write("app/namespaces.json", R"({"vault": {}, "vualt": {"read": ["alice"]}})");
  EXPECT_THAT(Issues(), IsEmpty());
}

TEST_F(MemoryItemsTest, TheDoctorRemovesDraftsOnlyWhereThePrincipalMayWrite) {
  Write("namespaces/ops/facts/a.md", "id: a\n");
  dir_.Write("app/namespaces/ops/state/drafts/0", "half");
  dir_.Write("app/namespaces.json", R"({"ops": {"write": ["alice"]}})");
  const auto removed = [this](const std::string& who) {
    return CheckMemories(place_, {.principal = who}, *ParseTime("2026-01-02"), Deadline::Never())
        .value()
        .drafts;
  };
  EXPECT_EQ(removed("bob"), 0U);
  EXPECT_EQ(removed("alice"), 1U);
  EXPECT_EQ(removed("alice"), 0U);
}

TEST_F(MemoryItemsTest, LinksBetweenNamespacesAreNotDangling) {
  Write("namespaces/ops/facts/a.md", "id: a\nlinks: [b]\n");
  dir_.Write("shared/facts/b.md", "---\nid: b\n---\n\nA fact of all\n");
  EXPECT_THAT(Issues({.space = "ops"}), IsEmpty());
}

}  // namespace
}  // namespace satchel::engine
