#include "text/common_words.h"

#include <set>
#include <string>

#include "text/stem.h"

namespace satchel::text {
namespace {

// Of one part of speech or another; their other forms have the same stems.
constexpr std::string_view kWords =
    "able above accept achieve across actual admit afraid after afternoon again against "
    "agree ahead alive allow almost alone along aloud already alright although always "
    "amaze among amount angry announce annoy another anybody anyhow anymore anyone "
    "anything anytime anyway anywhere apart apparent appear appreciate approach approve "
    "arise around arrange arrive aside assume attempt aware away awful awkward baby badly "
    "barely basic beautiful became become before began begin begun behave behind believe "
    "belong below beneath beside best better beyond bitter blame bother bought brave brief "
    "bright bring broad broke broken brought bunch busy calm came care careful careless "
    "carry catch caught cease certain chance cheap choose chose chosen clarify clever clue "
    "coffee come comfortable common complain complete concern confuse consider constant "
    "continue convenient correct correctly crazy curious daily danger dare dead deal dear "
    "decade decent decide deep definite deliberate demand depend deserve desire despite "
    "determine differ different difficult dinner dirty disappear disappoint discover "
    "dislike doubt dozen dream drove dull during eager early earn easily easy effort eight "
    "either elaborate eleven else elsewhere enjoy enormous enough entire especially "
    "essential even evening eventual ever every everybody everyone everything everywhere "
    "evident evidently exact exactly excellent excuse expensive explain extreme extremely "
    "fact fairly fall familiar family fashion fast favorite favourite fear feel feet fell "
    "fellow felt fewer fight figure finally fine finish first five food forever forget "
    "forgot forgotten former forth fortunate forty found four fresh friend friendly funny "
    "further furthermore gave generous gentle give given glad glance goes going gone good "
    "gotten gradual grand great greatly grew grow grown guess habit half happen happy hard "
    "hardly harm hate hear heard heart heavy held hello help hence hesitate hide high "
    "himself honest hope horrible hour hours house however huge human hundred hungry hurry "
    "hurt identical ignore imagine immediate immediately important impossible impress "
    "improve inappropriate inconsistent inconvenient incorrect incorrectly increase indeed "
    "indicate inside insist instead intend investigate invite irrelevant joke keep kept "
    "knew know knowledge known lack large largely last late lately later latter laugh lazy "
    "learn least leave less life like likely little longer look lose lost loud love lovely "
    "luck lucky lunch made mainly major make many matter maybe means meant meanwhile meet "
    "mention mere merely mess mind minor minute miss mistake moment month monthly more "
    "moreover morning most mostly much namely narrow nasty natural near nearby nearly neat "
    "necessary need neither nervous never nevertheless news nice night nine nobody noise "
    "none nonetheless noon normal normally nothing notion nowadays nowhere obvious "
    "obviously occasion occasional occur odds often okay once ones onto opinion opposite "
    "ordinary others otherwise ought outcome outside over overall paid pain particular "
    "partly past people perfect perfectly perhaps permanent person plain pleasant please "
    "plenty poor possible possibly practically precisely prefer prepare presumably pretty "
    "previous previously principle probable probably proceed produce proper properly "
    "propose prove proved purpose puzzle quick quickly quiet quietly quite rapid rare "
    "rarely rather reach ready realise realize really reasonable recent recently recognise "
    "recognize recommend refuse regard regardless regret relate relevant remain remember "
    "remind respect responsible rise rough roughly said sake same satisfy scare seem seen "
    "seldom sense sent serious seriously seven several severe sharp shortly shout shown "
    "shut sick sight silent silly similar similarly simple simply since situation slept "
    "slight slightly slow slowly small smart smell smile smooth soft sold solve somebody "
    "someday somehow someone something sometime sometimes somewhat somewhere soon sorry "
    "speak special specific speech spend spent spoke spoken stand stood straight strange "
    "stress strong struggle stuck stuff stupid subtle succeed sudden suddenly suffer "
    "suggest suitable summer suppose supposedly sure surely surprise surround suspect "
    "sweet swim take taken talk tall taste taught teach tell tend terrible thank therefore "
    "thick thin thing things think third thirty thorough though thought thousand three "
    "threw through throughout throw thus tiny tired today together told tomorrow tonight "
    "took totally tough toward towards treat trouble true truly truth twelve twenty twice "
    "typical typically ugly ultimate ultimately unable unclear under understand understood "
    "undesired unexpected unexpectedly unfortunate unhappy unless unlike unlikely "
    "unnecessary until unusual unwanted upon upset urgent useful useless usual usually "
    "various vary vast versus want warm warn water weak wear week weekend weekly weird "
    "welcome well went west whatever whatsoever whenever whereas whereby wherever whether "
    "whichever whilst white whoever whole wide wife wild willing winter wise wish without "
    "woke woman wonder wonderful wore worn worried worry worse worst worth written wrong "
    "wrote year years yesterday young ";

std::set<std::string, std::less<>> ReadStems() {
  std::set<std::string, std::less<>> stems;
  Stemmer stemmer;
  for (std::string_view left = kWords; !left.empty();) {
    const std::size_t end = left.find(' ');
    const std::string_view word = left.substr(0, end);
    left.remove_prefix(end + 1);
    stems.emplace(word);
    stems.emplace(stemmer.Stem(word, Language::kEnglish));
  }
  return stems;
}

}  // namespace

bool IsCommonWord(std::string_view term) {
  static const std::set<std::string, std::less<>> kStems = ReadStems();
  return kStems.contains(term);
}

}  // namespace satchel::text
