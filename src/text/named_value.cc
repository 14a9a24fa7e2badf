#include "text/named_value.h"

#include <algorithm>
#include <array>
#include <string>

#include "text/chosen_password.h"
#include "text/secret_value.h"

namespace satchel::text {
namespace {

constexpr std::size_t kMaxReach = 80;

// `Password=` among `Server=...;` or `host=... dbname=...`.
bool InConnectionString(std::string_view text, std::size_t key_begin, std::size_t value_end) {
  constexpr std::array<std::string_view, 12> kNeighbours = {
      "server=", "host=",     "data source=", "user id=",         "uid=",         "user=",
      "dbname=", "database=", "hostname=",    "initial catalog=", "accountname=", "username="};
  const std::size_t from = key_begin > 200 ? key_begin - 200 : 0;
  std::size_t begin = text.substr(from, key_begin - from).find_last_of("\r\n\"'`");
  begin = begin == text.npos ? from : from + begin + 1;
  text = text.substr(0, value_end + 200);
  const std::size_t end = std::min(text.find_first_of("\r\n\"'`", value_end), text.size());
  std::string around(text.substr(begin, end - begin));
  std::ranges::transform(around, around.begin(), ToLower);
  return std::ranges::any_of(kNeighbours,
                             [&](std::string_view name) { return around.contains(name); });
}

bool IsPath(std::string_view value) {
  return value.contains(':') || value.contains('.') || std::ranges::count(value, '/') > 2;
}

bool IsTokenCharacter(char c) { return IsWord(c) || std::string_view("+/=.~%").contains(c); }

bool IsCodeLike(std::string_view bare) { return bare.find_first_of(".:/") != bare.npos; }

// Names of other programs' values, numbers and patterns are no secrets.
bool IsOdd(std::string_view value) {
  const std::size_t equals = value.find('=');
  const bool assigns = equals != value.npos && value.find_first_not_of('=', equals) != value.npos;
  return assigns || value.starts_with("0x") || value.starts_with('/') || value.contains("&#") ||
         value.find_first_of("\\[]{}<>") != value.npos;
}

// A type whose name has a digit, as an annotation gives it to a name: `password: Uint8Array`.
bool IsType(std::string_view bare) {
  constexpr auto kTypes = std::to_array<std::string_view>(
      {"Int8Array",         "Uint8Array",       "Uint8ClampedArray", "Int16Array",
       "Uint16Array",       "Int32Array",       "Uint32Array",       "Float16Array",
       "Float32Array",      "Float64Array",     "BigInt64Array",     "BigUint64Array",
       "Ed25519PrivateKey", "Ed25519PublicKey", "Ed448PrivateKey",   "Ed448PublicKey",
       "X25519PrivateKey",  "X25519PublicKey",  "X448PrivateKey",    "X448PublicKey"});
  const std::string_view last = bare.substr(bare.rfind('.') + 1);
  return std::ranges::find(kTypes, last) != kTypes.end();
}

// `makePassFactory("Es6NormalizeClasses")`: "pass" and its like also name steps of a program. Only
// the last word of a function's name says what it takes, and "get" takes none.
bool IsNameForCall(std::string_view text, const NameRule& rule, const Assignment& found,
                   std::string_view name, std::string_view value) {
  if (!rule.whole_word || !found.quoted || found.value_begin < 2 || IsNoIdentifier(value))
    return false;
  if (text[found.value_begin - 2] != '(') return false;
  const std::string lower = AsciiLower(name.substr(name.rfind('.') + 1));
  if (lower.starts_with("get")) return true;
  for (std::string_view rest = rule.words; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (lower.ends_with(rest.substr(0, end))) return false;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return true;
}

// "key" names so many things that its value must look random, and more so where nothing says what
// it is the key of. Public keys begin with what says so.
bool IsKeyValue(std::string_view text, const Assignment& found, std::string_view value) {
  const std::string_view name = text.substr(found.key_begin, found.key_end - found.key_begin);
  const bool query = found.tight && found.key_begin > 0 &&
                     std::string_view("?&").contains(text[found.key_begin - 1]);
  if (query && EndsUnbroken(value)) return true;  // `?key=v`
  if (value.find_first_of("()") != value.npos) return false;
  if (NamesNoKey(name) || IsOdd(value) || !(LooksRandom(value) || EndsUnbroken(value)))
    return false;
  if (!found.quoted && IsPath(value)) return false;
  return IsQualifiedKey(text, found.key_begin, found.key_end) ||
         (found.quoted && LooksLikeNamelessSecret(value) && !value.starts_with('M'));
}

// A password, also one of words.
bool IsAnyLogin(std::string_view value) {
  return LooksLikePassword(value) || LooksLikeLogin(value);
}

bool HasSign(std::string_view value) { return value.find_first_of("!#$%&*?@^~+") != value.npos; }

// What a sentence, a table or an argument gives to a name that says "password".
bool IsPasswordNearby(const NearbyValue& found, std::string_view value) {
  using Link = NearbyValue::Link;
  const bool sure = found.link == Link::kSign || found.link == Link::kSlot;
  if (found.quoted && sure && IsAnyLogin(value)) return true;
  if (IsCodeLike(value)) return false;
  if (found.quoted && found.direct && LooksLikeGoodLogin(value)) return true;
  if (IsNoIdentifier(value)) {
    if (sure || (found.direct && found.ends && HasSign(value))) return IsAnyLogin(value);
    return found.direct && LooksLikeGoodLogin(value);
  }
  // A word such as a program has it: only where a clause ends with it.
  if (!LooksChosen(value) && !LooksScrambled(value)) return false;
  if (sure || (found.link == Link::kWords && found.direct)) {
    return found.ends || found.said || (found.direct && LooksLikeGoodLogin(value));
  }
  return false;
}

bool LooksSecret(std::string_view text, const NameRule& rule, const Assignment& found,
                 std::string_view value) {
  const bool password = rule.kind == "password";
  if (LooksGenerated(value) || (found.quoted && LooksScrambled(value))) {
    // A UUID beside "token" alone may be an id of anything; "API_TOKEN" says more.
    return rule.kind != "token" || !IsUuid(value) || found.key_end - found.key_begin > 6;
  }
  if (!password && (found.quoted || found.tight) && EndsUnbroken(value)) return true;
  if (rule.kind == "secret" && (found.quoted || found.tight) && !IsOdd(value) &&
      LooksLikeGoodLogin(value)) {
    return found.quoted || IsNoIdentifier(value);
  }
  if (password && IsAnyLogin(value) &&
      (found.quoted || !(IsCodeLike(value) || value.starts_with("0x")))) {
    return true;
  }
  return password && found.tight && !found.quoted && value.size() >= 3 &&
         InConnectionString(text, found.key_begin, found.value_end);
}

}  // namespace

bool IsNameWord(std::string_view text, std::size_t begin, std::size_t end, bool whole) {
  const auto at = [text](std::size_t i) { return i < text.size() ? text[i] : '\0'; };
  std::size_t after = end;
  if (ToLower(at(after)) == 's') ++after;  // plural
  const char last = at(end - 1);
  const bool goes_on = IsLower(at(after)) || (IsUpper(last) && IsUpper(at(after)));
  if (goes_on) return false;
  if (!whole || begin == 0) return true;
  const char before = at(begin - 1);
  if (end - begin < 5 && (before == '+' || before == '/')) return false;  // in base64
  return !IsAlnum(before) || (IsLower(before) && IsUpper(at(begin)));
}

ByteSpan NameAround(std::string_view text, std::size_t begin, std::size_t end) {
  const auto in_name = [text](std::size_t i) { return IsWord(text[i]) || text[i] == '.'; };
  const std::size_t lowest = begin > kMaxReach ? begin - kMaxReach : 0;
  const std::size_t highest = std::min(text.size(), end + kMaxReach);
  while (begin > lowest && in_name(begin - 1)) --begin;
  while (end < highest && in_name(end)) ++end;
  while (end > begin && text[end - 1] == '.') --end;
  return {begin, end};
}

bool IsInBase64(std::string_view text, ByteSpan name) {
  const auto joins = [text](std::size_t at) {
    return at < text.size() && std::string_view("+/").contains(text[at]);
  };
  const std::string_view word = text.substr(name.begin, name.end - name.begin);
  return (name.begin > 0 && joins(name.begin - 1)) || joins(name.end) ||
         (word.size() >= 16 && LooksRandom(word) && IsOfBothCases(word));
}

bool IsSecretAssigned(std::string_view text, const NameRule& rule, const Assignment& found) {
  const std::string_view value =
      text.substr(found.value_begin, found.value_end - found.value_begin);
  if (!LooksSecret(text, rule, found, value) || value.contains("://")) return false;
  if (!found.quoted && IsType(value)) return false;
  const std::string_view name = text.substr(found.key_begin, found.key_end - found.key_begin);
  if (AsciiLower(value).starts_with(AsciiLower(name))) return false;  // "encryptionKey1024"
  if (IsNameForCall(text, rule, found, name, value)) return false;
  // "auth" and its like also name patterns and expressions.
  if (rule.kind != "password" && rule.whole_word && IsOdd(value)) return false;
  return !IsPlaceholder(value) && (!rule.names_a_key || IsKeyValue(text, found, value));
}

bool IsSecretBelow(std::string_view value, const NameRule& rule, bool cell) {
  if (value.contains("://") || IsOdd(value) || IsPlaceholder(value) || IsPath(value)) return false;
  if (rule.kind == "password")
    return cell ? IsAnyLogin(value) : LooksLikeGoodLogin(value) || LooksChosen(value);
  if (!std::ranges::all_of(value, IsTokenCharacter) || IsUuid(value)) return false;
  if (value.starts_with("MII")) return false;  // a certificate
  if (LooksScrambled(value)) return true;
  return LooksRandom(value) && (rule.kind != "token" || IsOfBothCases(value));
}

bool IsSecretNearby(std::string_view text, const NameRule& rule, const NearbyValue& found) {
  using Link = NearbyValue::Link;
  const std::string_view value = text.substr(found.begin, found.end - found.begin);
  if (value.contains("://") || IsOdd(value) || IsPlaceholder(value)) return false;
  if (rule.kind == "password" && IsPasswordNearby(found, value)) return true;
  if (!found.quoted && !IsNoIdentifier(value)) return false;
  const bool sure = found.link == Link::kSign || found.link == Link::kSlot;
  if (IsPath(value)) return false;
  if (rule.kind == "password" || rule.kind == "secret") {
    return LooksTyped(value) && IsNoIdentifier(value);
  }
  if (!std::ranges::all_of(value, IsTokenCharacter)) return false;
  if (value.size() >= 20 && LooksScrambled(value)) return true;
  return LooksRandom(value) && !IsUuid(value) && (sure || IsOfBothCases(value));
}

}  // namespace satchel::text
