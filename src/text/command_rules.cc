// Arguments of programs that take a password. A port or a path is no password, so those of short
// flags hold a letter, and those of flags that many programs have look like a good password.

#include <array>

#include "text/secret_rules.h"

namespace satchel::text {
namespace {

using enum TokenRule::Check;

constexpr std::array kCommandRules = std::to_array<TokenRule>({
    {"curl-credentials", "curl",
     R"(curl(?:\s[^\n]{0,200}?)?\s(?:-u|--user)[ =]?["']?[^\s:"'$]+:([^\s"'$]{4,}))", 0, kAnyValue},
    {"login-password", "login",
     R"(\b(?:docker|podman|nerdctl|buildah|skopeo|oras|az|oc|cf|argocd|helm registry|regctl registry|crane auth|az acr)\s+login\s(?:(?:\\\r?\n|[^\n]){0,200}?\s)?(?:-p|--password)(?:\s+|=)?["']?([^\s"'`$<>|;&=-][^\s"'`<>|;&]{2,}))",
     24, kAnyValue},
    {"sshpass-password", "sshpass", R"(sshpass\s+(?:-v\s+)?-p\s*["']?([^\s"'`$<>-][^\s"'`]{2,}))",
     0, kAnyValue},
    {"mysql-password", "mysql mariadb",
     R"((?:mysql|mariadb)(?:-?[a-z]{2,10})?\s(?:(?:\\\r?\n|[^\n]){0,200}?\s)?-p["']?([^\s"'`$<>=:-][^\s"'`<>|;&:]{0,60}[A-Za-z][^\s"'`<>|;&:]*))",
     0, kNotAWord},
    {"mongo-password", "mongo",
     R"(mongo(?:sh|dump|restore|import|export|stat|top)?\s(?:(?:\\\r?\n|[^\n]){0,200}?\s)?-p[ =]?["']?([^\s"'`$<>=:-][^\s"'`<>|;&:]{0,60}[A-Za-z][^\s"'`<>|;&:]*))",
     0, kNotAWord},
    {"redis-password", "redis-cli",
     R"(redis-cli\s(?:(?:\\\r?\n|[^\n]){0,200}?\s)?(?:-a|--pass)(?:\s+|=)["']?([^\s"'`$<>=-][^\s"'`<>|;&]{3,}))",
     0, kNotAWord},
    {"ldap-password", "ldap",
     R"(ldap(?:search|modify|add|delete|passwd|whoami)\s(?:(?:\\\r?\n|[^\n]){0,200}?\s)?-w\s*["']?([^\s"'`$<>=-][^\s"'`<>|;&]{3,}))",
     0, kNotAWord},
    {"flag-password", "-pass",
     R"((?:^|[\s"'`(\[])--?(?:[a-z]+-){0,3}pass(?:word|wd|phrase)?(?:=|\s+)["']?([^\s"'`$<>{}\[\](),;|&=-][^\s"'`<>{}\[\](),;|&]{3,}))",
     48, kNotAWord},
    {"openssl-password", "pass:", R"(-pass(?:in|out)?\s+["']?pass:([^\s"'`$<>|;&]{6,}))", 12,
     kNotAWord},
    {"env-password", "pgpassword mysql_pwd sshpass rediscli_auth snowsql_pwd",
     R"((?:PGPASSWORD|MYSQL_PWD|SSHPASS|REDISCLI_AUTH|SNOWSQL_PWD)=["']?([^\s"'`$<>|;&]{4,}))", 0,
     kNotAWord},
    {"curl-credentials", "--proxy-user", R"(--proxy-user[ =]["']?[^\s:"'$]+:([^\s"'$]{4,}))", 0,
     kAnyValue},
    {"curl-credentials", "-a", R"(\B-a\s+["']?[A-Za-z0-9._-]{1,32}:([^\s"'$]{6,}))", 0, kTyped},
    // `program -u NAME -p VALUE`
    {"flag-password", "-u --user",
     R"(\B(?:-[uU]|--user(?:name)?)[ =]?["']?[^\s"'=]+["']?\s(?:[^\n|;&]{0,80}?\s)?-(?:p|P|pw)[ =]?["']?([^\s"'`$<>=:/()\[\]{}-][^\s"'`<>|;&:/()\[\]]{3,}))",
     0, kTyped},
    {"flag-password", "-p -k -a -n -w -x",
     R"(\B-(?:[pP][wW]?[ =]?|[kKaANwWX][ =])["']?([A-Za-z0-9!#*?@^~][^\s"'`$<>|;&=:/,()\[\]{}]{7,})(?:["'\s]|$))",
     0, kTyped},
    {"flag-password", "/p: /pass: /password: /pwd:",
     R"((?i)/(?:p|pass|password|pwd):["']?([^\s"'`$<>|;&=/]{6,}))", 0, kTyped},
    {"flag-password", "/user:", R"((?i)/user:\S+\s+["']?([^\s"'`$<>|;&=/*]{6,}))", 0, kTyped},
    {"net-password", "/add", R"(net\s+user\s+\S+\s+["']?([^\s"'`$<>|;&/*]{4,})["']?\s+/add)", 96,
     kNotAWord},
    {"smb-password", "smbclient rpcclient smbget",
     R"((?:smbclient|rpcclient|smbget)\s[^\n]{0,160}?-U\s*["']?[^\s%"']+%([^\s"']{4,}))", 0,
     kAnyValue},
    {"lftp-password", "lftp", R"(lftp\s[^\n]{0,120}?-u\s*["']?[^\s,"']+,["']?([^\s"']{4,}))", 0,
     kAnyValue},
    {"htpasswd-password", "htpasswd",
     R"((?m)htpasswd\s+(?:-\S+\s+){1,4}(?:\S+\s+){1,2}["']?([^\s"'`$<>-][^\s"'`]{3,})["']?\s*$)", 0,
     kNotAWord},
    {"chpasswd-password", "chpasswd",
     R"((?:^|[\s"'])[a-z_][a-z0-9_.-]{0,31}:([^\s"':]{4,})["']?\s*\|\s*(?:sudo\s+)?chpasswd)", 96,
     kAnyValue},
    {"chpasswd-password", "chpasswd",
     R"(chpasswd[^\n<]{0,40}<<[^\n:]{0,16}\n?["']?[a-z_][a-z0-9_.-]{0,31}:([^\s"']{4,}))", 0,
     kAnyValue},
    {"stdin-password", "echo printf",
     R"((?:echo|printf)\s+(?:-\w+\s+)?["']?([^\s"'`$<>|;&]{5,})["']?\s*\|\s*[^\n|]{0,100}?(?:--(?:[a-z]+-){0,2}(?:pass(?:word|wd|phrase)?|pwd|secret|token)-stdin|passwd\s[^\n|]{0,60}?--stdin|--with-token|sudo\s+-S))",
     0, kNotAWord},
    {"stdin-password", "<<<", R"(<<<\s*["']?([^\s"'`$]{8,}))", 0, kTyped},
    {"openssl-password", "openssl",
     R"(openssl\s[^\n]{0,200}?\s-[kK]\s+["']?([^\s"'`$<>|;&-][^\s"'`$<>|;&]{5,}))", 0, kNotAWord},
    {"rabbitmq-password", "rabbitmqctl",
     R"(rabbitmqctl\s+(?:add_user|change_password|authenticate_user)\s+\S+\s+["']?([^\s"'`$<>|;&]{4,}))",
     0, kNotAWord},
    {"wifi-password", "wpa_passphrase",
     R"(wpa_passphrase\s+(?:"[^"\n]+"|\S+)\s+["']?([^\s"'`$<>|;&]{8,}))", 0, kNotAWord},
    {"oracle-password", "sqlplus expdp impdp sqlldr",
     R"((?:sqlplus|expdp|impdp|sqlldr)\s+(?:-\S+\s+)*["']?[A-Za-z0-9_$#]+/([^\s@"'/]{4,}))", 0,
     kNotAWord},
    {"login-token", "login auth unseal authtoken",
     R"(\b(?:login|auth|unseal|authtoken)[ \t]+(?:login[ \t]+|-\S+[ \t]+){0,2}([A-Za-z0-9+/=._-]{20,}))",
     0, kGenerated},
    {"redis-password", "auth", R"((?m)^AUTH[ ](?:[a-z]\S*[ ])?["']?([^\s"'`$<>|;&]{6,})["']?\s*$)",
     0, kTyped},
    {"router-password", "snmp-server tacacs-server radius-server pre-shared-key key-string",
     R"((?:snmp-server\s+community|(?:tacacs|radius)-server\s+(?:host\s+\S+\s+)?key|pre-shared-key|key-string)\s+(?:[0-9]\s+)?["']?([^\s"'`$<>|;&]{6,}))",
     0, kNotAWord},
});

}  // namespace

std::span<const TokenRule> CommandRules() { return kCommandRules; }

}  // namespace satchel::text
