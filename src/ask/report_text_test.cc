#include "ask/report_text.h"

#include <gtest/gtest.h>

namespace satchel::ask {
namespace {

TEST(WithoutFormTest, WhatSomebodyWroteStays) {
  EXPECT_EQ(WithoutForm("one line"), "one line");
  EXPECT_EQ(WithoutForm("Title\n\nIt breaks.\n## What I think\nMaybe x = 1.2\nsee a/b.py and the "
                        "docs, version 2.0\n"),
            "Title\n\nIt breaks.\n## What I think\nMaybe x = 1.2\nsee a/b.py and the docs, version "
            "2.0\n");
  EXPECT_EQ(WithoutForm("# Environment\n\nis not read\n"), "# Environment\n\nis not read\n")
      << "the first line is the title";
}

TEST(WithoutFormTest, HeadingsOfTheFormGoAndWhatIsBelowThemStays) {
  EXPECT_EQ(WithoutForm("Title\n### Steps to reproduce\nrun it\n**Expected behavior**:\nworks\n"),
            "Title\nrun it\nworks\n");
}

TEST(WithoutFormTest, TheEnvironmentGoesWithAllThatIsBelowIt) {
  EXPECT_EQ(WithoutForm("Title\nbody\n## Environment info\n- OS: Linux\nfree words\n### Details\n"
                        "more\n## Another matter\nkept\n"),
            "Title\nbody\n## Another matter\nkept\n");
}

TEST(WithoutFormTest, CommentsBoxesAndVersionsGo) {
  EXPECT_EQ(WithoutForm("Title\n<!-- Please\nread this -->\n- [x] I have read it\npython: 3.8.2\n"
                        "| numpy | 1.18.1 |\nSphinx version: 3.2\npandas: None\nkept: because\n"
                        "_No response_\n"),
            "Title\n\n\nkept: because\n");
  EXPECT_EQ(WithoutForm("Title\nan <!-- open comment stays\n"),
            "Title\nan <!-- open comment stays\n");
}

TEST(WithoutFormTest, CodeIsNotLookedInto) {
  EXPECT_EQ(WithoutForm("Title\n```\n# Environment\nversion: 1.2\n- [ ] x\n```\nafter\n"),
            "Title\n```\n# Environment\nversion: 1.2\n- [ ] x\n```\nafter\n");
}

}  // namespace
}  // namespace satchel::ask
