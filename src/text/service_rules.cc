// Forms of services whose tokens LooksPrefixed() does not find: short ones, ones without a
// separator after the prefix, and ones with characters that end a word.

#include <array>

#include "text/secret_rules.h"

namespace satchel::text {
namespace {

using enum TokenRule::Check;

constexpr std::array kServiceRules = std::to_array<TokenRule>({
    // Prefixes that do not say what they stand for
    {"prefixed-token",
     "apk_user_ ccdb1_ cnvca_ flb_ ico- lip_ lio_ odt_ rootly_ rubygems_ shltm_ vtwn_",
     R"([A-Za-z0-9]{3,8}[_-][A-Za-z0-9_-]{20,})", 0, kGenerated},
    // Clouds
    {"aiven-password", "avns_", R"(AVNS_[A-Za-z0-9_-]{15,})"},
    {"alibaba-sts-token", "sts.", R"(STS\.[A-Za-z0-9]{16,}\b)", 0, kGenerated},
    {"alibaba-sts-token", "cais", R"(CAIS[A-Za-z0-9+/_=-]{60,})", 0, kGenerated},
    {"baidu-key", "altak-", R"(ALTAK-[A-Za-z0-9]{21}(?:/[0-9a-f]{40})?)"},
    {"clickhouse-key", "4b1d", R"(4b1d[A-Za-z0-9]{38}\b)", 0, kMixed},
    {"datastax-token", "astracs:", R"(AstraCS:[A-Za-z0-9]{20,}(?::[0-9a-f]{64})?)"},
    {"defined-networking-key", "dnkey-", R"(dnkey-[A-Za-z0-9=_-]{24,}-[A-Za-z0-9=_-]{40,})"},
    {"docker-swarm-token", "swmtkn-1- swmkey-1-",
     R"(SWM(?:TKN-1-[a-z0-9]{40,50}-[a-z0-9]{20,25}|KEY-1-[A-Za-z0-9+/]{40,44}=?))"},
    {"elastic-key", "essu_", R"(essu_[A-Za-z0-9+/=_-]{30,})"},
    {"exoscale-key", "exo", R"(EXO[A-Za-z0-9]{24}\b)", 0, kMixed},
    {"firebase-key", ":apa91b", R"([A-Za-z0-9_-]{11,64}:APA91b[A-Za-z0-9_-]{50,})", 64},
    {"google-oauth-token", "4/0a", R"(4/0A[A-Za-z0-9_-]{40,})"},
    {"openshift-token", "sha256~", R"(sha256~[A-Za-z0-9_-]{43}\b)"},
    {"tencent-key", "akid ikid", R"((?:A|I)KID[A-Za-z0-9]{13,40}\b)", 0, kMixed},
    {"volcengine-key", "aklt", R"(AKLT[A-Za-z0-9_-]{30,})", 0, kMixed},
    {"yandex-cloud-key", "ycaj yco ycm ycn ycp", R"(YC[A-Za-z0-9_-]{38}\b)", 0, kMixed},
    {"yandex-cloud-key", "t1.", R"(t1\.[A-Za-z0-9_-]{10,}={0,2}\.[A-Za-z0-9_-]{40,}={0,2})"},
    // Building and testing
    {"axiom-token", "xaat- xapt- xait-", R"(xa[api]t-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"},
    {"blynk-secret", "oa2-client-id_", R"(oa2-client-id_[A-Za-z0-9_-]{32})"},
    {"configcat-key", "configcat-",
     R"(configcat-(?:sdk|proxy)-[0-9]/[A-Za-z0-9_-]{20,}/[A-Za-z0-9_-]{20,})"},
    {"endorlabs-key", "endr+", R"(endr\+[A-Za-z0-9-]{16})"},
    {"fullstory-key", "na1. eu1.", R"((?:na|eu)1\.[A-Za-z0-9+/=]{60,})"},
    {"harness-token", "pat. sat.",
     R"([ps]at\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20})"},
    {"octopus-key", "api-", R"(API-[A-Z0-9]{25,32}\b)"},
    {"pixie-key", "px-api- px-dep-",
     R"(px-(?:api|dep)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"},
    {"settlemint-token", "sm_aat_ sm_pat_ sm_sat_", R"(sm_[aps]at_[A-Za-z0-9]{16})"},
    {"stackhawk-key", "hawk.", R"(hawk\.[A-Za-z0-9_-]{20}\.[A-Za-z0-9_-]{20})"},
    {"wakatime-key", "waka_", R"(waka_(?:sec_|tok_|ref_)?[0-9A-Za-z-]{32,})"},
    {"wandb-key", "wandb_v1_", R"(wandb_v1_[A-Za-z0-9_]{60,})"},
    // Selling and talking to customers
    {"adobe-secret", "p8e-", R"(p8e-[A-Za-z0-9_-]{32})"},
    {"asaas-token", "$aact_", R"(\$aact_[A-Za-z0-9_:=-]{20,})"},
    {"clickup-token", "pk_", R"(pk_[0-9]{5,9}_[A-Z0-9]{32})"},
    {"ebay-secret", "prd- sbx-", R"((?:PRD|SBX)-[0-9a-f]{8,12}(?:-[0-9a-f]{4,12}){3,5}\b)"},
    {"gocardless-token", "live_ sandbox_", R"((?:live|sandbox)_[A-Za-z0-9_=-]{40}\b)", 0,
     kGenerated},
    {"hubspot-token", "pat-na pat-eu pat-ap",
     R"(pat-(?:na|eu|ap)[0-9]-[0-9A-Za-z]{8}(?:-[0-9A-Za-z]{4}){3}-[0-9A-Za-z]{12})"},
    {"imagekit-key", "private_", R"(private_[A-Za-z0-9+/]{16,}={0,2})", 0, kGenerated},
    {"instagram-token", "igqv igaa", R"(IG(?:QV|AA)[A-Za-z0-9_-]{50,})"},
    {"intercom-token", "dg9ro", R"(dG9rO[A-Za-z0-9+/]{40,}={0,2})"},
    {"intra-secret", "s4t2ud- s4t2af-", R"([su]-s4t2(?:ud|af)-[0-9a-f]{64})", 2},
    {"klaviyo-key", "pk_", R"(pk_[0-9A-Za-z]{34}\b)", 0, kGenerated},
    {"lichess-token", "lip_ lio_", R"(li[po]_[A-Za-z0-9]{16,})", 0, kGenerated},
    {"mandrill-key", "md-", R"(md-[A-Za-z0-9_-]{22}\b)", 0, kMixed},
    {"maxmind-key", "_mmk", R"([A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk)", 36},
    {"midtrans-key", "mid-server-", R"(Mid-server-[A-Za-z0-9_-]{16,})"},
    {"notify-key", "gcntfy-", R"(gcntfy-[A-Za-z0-9_-]{60,})"},
    {"onesignal-key", "os_v2_", R"(os_v2_(?:app|org)_[a-z2-7]{60,})"},
    {"pinterest-token", "pina_ pinr_", R"(pin[ar]_[A-Za-z0-9_-]{20,})"},
    {"razorpay-key", "rzp_live_ rzp_test_", R"(rzp_(?:live|test)_[A-Za-z0-9]{14,})"},
    {"riot-key", "rgapi-", R"(RGAPI-[0-9A-Za-z_-]{36})"},
    {"salesforce-token", "00d", R"(00D[A-Za-z0-9]{9,15}![A-Za-z0-9._]{40,})"},
    {"salesforce-token", "5aep861", R"(5Aep861[A-Za-z0-9._=+/-]{50,})"},
    {"salesforce-token", "3mvg9", R"(3MVG9[A-Za-z0-9._=+/-]{60,})"},
    {"segment-token", "sgp_", R"(sgp_[A-Za-z0-9]{60,})", 0, kMixed},
    {"telnyx-key", "key0", R"(KEY0[0-9A-Za-z_-]{40,})", 0, kMixed},
    {"trello-token", "atta", R"(ATTA[0-9a-f]{64}[0-9A-F]{8}\b)"},
    {"twitch-token", "oauth:", R"(oauth:([a-z0-9]{30})\b)", 0, kGenerated},
    {"ubidots-token", "bbff- bbus-", R"(BB(?:FF|US)-[A-Za-z0-9]{30,})"},
    {"voiceflow-key", "vf.", R"(VF\.(?:DM\.)?[0-9a-fA-F]{24}\.[A-Za-z0-9]{16})"},
    {"woocommerce-key", "ck_ cs_", R"(c[ks]_[0-9a-f]{40}\b)"},
    // Keys of money, mail and letters
    {"discord-bot-token", "mfa.", R"(mfa\.[A-Za-z0-9_-]{60,})"},
    {"minisign-key", "rwrty0iy", R"(RWRTY0Iy[A-Za-z0-9+/=]{60,})"},
    {"nostr-key", "nsec1", R"(nsec1[a-z0-9]{50,60}\b)"},
    {"wallet-key", "xprv yprv zprv tprv", R"([xyzt]prv[1-9A-HJ-NP-Za-km-z]{90,120}\b)"},
    {"paseto",
     "v1.local. v2.local. v3.local. v4.local. v1.public. v2.public. v3.public. v4.public.",
     R"(v[1-4]\.(?:local|public)\.[A-Za-z0-9_-]{32,}(?:\.[A-Za-z0-9_-]+)?)", 0, kForm, 4096},
    {"jwt", "session_eyj auth-eyj",
     R"((?:session_|auth-)(eyJ[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9_-]+)*))", 0, kForm, 4096},
    {"jwk", "\"d\" \"p\" \"q\" \"dp\" \"dq\" \"qi\" \"k\"",
     R"re("(?:d|p|q|dp|dq|qi|k)"\s*:\s*"([A-Za-z0-9_-]{40,})")re", 0, kMixed, 2048},
    // The same text as base64 begins like this.
    {"private-key", "ls0tls1crudjti",
     R"(LS0tLS1CRUdJTi(?:BSU0EgUFJJ|BQUklWQVRF|BFQyBQUklW|BPUEVOU1NI|BFTkNSWVBU|BEU0EgUFJJ|BQR1AgUFJJ)[A-Za-z0-9+/=]{20,})",
     0, kForm, 16384},
});

}  // namespace

std::span<const TokenRule> ServiceRules() { return kServiceRules; }

}  // namespace satchel::text
