#include "ask/question.h"

#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::ask {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::string> TextsOf(std::span<const text::Term> terms) {
  std::vector<std::string> texts;
  for (const text::Term& term : terms) texts.push_back(term.text);
  return texts;
}

TEST(QuestionTest, HasItsWordsInEveryForm) {
  const Question question("Why doesn't src/cart.py pay the Orders?");
  EXPECT_THAT(TextsOf(question.words()),
              ElementsAre("why", "doesnt", "src", "cart", "py", "pay", "the", "orders"));
  EXPECT_THAT(question.joined().words,
              ElementsAre("why", "doesnt", "src/cart.py", "pay", "the", "orders"));
  EXPECT_THAT(question.spoken_words(),
              ElementsAre("why", "doesn", "t", "src", "cart", "py", "pay", "the", "orders"));
  EXPECT_THAT(TextsOf(question.terms()), testing::Contains("order"));
  EXPECT_THAT(question.query().paths, ElementsAre("src/cart.py"));
  EXPECT_EQ(question.task().intent, "explain");
}

TEST(QuestionTest, KnowsWhichWordsBeginASentence) {
  const JoinedWords joined = ReadJoinedWords("Stop. Go on\nand rest, now");
  EXPECT_THAT(joined.words, ElementsAre("stop", "go", "on", "and", "rest", "now"));
  EXPECT_THAT(joined.begins_sentence, ElementsAre(true, true, false, true, false, false));
}

TEST(QuestionTest, QuotesAloneArePhrases) {
  EXPECT_THAT(Question("\"cache is full\"").phrases(), SizeIs(1));
  EXPECT_THAT(Question("why \"cache is full\"").phrases(), IsEmpty());
}

TEST(QuestionTest, NothingHasNoParts) {
  const Question nothing;
  EXPECT_TRUE(nothing.empty());
  EXPECT_THAT(nothing.words(), IsEmpty());
  EXPECT_THAT(nothing.joined().words, IsEmpty());
  EXPECT_THAT(nothing.spoken_words(), IsEmpty());
  EXPECT_EQ(nothing.query().words, 0U);
  EXPECT_THAT(nothing.names(), IsEmpty());
}

TEST(QuestionTest, NamesFarBehindInAPastedTextAreNotRead) {
  const std::string log(Question::kMostRead, 'x');
  const Question question("fix it\n" + log + "\nCart.total in shop/cart.py");
  EXPECT_THAT(question.names(), IsEmpty());
  EXPECT_THAT(question.query().paths, IsEmpty());
  EXPECT_THAT(question.words(), SizeIs(testing::Gt(5U))) << "words are read to the end";
}

// A copy and its original are read once, whoever asks first.
TEST(QuestionTest, ThreadsShareWhatWasRead) {
  const Question question("fix Cart.total in shop/cart.py");
  std::vector<const Query*> read(8);
  {
    std::vector<std::jthread> threads;
    for (const Query*& one : read) {
      threads.emplace_back([copy = question, &one] { one = &copy.query(); });
    }
  }
  EXPECT_THAT(read, testing::Each(&question.query()));
}

}  // namespace
}  // namespace satchel::ask
