#include "tests/safety/secret_samples.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/ascii.h"
#include "tests/safety/secret_formats.h"

namespace satchel::test {
namespace {

// Forms that are recognised wherever they stand.
constexpr std::array kForms = std::to_array<SecretForm>({
    {"aws access key id", "AKIA{A-Z2-7:16}"},
    {"aws temporary key id", "ASIA{A-Z0-9:16}"},
    {"gcp api key", "AIza{A-Za-z0-9_-:35}"},
    {"google oauth token", "ya29.{A-Za-z0-9_-:120}"},
    {"google oauth secret", "GOCSPX-{A-Za-z0-9_-:28}"},
    {"google refresh token", "1//0{A-Za-z0-9_-:60}"},
    {"azure client secret", "{A-Za-z0-9:3}8Q~{A-Za-z0-9_~.:34}"},
    {"azure devops token", "{A-Za-z0-9:76}AZDO{A-Za-z0-9:4}"},
    {"digitalocean", "dop_v1_{0-9a-f:64}"},
    {"digitalocean refresh", "dor_v1_{0-9a-f:64}"},
    {"heroku new", "HRKU-{A-Za-z0-9_-:60}"},
    {"cloudflare origin ca", "v1.0-{0-9a-f:24}-{0-9a-f:146}"},
    {"github classic", "ghp_{A-Za-z0-9:36}"},
    {"github oauth", "gho_{A-Za-z0-9:36}"},
    {"github user", "ghu_{A-Za-z0-9:36}"},
    {"github server", "ghs_{A-Za-z0-9:36}"},
    {"github refresh", "ghr_{A-Za-z0-9:76}"},
    {"github fine-grained", "github_pat_{A-Za-z0-9:22}_{A-Za-z0-9:59}"},
    {"gitlab personal", "glpat-{A-Za-z0-9_-:20}"},
    {"gitlab routable", "glpat-{A-Za-z0-9_-:27}.{a-z0-9:2}.{a-z0-9:9}"},
    {"gitlab deploy", "gldt-{A-Za-z0-9_-:20}"},
    {"gitlab runner", "glrt-{A-Za-z0-9_-:20}"},
    {"gitlab trigger", "glptt-{0-9a-f:40}"},
    {"gitlab runner registration", "GR1348941{A-Za-z0-9_-:20}"},
    {"bitbucket app password", "ATBB{A-Za-z0-9:32}"},
    {"atlassian", "ATATT3xFfGF0{A-Za-z0-9_-:170}={0-9A-F:8}"},
    {"npm", "npm_{A-Za-z0-9:36}"},
    {"pypi", "pypi-AgEIcHlwaS5vcmc{A-Za-z0-9_-:150}"},
    {"crates.io", "cio{A-Za-z0-9:32}"},
    {"rubygems", "rubygems_{0-9a-f:48}"},
    {"docker hub", "dckr_pat_{A-Za-z0-9_-:27}"},
    {"terraform cloud", "{A-Za-z0-9:14}.atlasv1.{A-Za-z0-9_-:67}"},
    {"vault service", "hvs.{A-Za-z0-9_-:95}"},
    {"vault batch", "hvb.{A-Za-z0-9_-:140}"},
    {"vault legacy", "s.{A-Za-z0-9:24}"},
    {"doppler", "dp.pt.{A-Za-z0-9:43}"},
    {"slack bot", "xoxb-{0-9:12}-{0-9:12}-{A-Za-z0-9:24}"},
    {"slack user", "xoxp-{0-9:12}-{0-9:12}-{0-9:12}-{0-9a-f:32}"},
    {"slack app", "xapp-1-A{A-Z0-9:10}-{0-9:13}-{0-9a-f:64}"},
    {"discord bot", "MT{A-Za-z0-9:24}.G{A-Za-z0-9_-:5}.{A-Za-z0-9_-:38}"},
    {"telegram bot", "{1-9:9}:AA{A-Za-z0-9_-:33}"},
    {"twilio api key", "SK{0-9a-f:32}"},
    {"sendgrid", "SG.{A-Za-z0-9_-:22}.{A-Za-z0-9_-:43}"},
    {"mailgun", "key-{0-9a-f:32}"},
    {"mailgun new", "{0-9a-f:32}-{0-9a-f:8}-{0-9a-f:8}"},
    {"mailchimp", "{0-9a-f:32}-us12"},
    {"sendinblue", "xkeysib-{0-9a-f:64}-{A-Za-z0-9:16}"},
    {"stripe live", "sk_live_{A-Za-z0-9:24}"},
    {"stripe live long", "sk_live_51{A-Za-z0-9:97}"},
    {"stripe restricted", "rk_live_{A-Za-z0-9:24}"},
    {"stripe test", "sk_test_{A-Za-z0-9:24}"},
    {"stripe webhook", "whsec_{A-Za-z0-9:32}"},
    {"shopify", "shpat_{0-9a-f:32}"},
    {"square", "sq0atp-{A-Za-z0-9_-:22}"},
    {"square secret", "sq0csp-{A-Za-z0-9_-:43}"},
    {"braintree", "access_token$production${a-z0-9:16}${0-9a-f:32}"},
    {"anthropic", "sk-ant-api03-{A-Za-z0-9_-:93}AA"},
    {"openai project", "sk-proj-{A-Za-z0-9_-:120}"},
    {"openai legacy", "sk-{A-Za-z0-9:20}T3BlbkFJ{A-Za-z0-9:20}"},
    {"openrouter", "sk-or-v1-{0-9a-f:64}"},
    {"hugging face", "hf_{A-Za-z:34}"},
    {"groq", "gsk_{A-Za-z0-9:52}"},
    {"replicate", "r8_{A-Za-z0-9:37}"},
    {"new relic user", "NRAK-{A-Z0-9:27}"},
    {"new relic ingest", "{0-9a-f:36}FFFFNRAL"},
    {"sentry user", "sntryu_{0-9a-f:64}"},
    {"sentry org", "sntrys_{A-Za-z0-9_:100}"},
    {"grafana service account", "glsa_{A-Za-z0-9:32}_{0-9a-f:8}"},
    {"grafana cloud", "glc_{A-Za-z0-9+/:80}"},
    {"dynatrace", "dt0c01.{A-Z0-9:24}.{A-Z0-9:64}"},
    {"databricks", "dapi{0-9a-f:32}"},
    {"linear", "lin_api_{A-Za-z0-9:40}"},
    {"notion", "secret_{A-Za-z0-9:43}"},
    {"notion new", "ntn_{0-9:11}{A-Za-z0-9:35}"},
    {"airtable", "pat{A-Za-z0-9:14}.{0-9a-f:64}"},
    {"postman", "PMAK-{0-9a-f:24}-{0-9a-f:34}"},
    {"figma", "figd_{A-Za-z0-9_-:40}"},
    {"facebook", "EAAC{A-Za-z0-9:150}"},
    {"twitter bearer", "AAAAAAAAAAAAAAAAAAAAA{A-Za-z0-9:24}%2B{A-Za-z0-9:20}%3D{A-Za-z0-9:50}"},
    {"jwt", "eyJhbGciOiJIUzI1NiJ9.eyJ{A-Za-z0-9_-:80}.{A-Za-z0-9_-:43}"},
    {"jwt long", "eyJ0eXAiOiJKV1Qi{A-Za-z0-9_-:40}.eyJ{A-Za-z0-9_-:900}.{A-Za-z0-9_-:342}"},
    {"age", "AGE-SECRET-KEY-1{A-Z0-9:58}"},
    {"supabase", "sbp_{0-9a-f:40}"},
    {"netlify", "nfp_{A-Za-z0-9:36}"},
    {"contentful", "CFPAT-{A-Za-z0-9_-:43}"},
    {"launchdarkly", "sdk-{0-9a-f:8}-{0-9a-f:4}-4{0-9a-f:3}-a{0-9a-f:3}-{0-9a-f:12}"},
});

// "%" is the secret. Forms stand in any of them.
constexpr std::array<std::string_view, 22> kLines = {
    "API_TOKEN=%",
    "export SERVICE_TOKEN=\"%\"",
    "  token: %",
    "  - name: TOKEN\n    value: '%'",
    "{\"credentials\": {\"key\": \"%\"}}",
    "{\"a\":1,\"api_key\":\"%\",\"b\":2}",
    "client = Client(\"%\")  # TODO move away",
    "const client = new Client({ auth: '%' });",
    "var apiKey = \"%\"",
    "service.api.key=%",
    "-e TOKEN=% image:latest",
    "10.0.0.1 - - [10/Oct] \"GET /v1?access_token=%&page=2 HTTP/1.1\" 200 12",
    "ENV TOKEN %",
    "// old key: %",
    "# %",
    "curl -H \"X-Api-Key: %\" https://api.internal/v1",
    "see <%> for the key",
    "|user|%|active|",
    "log.Printf(\"using %\\n\")",
    "s := `%`",
    "<add key=\"Token\" value=\"%\" />",
    "line one\\n%\\nline three",
};

// Secrets that a place gives away.
constexpr std::array kPlaces = std::to_array<SecretPlace>({
    {"aws secret", "aws_secret_access_key = %", "{A-Za-z0-9+/:40}"},
    {"aws secret", "AWS_SECRET_ACCESS_KEY=\"%\"", "{A-Za-z0-9+/:40}"},
    {"aws secret", "\"SecretAccessKey\": \"%\",", "{A-Za-z0-9+/:40}"},
    {"azure storage", "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=%;EndpointSuffix=x",
     "{A-Za-z0-9+/:86}=="},
    {"azure shared access", "Endpoint=sb://a/;SharedAccessKeyName=Root;SharedAccessKey=%",
     "{A-Za-z0-9+/:43}="},
    {"azure sas", "https://a.blob/c?sv=2022-11-02&se=2030-01-01&sig=%",
     "{A-Za-z0-9:30}%2B{A-Za-z0-9:12}%3D"},
    {"slack webhook", "url: https://hooks.slack.com/services/%",
     "T{A-Z0-9:8}/B{A-Z0-9:8}/{A-Za-z0-9:24}"},
    {"discord webhook", "https://discord.com/api/webhooks/123456789012345678/%",
     "{A-Za-z0-9_-:68}"},
    {"heroku", "HEROKU_API_KEY=%", "{0-9a-f:8}-{0-9a-f:4}-{0-9a-f:4}-{0-9a-f:4}-{0-9a-f:12}"},
    {"cloudflare", "CLOUDFLARE_API_TOKEN: %", "{A-Za-z0-9_-:40}"},
    {"fastly", "fastly_api_key = \"%\"", "{A-Za-z0-9:32}"},
    {"datadog", "DD_API_KEY=%", "{0-9a-f:32}"},
    {"datadog", "\"datadog_app_key\": \"%\"", "{0-9a-f:40}"},
    {"twilio auth token", "TWILIO_AUTH_TOKEN=%", "{0-9a-f:32}"},
    {"okta", "okta_api_token: \"%\"", "00{A-Za-z0-9_-:40}"},
    {"cohere", "COHERE_API_KEY=%", "{A-Za-z0-9:40}"},
    {"paypal", "PAYPAL_CLIENT_SECRET=%", "E{A-Za-z0-9_-:79}"},
    {"npm authToken", "//registry.internal/:_authToken=%",
     "{0-9a-f:8}-{0-9a-f:4}-{0-9a-f:4}-{0-9a-f:4}-{0-9a-f:12}"},
    {"url password", "DATABASE_URL=postgres://app:%@db.internal:5432/app", "{A-Za-z0-9:14}"},
    {"url password", "git clone https://bot:%@git.internal/a.git", "{A-Za-z0-9_-:20}"},
    {"url password", "redis://:%@cache:6379/0", "{A-Za-z0-9:12}"},
    {"url password", "amqp://svc:%@mq/vhost", "{A-Za-z0-9!:10}"},
    {"connection string", "Server=db;Database=x;User Id=sa;Password=%;", "{A-Za-z0-9!:12}"},
    {"connection string", "conn = \"host=db user=app password=% dbname=x\"", "{A-Za-z0-9:10}"},
    {"connection string", "\"Data Source=db;Initial Catalog=x;Uid=sa;Pwd=%\"", "{A-Za-z0-9#:9}"},
    {"authorization bearer", "Authorization: Bearer %", "{A-Za-z0-9_-:40}"},
    {"authorization bearer", "-H 'Authorization: Bearer %'", "{0-9a-f:32}"},
    {"authorization basic", "\"Authorization\": \"Basic %\"", "{A-Za-z0-9:27}="},
    {"authorization token", "authorization: token %", "{0-9a-f:40}"},
    {"bearer in a log", "request with bearer % failed", "{A-Za-z0-9:36}"},
    {"docker auth", "{\"auths\": {\"r\": {\"auth\": \"%\"}}}", "{A-Za-z0-9:30}=="},
    {"netrc", "machine git.internal login bot password %", "{A-Za-z0-9:12}"},
    {"pgpass", "db.internal:5432:app:svc:%", "{A-Za-z0-9:12}"},
    {"curl user", "curl -s -u bot:% https://ci.internal/job", "{A-Za-z0-9:14}"},
    {"sql identified by", "CREATE USER 'a'@'%h' IDENTIFIED BY '%';", "{A-Za-z0-9!:12}"},
});

// What only the name beside it makes a secret.
constexpr std::array kNamed = std::to_array<SecretPlace>({
    {"named token", "auth_token = \"%\"", "{A-Za-z0-9:32}"},
    {"named token", "accessToken: '%',", "{A-Za-z0-9_-:40}"},
    {"named token", "ACCESS_TOKEN=%", "{0-9a-f:40}"},
    {"named token", "token := \"%\"", "{A-Za-z0-9:24}"},
    {"named secret", "client_secret: %", "{A-Za-z0-9:32}"},
    {"named secret", "SECRET_KEY = '%'", "{a-z0-9!@#^*_+=-:50}"},
    {"named secret", "app.jwt.secret=%", "{0-9a-f:64}"},
    {"named secret", "String clientSecret = \"%\";", "{A-Za-z0-9:28}"},
    {"named api key", "\"apiKey\": \"%\"", "{0-9a-f:32}"},
    {"named api key", "X-API-Key: %", "{A-Za-z0-9:32}"},
    {"named api key", "api_key: &str = \"%\";", "{A-Za-z0-9:36}"},
    {"named api key", "--api-key %", "{A-Za-z0-9:40}"},
    {"named private key", "private_key = \"%\"", "{0-9a-f:64}"},
    {"named password", "password = \"%\"", "{A-Z:3}{a-z:5}{0-9:3}!"},
    {"named password", "spring.datasource.password=%", "{A-Za-z0-9:20}"},
    {"named password", "DB_PASS=%", "{A-Z:2}{a-z:6}{0-9:2}{!#%:2}"},
    {"named password", "  password: \"%\"", "{A-Za-z0-9!#:18}"},
    {"named password", "<password>%</password>", "{A-Za-z0-9:20}"},
    {"named password", "config[\"password\"] = \"%\"", "{A-Za-z0-9:20}"},
    {"named password", ".setPassword(\"%\")", "{A-Za-z0-9:20}"},
});

// How many characters a field such as "{a-z:6}" asks for; 0 where the bracket is one of the text.
std::size_t SizeOfField(std::string_view field) {
  const std::string_view size = field.substr(field.rfind(':') + 1);
  if (size.empty() || !std::ranges::all_of(size, IsDigit)) return 0;
  return std::stoul(std::string(size));
}

std::string Fill(Random& random, std::string_view form) {
  std::string out;
  while (!form.empty()) {
    const std::size_t open = form.find('{');
    out += form.substr(0, open);
    if (open == form.npos) break;
    const std::size_t close = std::min(form.find('}', open), form.size());
    const std::string_view field = form.substr(open + 1, close - open - 1);
    if (const std::size_t size = SizeOfField(field); size > 0) {
      out += RandomText(random, field.substr(0, field.rfind(':')), size);
      form.remove_prefix(close + 1);
    } else {
      out += '{';
      form.remove_prefix(open + 1);
    }
  }
  return out;
}

std::string PutInto(std::string_view line, std::string_view secret) {
  const std::size_t at = line.rfind('%');
  return fmt::format("{}{}{}", line.substr(0, at), secret, line.substr(at + 1));
}

}  // namespace

std::string RandomText(Random& random, std::string_view alphabet, std::size_t size) {
  std::string characters;
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    if (i + 2 < alphabet.size() && alphabet[i + 1] == '-') {
      for (char c = alphabet[i]; c <= alphabet[i + 2]; ++c) characters += c;
      i += 2;
    } else {
      characters += alphabet[i];
    }
  }
  std::string out;
  while (out.size() < size) out += random.Pick(characters);
  return out;
}

std::vector<SecretSample> MakeSecretSamples(Random& random, std::size_t of_each) {
  std::vector<SecretSample> samples;
  const auto add = [&](std::string_view format, std::string_view line, std::string_view form,
                       bool structured, bool by_form) {
    std::string secret = Fill(random, form);
    samples.push_back({.format = std::string(format),
                       .secret = secret,
                       .line = PutInto(line, secret),
                       .structured = structured,
                       .by_form = by_form});
  };
  const std::span<const std::string_view> notes = NoteLines();
  for (std::size_t round = 0; round < of_each; ++round) {
    for (const SecretForm& format : kForms)
      add(format.name, random.Pick(kLines), format.form, true, true);
    for (const SecretForm& format : RecentForms()) {
      const bool in_note = round % 2 == 0;
      add(format.name, in_note ? random.Pick(notes) : random.Pick(kLines), format.form, true, true);
    }
    for (const SecretPlace& place : kPlaces) add(place.name, place.line, place.form, true, false);
    for (const SecretPlace& place : RecentPlaces())
      add(place.name, Fill(random, place.line), place.form, true, false);
    for (const SecretPlace& place : kNamed) add(place.name, place.line, place.form, false, false);
  }
  return samples;
}

}  // namespace satchel::test
