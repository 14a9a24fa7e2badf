// One pass over the text finds the keywords of all rules; only where one occurs
// is its rule tried, on a window of bounded size that begins there. A second
// pass, which looks at every 24th byte as long as there are spaces between words,
// finds long runs for the formats that have no keyword and for values whose vendor
// is named in the words around them.

#include "text/secret_scanner.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "text/assignment.h"
#include "text/chosen_password.h"
#include "text/named_value.h"
#include "text/nearby_value.h"
#include "text/secret_prefix.h"
#include "text/secret_value.h"
#include "text/url_secret.h"
#include "text/value_below.h"
#include "text/value_context.h"

namespace satchel::text {
namespace {

using Evidence = SecretSpan::Evidence;

constexpr std::size_t kMinRun = 24;
constexpr std::size_t kMaxRun = 4096;
constexpr std::size_t kMaxTail = 64;
constexpr std::size_t kMaxNameless = 128;
constexpr std::size_t kMaxPrefixed = 240;
constexpr std::size_t kMaxNearby = 200;

template <class OnWord>
void ForEachWord(std::string_view words, const OnWord& on_word) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    on_word(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

// Whether a token can begin at `at`: not inside of a longer word, unless what is
// in front is an escape such as "\n", "%3D" or "\u003d".
bool BeginsToken(std::string_view text, std::size_t at) {
  if (at == 0 || !IsAlnum(text[at - 1])) return true;
  const std::string_view before = text.substr(at > 6 ? at - 6 : 0, std::min<std::size_t>(at, 6));
  const auto back = [before](std::size_t n) {
    return before.size() >= n ? before[before.size() - n] : '\0';
  };
  if (back(2) == '\\') return back(1) == 'n' || back(1) == 'r' || back(1) == 't';
  return back(3) == '%' || (back(6) == '\\' && back(5) == 'u');
}

constexpr std::array<bool, 256> RunTable() {
  std::array<bool, 256> table{};
  for (std::size_t c = 0; c < 256; ++c) {
    const char as_char = static_cast<char>(c);
    table[c] = c < 0x80 && (IsWord(as_char) || as_char == '.' || as_char == '+' || as_char == '/');
  }
  return table;
}

// Calls on_run(begin, end) for every maximal run of at least kMinRun token
// characters. Looks at a run's last possible character first and so skips
// ordinary words without reading them.
template <class OnRun>
void ForEachRun(std::string_view text, const OnRun& on_run) {
  static constexpr std::array<bool, 256> kInRun = RunTable();
  const auto in_run = [text](std::size_t i) { return kInRun[static_cast<unsigned char>(text[i])]; };
  std::size_t at = 0;
  while (at + kMinRun <= text.size()) {
    std::size_t begin = at + kMinRun;
    while (begin > at && in_run(begin - 1)) --begin;
    if (begin > at) {
      at = begin;
      continue;
    }
    std::size_t end = at + kMinRun;
    while (end < text.size() && in_run(end)) ++end;
    if (end - at <= kMaxRun) on_run(at, end);
    at = end + 1;
  }
}

template <class OnPart>
void ForEachPart(std::string_view text, ByteSpan run, std::string_view separators,
                 const OnPart& on_part) {
  text = text.substr(0, run.end);  // a search must not go on to the end of the text
  for (std::size_t at = run.begin; at < run.end;) {
    const std::size_t end = std::min(text.find_first_of(separators, at), run.end);
    if (end - at >= kMinRun) on_part(at, end);
    at = end + 1;
  }
}

std::string WithoutSeparators(std::string_view key) {
  std::string out;
  for (const char c : key) {
    if (IsAlnum(c)) out += ToLower(c);
  }
  return out;
}

// `#define SN_dhSinglePass_sha1 "dhSinglePass-sha1"`
bool IsPartOfName(std::string_view value, std::string_view name) {
  return WithoutSeparators(name).contains(WithoutSeparators(value));
}

// What an attribute or a field beside the name has, as in `name="password" hidden="true"`.
bool IsNoValue(std::string_view value) {
  return NamesAField(value) || value == "true" || value == "false";
}

// Words of which most differ. Published phrases repeat one: "test test test ... junk".
bool IsPhrase(std::string_view value) {
  std::vector<std::string_view> words;
  while (!value.empty()) {
    const std::size_t end = std::min(value.find_first_of(" ,"), value.size());
    const std::string_view word = value.substr(0, end);
    value.remove_prefix(std::min(end + 1, value.size()));
    if (word.empty()) continue;
    if (word.find_first_not_of(word.front()) == word.npos) return false;  // "xxxx"
    words.push_back(word);
  }
  const std::size_t count = words.size();
  std::ranges::sort(words);
  const auto repeated = std::ranges::unique(words);
  return (count - repeated.size()) * 2 > count;
}

bool HasDigit(std::string_view text) { return std::ranges::any_of(text, IsDigit); }

}  // namespace

// The state of one FindSecrets call.
class SecretScanner::Pass {
 public:
  Pass(const SecretScanner& scanner, std::string_view text, std::vector<SecretSpan>& out)
      : scanner_(scanner), text_(text), out_(out) {}

  void OnHit(const Keyword& keyword, std::size_t begin) {
    if (begin < marker_end_) return;
    switch (keyword.source) {
      case Source::kToken:
        return OnToken(keyword.rule, begin);
      case Source::kName:
        return OnName(keyword, begin);
      case Source::kVendor:
        vendor_ends_.push_back(begin + keyword.text.size());
        return;
      case Source::kUrl:
        return OnUrl(begin);
      case Source::kPrivateKey:
        return OnPrivateKey(begin);
      case Source::kKeyLines:
        return OnKeyLines(begin);
      case Source::kPrivateKeyEnd:
        return OnPrivateKeyEnd(begin);
      case Source::kMarker:
        return OnMarker(begin);
    }
  }

  void OnRun(std::size_t begin, std::size_t end) {
    ForEachPart(text_, {begin, end}, "/+", [this, begin](std::size_t from, std::size_t to) {
      while (to > from && text_[to - 1] == '.') --to;
      // "\n" as two characters in front of it lends the run its "n".
      if (from > 0 && text_[from - 1] == '\\' && BeginsToken(text_, from + 1)) ++from;
      const std::span<const RunRule> rules = RunRules();
      for (std::size_t i = 0; i < rules.size(); ++i) {
        const RunRule& rule = rules[i];
        const std::string_view run = text_.substr(from, to - from);
        if (run.size() < rule.min_size || run.size() > rule.max_size) continue;
        if (!rule.first.contains(run.front()) || !scanner_.run_patterns_[i].MatchesAll(run))
          continue;
        if (rule.needs_tail && RunEnd(i, to) == to) continue;
        if (to < text_.size() && text_[to] == '(') continue;  // a call: `s.sendV2Samples(`
        if (rule.shapeless && IsPartOfBase64(begin, from)) continue;
        const std::string_view first = run.substr(0, run.find_first_of("-."));
        if ((LooksGenerated(run) || LooksUnbroken(first)) && !IsPlaceholderToken(run))
          Add(from, RunEnd(i, to), rule.kind, Evidence::kForm);
      }
      OnPrefixed(begin, from, to);
      OnNameless(from, to);
    });
  }

 private:
  void Add(std::size_t begin, std::size_t end, std::string_view kind, Evidence evidence) {
    out_.push_back({.begin = begin, .end = end, .kind = kind, .evidence = evidence});
  }

  std::string_view Slice(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - begin);
  }

  void OnToken(std::size_t index, std::size_t hit) {
    const TokenRule& rule = scanner_.token_rules_[index];
    // A short flag is one only after a blank.
    if (rule.check == TokenRule::Check::kTyped && text_[hit] == '-' && hit > 0 &&
        IsWord(text_[hit - 1])) {
      return;
    }
    const bool anchored = rule.before == 0;
    const bool whole = anchored && !scanner_.token_patterns_[index].has_group();
    if (whole && (hit < token_end_ || !BeginsToken(text_, hit))) return;
    // A short prefix in the middle of base64 is chance.
    if (whole && rule.check == TokenRule::Check::kMixed && hit > 0 && IsWord(text_[hit - 1]) &&
        !IsAlnum(text_[hit - 1])) {
      return;
    }
    const bool by_form = rule.check == TokenRule::Check::kForm && rule.window <= 512;
    // Rules with a wide window begin at a word only, or "eyJ-eyJ-..." would be read
    // to its end from each of its parts.
    if (rule.window > 512 && hit > 0 && (text_[hit - 1] == '-' || text_[hit - 1] == '_')) return;
    const std::size_t from = hit > rule.before ? hit - rule.before : 0;
    const std::size_t to = std::min(text_.size(), hit + rule.window);
    const auto match =
        scanner_.token_patterns_[index].Find(text_, anchored ? hit : from, to, anchored);
    const bool place = scanner_.token_patterns_[index].has_group();
    // A token keeps the kind of its form wherever it stands.
    std::size_t& done = place ? place_end_ : token_end_;
    if (!match || match->begin < done) return;
    if (!anchored && !BeginsToken(text_, match->begin)) return;
    if (!Passes(rule.check, Slice(match->begin, match->end), place)) return;
    std::size_t end = match->end;
    if (end == to) {  // cut by the window: whatever may belong to it goes too
      end = TokenEnd(end);
    } else if (IsWord(text_[end - 1])) {
      while (end < text_.size() && IsWord(text_[end])) ++end;
    }
    Add(match->begin, end, rule.kind, by_form ? Evidence::kForm : Evidence::kPlace);
    done = end;
  }

  // A form says more than a place, so its value may look less random.
  static bool Passes(TokenRule::Check check, std::string_view value, bool place) {
    switch (check) {
      case TokenRule::Check::kForm:
        return !IsPlaceholderToken(value);
      case TokenRule::Check::kGenerated:
        return (place ? LooksRandom(value) : LooksGenerated(value)) && !IsPlaceholderToken(value);
      case TokenRule::Check::kMixed:
        return IsOfBothCases(value.substr(4)) && !IsPlaceholderToken(value);
      case TokenRule::Check::kNotAWord:
        return !IsPlaceholder(value) && (std::ranges::any_of(value, IsDigit) ||
                                         (std::ranges::any_of(value, IsUpper) &&
                                          std::ranges::any_of(value.substr(1), IsLower) &&
                                          std::ranges::any_of(value.substr(1), IsUpper)));
      case TokenRule::Check::kAnyValue:
        return !IsPlaceholder(value);
      case TokenRule::Check::kTyped:
        return LooksTyped(value) && !IsPlaceholder(value);
      case TokenRule::Check::kLogin:
        return LooksLikeLogin(value) && !IsPlaceholder(value);
      case TokenRule::Check::kGoodLogin:
        return LooksLikeGoodLogin(value) && !IsPlaceholder(value);
      case TokenRule::Check::kPhrase:
        return IsPhrase(value);
    }
    return false;
  }

  void OnName(const Keyword& keyword, std::size_t begin) {
    const NameRule& rule = NameRules()[keyword.rule];
    const std::size_t end = begin + keyword.text.size();
    // A name with several of these words is read once, but "auth.password" as a password.
    const bool password = rule.kind == "password";
    if (begin < key_end_ && (!password || password_key_)) return;
    if (!IsNameWord(text_, begin, end, rule.whole_word)) return;
    const auto found = FindAssignment(text_, begin, end - begin);
    if (found) {
      key_end_ = found->key_end;
      password_key_ = password;
    }
    if (found && found->value_end <= value_end_) return;  // inside of one that is hidden
    const ByteSpan name =
        found ? ByteSpan{found->key_begin, found->key_end} : NameAround(text_, begin, end);
    if (NamesNoSecret(Slice(name.begin, name.end)) || (found && OnAssignment(rule, name, *found)))
      return;
    if (rule.names_a_key && !IsQualifiedKey(text_, name.begin, name.end)) return;
    if (!found || !found->quoted || IsNoValue(Slice(found->value_begin, found->value_end))) {
      OnNearby(rule, name);
    }
  }

  bool OnAssignment(const NameRule& rule, ByteSpan name, const Assignment& found) {
    const std::string_view value = Slice(found.value_begin, found.value_end);
    if (value.empty()) return false;
    // Constants of a library often say their own names.
    const std::string_view key = Slice(found.key_begin, found.key_end);
    if (found.defined && IsPartOfName(value, key)) return false;
    if (const std::string_view kind = KindByProvider(Slice(name.begin, name.end), value);
        !kind.empty()) {
      AddValue(found, kind, Evidence::kProvider);
      return true;
    }
    if (!IsSecretAssigned(text_, rule, found)) return false;
    AddValue(found, rule.kind, Evidence::kName);
    return true;
  }

  void OnNearby(const NameRule& rule, ByteSpan name) {
    // Only passwords may have no digit.
    if (rule.kind != "password" && !HasDigit(text_.substr(name.end, kMaxNearby))) return;
    if (IsInBase64(text_, name)) return;
    const NearbyValues nearby = FindNearbyValues(text_, name.begin, name.end);
    for (const NearbyValue& value : std::span(nearby.values).first(nearby.size)) {
      if (!IsSecretNearby(text_, rule, value)) continue;
      if (IsPartOfName(Slice(value.begin, value.end), Slice(name.begin, name.end))) continue;
      return Add(value.begin, value.end, rule.kind, Evidence::kName);
    }
    OnBelow(rule, name);
  }

  void OnBelow(const NameRule& rule, ByteSpan name) {
    for (const bool cell : {true, false}) {
      const ValuesBelow below = (cell ? CellsBelow : WordBelow)(text_, name.begin, name.end);
      for (const ByteSpan& value : std::span(below.values).first(below.size)) {
        if (IsSecretBelow(Slice(value.begin, value.end), rule, cell))
          Add(value.begin, value.end, rule.kind, Evidence::kName);
      }
    }
  }

  void OnPrefixed(std::size_t run_begin, std::size_t from, std::size_t to) {
    const std::string_view run = Slice(from, to);
    if (run.size() > kMaxPrefixed || !LooksPrefixed(run) || IsPlaceholderToken(run)) return;
    // A digest, or the hash of a password: "sha256=...", "$2y$07$...".
    const std::string_view before = text_.substr(0, from);
    if (before.ends_with("sha256=") || before.ends_with("sha512=") || before.ends_with('$')) return;
    if (IsPartOfBase64(run_begin, from)) return;
    Add(from, to, "prefixed-token", Evidence::kName);
  }

  // The parts of base64 are what '/' and '+' leave of it.
  bool IsPartOfBase64(std::size_t run_begin, std::size_t from) const {
    const std::string_view left = Slice(run_begin, from);
    return HasDigit(left) && IsOfBothCases(left);
  }

  // Where the run of a rule ends, with what belongs to it behind the run.
  std::size_t RunEnd(std::size_t rule, std::size_t end) const {
    if (RunRules()[rule].tail.empty()) return end;
    const std::size_t to = std::min(text_.size(), end + kMaxTail);
    const auto match = scanner_.tail_patterns_[rule].Find(text_, end, to, true);
    return match ? match->end : end;
  }

  // Runs come in order, so that vendors that are left behind need not be looked at again.
  bool IsNearAVendor(std::size_t from, std::size_t to) {
    while (next_vendor_ < vendor_ends_.size() &&
           vendor_ends_[next_vendor_] + ValueContext::kBefore < from) {
      ++next_vendor_;
    }
    return next_vendor_ < vendor_ends_.size() &&
           vendor_ends_[next_vendor_] <= to + ValueContext::kAfter;
  }

  // A run without a name of its own: the words around it may say whose secret it is.
  void OnNameless(std::size_t from, std::size_t to) {
    const std::string_view value = text_.substr(from, to - from);
    if (value.size() > kMaxNameless || !IsNearAVendor(from, to)) return;
    if (!IsUuid(value) && !LooksGenerated(value) && !LooksUnbroken(value)) return;
    if (IsPlaceholderToken(value)) return;
    const ValueContext context(text_, from, to);
    if (!context.MayHoldASecret()) return;
    const std::span<const ProviderRule> rules = ProviderRules();
    for (std::size_t i = 0; i < rules.size(); ++i) {
      if (rules[i].nearby && context.Names(rules[i].name) &&
          scanner_.provider_patterns_[i].MatchesAll(value)) {
        return Add(from, to, rules[i].kind, Evidence::kProvider);
      }
    }
  }

  std::string_view KindByProvider(std::string_view key, std::string_view value) const {
    if (value.size() < 8) return {};
    const std::string name = WithoutSeparators(key);
    const std::span<const ProviderRule> rules = ProviderRules();
    for (std::size_t i = 0; i < rules.size(); ++i) {
      if (!name.contains(rules[i].name)) continue;
      const bool generated = LooksGenerated(value) || IsUuid(value) || LooksUnbroken(value) ||
                             (LooksLikePassword(value) && !IsPlaceholder(value));
      if (generated && !IsPlaceholderToken(value) &&
          scanner_.provider_patterns_[i].MatchesAll(value)) {
        return rules[i].kind;
      }
    }
    return {};
  }

  void AddValue(const Assignment& found, std::string_view kind, Evidence evidence) {
    value_end_ = found.cut ? TokenEnd(found.value_end) : found.value_end;
    Add(found.value_begin, value_end_, kind, evidence);
  }

  // Where the characters end that can be part of a token.
  std::size_t TokenEnd(std::size_t at) const {
    while (at < text_.size() &&
           (IsWord(text_[at]) || std::string_view(".+/=~%").contains(text_[at]))) {
      ++at;
    }
    return at;
  }

  void OnUrl(std::size_t hit) {
    if (const auto secret = FindUrlSecret(text_, hit)) {
      Add(secret->begin, secret->end, "url-password", Evidence::kPlace);
    }
  }

  void OnPrivateKey(std::size_t hit) {
    if (hit < private_key_end_) return;
    AddLines(PrivateKeyBody(text_, hit, private_key_end_));
  }

  void OnKeyLines(std::size_t hit) {
    if (hit < private_key_end_) return;
    AddLines(KeyLinesAfter(text_, hit, private_key_end_));
  }

  void OnPrivateKeyEnd(std::size_t hit) {
    const std::size_t from = std::exchange(last_end_marker_, hit);
    if (hit > private_key_end_ + 1 || private_key_end_ == 0) {
      AddLines(PrivateKeyBefore(text_, hit, from));
    }
  }

  void AddLines(const std::vector<ByteSpan>& lines) {
    bool continued = false;
    for (const ByteSpan& span : lines) {
      Add(span.begin, span.end, "private-key", Evidence::kForm);
      out_.back().continued = continued;
      continued = true;
    }
  }

  // Kinds contain words such as "token": a marker must not be read as a name. Only letters
  // and dashes make one, or brackets around a real secret would keep it.
  void OnMarker(std::size_t hit) {
    if (const std::size_t end = MarkerEnd(text_, hit); end > 0) marker_end_ = end;
  }

  const SecretScanner& scanner_;
  std::string_view text_;  // both borrowed for one call
  std::vector<SecretSpan>& out_;
  std::vector<std::size_t> vendor_ends_;  // of names that ProviderRules() look for nearby, in order
  std::size_t next_vendor_ = 0;
  std::size_t marker_end_ = 0;
  std::size_t token_end_ = 0;
  std::size_t place_end_ = 0;
  std::size_t key_end_ = 0;
  bool password_key_ = false;  // the name that ends there was read as that of a password
  std::size_t value_end_ = 0;
  std::size_t private_key_end_ = 0;
  std::size_t last_end_marker_ = 0;  // where the "-----END" before this one is
};

std::vector<SecretScanner::Keyword> SecretScanner::AllKeywords() {
  std::vector<Keyword> keywords = {{"://", Source::kUrl, 0},
                                   {"-----begin", Source::kPrivateKey, 0},
                                   {"-----end", Source::kPrivateKeyEnd, 0},
                                   {"\nprivate-lines:", Source::kKeyLines, 0},
                                   {"private key ----\n", Source::kKeyLines, 0},
                                   {"private key ----\r\n", Source::kKeyLines, 0},
                                   {"[redacted:", Source::kMarker, 0}};
  for (std::size_t i = 0; i < TokenRules().size(); ++i) {
    ForEachWord(TokenRules()[i].keywords,
                [&](std::string_view word) { keywords.push_back({word, Source::kToken, i}); });
    const std::string_view phrase = TokenRules()[i].phrase;
    if (!phrase.empty()) keywords.push_back({phrase, Source::kToken, i});
  }
  for (std::size_t i = 0; i < NameRules().size(); ++i) {
    ForEachWord(NameRules()[i].words,
                [&](std::string_view word) { keywords.push_back({word, Source::kName, i}); });
  }
  for (std::size_t i = 0; i < ProviderRules().size(); ++i) {
    const ProviderRule& rule = ProviderRules()[i];
    if (rule.nearby) keywords.push_back({rule.name, Source::kVendor, i});
  }
  return keywords;
}

KeywordScanner SecretScanner::ScannerFor(const std::vector<Keyword>& keywords) {
  std::vector<std::string_view> words;
  words.reserve(keywords.size());
  for (const Keyword& keyword : keywords) words.push_back(keyword.text);
  return KeywordScanner(words);
}

SecretScanner::SecretScanner()
    : token_rules_(TokenRules()), keywords_(AllKeywords()), scanner_(ScannerFor(keywords_)) {
  for (const TokenRule& rule : token_rules_) token_patterns_.emplace_back(rule.pattern);
  for (const RunRule& rule : RunRules()) {
    run_patterns_.emplace_back(rule.pattern);
    tail_patterns_.emplace_back(rule.tail);
  }
  for (const ProviderRule& rule : ProviderRules()) provider_patterns_.emplace_back(rule.value);
}

void SecretScanner::FindSecrets(std::string_view text, std::vector<SecretSpan>& out) const {
  Pass pass(*this, text, out);
  scanner_.Scan(
      text, [&](std::size_t keyword, std::size_t begin) { pass.OnHit(keywords_[keyword], begin); });
  ForEachRun(text, [&](std::size_t begin, std::size_t end) { pass.OnRun(begin, end); });
}

void SecretScanner::FindSuspects(std::string_view text, std::vector<ByteSpan>& out) const {
  ForEachRun(text, [&](std::size_t run_begin, std::size_t run_end) {
    // Embedded files are long; what follows "base64," is one even when it is short.
    if (text.substr(0, run_begin).ends_with("base64,")) return;
    ForEachPart(text, {run_begin, run_end}, ".", [&](std::size_t begin, std::size_t end) {
      if (LooksLikeNamelessSecret(text.substr(begin, end - begin))) out.push_back({begin, end});
    });
  });
}

}  // namespace satchel::text
