// What people write down for themselves and others: codes to type at a door, a phone or a login,
// and passwords in sentences in which no name stands before them.

#include <array>

#include "text/secret_rules.h"

namespace satchel::text {
namespace {

using enum TokenRule::Check;

constexpr std::array kNoteRules = std::to_array<TokenRule>({
    {"pin-code", "pin",
     R"re((?:\bPIN|\bpin|\bPin)(?:[ -](?:code|number))?(?:[ ](?:of|for|to|on|at|is|von|der|del|de)\b[^\n:=.0-9]{0,48})?(?:[ ](?:is|was|ist|lautet)|[ ]?[:=])\s{0,2}[*"'`]{0,3}([0-9]{3,6}(?:[ -][0-9]{3,6}){1,3}|[0-9]{4,12})(?:[^0-9-]|$))re",
     1, kAnyValue},
    {"pin-code", "code",
     R"re((?i)\b(?:door|gate|alarm|entry|lock|safe|garage|access|security|unlock|vault|key ?box|pass)[- ]?code(?:[ ](?:of|for|to|on|at)\b[^\n:=.0-9]{0,48})?(?:[ ](?:is|was)|[ ]?[:=])\s{0,2}[*"'`]{0,3}([0-9]{3,6}(?:[ -][0-9]{3,6}){1,3}|[0-9]{4,12})(?:[^0-9-]|$))re",
     16, kAnyValue},
    {"recovery-code", "recovery backup scratch rescue emergency",
     R"re((?i)(?:recovery|backup|scratch|rescue|emergency)[ _-](?:codes?|keys?)\b[^\n:]{0,80}:?[\s*`"'-]{0,8}((?:[0-9a-z]{4,8}-){1,7}[0-9a-z]{4,8}\b(?:[\s,;*`"'-]{1,8}(?:[0-9a-z]{4,8}-){1,7}[0-9a-z]{4,8}\b){0,15}))re",
     0, kForm, 1024},
    {"license-key", "license licence serial activation product",
     R"re((?i:licen[cs]e|serial|activation|product)(?i:[ _-]?(?:key|number|code|no))?\b[^\n:=]{0,60}[:=]\s{0,4}["'`*]{0,3}((?:[A-Z0-9]{4,8}-){3,9}[A-Z0-9]{4,8})\b)re",
     0, kForm},
    {"otp-secret", "totp otp 2fa two-factor mfa authenticator",
     R"re((?i:\btotp|\botp|\b2fa|two-factor|\bmfa|authenticator)\b[^\n0-9]{0,80}?(?:[:=]|\bis|\bkey|\bsecret)[ ]{0,4}[*"'`]{0,3}((?:[A-Z2-7]{4}[ -]){3,15}[A-Z2-7]{4}|[A-Z2-7]{16,64})\b)re",
     1, kForm},
    {"wallet-key", "private secret wallet signer deployer owner",
     R"re((?i)(?:private|secret|wallet|signer|deployer|owner)[ _-]?(?:private[ _-]?)?key\b[^\n]{0,24}?(0x[0-9a-f]{64})\b)re",
     0, kForm},
    // `VALUE is the password of`, `VALUE as the database password`
    {"password", "password passphrase passwort",
     R"re((?m)(?:^|[\s(`"'])([^\s`"'(),;:<>$]{8,48})[`"']?[ ](?:is|was|as|ist|als)[ ](?:the|our|my|your|a|new|das|neues)[ ](?:[A-Za-z]+[ ]){0,3}(?:password|passphrase|Passwort)\b)re",
     96, kGoodLogin},
    // `user / VALUE` where the line speaks of a login
    {"password", "",
     R"re((?i)\b(?:log[ -]?in|sign[ -]?in|credentials?|creds|auth|account|user|admin|root)\b[^\n/]{0,48}?[A-Za-z0-9._@-]{0,32}[`"']?[ ]/[ ][`"']?([^\s`"'(),;:<>$/]{8,48}))re",
     96, kGoodLogin, 128, " / "},
    {"password", "login credentials creds account",
     R"re((?i)(?:login|credentials?|creds|account)(?:[ ](?:is|are)|:)[ ]{1,2}[`"']?[A-Za-z0-9._-]{1,32}:([^\s`"'(),;:<>$/@]{8,48}))re",
     0, kLogin},
});

}  // namespace

std::span<const TokenRule> NoteRules() { return kNoteRules; }

}  // namespace satchel::text
