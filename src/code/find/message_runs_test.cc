#include "code/find/message_runs.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::retrieval {
namespace {

using ask::QueryForm;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(MessageRunsTest, AFewWordsAreOneMessage) {
  EXPECT_THAT(
      MessagesOf("RuntimeError: Working outside of application context.", QueryForm::kWords),
      ElementsAre(ElementsAre("Working", "outside", "of", "application", "context")));
  EXPECT_THAT(MessagesOf("cannot open the file", QueryForm::kWords), SizeIs(1));
  EXPECT_THAT(MessagesOf("session cookie signing", QueryForm::kWords), IsEmpty());
  EXPECT_THAT(MessagesOf("where is the session cookie signed", QueryForm::kQuestion), IsEmpty());
}

TEST(MessageRunsTest, OfALongTextWhatIsQuotedOrBehindAMark) {
  EXPECT_THAT(MessagesOf("It fails when I start it\n"
                         "The log says \"could not bind to port\" and stops\n"
                         "ValueError: the port is taken already\n",
                         QueryForm::kReport),
              ElementsAre(ElementsAre("could", "not", "bind", "to", "port"),
                          ElementsAre("the", "port", "is", "taken", "already")));
}

TEST(MessageRunsTest, TheLongestRunCounts) {
  const auto messages = MessagesOf("Error: cannot bind to port 80 as user", QueryForm::kWords);
  EXPECT_EQ(LongestRun("raise Error('cannot bind to port %d as user' % port)", messages), 4.0 / 7);
  EXPECT_EQ(LongestRun("cannot bind to port 80 as user", messages), 1.0);
  EXPECT_EQ(LongestRun("bind to something", messages), 0.0);
  EXPECT_EQ(LongestRun("", messages), 0.0);
  EXPECT_EQ(LongestRun("anything", {}), 0.0);
}

TEST(MessageRunsTest, HostileTextIsBounded) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "\"a b c d\" 'e f g' Error: x y z\n";
  EXPECT_LE(MessagesOf(text, QueryForm::kReport).size(), 8U);
  EXPECT_LE(MessagesOf(std::string(60'000, 'a') + " b c d", QueryForm::kWords).front().size(), 24U);
}

}  // namespace
}  // namespace satchel::retrieval
