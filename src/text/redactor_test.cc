#include "text/redactor.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/linear_time.h"

namespace satchel::text {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Put together at run time, so that no scanner takes a line of this file for a secret.
constexpr std::string_view kRandom = "R7dKq2VbN9xLw4TzHc6JmYf3sPgA8uEk1D5n";
std::string GithubToken() { return fmt::format("ghp{}{}", '_', kRandom); }
std::string KeyHeader(std::string_view word) {
  return fmt::format("-----{} PRIVATE KEY-----", word);
}

std::string Redact(std::string_view text) { return Redactor::Default().Redact(text).text; }
bool Keeps(std::string_view text) { return Redact(text) == text; }

std::vector<std::string> Kinds(std::string_view text) {
  std::vector<std::string> kinds;
  for (const Finding& finding : Redactor::Default().Redact(text).findings) {
    kinds.push_back(fmt::format("{}{}", finding.redacted ? "" : "flagged ", finding.kind));
  }
  return kinds;
}

TEST(RedactorTest, KeepsTheLineReadableAndNamesTheKind) {
  EXPECT_EQ(Redact(fmt::format("client = Client(\"{}\")  # ours\n", GithubToken())),
            "client = Client(\"[redacted:github-token]\")  # ours\n");
  EXPECT_EQ(Redact("db.password = \"Tr0ub4dor&3x\";"), "db.password = \"[redacted:password]\";");
  EXPECT_EQ(Redact(fmt::format("api_key: {}\n", kRandom)), "api_key: [redacted:api-key]\n");
}

TEST(RedactorTest, ReportsWhereASecretIsButNotWhatItIs) {
  const std::string text = fmt::format("a\nb\n  x = '{}'\n", GithubToken());
  const Redacted result = Redactor::Default().Redact(text);
  EXPECT_THAT(result.findings, ElementsAre(Finding{.kind = "github-token",
                                                   .begin = 11,
                                                   .end = 11 + GithubToken().size(),
                                                   .line = 3,
                                                   .redacted = true}));
  EXPECT_EQ(result.redactions(), 1U);
}

TEST(RedactorTest, FindsEachOfSeveralSecretsInOneLine) {
  EXPECT_EQ(Redact(fmt::format("{} {},{}", GithubToken(), GithubToken(), GithubToken())),
            "[redacted:github-token] [redacted:github-token],[redacted:github-token]");
}

TEST(RedactorTest, HidesOnlyThePasswordOfAUrl) {
  EXPECT_EQ(Redact("url=postgres://app:hQ7vT2mK@db:5432/x?ssl=1"),
            "url=postgres://app:[redacted:url-password]@db:5432/x?ssl=1");
  EXPECT_EQ(Redact("redis://:hQ7vT2mK@cache/0"), "redis://:[redacted:url-password]@cache/0");
  EXPECT_TRUE(Keeps("https://example.com:8080/a@b"));
  EXPECT_TRUE(Keeps("ssh://git@host/a.git"));
  EXPECT_TRUE(Keeps("postgres://user:password@localhost/db"));
  EXPECT_TRUE(Keeps("postgres://app:${DB_PASSWORD}@db/x"));
}

TEST(RedactorTest, HidesEvenAWeakPasswordOfAConnectionString) {
  EXPECT_EQ(Redact("Server=db;Database=x;User Id=sa;Password=kitten7;"),
            "Server=db;Database=x;User Id=sa;Password=[redacted:password];");
  EXPECT_EQ(Redact("c = \"host=db user=app password=kitten7 dbname=x\""),
            "c = \"host=db user=app password=[redacted:password] dbname=x\"");
}

TEST(RedactorTest, KeepsPlaceholdersExamplesAndCodeThatComputesAValue) {
  for (const std::string_view text : {
           "password = os.environ[\"DB_PASSWORD\"]",
           "password = getenv(\"DB_PASSWORD\");",
           "password: ${DB_PASSWORD}",
           "password = \"{{ vault.password }}\"",
           "token = <your-key>",
           "api_key = \"your-api-key-here\"",
           "api_key = \"xxxxxxxxxxxxxxxxxxxxxxxx\"",
           "token: 'changeme'",
           "secret = \"************\"",
           "password = \"\"",
           "token = self.tokenizer.next_token()",
           "const token = await fetchToken(userId1, scope2);",
           "token_url = \"https://a.internal/oauth2/v1/token\"",
           "password_file: /run/secrets/db1/Password2",
           "bypass = \"Abcdefg1!\"",
           "if (token == kEndOfFile) return;",
           "self.connect_auth = AuthorizationCodeGrant(x)",
           "# \"md5\", \"password\", \"scram-sha-256\"",
       }) {
    EXPECT_EQ(Redact(text), text);
  }
  EXPECT_TRUE(Keeps(fmt::format("AKIA{}", "IOSFODNN7EXAMPLE")));
}

TEST(RedactorTest, HidesTheSecretOfAPairBesideItsId) {
  const std::string id = fmt::format("AKIA{}", "Q7DKR2VBN4XLW5TZ");
  const std::string secret = fmt::format("{}+/Zx", kRandom);
  EXPECT_EQ(Redact(fmt::format("{} / {}", id, secret)),
            "[redacted:aws-access-key-id] / [redacted:aws-secret-key]");
  EXPECT_EQ(Redact(fmt::format("{}, {}", secret, id)),
            "[redacted:aws-secret-key], [redacted:aws-access-key-id]");
  EXPECT_TRUE(Keeps(secret));
  EXPECT_TRUE(Keeps(fmt::format("commit {}", "3f786850e387550fdab836ed7e6dc881de23001b")));
}

TEST(RedactorTest, HidesAValueThatTheWordsAroundItGiveAway) {
  const std::string_view uuid = "6b3f9e0c-9f9a-4a5c-9a09-af9601317f2d";
  EXPECT_EQ(Redact(fmt::format("the Railway token of staging is {}.", uuid)),
            "the Railway token of staging is [redacted:railway-token].");
  EXPECT_EQ(Redact(fmt::format("| Snyk | {} |", uuid)), "| Snyk | [redacted:snyk-token] |");
  EXPECT_TRUE(Keeps(fmt::format("the token of the service is {}", uuid)));
  EXPECT_TRUE(Keeps(fmt::format("Railway token for project {}", uuid)));
  EXPECT_TRUE(Keeps(fmt::format("Railway serves {}", uuid)));
}

TEST(RedactorTest, HidesTheValueOfAFlagThatTakesAPassword) {
  EXPECT_EQ(Redact("docker login -u ci -p kitten7 images"),
            "docker login -u ci -p [redacted:login-password] images");
  EXPECT_EQ(Redact("docker login \\\n -u ci \\\n -p kitten7"),
            "docker login \\\n -u ci \\\n -p [redacted:login-password]");
  EXPECT_EQ(Redact("mysql -uroot -pkitten7 shop"), "mysql -uroot -p[redacted:mysql-password] shop");
  EXPECT_EQ(Redact("run --password kitten7"), "run --password [redacted:flag-password]");
  EXPECT_EQ(Redact("sshpass -p 'kitten7' ssh a"), "sshpass -p '[redacted:sshpass-password]' ssh a");
  for (const std::string_view text : {
           "docker login -u ci --password-stdin images",
           "docker login -u ci -p $PASSWORD images",
           "docker login -u ci -p <token> images",
           "docker run --name mysql -p 3306:3306 -d mysql",
           "docker run mysql -p3306:3306",
           "docker run -d mongo -p 27017:27017",
           "mysql -u root -p shop2",
           "the --password option of version2",
           "--password PASSWORD",
           "--password-file secrets/db1",
           "redis-cli -a $REDIS1",
       }) {
    EXPECT_EQ(Redact(text), text);
  }
}

// As a generator makes one; each test below has it in a different notation.
constexpr std::string_view kPassword = "Zq7rWm3kLp9X";

std::string In(std::string_view place) {
  const std::size_t at = place.rfind('%');
  return fmt::format("{}{}{}", place.substr(0, at), kPassword, place.substr(at + 1));
}

TEST(RedactorTest, HidesAValueThatANotationGivesToAName) {
  for (const std::string_view place :
       {"- name: DB_PASSWORD\n  value: %",
        "{\"name\": \"DbPassword\", \"value\": \"%\"}",
        "{\"value\": \"%\", \"name\": \"DB_PASSWORD\"}",
        "<key>Password</key>\n<string>%</string>",
        "<string name=\"db_password\">%</string>",
        "#define WIFI_PASSWORD \"%\"",
        "#define API_KEY \"%\"",
        "ENV DB_PASSWORD %",
        "password: |\n  %\n",
        "password: >-\n  %\n",
        "variable \"db_password\" {\n  type = string\n  default = \"%\"\n}",
        "const pw = process.env.DB_PASSWORD || '%';",
        "const secret = config.jwtSecret ?? \"%\";",
        "public string Password { get; set; } = \"%\";",
        "PASSWORD ?= %",
        "@password ||= \"%\"",
        "password -> %",
        "password <- \"%\"",
        "<string name=\"db_password\" translatable=\"false\">%</string>",
        "| Password | % |",
        "**Password:** %",
        "bindpw %",
        "psk=%",
        "set -x DB_PASSWORD %",
        "setx DB_PASSWORD \"%\" /M"}) {
    EXPECT_THAT(Redact(In(place)), Not(HasSubstr(kPassword))) << place;
  }
}

TEST(RedactorTest, HidesAPasswordOfASentenceInSeveralLanguages) {
  for (const std::string_view place :
       {"the password is %, keep it", "The password of the admin account is %.",
        "Password of root on db1: %", "Das Passwort lautet %", "contrase\u00f1a: %",
        "\xd0\xbf\xd0\xb0\xd1\x80\xd0\xbe\xd0\xbb\xd1\x8c: %",
        "\xe5\xaf\x86\xe7\xa0\x81\xef\xbc\x9a%\xe3\x80\x82", "password: \xe2\x80\x9c%\xe2\x80\x9d",
        "Passwort: \xc2\xab%\xc2\xbb", "password\xef\xbc\x9d%"}) {
    EXPECT_THAT(Redact(In(place)), Not(HasSubstr(kPassword))) << place;
  }
}

TEST(RedactorTest, HidesAPasswordOfSql) {
  EXPECT_EQ(Redact("CREATE USER app WITH PASSWORD 'kittens';"),
            "CREATE USER app WITH PASSWORD '[redacted:sql-password]';");
  EXPECT_EQ(Redact("set password for app = 'kitten7';"),
            "set password for app = '[redacted:sql-password]';");
  EXPECT_TRUE(Keeps("the password 'kittens' is too short"));
  EXPECT_TRUE(Keeps("blobs are identified by SHA256 digests"));
}

TEST(RedactorTest, HidesThePasswordOfMorePrograms) {
  for (const std::string_view place :
       {"htpasswd -b .htpasswd bob %", "openssl enc -aes-256-cbc -in a -k %", "zip -r -P % a.zip b",
        "7z a -p% a.7z b", "smbclient //h/s -U joe%%", "lftp -u bob,% ftp.internal",
        "echo \"root:%\" | chpasswd", "echo % | docker login -u bob --password-stdin",
        "xfreerdp /u:bob /p:% /v:h", "cqlsh h -u bob -p %", "keytool -genkey -storepass % -alias x",
        "new NetworkCredential(\"bob\", \"%\")", "ConvertTo-SecureString \"%\" -AsPlainText"}) {
    EXPECT_THAT(Redact(In(place)), Not(HasSubstr(kPassword))) << place;
  }
}

TEST(RedactorTest, HidesATokenOfAnIssuerThatNoTableNames) {
  EXPECT_EQ(Redact(fmt::format("see acme_live_{} there", kRandom)),
            "see [redacted:prefixed-token] there");
  EXPECT_TRUE(Keeps(fmt::format("sha256-{}", kRandom)));
  EXPECT_TRUE(Keeps(fmt::format("a.txt,sha256=ab3-{},12", kRandom)));
}

TEST(RedactorTest, HidesCookiesSignaturesAndTokensInAddresses) {
  const std::string_view hash = "3f786850e387550fdab836ed7e6dc8813f786850e387550fdab836ed7e6dc881";
  EXPECT_EQ(Redact(fmt::format("Cookie: theme=dark; JSESSIONID={}; a=b", kRandom)),
            "Cookie: theme=dark; JSESSIONID=[redacted:session-cookie]; a=b");
  EXPECT_EQ(Redact(fmt::format("https://b/k?X-Amz-Signature={}", hash)),
            "https://b/k?X-Amz-Signature=[redacted:request-signature]");
  EXPECT_EQ(Redact(fmt::format("git clone https://{}@git.internal/a.git", kRandom)),
            "git clone https://[redacted:url-password]@git.internal/a.git");
  EXPECT_EQ(Redact("postgres://app:hQ7vT2mK/x1@db/app"),
            "postgres://app:[redacted:url-password]@db/app");
  EXPECT_TRUE(Keeps("https://localhost:3000/@scope/name"));
}

TEST(RedactorTest, KeepsCodeBesideANameThatSaysPassword) {
  for (const std::string_view text : {
           "password = Base64Encoder.encode(x)",
           "SECStatus PK11_DoPassword(PK11SlotInfo *slot);",
           "throw new PasswordError('Utf8Decoder', Sha512Crypt);",
           "class X25519PrivateKey(Ed25519PrivateKey):",
           "cache_key = \"3f786850e387550fdab836ed7e6dc881\"",
           "apt-key adv --recv-keys 3F786850E387550FDAB836ED7E6DC8813F786850",
           "- feat(auth): add a proxy (#3877) (3f786850e387550fdab836ed7e6dc881)",
           "key = win32api.RegEnumKeyEx2AndOpenKey4",
           "$user->expects('getAuthPassword2Hash')->andReturn('x', 'Utf8ToLatin1');",
           "password\n\nSHA256WithRSA is the default.",
           "convert the password to UTF16LE first",
           "password: str  # see RFC7617Section2",
       }) {
    EXPECT_EQ(Redact(text), text);
  }
}

// Lines of public code that the rules took for credentials.
TEST(RedactorTest, KeepsTypesColoursFormatsAndPartsOfDigests) {
  for (const std::string_view text :
       {"'password' => null, // by password\n'enableSslOnlyMode' => false,",
        "type Password = Uint8Array | string;",
        "def encode(self, private_key: ed25519.Ed25519PrivateKey, out):",
        R"(static const char StrPass[] = "\033[42mPASS\033[00m";)",
        "rs, err := s.sendV2SamplesWithBackoff(ctx, samples)",
        R"re(addPass(makePassFactory("es6NormalizeClasses", Es6NormalizeClasses::new)))re",
        R"re(tracker.getChangedNodesForPass("J2clClinitPrunerPass"))re",
        R"re(parseKeyChords("every(2),every(0.5)", ""))re",
        R"re(Sprintf("https://x-access-token:%[1]s@github.com/urfave/cli.git", token))re",
        "integrity: sha512-NZQZdC5wOE/H3UT28fVGL+ikOZcEzfMGk/"
        "c3iN9UGxzWHMa1op7274oyiUVrAG4B2EuFhus8SvkaYnhvW92p9Q=="}) {
    EXPECT_TRUE(Keeps(text)) << Redact(text);
  }
  EXPECT_EQ(Redact("signer key: L1uyy5qTuGrVXrmrsvHWHgVzW9kKdrp27wBC7Vs6nZDTF2BRUVwy"),
            "signer key: [redacted:wallet-key]");
  EXPECT_FALSE(Keeps("password = Uint8Kitten42"));
  EXPECT_FALSE(Keeps(R"re(client.setPass("Kitten42House"))re"));
}

TEST(RedactorTest, FlagsAValueThatOnlyLooksRandomAndLeavesIt) {
  const std::string text = fmt::format("x = \"{}\"", kRandom);
  EXPECT_TRUE(Keeps(text));
  EXPECT_THAT(Kinds(text), ElementsAre("flagged high-entropy"));
  EXPECT_THAT(Kinds("commit 3f786850e387550fdab836ed7e6dc881de23001b"), IsEmpty());
  EXPECT_THAT(Kinds(fmt::format("token = \"{}\"", kRandom)), ElementsAre("token"));
}

TEST(RedactorTest, HidesThePrivateKeyButNotItsFrame) {
  const std::string text = fmt::format("{}\n{}\n{}\n{}\nafter\n", KeyHeader("BEGIN RSA"), kRandom,
                                       kRandom, KeyHeader("END RSA"));
  EXPECT_EQ(Redact(text), fmt::format("{}\n[redacted:private-key]\n\n{}\nafter\n",
                                      KeyHeader("BEGIN RSA"), KeyHeader("END RSA")));
  EXPECT_THAT(Kinds(text), ElementsAre("private-key"));
}

TEST(RedactorTest, HidesAPrivateKeyWhoseEndIsCutOff) {
  const std::string text = fmt::format("{}\n{}\n{}\n{}\nint main() {{ return 0; }}\n",
                                       KeyHeader("BEGIN"), kRandom, kRandom, kRandom.substr(0, 20));
  const std::string out = Redact(text);
  EXPECT_THAT(out, Not(HasSubstr(kRandom.substr(0, 8))));
  EXPECT_THAT(out, HasSubstr("int main() { return 0; }"));
}

TEST(RedactorTest, HidesAPrivateKeyInsideOfAString) {
  const std::string text = fmt::format("{{\"private_key\": \"{}\\n{}\\n{}\\n{}\\n\"}}",
                                       KeyHeader("BEGIN"), kRandom, kRandom, KeyHeader("END"));
  EXPECT_THAT(Redact(text), Not(HasSubstr(kRandom.substr(0, 8))));
}

TEST(RedactorTest, HidesAPrivateKeyWhoseBeginningIsCutOff) {
  const std::string line = fmt::format("{}{}", kRandom, kRandom).substr(0, 64);
  EXPECT_EQ(
      Redact(fmt::format("text\n{}\n{}\nR7dKq2==\n{}\nafter\n", line, line, KeyHeader("END RSA"))),
      fmt::format("text\n[redacted:private-key]\n\n\n{}\nafter\n", KeyHeader("END RSA")));
}

TEST(RedactorTest, HidesTheKeyOfAFileOfPutty) {
  const std::string text = fmt::format(
      "PuTTY-User-Key-File-3: ssh-rsa\nPublic-Lines: 1\n{}\nPrivate-Lines: 2\n{}\n{}\n"
      "Private-MAC: 12\n",
      kRandom.substr(8), kRandom, kRandom);
  EXPECT_THAT(Redact(text), Not(HasSubstr(kRandom)));
  EXPECT_THAT(Redact(text), HasSubstr("Private-MAC: 12"));
}

TEST(RedactorTest, PutsTogetherASecretThatIsCutOverLines) {
  const std::string token = GithubToken();
  EXPECT_EQ(Redact(fmt::format("x = \"{}\"\n    \"{}\"\n", token.substr(0, 20), token.substr(20))),
            "x = \"[redacted:github-token]\"\n    \"\"\n");
}

TEST(RedactorTest, HidesAValueToItsEndHoweverLongItIs) {
  for (const std::string_view form : {"aws_session_token={}\n", "auth_token: {}\n",
                                      "auth_token = \"{}\"\n", "Authorization: Bearer {}\n"}) {
    std::string value;
    while (value.size() < 6000) value += fmt::format("{}+{}/", kRandom, value.size());
    EXPECT_THAT(Redact(fmt::format(fmt::runtime(form), value)), Not(HasSubstr("R7dKq2Vb"))) << form;
  }
}

TEST(RedactorTest, IsNotMisledByAMarkerAroundASecret) {
  EXPECT_THAT(Redact(fmt::format("[redacted:{}]", GithubToken())), Not(HasSubstr("R7dKq2Vb")));
  EXPECT_TRUE(Keeps("token = \"[redacted:token]\""));
}

TEST(RedactorTest, LooksAgainWhenARedactionChangesWhatStandsAroundAnotherValue) {
  const std::string once = Redact("p://a:HT12fqmK@d:api_key:HT12fqmKdb54322x");
  EXPECT_EQ(Redact(once), once);
  EXPECT_THAT(once, Not(HasSubstr("HT12fqmK")));
}

TEST(RedactorTest, TakesAnyBytes) {
  EXPECT_TRUE(Keeps(""));
  EXPECT_TRUE(Keeps("\n\n\r\n"));
  const std::string text = fmt::format("\xff\xfe{}\n{}{}\xed\xa0\x80\n", '\0', '\0', GithubToken());
  EXPECT_EQ(Redact(text),
            fmt::format("\xff\xfe{}\n{}[redacted:github-token]\xed\xa0\x80\n", '\0', '\0'));
  EXPECT_TRUE(Keeps("token=\""));
  EXPECT_TRUE(Keeps("-----BEGIN PRIVATE KEY"));
}

// A search that goes on to the end of the line from each of the parts would take quadratic time.
void ExpectLinear(std::string_view part, std::size_t most) {
  EXPECT_TRUE(TakesLinearTime(most, [part](std::size_t size) {
    std::string text;
    while (text.size() < size) text += part;
    const Redacted result = Redactor::Default().Redact(text);
    EXPECT_EQ(std::ranges::count(result.text, '\n'), std::ranges::count(text, '\n')) << part;
  })) << part;
}

TEST(RedactorTest, TakesLinearTimeOnOneHugeLine) {
  for (const std::string_view part :
       {"eyJ-eyJ.", "p://a:b", "[redacted:", "R7dKq2VbN9xLw4TzHc6JmYf3 ", "\"a\"\n\"b", "a\\\n"}) {
    ExpectLinear(part, 1'000'000);
  }
  ExpectLinear(KeyHeader("BEGIN"), 1'000'000);
  for (const std::string_view part :
       {"a", "token=", "password=\"", "sk-ant-xxxx-", "user=a password=kitten7 "}) {
    ExpectLinear(part, 100'000);
  }
  for (const std::string_view part : {"AKIAIOSFODNN7EXAMPLE ",
                                      "docker login -p ",
                                      "docker login \\\n",
                                      "mysql -u a ",
                                      "mongo ",
                                      "secret id ",
                                      " --pass ",
                                      "redis-cli ldapsearch ",
                                      "eyJeyJ",
                                      "eyJaaaaaaaa.",
                                      "ghs_1_eyJ",
                                      "0123456789abcdef0123456789abcdef.access ",
                                      "snyk token ",
                                      "re_fw_pa-as-",
                                      "railway token 6b3f9e0c-9f9a-4a5c-9a09-af9601317f2 ",
                                      "LTAIEXAMPLEEXAMPLEAB ",
                                      "| token | key ",
                                      "|token|\n",
                                      "a,password\n",
                                      "password (",
                                      "secret <b>",
                                      "name: key1 ",
                                      "echo a1 ",
                                      " -p a1b2c3d4 ",
                                      "-u a -p ",
                                      "session=",
                                      "session_eyJ",
                                      "v4.local.",
                                      "PASSWORD '",
                                      "\nPrivate-Lines: 1",
                                      "value\":\"aaaaaaa1\",",
                                      "| password |\n|--|\n",
                                      "password:\n",
                                      "# password\n",
                                      "pass? is to\n",
                                      "login a / b / ",
                                      "secrets set -a ",
                                      "secret --value ",
                                      "credentials(a, 'b', ",
                                      "jwt.sign(a, ",
                                      "key[] = {0x1, ",
                                      "recovery code a123-",
                                      "license ABCD1-",
                                      "totp key ABCD ",
                                      "pin of a ",
                                      "zip -P connect a/",
                                      " a:587 b:",
                                      "pass) values ('a', ",
                                      "ab is the password ",
                                      "user a on ",
                                      "gpg <<< a su - ",
                                      "acme_live_R7dKq2VbN9xLw4TzHc6J."}) {
    ExpectLinear(part, 100'000);
  }
  ExpectLinear(GithubToken() + "xxxx", 100'000);
  ExpectLinear(fmt::format("{}\n{}\n", kRandom, KeyHeader("END")), 100'000);
}

TEST(RedactorTest, AnEndOfAPrivateKeyDoesNotReadItsLineAgain) {
  ExpectLinear(KeyHeader("END").substr(0, 20), 1'000'000);
  ExpectLinear(fmt::format("{}\\n", KeyHeader("END RSA")), 1'000'000);
}

TEST(RedactorTest, HidesASeedPhraseWhateverItsWordsAre) {
  constexpr std::string_view kPhrase =
      "token secret test sample example insert mimic orbit quantum ripple velvet wagon";
  EXPECT_EQ(Redact(fmt::format("mnemonic: {}\n", kPhrase)), "mnemonic: [redacted:seed-phrase]\n");
  EXPECT_EQ(Redact(fmt::format("the seed phrase is \"{}\"", kPhrase)),
            "the seed phrase is \"[redacted:seed-phrase]\"");
  EXPECT_TRUE(Keeps("mnemonic: test test test test test test test test test test test junk"));
  EXPECT_TRUE(Keeps("mnemonic: xxxx xxxx xxxx xxxx xxxx xxxx xxxx xxxx xxxx xxxx xxxx xxxx"));
}

TEST(RedactorTest, HidesOnlyAPasswordThatAProgramReadsFromItsInput) {
  for (const std::string_view place :
       {"echo % | docker login -u bob --password-stdin", "echo % | gh auth login --with-token",
        "echo % | sudo passwd --stdin bob", "echo '%' | passwd bob --stdin",
        "echo % | sudo -S apt update", "printf '%' | tool login --access-token-stdin"}) {
    EXPECT_THAT(Redact(In(place)), Not(HasSubstr(kPassword))) << place;
  }
  EXPECT_TRUE(Keeps("echo blob1 | git hash-object -w --stdin"));
  EXPECT_TRUE(Keeps("echo src/a1.cc | clang-tidy --files-from-stdin"));
}

// As a person makes one.
constexpr std::string_view kChosen = "Kitten_lamp_42";

void ExpectHidden(std::string_view place) {
  for (const std::string_view secret : {kPassword, kChosen}) {
    const std::size_t at = place.find('%');
    const std::string text =
        fmt::format("{}{}{}", place.substr(0, at), secret, place.substr(at + 1));
    EXPECT_THAT(Redact(text), Not(HasSubstr(secret))) << text;
  }
}

TEST(RedactorTest, HidesAPasswordOfWordsBesideItsName) {
  for (const std::string_view place :
       {"password = \"%\"", "db_pass: %\n", "#define WIFI_PASS \"%\"", "<password>%</password>",
        "<property><name>db.Password</name><value>%</value></property>", "AuthLDAPBindPassword %\n",
        "pass = env(\"DB_PASS\").unwrap_or(\"%\")", "password = Some(\"%\")",
        "a=b,auth.adminPassword=%", "\\newcommand{\\dbpassword}{%}",
        "{\"bastion_password\": {\"sensitive\": true, \"type\": \"string\", \"value\": \"%\"}}",
        "<property value=\"%\" name=\"db.password\"/>"}) {
    ExpectHidden(place);
  }
  EXPECT_THAT(Redact("password: 'kittenhouse42'"), Not(HasSubstr("kittenhouse42")));
  EXPECT_TRUE(Keeps("E_NO_PASSWORD_SET Handle = 0x8009030D"));
  EXPECT_TRUE(Keeps("\"encryptionKey\": \"encryptionKey1024\""));
  EXPECT_TRUE(Keeps("pass the `getTable2` to <code>BZ2_bzCompress</code>."));
}

TEST(RedactorTest, HidesAPasswordOnALineOrInAColumnBelowItsName) {
  for (const std::string_view place :
       {"| host | password |\n|---|---|\n| a | % |\n", "host,login,password\na,b,%\n",
        "### Root password\n\n%\n", "The root password of the box, until May, is\n%\n",
        "a: what was the db password?\nb: %\n", "# the password of the admin\nlet old = \"%\"\n"}) {
    ExpectHidden(place);
  }
}

TEST(RedactorTest, HidesAPasswordInTheMiddleOfASentence) {
  for (const std::string_view place :
       {"Your password is %. Please change it.", "we changed the sa password to % on all servers",
        "Das Passwort lautet %, bitte nicht weitergeben.", "Le mot de passe est % depuis lundi.",
        "L\xc3\xb6senordet \xc3\xa4r %.",
        "\xd0\x9f\xd0\xb0\xd1\x80\xd0\xbe\xd0\xbb\xd1\x8c \xd0\xbe\xd1\x82 db: %",
        "\xe5\xaf\x86\xe7\xa0\x81\xe6\x98\xaf %,\n", "use `%` as the passphrase for the disk",
        "% is the password of the nas", "behind basic auth (preview / %).", "credentials: ops:%"}) {
    ExpectHidden(place);
  }
  EXPECT_TRUE(Keeps("the password is base64 encoded by sha256_crypt10 now"));
  EXPECT_TRUE(Keeps("authors: Jane Doe / kittenhouse42"));
}

TEST(RedactorTest, HidesTheCodesThatPeopleWriteDown) {
  const std::string_view hash = "3f786850e387550fdab836ed7e6dc8813f786850e387550fdab836ed7e6dc881";
  EXPECT_EQ(Redact("the PIN of the alarm is 64811425."),
            "the PIN of the alarm is [redacted:pin-code].");
  EXPECT_EQ(Redact("door code: 648114"), "door code: [redacted:pin-code]");
  EXPECT_EQ(Redact("PIN: 330-087-963"), "PIN: [redacted:pin-code]");
  EXPECT_EQ(Redact("// pin : 2014-12-18 Amazon"), "// pin : 2014-12-18 Amazon") << "a date";
  const std::string sums = "601ecfbc99fd  /etc/pam.d/common-password\n5d518818f1c6  /etc/x\n";
  EXPECT_EQ(Redact(sums), sums) << "the next line is no argument";
  EXPECT_EQ(Redact("Recovery codes of the account:\n\n- 22cec-07ec3\n- 14b61-cbe9f\n"),
            "Recovery codes of the account:\n\n- [redacted:recovery-code]\n\n");
  EXPECT_EQ(Redact(fmt::format("Licence key: {}-{}", "J15AV-DEF3U-FSPRI", "BR69I-0V6AM")),
            "Licence key: [redacted:license-key]");
  EXPECT_EQ(Redact("TOTP setup key (by hand): YDKB SGSN DY5O 2BHP"),
            "TOTP setup key (by hand): [redacted:otp-secret]");
  EXPECT_EQ(Redact(fmt::format("wallet private key: 0x{}", hash)),
            "wallet private key: [redacted:wallet-key]");
  EXPECT_TRUE(Keeps("pin = 13; gpio_pin: 4"));
  EXPECT_TRUE(Keeps("exit code: 12345678901 of mapping 6481142"));
  EXPECT_TRUE(Keeps(fmt::format("transaction 0x{}", hash)));
}

TEST(RedactorTest, HidesWhatStoresOfSecretsAndServersTake) {
  for (const std::string_view place :
       {"gh secret set FTP_LOGIN --body \"%\"",
        "fly secrets set SALT_A=%",
        "aws ssm put-parameter --name /a --type SecureString --value '%'",
        "kubectl create secret generic a --from-literal=smtp=%",
        "heroku config:set MAIL=%",
        "poetry config http-basic.a ci %",
        "printf '%s\\n' '%' | smbpasswd -s -a bob",
        "echo '%' | kinit bob",
        "net use Z: \\\\nas\\a /user:D\\bob % /persistent:no",
        "schtasks /create /ru D\\bob /rp %",
        "keytool -importkeystore -srcstorepass % -v",
        "expect \"assword:\"\nsend \"%\\r\"",
        "quote USER bob\nquote PASS %\n",
        "stats auth bob:%",
        "-setcookie %",
        "rocommunity % 192.0.2.0/24",
        "enable secret 0 %",
        "tacacs server T\n address ipv4 a\n key %\n",
        "[mail]:587 bob@mail:%\n",
        "bob@mail:{PLAIN}%:::",
        "rootpw --plaintext %\n",
        "nmcli dev wifi connect A password %",
        "[users]\nbob = %\n",
        "chpasswd:\n  list: |\n    root:%\n"}) {
    const std::size_t at = place.rfind('%');
    for (const std::string_view secret : {kPassword, kChosen}) {
      const std::string text =
          fmt::format("{}{}{}", place.substr(0, at), secret, place.substr(at + 1));
      EXPECT_THAT(Redact(text), Not(HasSubstr(secret))) << text;
    }
  }
  EXPECT_TRUE(Keeps("docker run -u 1000:1000 image"));
  EXPECT_TRUE(Keeps("r restore key 0 \"Kitten_lamp_42\""));
}

TEST(RedactorTest, HidesWhatACallTakesAsAPasswordOrAKey) {
  for (const std::string_view place :
       {"new PDO('mysql:host=a', 'app', '%')", "DBI->connect(\"dbi:mysql:a\", \"app\", \"%\")",
        "Sql.newInstance(url, 'app', '%', 'org.h2.Driver')",
        "[Net.NetworkCredential]::new('bob', '%', 'D')", "server.login(\"bob@mail\", \"%\")",
        "jwt.sign({ id: user.id }, '%', { expiresIn: '1h' })", "createHmac('sha256', '%')",
        "pgp_sym_decrypt(body, '%')", "client.auth('%')", "req.basic_auth 'bob', '%'",
        "'amqp://bob:' + '%' + '@mq:5672'", "\"bob:%@tcp(db:3306)/a\"",
        "INSERT INTO users (login, pass) VALUES ('bob', '%')"}) {
    ExpectHidden(place);
  }
  EXPECT_EQ(Redact("uint8_t key[] = { 0x30, 0xee, 0x68, 0x99, 0x13, 0x13, 0xa8, 0x8d };"),
            "uint8_t key[] = { [redacted:byte-key] };");
  EXPECT_EQ(Redact(fmt::format("api = SomeAPI(\"{}\")", kRandom)),
            "api = SomeAPI(\"[redacted:client-key]\")");
  EXPECT_TRUE(Keeps("h.hexdigest('kittenhouse42')"));
}

TEST(RedactorTest, ACacheKeyIsNoKeyOfMailgun) {
  constexpr std::string_view kHex = "3f786850e387550fdab836ed7e6dc881";
  EXPECT_TRUE(Keeps(fmt::format("cache-key-{}", kHex)));
  EXPECT_EQ(Redact(fmt::format("send with key-{}", kHex)), "send with [redacted:mailgun-key]");
}

TEST(RedactorTest, KeepsTheAddressThatReportsErrorsToSentry) {
  constexpr std::string_view kHex = "3f786850e387550fdab836ed7e6dc881";
  for (const std::string_view host : {"o123.ingest.sentry.io", "o123.ingest.us.sentry.io"}) {
    EXPECT_TRUE(Keeps(fmt::format("dsn: https://{}@{}/1", kHex, host))) << host;
  }
  EXPECT_EQ(Redact(fmt::format("https://{}@sentry.io.evil.example/1", kHex)),
            "https://[redacted:url-password]@sentry.io.evil.example/1");
  EXPECT_EQ(Redact(fmt::format("https://{}:{}@sentry.io/1", kHex, kRandom)),
            fmt::format("https://{}:[redacted:url-password]@sentry.io/1", kHex));
}

TEST(RedactorTest, HidesTheKeyOfAFileOfSsh2WhateverItsLineEnds) {
  for (const std::string_view end : {"\n", "\r\n"}) {
    const std::string text = fmt::format(
        "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----{0}Comment: \"a b\"{0}{1}{0}{1}{0}"
        "---- END SSH2 ENCRYPTED PRIVATE KEY ----{0}",
        end, kRandom);
    EXPECT_EQ(Redact(text),
              fmt::format("---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----{0}Comment: \"a b\"{0}"
                          "[redacted:private-key]{0}{0}---- END SSH2 ENCRYPTED PRIVATE KEY ----{0}",
                          end));
  }
}

TEST(RedactorTest, AMarkerInTheUserOfAnAddressIsNotAPassword) {
  const std::string text = "https://a[redacted:private-key]@host";
  EXPECT_EQ(Redactor::Default().Redact(text).text, text);
  EXPECT_EQ(Redactor::Default().Redact("https://a[redacted:private-key]:hunter42x@host").text,
            "https://a[redacted:private-key]:[redacted:url-password]@host");
}

}  // namespace
}  // namespace satchel::text
