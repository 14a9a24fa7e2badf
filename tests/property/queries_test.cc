// No query is an error, whatever its script: words of twenty scripts, mixed, misspelt, cut inside a
// character and with combining marks, through what `search` and `pack` do with the text of a
// request. `scripts/soak queries` runs the full count.

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ask/question.h"
#include "code/find/code_search.h"
#include "code/find/task_pieces.h"
#include "code/find/task_scope.h"
#include "code/index/code_documents.h"
#include "code/index/indexer.h"
#include "store/sqlite/sqlite_database.h"
#include "tests/support/random.h"
#include "tests/support/temp_dir.h"
#include "text/utf8.h"

namespace satchel::retrieval {
namespace {

using test::Random;

constexpr std::size_t kWordsOfScript = 4;
using Script = std::array<std::string_view, kWordsOfScript>;
constexpr auto kScripts = std::to_array<Script>({
    {"session", "cookie", "straße", "naïve"},
    {"пользователь", "открыть", "файл", "ёмкость"},
    {"χρήστης", "αρχείο", "σύνδεση", "όνομα"},
    {"օգտատեր", "նիշք", "անուն", "բացել"},
    {"משתמש", "קובץ", "לפתוח", "שם"},
    {"مستخدم", "ملف", "يفتح", "اسم"},
    {"उपयोगकर्ता", "फ़ाइल", "खोलें", "नाम"},
    {"ব্যবহারকারী", "ফাইল", "খুলুন", "নাম"},
    {"பயனர்", "கோப்பு", "திற", "பெயர்"},
    {"వినియోగదారు", "ఫైలు", "తెరువు", "పేరు"},
    {"ผู้ใช้", "ไฟล์", "เปิด", "ชื่อ"},
    {"ຜູ້ໃຊ້", "ໄຟລ໌", "ເປີດ", "ຊື່"},
    {"អ្នកប្រើ", "ឯកសារ", "បើក", "ឈ្មោះ"},
    {"အသုံးပြုသူ", "ဖိုင်", "ဖွင့်", "အမည်"},
    {"მომხმარებელი", "ფაილი", "გახსნა", "სახელი"},
    {"ተጠቃሚ", "ፋይል", "ክፈት", "ስም"},
    {"사용자", "파일", "열기", "이름"},
    {"ひらがな", "ファイル", "カタカナ", "ひらく"},
    {"手書き", "用户", "文件", "打開"},
    {"བེད་སྤྱོད", "ཡིག་ཆ", "མིང་", "ཁ་ཕྱེ"},
});
static_assert(kScripts.size() == 20);

constexpr auto kMarks = std::to_array<std::string_view>(
    {"\u0301", "\u0323", "\u0306", "\u064B", "\u05B4", "\u094D", "\u0E49", "\u3099", "\u200D",
     "\uFE0F", "\u20DD", "\u00AD", "\u202E"});
constexpr auto kBetween = std::to_array<std::string_view>(
    {" ",  " ", " ", " ", "_",  ".",  "::", "->", "/",  "\\", "-",  "\n", "、",       "。",
     "\"", "`", "'", "«", "「", "」", "()", "?",  ": ", "\t", "12", "😀", "\xF0\x9F", "\xFF"});
constexpr auto kPlain = std::to_array<std::string_view>(
    {"where", "is", "the", "fix", "why does", "config.yml.orig", "src/app.py:12", "Error:", "tests",
     "getUser", "HTTPServer", "at a.b.C.d(C.java:3)", "как", "どこで"});

// Another letter, one less, one twice, or two that changed places.
std::string Misspelt(std::string_view word, Random& random) {
  std::vector<std::string> letters;
  for (std::size_t at = 0; at < word.size();) {
    const std::size_t size = text::DecodeUtf8(word, at).size;
    letters.emplace_back(word.substr(at, size));
    at += size;
  }
  const std::size_t at = random.Below(letters.size());
  switch (random.Below(5)) {
    case 0:
      letters.erase(letters.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      letters[at] += letters[at];
      break;
    case 2:
      std::swap(letters[at], letters[random.Below(letters.size())]);
      break;
    case 3:
      letters[at] = random.Pick(random.Pick(kScripts)).substr(0, 3);
      break;
    default:
      letters[at] += random.Pick(kMarks);
  }
  return fmt::format("{}", fmt::join(letters, ""));
}

std::string RandomQuery(Random& random) {
  std::string query;
  const std::size_t words = random.Between(1, random.OneIn(8) ? 60 : 7);
  const Script& own = random.Pick(kScripts);
  for (std::size_t i = 0; i < words; ++i) {
    if (i > 0) query += random.Pick(kBetween);
    const std::string_view word = random.OneIn(5)
                                      ? random.Pick(kPlain)
                                      : random.Pick(random.OneIn(3) ? random.Pick(kScripts) : own);
    query += random.OneIn(2) ? Misspelt(word, random) : std::string(word);
    if (random.OneIn(8)) query += random.Pick(kMarks);
  }
  if (random.OneIn(4)) query.resize(random.Between(1, query.size()));
  return query;
}

class QueriesPropertyTest : public testing::Test {
 protected:
  void SetUp() override {
    auto opened =
        store::OpenSqlite({.file = ":memory:", .mode = store::SqliteOptions::Mode::kCreate});
    ASSERT_TRUE(opened) << opened.error().text();
    database_ = *std::move(opened);
    scope_.workspace = database_->AddWorkspace("key", "name", Time{1}, Deadline::Never()).value();
    indexes_ = std::make_unique<CodeIndexes>(*database_);
    for (std::size_t i = 0; i < kScripts.size(); ++i) {
      const Script& words = kScripts.at(i);
      dir_.Write(fmt::format("src/{}_{}.py", i, words[3]),
                 fmt::format("def {0}_{1}(a):\n    # {2} {3}\n    return '{1} {2}'\n\n\n"
                             "class {2}Base:\n    {3} = {0}_{1}\n",
                             words[0], words[1], words[2], words[3]));
    }
    CodeDocuments documents;
    code::IndexOptions options;
    options.chunks = &documents;
    options.threads = 1;
    const auto done = code::IndexTree(dir_.path(), *database_, scope_, nullptr, options);
    ASSERT_TRUE(done) << done.error().text();
  }

  SearchedCode Searched() const {
    return {.curated = *database_, .scope = scope_, .indexes = *indexes_, .root = dir_.path()};
  }

  test::TempDir dir_;
  std::unique_ptr<store::Database> database_;
  store::Scope scope_;
  std::unique_ptr<CodeIndexes> indexes_;
};

void ExpectUtf8(std::string_view text, std::string_view query) {
  EXPECT_TRUE(text::IsValidUtf8(text)) << query;
}

TEST_F(QueriesPropertyTest, NoQueryIsAnError) {
  const std::uint64_t first = test::FirstSeed();
  for (std::uint64_t seed = first; seed < first + test::CaseCount(1'500); ++seed) {
    SCOPED_TRACE(fmt::format("SATCHEL_SEED={}", seed));
    Random random(seed);
    const std::string text = RandomQuery(random);
    const ask::Question question{text};
    for (const text::Term& term : question.terms()) ExpectUtf8(term.text, text);
    for (const lexical::QueryTerm& term : question.query().terms) ExpectUtf8(term.text, text);
    ExpectUtf8(question.folded(), text);
    const bool has_words = question.query().words > 0;

    const auto answer =
        SearchCode(Searched(), question, {.query = text, .limit = random.Between(1, 30)});
    EXPECT_EQ(answer.has_value(), has_words)
        << text << ": " << (answer ? "" : answer.error().text());
    if (answer) {
      for (const SearchPlace& place : answer->results) ExpectUtf8(place.symbol, text);
      for (const ReplacedWord& replaced : answer->replaced) {
        for (const std::string& with : replaced.with) ExpectUtf8(with, text);
      }
    }

    auto transaction = database_->Begin(scope_, store::Access::kRead).value();
    const auto scope = FindScope(Searched(), *transaction, {.task = question, .budget = 2'000});
    EXPECT_EQ(scope.has_value(), has_words) << text << ": " << (scope ? "" : scope.error().text());
    if (scope) {
      const auto pieces = FindPieces(Searched(), *transaction, scope->files,
                                     {.budget = 2'000, .line_words = scope->words});
      EXPECT_TRUE(pieces) << text << ": " << (pieces ? "" : pieces.error().text());
    }
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace satchel::retrieval
