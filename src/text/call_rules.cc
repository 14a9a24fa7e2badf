// Calls that take a password or a key as an argument without a name: a client, a database, a login,
// a signature, a cipher. What is called says what the argument is.

#include <array>

#include "text/secret_rules.h"

namespace satchel::text {
namespace {

using enum TokenRule::Check;

constexpr std::array kCallRules = std::to_array<TokenRule>({
    // f(user, password), f(place, user, password) and f(realm, place, user, password)
    {"call-password",
     ".login( .signin( .authenticate( credential( credentials( networkcredential]::new( "
     "pscredential]::new( basicauth( basic_auth( wifi.begin(",
     R"re((?i)[\]:.>a-z_-]{3,40}\(\s*(?:(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[a-z_$][a-z0-9_$.:]{0,60}(?:\(\))?)\s*,\s*){1}@?["']([^"'\s]{6,})["'])re",
     0, kLogin},
    {"call-password",
     ".login( .signin( .authenticate( pdo( mysqli( mysqli_connect( pg_connect( getconnection( "
     "newinstance( .newinstance( connect( credential( basicauth( dbconnect(",
     R"re((?i)[\]:.>a-z_-]{3,40}\(\s*(?:(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[a-z_$][a-z0-9_$.:]{0,60}(?:\(\))?)\s*,\s*){2}@?["']([^"'\s]{6,})["'])re",
     0, kLogin},
    {"call-password", "mysqli_connect( getconnection( credentials( newinstance(",
     R"re((?i)[\]:.>a-z_-]{3,40}\(\s*(?:(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[a-z_$][a-z0-9_$.:]{0,60}(?:\(\))?)\s*,\s*){3}@?["']([^"'\s]{6,})["'])re",
     0, kLogin},
    // The same without brackets
    {"call-password", "basic_auth .open",
     R"re((?i)(?:basic_auth|\.open)\s+(?:["'][^"'\n]{1,200}["']\s*,\s*){1,2}["']([^"'\s]{6,})["'])re",
     0, kLogin},
    {"call-password", ".auth( :auth(", R"re((?i)[.:]auth\(\s*["']([^"'\s]{6,})["']\s*\))re", 0,
     kLogin},
    // Keys of signatures and ciphers
    {"call-key",
     "jwt.sign( jwt.verify( jwt.encode( jwt.decode( createhmac( hmac.new( hmac_new( hash_hmac( "
     "hmac256( hmac384( hmac512( fernet( serializer( secretkeyspec( signwith( messageverifier.new( "
     "messageencryptor.new( openssl_encrypt( openssl_decrypt( aes_encrypt( aes_decrypt( "
     "pgp_sym_encrypt( pgp_sym_decrypt( encryptbypassphrase( aes.encrypt( aes.decrypt( aes.new( "
     "cookieparser( hmac.hexdigest( createcipheriv( createdecipheriv(",
     R"re((?i)[a-z0-9_.]{6,24}\(\s*(?:[^\n"']{0,120}|(?:[^\n"']{0,60}["'][a-z0-9_./:-]{0,20}["']){1,2}[^\n"']{0,60})[b@]?["']([^"'\s]{8,})["'])re",
     0, kLogin},
    {"call-key", "hmac256( hmac384( hmac512( fernet( serializer( hmac.new(",
     R"re((?i)[a-z0-9_.]{6,24}\(\s*[b@]?["']([^"'\s]{16,})["'])re", 0, kGenerated},
    // Values of a row, if one of its columns is called so
    {"sql-password", "values",
     R"re((?i)\b[a-z_]*(?:pass(?:word|wd)?|pwd|secret|token)\b[^()]{0,160}\)\s*values\s*\([^()]{0,200}?'([^'\s@./:]{8,})')re",
     200, kLogin},
    // Bytes of a key
    {"byte-key", "key[ secret[ psk[ key[]",
     R"re((?i)(?:key|secret|psk)\[[a-z0-9_]{0,24}\]\s*=\s*\{\s*((?:0x[0-9a-f]{1,2}\s*,\s*){7,63}0x[0-9a-f]{1,2})\s*,?\s*\})re",
     0, kForm, 1024},
    // An address that is put together: "amqp://user:" + "password" + "@host"
    {"url-password", "://",
     R"re(://[A-Za-z0-9._-]{0,32}:["']\s*[+.&]\s*["']([^"'\s]{4,})["']\s*[+.&]\s*["']@)re", 0,
     kAnyValue},
    {"url-password", "@tcp( @unix(",
     R"re(\b[A-Za-z0-9_.-]{1,32}:([^\s"'`@:/]{6,})@(?:tcp|unix)\()re", 96, kNotAWord},
    // The argument of what makes a client: Client.new("..."), SomeAPI("...")
    {"client-key", "client( client.new( api( sdk( auth( client::new(",
     R"re((?i)(?:client|api|sdk|auth)(?:(?:\.|::)new)?\(\s*(?:["'][^"'\n]{0,60}["']\s*,\s*)?["']([A-Za-z0-9+/=:._-]{24,})["'])re",
     0, kGenerated},
});

}  // namespace

std::span<const TokenRule> CallRules() { return kCallRules; }

}  // namespace satchel::text
