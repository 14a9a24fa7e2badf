// Formats as their issuers document them. Lengths are minima, since issuers
// lengthen their tokens now and then; the redactor goes on to the end of the word.

#include "text/secret_rules.h"

#include <algorithm>
#include <array>
#include <string>

#include "text/secret_value.h"

namespace satchel::text {
namespace {

using enum TokenRule::Check;

constexpr std::array kTokenRules = std::to_array<TokenRule>({
    // Clouds
    {"aws-access-key-id", "akia asia abia acca", R"((?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b)"},
    {"aws-access-key-id", "akia asia", R"((?:AKIA|ASIA)[A-Z0-9]{16}\b)"},
    {"aws-mws-key", "amzn.mws.", R"(amzn\.mws\.[0-9a-f-]{36})"},
    {"aws-bedrock-key", "absk", R"(ABSK[A-Za-z0-9+/]{100,}={0,2})"},
    {"gcp-api-key", "aiza", R"(AIza[0-9A-Za-z_-]{35})"},
    {"google-oauth-token", "ya29.", R"(ya29\.[0-9A-Za-z_.-]{20,})"},
    {"google-oauth-secret", "gocspx-", R"(GOCSPX-[0-9A-Za-z_-]{24,})"},
    {"google-refresh-token", "1//0", R"(1//0[0-9A-Za-z_-]{40,})"},
    {"azure-storage-key", "accountkey",
     R"((?i)AccountKey["']?\s*[=:]\s*["']?([A-Za-z0-9+/]{43,88}={0,2}))"},
    {"azure-shared-access-key", "sharedaccesskey",
     R"((?i)SharedAccessKey["']?\s*[=:]\s*["']?([A-Za-z0-9+/]{40,}={0,2}))"},
    {"azure-sas", "sig=", R"((?i)sig=([A-Za-z0-9/+]{10,}(?:%[0-9a-f]{2}[A-Za-z0-9/+]*)*(?:%3d|=)))",
     0, kGenerated},
    {"azure-client-secret", "q~", R"([A-Za-z0-9_.~-]{3}[0-9]Q~[A-Za-z0-9_.~-]{31,})", 4},
    {"azure-devops-token", "azdo", R"([A-Za-z0-9]{60,76}AZDO[A-Za-z0-9]{4})", 76},
    {"azure-service-key", "jqqj99", R"([A-Za-z0-9]{40,54}JQQJ99[A-Za-z0-9]{16,})", 54},
    {"alibaba-access-key-id", "ltai", R"(LTAI[A-Za-z0-9]{16,26}\b)", 0, kGenerated},
    {"digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", R"(do[opr]_v1_[0-9a-f]{64})"},
    {"heroku-api-key", "hrku-", R"(HRKU-[0-9A-Za-z_-]{36,})"},
    {"cloudflare-origin-ca-key", "v1.0-", R"(v1\.0-[0-9a-f]{24}-[0-9a-f]{100,})"},
    {"fly-token", "flyv1 fo1_ fm2_",
     R"((?:FlyV1 fm\d_[A-Za-z0-9+/=,_]{80,}|fo1_[A-Za-z0-9_-]{40,}|fm2_[A-Za-z0-9+/=]{80,}))"},
    {"netlify-token", "nfp_", R"(nfp_[A-Za-z0-9]{36,})"},
    {"supabase-token", "sbp_", R"(sbp_[0-9a-f]{40})"},
    {"planetscale-token", "pscale_tkn_ pscale_pw_ pscale_oauth_",
     R"(pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,})"},
    {"yandex-cloud-key", "aqvn", R"(AQVN[A-Za-z0-9_-]{35,38}\b)"},
    // Code hosting and packages
    {"github-token", "ghp_ gho_ ghu_ ghs_ ghr_", R"(gh[pousr]_[A-Za-z0-9]{36,})"},
    {"github-token", "github_pat_", R"(github_pat_[A-Za-z0-9_]{60,})"},
    {"gitlab-token",
     "glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glagent- glimt- gloas- glffct-",
     R"(gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|imt|oas|ffct)-[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9]{2,3}\.[A-Za-z0-9]{7,})?)"},
    {"gitlab-runner-token", "gr1348941", R"(GR1348941[A-Za-z0-9_-]{20,})"},
    {"bitbucket-token", "atbb", R"(ATBB[A-Za-z0-9]{28,})"},
    {"atlassian-token", "atatt3 atctt3", R"(AT[AC]TT3[A-Za-z0-9_=-]{50,})"},
    {"npm-token", "npm_", R"(npm_[A-Za-z0-9]{36,})"},
    {"npm-token", "_authtoken", R"(_authToken\s*=\s*["']?([A-Za-z0-9_+/=-]{16,}))"},
    {"pypi-token", "pypi-", R"(pypi-[A-Za-z0-9_-]{50,})"},
    {"crates-io-token", "cio", R"(cio[A-Za-z0-9]{32}\b)", 0, kGenerated},
    {"rubygems-token", "rubygems_", R"(rubygems_[0-9a-f]{48})"},
    {"nuget-key", "oy2", R"(oy2[a-z0-9]{43}\b)"},
    {"docker-hub-token", "dckr_pat_ dckr_oat_", R"(dckr_[po]at_[A-Za-z0-9_-]{27,})"},
    {"clojars-token", "clojars_", R"((?i)CLOJARS_[0-9a-z]{60})"},
    {"artifactory-token", "akcp", R"(AKCp[A-Za-z0-9]{60,})"},
    {"artifactory-token", "cmvmdgtu", R"(cmVmdGtu[A-Za-z0-9]{50,})"},
    {"sourcegraph-token", "sgp_", R"(sgp_(?:[A-Za-z0-9]{16}_|local_)?[0-9a-f]{40})"},
    {"circleci-token", "ccipat_", R"(CCIPAT_[A-Za-z0-9_]{40,})"},
    {"buildkite-token", "bkua_ bkaj_", R"(bk(?:ua|aj)_[0-9a-zA-Z]{32,})"},
    {"pulumi-token", "pul-", R"(pul-[0-9a-f]{40})"},
    {"terraform-token", ".atlasv1.", R"([A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{50,})", 14},
    {"vault-token", "hvs. hvb. hvr.", R"(hv[sbr]\.[A-Za-z0-9_-]{24,})"},
    {"doppler-token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.",
     R"(dp\.(?:pt|ct|sa|scim|audit|st)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,})"},
    {"onepassword-token", "ops_eyj", R"(ops_eyJ[A-Za-z0-9+/_-]{100,}={0,2})"},
    {"age-secret-key", "age-secret-key-1", R"(AGE-SECRET-KEY-1[A-Z0-9]{58})"},
    {"jfrog-token", "eyj2zxii", R"(eyJ2ZXIi[A-Za-z0-9_-]{60,})", 0, kForm, 4096},
    // Chat and mail
    {"slack-token", "xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxo- xoxd- xoxc-",
     R"(xox[abceoprsd](?:\.xox[bp])?-[A-Za-z0-9%-]{10,})"},
    {"slack-token", "xapp-", R"(xapp-\d-[A-Za-z0-9-]{20,})"},
    {"slack-webhook", "hooks.slack.com/",
     R"(hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9/_-]{20,}))"},
    {"discord-webhook", "/api/webhooks/", R"(/api/webhooks/\d{15,21}/([A-Za-z0-9_-]{50,}))"},
    {"teams-webhook", ".webhook.office.com/",
     R"(\.webhook\.office\.com/webhookb2/([A-Za-z0-9@/-]{60,}))"},
    {"telegram-bot-token", ":aa", R"(\d{8,10}:AA[A-Za-z0-9_-]{32,34}\b)", 10},
    {"twilio-key", "twilio",
     R"((?i)twilio[a-z0-9_ .-]{0,32}["']?\s*[:=,]\s*["']?(SK[0-9a-f]{32}|[0-9a-f]{32})\b)"},
    {"sendgrid-key", "sg.", R"(SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64})"},
    {"sendinblue-key", "xkeysib- xsmtpsib-", R"(x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16})"},
    {"mailgun-key", "key-", R"(key-[0-9a-f]{32}\b)"},
    // Payments and shops
    {"stripe-key", "sk_live_ rk_live_ sk_test_ rk_test_ sk_prod_ rk_prod_",
     R"([sr]k_(?:live|test|prod)_[A-Za-z0-9]{16,})"},
    {"stripe-webhook-secret", "whsec_", R"(whsec_[A-Za-z0-9+/=]{24,})"},
    {"shopify-token", "shpat_ shpca_ shppa_ shpss_ shptka_",
     R"(shp(?:at|ca|pa|ss|tka)_[0-9a-fA-F]{32})"},
    {"square-token", "sq0atp- sq0csp- sq0idp-", R"(sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,})"},
    {"square-token", "eaaa", R"(EAAA[A-Za-z0-9_+=-]{59,64}\b)", 0, kGenerated},
    {"braintree-token", "access_token$",
     R"(access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32})"},
    {"plaid-token", "access-production- access-sandbox- access-development-",
     R"(access-(?:production|sandbox|development)-[0-9a-f-]{36})"},
    {"flutterwave-key", "flwseck", R"(FLWSECK(?:_TEST)?-[0-9A-Za-z]{12,}(?:-X)?)"},
    {"easypost-key", "ezak eztk", R"(EZ[AT]K[A-Za-z0-9]{54})"},
    {"lob-key", "live_ test_", R"((?:live|test)_[0-9a-f]{35}\b)"},
    // Models
    {"anthropic-key", "sk-ant-", R"(sk-ant-[A-Za-z0-9_-]{32,})"},
    {"openai-key", "sk-proj- sk-svcacct- sk-admin-",
     R"(sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{32,})"},
    {"openrouter-key", "sk-or-v1-", R"(sk-or-v1-[0-9a-f]{64})"},
    {"openai-key", "sk-", R"(sk-[A-Za-z0-9]{32,})", 0, kGenerated},
    {"huggingface-token", "hf_ api_org_", R"((?:hf|api_org)_[A-Za-z0-9]{34,})"},
    {"groq-key", "gsk_", R"(gsk_[A-Za-z0-9]{48,})"},
    {"xai-key", "xai-", R"(xai-[A-Za-z0-9]{70,})"},
    {"perplexity-key", "pplx-", R"(pplx-[A-Za-z0-9]{40,})"},
    {"replicate-token", "r8_", R"(r8_[A-Za-z0-9]{37,})"},
    {"langsmith-key", "lsv2_pt_ lsv2_sk_", R"(lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10})"},
    {"tavily-key", "tvly-", R"(tvly-(?:dev-)?[A-Za-z0-9]{30,})"},
    {"wandb-key", "wandb", R"((?i)wandb[a-z0-9_ .-]{0,20}["']?\s*[:=,]\s*["']?([0-9a-f]{40})\b)"},
    // Monitoring and data
    {"new-relic-key", "nrak- nraa- nrii- nrjs- nrra- nriq- nrsp-",
     R"(NR(?:AK|AA|II|JS|RA|IQ|SP)-[A-Za-z0-9_-]{19,})"},
    {"new-relic-key", "ffffnral nral", R"([0-9a-f]{36}(?:FFFF)?NRAL)", 40},
    {"sentry-token", "sntrys_ sntryu_ sntrya_", R"(sntry[sua]_[A-Za-z0-9_+/=-]{40,})"},
    {"grafana-token", "glsa_", R"(glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8})"},
    {"grafana-token", "glc_", R"(glc_[A-Za-z0-9+/=]{32,})"},
    {"grafana-token", "eyjrijoi", R"(eyJrIjoi[A-Za-z0-9+/_-]{60,}={0,2})"},
    {"dynatrace-token", "dt0c01. dt0s01.", R"(dt0[cs]01\.[A-Z0-9]{8,24}\.[A-Z0-9]{64})"},
    {"databricks-token", "dapi", R"(dapi[0-9a-f]{32}(?:-\d)?\b)"},
    {"confluent-key", "cflt", R"(cflt[A-Za-z0-9+/]{60,})"},
    {"honeycomb-key", "hcaik_ hcxik_", R"(hc[ax]ik_[0-9a-z]{58})"},
    {"prefect-key", "pnu_", R"(pnu_[A-Za-z0-9]{36})"},
    {"posthog-key", "phx_", R"(phx_[A-Za-z0-9_]{40,})"},
    // Work tools
    {"linear-key", "lin_api_ lin_oauth_", R"(lin_(?:api|oauth)_[A-Za-z0-9]{40,})"},
    {"notion-key", "secret_", R"(secret_[A-Za-z0-9]{43}\b)", 0, kGenerated},
    {"notion-key", "ntn_", R"(ntn_[A-Za-z0-9]{40,})"},
    {"postman-key", "pmak-", R"(PMAK-[0-9a-f]{24}-[0-9a-f]{34})"},
    {"figma-token", "figd_ figo_ figu_ figur_ figor_", R"(fig(?:d|o|u|ur|or)_[A-Za-z0-9_-]{36,})"},
    {"contentful-token", "cfpat-", R"(CFPAT-[A-Za-z0-9_-]{43})"},
    {"typeform-token", "tfp_", R"(tfp_[A-Za-z0-9_.=-]{40,})"},
    {"asana-token", "1/1 2/1", R"([12]/\d{15,17}(?:/\d{15,17})?:[0-9a-f]{32}\b)"},
    {"launchdarkly-key", "sdk- api-",
     R"((?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b)"},
    {"readme-key", "rdme_", R"(rdme_[A-Za-z0-9]{70})"},
    {"shippo-token", "shippo_live_ shippo_test_", R"(shippo_(?:live|test)_[0-9a-f]{40})"},
    {"duffel-token", "duffel_live_ duffel_test_", R"(duffel_(?:live|test)_[A-Za-z0-9_=-]{40,})"},
    {"frameio-token", "fio-u-", R"(fio-u-[A-Za-z0-9_=-]{60,})"},
    {"adafruit-key", "aio_", R"(aio_[A-Za-z0-9]{28}\b)"},
    {"mapbox-token", "sk.eyj", R"(sk\.eyJ[A-Za-z0-9_-]{40,}\.[A-Za-z0-9_-]{20,})"},
    {"dropbox-token", "sl.", R"(sl\.(?:u\.)?[A-Za-z0-9_-]{100,})", 0, kGenerated},
    // Social
    {"facebook-token", "eaa", R"(EAA[A-Za-z0-9]{80,})", 0, kGenerated},
    {"twitter-bearer-token", "aaaaaaaaaaaaaaaaaaaa",
     R"(A{20,24}[A-Za-z0-9]{8,}(?:%[0-9A-Fa-f]{2}[A-Za-z0-9]+){1,6}(?:%3D)?)"},
    {"linkedin-secret", "wpl_ap1.", R"(WPL_AP1\.[A-Za-z0-9.=/+]{16,})"},
    // Standards
    {"jwt", "eyj",
     R"(eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]+)*)", 0,
     kForm, 16384},
    {"jwt", "eyjhbgcioi",
     R"(eyJhbGciOi[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]+)*)", 0,
     kForm, 16384},
    {"http-authorization", "authorization",
     R"((?i)authorization\\?["'\]]*\s*(?:[:=,]|=>)\s*\\?["'`]?(?:bearer|basic|token|apikey|api-key|digest|negotiate|bot|key|splunk|sso-key|genie-?key)\s+([A-Za-z0-9+/=._~:-]{8,}))",
     0, kNotAWord, 4096},
    {"bearer-token", "bearer", R"((?i)bearer\s+([A-Za-z0-9+/=._~-]{16,}))", 0, kGenerated, 4096},
    {"basic-credentials", "basic", R"((?i)basic\s+([A-Za-z0-9+/]{16,}={0,2}))", 0, kGenerated,
     1024},
    {"docker-auth", "\"auth\"", R"re("auth"\s*:\s*"([A-Za-z0-9+/]{12,}={0,2})")re", 0, kAnyValue},
    {"npm-auth", "_auth", R"(\b_auth\s*=\s*["']?([A-Za-z0-9+/]{12,}={0,2}))", 0, kNotAWord},
    {"netrc-password", "machine", R"(machine\s+\S+\s+login\s+\S+\s+password\s+([^\s"'`]+))", 0,
     kAnyValue},
    {"pgpass-password", ":5432: :5433: :6432:",
     R"((?m)^[A-Za-z0-9._*-]+:(?:5432|5433|6432):[^\s:]+:[^\s:]+:([^\s]+)$)", 96, kAnyValue},
    {"curl-credentials", "curl",
     R"(curl(?:\s[^\n]{0,200}?)?\s(?:-u|--user)[ =]?["']?[^\s:"'$]+:([^\s"'$]{4,}))", 0, kAnyValue},
    {"sql-password", "identified",
     R"((?i)identified\s+(?:with\s+\S+\s+)?by\s+(?:password\s+)?'([^'\s]{4,})')", 0, kAnyValue},
});

constexpr std::array kRunRules = std::to_array<RunRule>({
    {"airtable-token", R"(pat[A-Za-z0-9]{14}\.[0-9a-f]{64})", "p", 82, 82},
    {"discord-bot-token", R"([MNO][A-Za-z0-9]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40})",
     "MNO", 57, 76},
    {"mailchimp-key", R"([0-9a-f]{32}-us[0-9]{1,2})", "0123456789abcdef", 36, 37},
    {"mailgun-key", R"([0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})", "0123456789abcdef", 50, 50},
    {"twilio-key", R"(SK[0-9a-f]{32})", "S", 34, 34},
    {"vault-token", R"(s\.[A-Za-z0-9]{24})", "s", 26, 26},
});

constexpr std::array kNameRules = std::to_array<NameRule>({
    {"password", "password passwd passphrase passcode"},
    {"password", "pass pwd psw", true},
    {"api-key", "apikey api_key api-key api.key appkey app_key app-key authkey auth_key auth-key"},
    {"access-key",
     "accesskey access_key access-key accountkey account_key storagekey storage_key sharedkey "
     "shared_key masterkey master_key master-key servicekey service_key"},
    {"secret",
     "secret credential privatekey private_key private-key encryptionkey encryption_key "
     "encryption-key signingkey signing_key signing-key licensekey license_key"},
    {"token", "token"},
});

constexpr std::array kProviderRules = std::to_array<ProviderRule>({
    {"aws-secret-key", "awssecret", R"([A-Za-z0-9/+]{40})"},
    {"aws-secret-key", "secretaccesskey", R"([A-Za-z0-9/+]{40})"},
    {"aws-secret-key", "secretkey", R"([A-Za-z0-9/+]{40})"},
    {"aws-session-token", "sessiontoken", R"([A-Za-z0-9/+]{100,}={0,2})"},
    {"azure-client-secret", "azure", R"([A-Za-z0-9_.~+/=-]{30,})"},
    {"algolia-key", "algolia", R"([0-9a-f]{32})"},
    {"cloudflare-token", "cloudflare", R"([A-Za-z0-9_-]{37,53})"},
    {"cloudflare-token", "cfapi", R"([A-Za-z0-9_-]{37,53})"},
    {"cohere-key", "cohere", R"([A-Za-z0-9]{40})"},
    {"cohere-key", "coapikey", R"([A-Za-z0-9]{40})"},
    {"datadog-key", "datadog", R"([0-9a-f]{32}|[0-9a-f]{40})"},
    {"datadog-key", "ddapikey", R"([0-9a-f]{32})"},
    {"datadog-key", "ddappkey", R"([0-9a-f]{40})"},
    {"facebook-secret", "facebook", R"([0-9a-f]{32})"},
    {"fastly-token", "fastly", R"([A-Za-z0-9_-]{32})"},
    {"heroku-api-key", "heroku", R"([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})"},
    {"mailgun-key", "mailgun", R"((?:key-)?[0-9a-f]{32}(?:-[0-9a-f]{8}-[0-9a-f]{8})?)"},
    {"mistral-key", "mistral", R"([A-Za-z0-9]{32})"},
    {"new-relic-key", "newrelic", R"([0-9a-fA-F]{36,40}(?:NRAL)?)"},
    {"okta-token", "okta", R"(00[A-Za-z0-9_-]{40})"},
    {"openai-key", "openai", R"([0-9a-f]{32}|sk-[A-Za-z0-9_-]{20,})"},
    {"paypal-secret", "paypal", R"(E[A-Za-z0-9_-]{79})"},
    {"sentry-token", "sentry", R"([0-9a-f]{64})"},
    {"snowflake-password", "snowflake", R"([^\s"'$<>{}]{8,})"},
    {"twilio-key", "twilio", R"([0-9a-f]{32})"},
    {"twitter-secret", "twitter", R"([A-Za-z0-9]{45,50})"},
    {"vercel-token", "vercel", R"([A-Za-z0-9]{24})"},
});

// Last words of a key name, so "tokenUrl", "token_url" and "TOKEN_URL" alike.
constexpr std::array<std::string_view, 62> kHarmlessEnds = {
    "url",      "uri",       "endpoint", "path",       "file",        "dir",         "name",
    "names",    "type",      "types",    "id",         "ids",         "length",      "len",
    "size",     "count",     "limit",    "max",        "min",         "hash",        "digest",
    "checksum", "sha",       "sha256",   "prefix",     "suffix",      "pattern",     "regex",
    "regexp",   "format",    "field",    "fields",     "column",      "label",       "class",
    "selector", "expires",   "expiry",   "expiration", "ttl",         "timeout",     "age",
    "at",       "index",     "kind",     "error",      "errors",      "message",     "msg",
    "text",     "title",     "help",     "hint",       "placeholder", "description", "policy",
    "version",  "algorithm", "alg",      "arn",        "env",         "var"};

}  // namespace

std::span<const TokenRule> TokenRules() { return kTokenRules; }
std::span<const RunRule> RunRules() { return kRunRules; }
std::span<const NameRule> NameRules() { return kNameRules; }
std::span<const ProviderRule> ProviderRules() { return kProviderRules; }

bool NamesNoSecret(std::string_view key) {
  std::size_t begin = key.size();
  while (begin > 0 && IsAlnum(key[begin - 1])) {
    --begin;
    // A word begins at an upper-case letter after a lower-case one.
    if (begin > 0 && IsUpper(key[begin]) && IsLower(key[begin - 1])) break;
  }
  std::string word(key.substr(begin));
  std::ranges::transform(word, word.begin(), ToLower);
  return std::ranges::find(kHarmlessEnds, word) != kHarmlessEnds.end() || key.contains("public") ||
         key.contains("PUBLIC") || key.contains("Public");
}

}  // namespace satchel::text
