#include "ask/question.h"

#include <mutex>
#include <utility>

#include "base/ascii.h"
#include "text/unicode.h"
#include "text/utf8.h"

// Most requests need few of the parts: a prompt that is small talk needs its words and no more. So
// each part is read when it is first asked for.
namespace satchel::ask {
namespace {

template <class Part>
class Once {
 public:
  template <class Read>
  const Part& Get(Read read) const {
    std::call_once(flag_, [&] { part_ = read(); });
    return part_;
  }

 private:
  mutable std::once_flag flag_;
  mutable Part part_;
};

bool Joins(std::string_view gap) { return gap.find_first_not_of("_/\\.-:@#=") == gap.npos; }

bool EndsSentence(std::string_view gap) { return gap.find_first_of(".!?:;\n") != gap.npos; }

void ReplaceYo(std::string& word) {
  constexpr std::string_view kYo = "ё";
  constexpr std::string_view kYe = "е";
  for (std::size_t at = word.find(kYo); at != word.npos; at = word.find(kYo, at)) {
    word.replace(at, kYo.size(), kYe);
  }
}

JoinedWords Join(std::string_view text, std::span<const text::Term> terms) {
  JoinedWords joined;
  std::size_t end = 0;
  for (const text::Term& word : terms) {
    const std::string_view gap = text.substr(end, word.range.begin - end);
    if (!joined.words.empty() && Joins(gap)) {
      joined.words.back().append(gap).append(word.text);
    } else {
      joined.begins_sentence.push_back(joined.words.empty() || EndsSentence(gap));
      joined.words.push_back(word.text);
    }
    end = word.range.end;
  }
  for (std::string& word : joined.words) ReplaceYo(word);
  return joined;
}

std::vector<std::string> SpokenWords(std::string_view folded) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : folded) {
    if (IsAlnum(c) || static_cast<unsigned char>(c) >= 0x80U) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

}  // namespace

struct Question::Parts {
  explicit Parts(std::string whole) : text(std::move(whole)) {}

  std::string_view read() const { return text::TruncateUtf8(text, kMostRead); }

  const std::string text;
  Once<std::vector<text::Term>> words;
  Once<JoinedWords> joined;
  Once<std::vector<text::Term>> terms;
  Once<std::string> folded;
  Once<std::vector<std::string>> spoken_words;
  Once<std::vector<Phrase>> phrases;
  Once<Query> query;
  Once<std::vector<CodeName>> names;
  Once<TaskQuery> task;
  Once<std::optional<Orientation>> orientation;
};

JoinedWords ReadJoinedWords(std::string_view text) { return Join(text, text::Words(text)); }

Question::Question(std::string text) : parts_(std::make_shared<const Parts>(std::move(text))) {}

const std::string& Question::text() const { return parts_->text; }

std::span<const text::Term> Question::words() const {
  return parts_->words.Get([this] { return text::Words(text()); });
}

const JoinedWords& Question::joined() const {
  return parts_->joined.Get([this] { return Join(text(), words()); });
}

std::span<const text::Term> Question::terms() const {
  return parts_->terms.Get([this] { return text::AnalyseQuery(text()); });
}

const std::string& Question::folded() const {
  return parts_->folded.Get([this] { return text::Fold(text()); });
}

std::span<const std::string> Question::spoken_words() const {
  return parts_->spoken_words.Get([this] { return SpokenWords(folded()); });
}

std::span<const Phrase> Question::phrases() const {
  return parts_->phrases.Get([this] { return PhrasesOf(text()); });
}

const Query& Question::query() const {
  return parts_->query.Get([this] { return ReadQuery(parts_->read()); });
}

std::span<const CodeName> Question::names() const {
  return parts_->names.Get([this] { return ReadCodeNames(parts_->read()); });
}

const TaskQuery& Question::task() const {
  return parts_->task.Get([this] { return ReadTask(parts_->read(), words(), query()); });
}

const std::optional<Orientation>& Question::orientation() const {
  return parts_->orientation.Get([this] { return ReadOrientation(*this); });
}

}  // namespace satchel::ask
