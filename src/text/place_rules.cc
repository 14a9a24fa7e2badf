// Places that give a secret away: where a protocol, a file format or a language has a field for it.

#include <array>

#include "text/secret_rules.h"

namespace satchel::text {
namespace {

using enum TokenRule::Check;

constexpr std::array kPlaceRules = std::to_array<TokenRule>({
    {"http-authorization", "authorization",
     R"((?i)authorization\\?["'\]]*\s*(?:[:=,]|=>)\s*\\?["'`]?(?:bearer|basic|token|apikey|api-key|digest|negotiate|bot|key|splunk|sso-key|genie-?key)\s+([A-Za-z0-9+/=._~:-]{8,}))",
     0, kNotAWord, 4096},
    {"http-authorization", "authorization",
     R"((?i)authorization\\?["'\]]*\s*(?:[:=,]|=>)\s*\\?["'`]?(?:[a-z0-9-]{2,24}\s+)?([A-Za-z0-9+/=._~-]{20,}))",
     0, kGenerated, 4096},
    {"bearer-token", "bearer", R"((?i)bearer\s+([A-Za-z0-9+/=._~-]{16,}))", 0, kGenerated, 4096},
    {"basic-credentials", "basic", R"((?i)basic\s+([A-Za-z0-9+/]{16,}={0,2}))", 0, kGenerated,
     1024},
    {"docker-auth", "\"auth\"", R"re("auth"\s*:\s*"([A-Za-z0-9+/]{12,}={0,2})")re", 0, kAnyValue},
    {"npm-auth", "_auth", R"(\b_auth\s*=\s*["']?([A-Za-z0-9+/]{12,}={0,2}))", 0, kNotAWord},
    {"netrc-password", "machine", R"(machine\s+\S+\s+login\s+\S+\s+password\s+([^\s"'`]+))", 0,
     kAnyValue},
    {"pgpass-password", ":543 :544 :643 :654 :553 :1543 :2543 :5543 :6543 :2506 :26257: :*:",
     R"((?m)^[A-Za-z0-9._*-]+:(?:[0-9]{4,5}|\*):[^\s:]+:[^\s:]+:([^\s:]+)$)", 96, kAnyValue},
    {"session-cookie", "session= sessionid= session_id= sessid= sid=",
     R"((?i)(?:^|[\s;"'?&:,])(?:[a-z._-]{0,16}session(?:_?id)?|[a-z]{0,8}sessid|[a-z.]{0,10}sid)=(?:s%3A)?([^\s;,"'&<>%]{16,}))",
     24, kGenerated},
    {"request-signature", "signature=", R"((?i)\bsignature=["']?([A-Za-z0-9%/+_=-]{20,}))", 0,
     kGenerated},
    {"authorization-code", "?code= &code=", R"([?&]code=([A-Za-z0-9_./%-]{20,}))", 0, kGenerated},
    {"webhook-url", "/hook/ /hooks/ /webhook/ /webhooks/ /webhookb2/ /trigger/",
     R"(/(?:web)?(?:hooks?|hookb2|trigger)/(?:[A-Za-z0-9._-]{1,20}/){0,4}([A-Za-z0-9_@/-]{16,}))",
     0, kGenerated},
    {"webhook-url", "hooks.zapier.com/",
     R"(hooks\.zapier\.com/hooks/(?:catch|standard)/([0-9]+/[A-Za-z0-9/]{6,}))"},
    {"webhook-url", "/with/key/", R"(/with/key/([A-Za-z0-9_-]{16,}))"},
    {"webhook-url", "hook.eu hook.us", R"(hook\.(?:eu|us)[0-9]\.make\.com/([a-z0-9]{24,}))"},
    {"webhook-url", "/webhook/send?key= /bot/v2/hook/ hc-ping.com/",
     R"((?:/webhook/send\?key=|/bot/v2/hook/|hc-ping\.com/)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))"},
    {"rsa-key", "<d> <p> <q> <dp> <dq> <inverseq>",
     R"(<(?:D|P|Q|DP|DQ|InverseQ)>\s*([A-Za-z0-9+/]{40,}={0,2})\s*</)", 0, kMixed, 2048},
    {"seed-phrase", "mnemonic seed recovery",
     R"re((?i)(?:mnemonic|seed[ _-]?phrase|recovery[ _-]?phrase|seed[ _-]?words)(?:[a-z ]{0,12}|[ ](?:of|for|to)\b[^\n:=]{0,60}?)["']?\s*(?:[:=]|is|=>)\s*["'`]?((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})\b)re",
     0, kPhrase},
    {"wifi-password", "wifi:", R"((?i)WIFI:[^\n]{0,80}?P:([^;\n]{4,});)", 0, kAnyValue},
    {"oracle-password", "jdbc:oracle:", R"(jdbc:oracle:\w+:[^/\s"']{1,40}/([^@\s"']{4,})@)", 0,
     kAnyValue},
    // Languages
    {"sql-password", "identified",
     R"((?i)identified\s+(?:with\s+\S+\s+)?by\s+(?:password\s+)?'([^'\s]{4,})')", 0, kAnyValue},
    {"sql-password", "identified", R"re((?i)identified\s+by\s+"([^"'\s;]{4,})")re", 0, kTyped},
    {"sql-password", "identified", R"((?i)identified\s+by\s+([^"'\s;<>()]{8,}))", 0, kTyped},
    {"field-value", "value\"",
     R"re(value"\s*:\s*"([^"\s]{6,})"\s*,\s*"(?i:name|key)"\s*:\s*"[A-Za-z0-9_.-]*(?i:password|passwd|secret|token|api_?key|credential))re",
     0, kNotAWord},
    {"field-value", "value=",
     R"re(value="([^"\s]{6,})"\s+(?i:name|key)="[A-Za-z0-9_.-]*(?i:password|passwd|secret|token|api_?key|credential)")re",
     0, kNotAWord},
    {"sql-password", "password", R"(\bPASSWORD\s*\(?\s*[NE]?'([^'\s\\]{4,})')", 0, kAnyValue},
    {"sql-password", "password",
     R"((?i)\bpassword(?:\s+for\s+[^\n=]{1,80}=\s*|\s*=\s*n|[ \t]+[ne]?)'([^'\s\\]{4,})')", 0,
     kNotAWord},
    {"call-password",
     "networkcredential( passwordcredential( basicauth( basic_auth( basicauthentication( "
     "pscredential("
     " usernamepasswordcredentials( passwordauthentication( plainauth(",
     R"((?i)[a-z_]{4,40}\(\s*(?:"",\s*)?["'][^"'\n]{1,80}["']\s*,\s*["']([^"'\s]{6,})["'])", 0,
     kNotAWord},
    {"call-password", "auth",
     R"(\bauth\s*[=:]\s*[(\[]\s*["'][^"'\n]{1,80}["']\s*,\s*["']([^"'\s]{6,})["'])", 0, kNotAWord},
    {"securestring-password", "convertto-securestring",
     R"((?i)convertto-securestring\s+(?:-string\s+)?["']([^"'\n$]{4,})["'])", 0, kAnyValue},
});

}  // namespace

std::span<const TokenRule> PlaceRules() { return kPlaceRules; }

}  // namespace satchel::text
