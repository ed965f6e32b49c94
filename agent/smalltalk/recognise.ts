import { languageOf } from '../../core/text/language.ts';
import { oddInput } from './odd-input.ts';

/** Kinds of messages that ask the pages nothing. */
export type SmallTalkKind =
  | 'greeting'
  | 'thanks'
  | 'acknowledgement'
  | 'goodbye'
  | 'here'
  | 'test'
  | 'wrong'
  | 'doubt'
  | 'rework'
  | 'who'
  | 'can'
  | 'pages'
  | 'how-are-you'
  | 'insult'
  | 'injection'
  | 'chore'
  | 'empty'
  | 'emoji'
  | 'link'
  | 'stack-trace'
  | 'no-words';

export type ReplyLanguage = 'en' | 'de' | 'fr' | 'es';

export interface SmallTalk {
  kind: SmallTalkKind;
  language: ReplyLanguage;
}

/** Maximum characters of small talk; longer messages ask something. */
const MAX_CHARS = 140;

const BOT =
  '(?:parley|bot|there|all|everyone|everybody|team|folks|again|you|mate|buddy|friend|leute|zusammen|tous|todos|toi|you guys)';
const VERY =
  '(?:so |very |really |super |pretty |quite |extremely |too |just |exactly |tres |vraiment |sehr |echt |total |muy |mega )*';
const GOOD =
  '(?:helpful|useful|great|perfect|good|nice|cool|awesome|amazing|brilliant|excellent|fantastic|wonderful|right|correct|clear|it|fine|all|enough|what i needed|what i was looking for|funny|hilarious|sweet|quick|fast|easy|neat|lovely|handy|impressive|(?:a )?(?:big|great|huge) help|hilfreich|gut|prima|toll|utile|parfait|genial|super|util|perfecto|bueno)';
const THAT = `(?:that|this|it|das|ca|c|eso|esto|cela)(?: was| is|s|'s| war| ist|'est| etait| fue| es)?`;
/** Filler words around small talk: "oh ok then", "no worries at all". */
const AROUND =
  '(?:o+h+|a+h+|u+m+|u+h+|well|so|and|but|then|now|please|just|man|dude|at all|for now|anyway|again|already|too|indeed|guys|everyone|parley|bot|a lot)';

const REWORK_AGAIN = '(?:ok|okay|hm+|but|so|the same)';
const REWORK_LANGUAGE =
  '(?:german|english|french|spanish|italian|portuguese|dutch|polish|norwegian|swedish|danish|turkish|russian|chinese|japanese|arabic|hindi|deutsch|englisch|francais|anglais|espanol|ingles)';

/** Patterns of a complete clause. If a message has clauses of several kinds, the first kind in this list wins. */
const CLAUSES: readonly (readonly [SmallTalkKind, RegExp, ReplyLanguage?])[] = [
  [
    'injection',
    /\b(?:ignore|disregard|forget|override|bypass)\b.{0,30}\b(?:instructions?|prompts?|rules?|guidelines|directives)\b|^(?!(?:so |and )?(?:where|when|who|whom|whose|which|why|how|since when|in which|is|are|does|do|can)\b(?!.*\byours?\b)).*\b(?:system prompt|developer mode|jailbreak|hidden prompt)\b|\b(?:reveal|print|show|repeat|output)\b.{0,20}\byour (?:\w+ )?(?:prompt|instructions)\b|^(?:you are now|from now on you|pretend (?:to be|you are|that you)|act as)\b|\b(?:ignoriere|vergiss)\b.{0,20}\banweisungen\b|\bignore\w*\b.{0,20}\b(?:instrucciones|consignes)\b/,
  ],
  [
    'insult',
    /^(?:(?:you|u|ur|youre|you're|you are|this (?:bot |thing )?is|what a|such a|god|damn|fucking|bloody|stupid|dumb|useless) ?)*(?:(?:a |an |so |such |really |fucking |bloody |completely |absolutely |totally |just )*)(?:stupid|idiot\w*|dumb\w*|useless|moron\w*|shit\w*|crap|garbage|trash|pathetic|worthless|terrible|awful|the worst|suck\w*|rubbish|an? ass\w*|ass\w*|dumm|bescheuert|nutzlos|nul|inutile?s?|tonto|estupido)(?: (?:bot|machine|thing|robot|piece of \w+))*$|^(?:fuck|screw) (?:you|off|this)\b.*$|^(?:shut up|go to hell|piss off|i hate you|you suck\b.*|(?:you|u) (?:(?:really|just) )?(?:don'?t|do not|know|understand) (?:know |understand |get )?(?:anything|nothing|a thing|shit)(?: at all)?(?: do you)?|(?:you|u)(?:'?re| are|r)?(?: really| just| simply)? (?:not|aren't|arent)(?: (?:very|so|that|too|really|particularly|exactly|even|much))* (?:smart|clever|bright|intelligent|helpful|useful|good(?: at (?:this|that|your job))?|much (?:use|help)|any (?:use|help|good))(?: at all)?(?: are (?:you|u))?|(?!(?:who|what|which|where|when|why|how|if|that)\b)(?:(?:this|that|the|your) )?\w+ (?:(?:really|just|so|totally) )*(?:sucks|is (?:crap|shit(?:e|ty)?|garbage|trash|rubbish)))$/,
  ],
  [
    'wrong',
    /^(?:no )?(?:(?:that|this|it)(?: answer)?(?:'?s| is| was)?(?: just| totally| completely| so)? (?:not (?:right|correct|true|it|what (?:i|we) .*|an answer.*|helpful|the .*)|wrong|incorrect|false|nonsense|rubbish|untrue|bullshit|outdated)|(?:you|u)(?:'?re| are| r| were| got (?:it|that))(?: (?:so|totally|completely))? (?:wrong|mistaken|incorrect|not right)|wrong(?: answer| page| one)?|incorrect|not what i (?:asked|meant|wanted|said|was .*)|i (?:didn't|didnt|did not) ask (?:that|for that|about that)|that (?:doesn't|doesnt|does not|didn't|did not) (?:answer|help).*|i (?:don't|dont|do not) think (?:so|that'?s .*|that is .*)|(?:please )?try again|nope that'?s not it|(?:das )?(?:ist|war|stimmt) (?:nicht|falsch|leider falsch).*|falsch|du liegst falsch|c'?est (?:faux|pas (?:ca|vrai|juste|bon))|tu te trompes|(?:eso |esto )?(?:no es (?:correcto|cierto|verdad|lo que .*)|esta mal|es falso)|te equivocas)$/,
  ],
  [
    'doubt',
    /^(?:(?:are |r )?(?:you|u) (?:really |absolutely |100 ?% |so |quite )?(?:sure|certain|serious)(?: (?:about|of) (?:that|this|it))?|how (?:sure|certain|confident|reliable|accurate) are (?:you|u|your answers?)(?: (?:of|about|in|with) (?:that|this|it|your answers?|what you say))?|can (?:i|we) (?:trust|rely on|believe) (?:you|that|this|it|your answers?)|(?:oh )?(?:really|seriously|for real|truly|honestly)|is (?:that|this|it) (?:really |even |actually )?(?:true|right|correct|so|accurate)|(?:says|said) who|who says(?: so| that)?|how do (?:you|u) know(?: that| this)?|what do (?:you|u) mean(?: by (?:that|this))?|where (?:did|do) (?:you|u) (?:get|find|have|take|took) (?:that|this|it)(?: from)?|where does (?:it|that) say (?:that|so|this)|(?:bist du (?:dir )?|sind sie (?:sich )?)(?:da |wirklich |ganz )*sicher|(?:echt|wirklich|ernsthaft|im ernst)(?: jetzt)?|stimmt das(?: wirklich)?|woher (?:weisst|weist) du das(?: alles)?|wo hast du das her|d'ou tu (?:tiens|sors|sais) (?:ca|tout ca)|comment tu (?:le )?sais(?: ca| tout ca)?|como lo sabes|(?:tu es|es[- ]tu|vous etes|etes[- ]vous) (?:vraiment )?(?:sur|sure|certain|certaine)(?: de (?:ca|toi|vous))?|vraiment|c'est vrai|(?:estas|esta usted) segur[oa](?: de eso)?|de verdad|en serio|es (?:verdad|cierto))$/,
  ],
  [
    'rework',
    new RegExp(
      `^(?:(?:can|could|would|will) (?:you|u) |please |pls |now |and |then |${REWORK_AGAIN} )*(?:why(?: (?:not|so|(?:is )?(?:that|this)(?: so)?))?|how come|(?:make (?:it|that|this) |a (?:bit|little) |much |even )*(?:shorter|longer|simpler|briefer|clearer|more (?:detailed|precise|concise))(?: (?:answer|version))?|(?:in|auf|en) (?:short|brief|other words|(?:simpler|simple|plain) (?:words|terms|english)|${REWORK_LANGUAGE}|(?:one|a single|two|three|a few) (?:sentences?|words?|lines?)|(?:a )?(?:table|list)|bullet ?points)|(?:explain|translate|summari[sz]e|rephrase|simplify|shorten|elaborate|reword|paraphrase)(?: (?:it|that|this|your(?:self)?|the|answer|me|more|simply|on))*(?: (?:in|into|to) (?:simpler words|simple words|plain english|${REWORK_LANGUAGE}|one sentence))?|(?:say|give|write|put|answer|repeat|tell)(?: (?:it|that|this|me|again))* (?:in|auf|en) (?:${REWORK_LANGUAGE}|other words|(?:simpler|simple|plain) (?:words|terms|english)|one sentence)|tl;?dr|(?:tell|give|show) me (?:some )?more(?: details?| info(?:rmation)?| about (?:it|that|this))?|(?:more )?details|warum(?: nicht| das)?|wieso|weshalb|kurzer|einfacher|erklar(?:e)? (?:mir )?das(?: genauer)?|pourquoi(?: pas)?|plus court|por que(?: no)?|mas corto)(?: (?:please|pls|then|though|again|bitte|s'il (?:te|vous) plait|por favor))*$`,
    ),
  ],
  [
    'pages',
    /^(?:(?:so )?(?:which|what)(?: kind of| sort of| all)? (?:pages|documents|docs|sources|files|information|info|data|topics|content|material|manuals|handbooks?)(?: all)?(?: (?:do|can|have|did) (?:you|u|parley) (?:know|read|have|see|use|ingest(?:ed)?|index(?:ed)?|access|search|cover|got|answer from|look at)(?: access to| to| about| here| from| right now)*| (?:are|is) (?:there|here|in here|loaded|indexed|available|known)(?: to you)?| are you (?:using|reading|based on|trained on))|(?:what|which) (?:do|can) you (?:know|have access to|read|search)(?: about)?|what (?:all )?have you (?:actually )?(?:read|seen|learned|learnt|been fed)(?: so far| until now)?(?: which (?:files|pages|documents))?|what(?:'s| is| are) your sources?(?: for (?:all )?(?:this|that|it))?|what(?:'s| is) in (?:your|the) (?:knowledge|pages|index|database|knowledge base)|where do (?:you get your|your) (?:answers|information|info|data|knowledge)(?: come)?(?: from)?|(?:list|show)(?: me)?(?: all)? (?:your|the) (?:pages|sources|documents)|welche (?:seiten|quellen|dokumente) (?:kennst|hast|liest) du|was weisst du|quelles (?:pages|sources) (?:connais|lis)[- ]tu|que (?:paginas|documentos|fuentes) conoces|que sabes)$/,
  ],
  [
    'who',
    /^(?:(?:so |and )?(?:who|what)(?: the hell| exactly)? (?:are|r) (?:you|u)(?: exactly)?|(?:who|what) is (?:this|parley)(?: bot| thing)?|what'?s parley|are you (?:a |an |the |some )?(?:real |actual )?(?:bot|robot|human|person|ai|chatgpt|gpt|llm|machine|real|people|computer|chatbot|assistant|alive|sentient)(?: person| or .*)?|what(?:'s| is) your name|what (?:should|do) i call you|who (?:made|built|created|programmed|wrote|runs|owns) (?:you|parley|this)(?: bot)?|(?:tell me about|introduce) yourself|which (?:model|ai|llm) (?:are you|do you use).*|what model (?:are you|do you use).*|(?:wer|was) bist du(?: denn| eigentlich| uberhaupt| genau)*|bist du (?:ein(?:e)? )?(?:echter? )?(?:bot|mensch|roboter|ki|programm|maschine|computer|person|echt)(?: oder .*)?|qui (?:es[- ]tu|etes[- ]vous|tu es)|(?:t'es|tu es|c'est) qui(?: toi| ca)?|(?:t'es|tu es|es[- ]tu|vous etes|etes[- ]vous) (?:un |une )?(?:vrai(?:e)? )?(?:robot|humain|bot|machine|personne|ia)(?: ou .*)?|eres (?:un |una )?(?:robot|bot|humano|persona|maquina|ia)(?: o .*)?|(?:quien|que) eres|como te llamas|comment t'appelles[- ]tu|wie heisst du)$/,
  ],
  [
    'can',
    /^(?:(?:so |and |but )?what (?:else )?(?:can|could|do|will|would) (?:you|u|this(?: bot)?|it|parley) (?:actually |really |even |exactly )?(?:do|help(?: me)?(?: with)?|answer|tell me|offer|know about)(?: for (?:me|us))?(?: here)?(?: else)?|how (?:do|does|can|should) (?:this|you|it|parley|i (?:use|ask|talk to) (?:this|you|it|parley)|we use (?:this|you|it|parley))(?: thing| bot)?(?: work| help(?: me)?| function)?|what (?:else |(?:sorts?|kinds?|types?) of (?:things|questions|stuff) |(?:things|questions|stuff) )?(?:can|could|should|may) (?:i|we) (?:ask|do|say|use you for)(?: you| here| with (?:this|you))?(?: about)?|(?:help|help me|help please|i need help|can you help(?: me)?|could you help(?: me)?|please help(?: me)?|usage|commands?|menu|start|get started|instructions|manual|options|info)|what are you (?:for|able to do|good at|capable of)|what is this(?: bot| thing)?(?: for)?|i(?:'m| am) new here|i have a (?:quick )?question|can i ask (?:you )?(?:a question|something|you something)|(?:ask you )?(?:a )?question|was kannst du(?: denn| eigentlich| alles| so| genau)*(?: tun| machen)?|wie funktioniert (?:das|dies|du)|hilfe|kannst du mir helfen|que (?:peux|sais)[- ]tu(?: faire)?|comment (?:ca marche|tu fonctionnes)|aide(?:[- ]moi)?|que (?:puedes|sabes) hacer|como funciona(?:s)?|ayuda|ayudame)$/,
  ],
  [
    'how-are-you',
    /^(?:how(?:'s| is| are| r) (?:you|u|it going|things|life|your day|everything)(?: doing| today| going)*|how do you do|what'?s (?:up|new|going on)|sup|you ok(?:ay)?|are you ok(?:ay)?|wie geht(?:'s| es(?: dir| ihnen)?|s)(?: dir)?|alles (?:gut|klar)|(?:comment )?ca va(?: bien)?|comment (?:vas[- ]tu|allez[- ]vous)|(?:como|que tal) (?:estas?|va)(?: todo)?|que tal)$/,
  ],
  [
    'here',
    /^(?:(?:are |r )?(?:you|u) (?:still )?(?:there|here|online|awake|alive|up|working|listening|around|available|on|ready)|(?:is )?(?:anyone|anybody|someone|somebody) (?:there|here|home|around|listening)|still (?:there|here)|you there|ping|is this (?:thing )?(?:on|working)|does this work|do you (?:hear|see|read) (?:me|this)|can you (?:hear|see|read) (?:me|this)|bist du (?:noch )?da|jemand da|(?:tu es|t'es) la|y a[- ]t[- ]il quelqu'un|estas ahi|hay alguien)$/,
  ],
  [
    'thanks',
    /^(?:ok |okay |great |cool |super |perfect |oh |yes |and )*(?:(?:many |big |huge |a million |heaps of )?(?:thanks|thank (?:you|u|ya|yo)|thankyou|thankies|thanx|thanq|fanks|thx+|thnx|thks|tnx|tks|ty|tysm|tyvm|tyia|ta+|ta very much|cheers+|chrs|much appreciated|(?:i'?m )?(?:much obliged|very grateful|so grateful)|(?:i |we )?owe (?:you|u|ya) (?:one|1|a (?:pint|beer|coffee|drink))|(?:god )?bless (?:you|u|ya)|good of you|kind of you|(?:i |really |we )*appreciate (?:it|that|this|you.*)|(?:vielen |herzlichen |besten |lieben |tausend |ganz lieben )?dank(?:e)?(?: dir| ihnen| schon| sehr| vielmals)*|merci(?: beaucoup| bcp| bien| infiniment)*|(?:mil |muchas |muchisimas )?gracias|grazie(?: mille)?|obrigad[oa]|dank je(?: wel)?|dankjewel|bedankt|takk|tack|tak|dziekuje|dzieki|tesekkurler|спасибо|ありかとう|ありかとうこさいます|谢谢|谢谢你|감사합니다)(?: (?:so|very|a lot|much|muchly|a (?:bunch|ton|million|heap|billion)|heaps|loads|tons|again|for .{1,40}|you|u|guys|man|mate|m8|pal|bud|buddy|bro|bruv|love|luv|hun|darling|dear|chap|chief|boss|folks|team|everyone|all|bot|parley|anyway|though|then|in advance|x+|pour .{1,30}|fur .{1,30}|por .{1,30}|that helps|indeed|kindly))*)$/,
  ],
  [
    'goodbye',
    /^(?:(?:ok(?:ay)?|super|nickel|parfait|merci|great|cool|thanks|perfekt|danke|vale|gracias) )*(?:(?:good ?)?bye+(?: bye)?|goodbye|see (?:you|ya|u)(?: .{0,30})?|cya|later|laters|talk (?:to you )?(?:later|soon|tomorrow)|catch you later|gotta go|i(?:'m| am) off|(?:have|enjoy) (?:a|the|your) .{0,12}(?:day|one|evening|weekend|night|time|rest of .*|lunch)|good ?night|take care|so long|ciao|tschuss|tschau|bis (?:dann|bald|spater|morgen)|auf wiedersehen|schonen (?:tag|abend|feierabend)(?: noch)?|schones wochenende|gute nacht|au revoir|a (?:bientot|demain|plus)|bonne (?:journee|soiree|nuit)|adios|hasta (?:luego|manana|pronto)|buenas noches|nos vemos)(?: (?:parley|bot|then|all|everyone|for now|now|till tomorrow))*$/,
  ],
  [
    'greeting',
    new RegExp(
      `^(?:h+i+(?:ya)?|he+y+a?|hell?o+|helo|hullo|hallo+|hallochen|holla|hola|oi|bonjour|bonsoir|salut|coucou|moin(?: moin)?|servus|gruezi|gruss (?:gott|dich)|yo+|howdy|greetings|good (?:morning|afternoon|evening|day)|g'?day|(?:top of the )?morning|evening|guten (?:tag|morgen|abend)|buen(?:os|as) (?:dias|tardes|noches)|buenas|hej|hei|ola|ciao|buongiorno|buonasera|salve|bom dia|boa tarde|goedemorgen|goedemiddag|goedendag|god morgen|god dag|czesc|dzien dobry|ahoj|merhaba|selam|привет|здравствуите|добрыи день|γεια|שלום|مرحبا|السلام عليكم|नमसत|こんにちは|こんにちわ|おはよう|おはようこさいます|こんはんは|もしもし|你好|您好|早上好|안녕하세요|안녕|(?:i(?:'m| am) )?(?:quite |very |brand |totally )?new (?:here|to (?:this|the \\w+|\\w+))|i(?:'ve| have)? just (?:joined|started)(?: here)?|nice to meet you|pleased to meet you|(?:i )?hope (?:(?:you(?:'re| are)|all is|every(?:one|body|thing) is) (?:all )?(?:doing |keeping )?|this (?:message |mail )?finds you (?:all )?)(?:well|good|fine|ok|okay|great))(?: ${BOT})*$`,
    ),
  ],
  [
    'test',
    /^(?:(?:this is )?(?:just |only )?(?:a |ein |un |una )?(?:test(?:ing)?|probe|prueba|essai)(?: ?\d| test| message|ing| please ignore| 1 2(?: 3)?| one two(?: three)?)*|asdf\w*|qwert\w*|foo(?: ?bar)?|hello world|(?:bla ?)+|lorem ipsum.*|check(?: check)?(?: 1 2)?|[a-z])$/,
  ],
  [
    'acknowledgement',
    new RegExp(
      `^(?:${AROUND} )*(?:o+k+(?:ay|ey|i|ie|ies)?|okey ?dokey|okie ?dokie|k+|kk|roger(?: that)?|copy(?: that)?|noted|sorted|gotcha|righto|right[- ]?o|right you are|aye|np|phew|cool beans|oh well|yay+|woo+(?: ?hoo+)?|hurra[hy]|bingo|spot on|bang on|on point|(?:a )?(?:life ?saver|legend|star|gem|hero|genius|godsend|champ(?:ion)?|angel|treasure|wizard|trooper)|(?:(?:you|u|ur|you're|youre|u r|you are|what)(?: an?)?) (?:absolute |total |utter |complete |little )?(?:life ?saver|legend|star|gem|hero|genius|beauty|ripper|champ(?:ion)?|angel|treasure|wizard)|lovely(?: stuff| job| jubbly)?|brill|ace|top(?: stuff| man| marks| notch)?|grand|smashing|magic|mint|sound|belter|champion|great (?:stuff|job|work|help|answer|news|shout)|nice (?:answer|stuff|to know)|good (?:answer|shout|call|point|news|enough)|that'?s (?:a )?(?:relief|good news|great news|all|fair|me sorted|sorted|that(?: then)?)|(?:that'?ll|that will) do(?: nicely)?|(?:that'?s )?all i (?:needed|wanted)(?: to know)?|i stand corrected|stop(?: it)?|cancel|quit|exit|okidoki|cool+|great|nice(?: one| 1| work| job)?|perfect|awesome|super|sweet|wow|wonderful|excellent|brilliant|fantastic|amazing|good(?: job| one| to know| work| bot| stuff)?|well done|got (?:it|you|ya)|gotcha|(?:that |it )?makes sense|i (?:see|know|understand|get it|got it|guess(?: so)?|like (?:it|that|this|you)|love (?:it|that|this|you))|understood|alright|all right|right|sounds good|will do|(?:(?:i'?m |i am )\\w+ing(?: (?:them|him|her|it|that|this))?|\\w+ing (?:them|him|her|it|that|this)) (?:now|right now|right away|straight away|at once)|lo+l+|rofl|lmao|(?:ha|he|hi|ja)+h?|yes+|yeah?|yep|yup|no+|nope|nah|sure|of course|fair(?: enough| point| dos| do's)?|(?:i )?(?:suppose|guess|figured|thought) (?:so|as much)|makes sense|point taken|no bother|no prob(?:s|lem)?|no dramas|too bad|shame|pity|bummer|oh dear|blimey|wowza|crikey|gosh|interesting|never ?mind|nvm|no (?:worries|problem|need|thanks)|all good|(?:that|this|it) (?:really )?(?:helped|helps|works|worked|did it|answers? (?:it|my question|that))(?: me)?(?: a lot| so much| lots)?|you(?:'re| are|r)? (?:${VERY})(?:the best|great|awesome|amazing|a (?:star|legend|genius|hero|lifesaver|gem)|rock|welcome|right|correct|helpful|funny|cool|good|smart|nice)|(?:${THAT}) ?${VERY}${GOOD}|how (?:nice|lovely|cool|interesting)|my bad|(?:sorry )?wrong (?:window|chat|channel|thread|tab|person|group|room)|sorry|oops|whatever|hm+|um+|aha+|ach so|alles klar|verstanden|passt|super gemacht|das hat (?:mir )?(?:sehr )?geholfen|gut|prima|toll|genau|ja|nein|d'accord|compris|parfait|c'est bon|super|oui|non|genial|ca m'a aide|vale|de acuerdo|entendido|perfecto|si|bien|me (?:ha )?ayudado|(?:i'?ll|i will|will|gonna|going to) (?:try|check|do|look at|read|ask|ring|call|phone|e?mail|tell|see|go with)(?: (?:that|it|this|them|him|her))?(?: (?:now|then|tomorrow|later))?|(?:no )?(?:that'?s|thats) (?:everything|all|it)|nothing else|not really|see|please|more|go on|continue|welcome|what an? (?:(?:long|mad|crazy|busy|lovely|great|awful) )*(?:day|week|weekend|night|morning|evening|show|mess|game)|(?:good luck|break a leg|congrat(?:ulation)?s|happy (?:birthday|friday|weekend|new year|holidays|easter|christmas)|merry christmas)(?: (?:to|you|all|everyone|everybody|team|folks|tonight|today|tomorrow|x+))*)(?: (?:${AROUND}|eh|huh|innit))*$`,
    ),
  ],
];

/**
 * Requests to write, joke or calculate. Without a model Parley can't, and quoting a page that shares a word would be
 * wrong.
 */
const CHORE =
  /^(?:(?:please|can you|could you|hey) )*(?:(?:write|compose|make(?: up)?|tell|give|sing|draw|paint|generate|schreib|erzahl|ecris|raconte|escribe|cuentame)(?: me| us| mir| uns|[- ]moi)?(?: a| an| some| another| the| ein| einen| une?)?(?: \w+)? (?:poem|haiku|song|joke|story|limerick|rap|essay|tale|picture|gedicht|witz|lied|poeme|blague|histoire|poema|chiste)\b.*|what(?:'s| is) the meaning of (?:life|it all|everything))$/;
const SUM =
  /^(?:what(?:'s| is)|calculate|compute|solve|how much is|was ist|combien font|cuanto es)? ?[\d\s.,()]+(?:[-+*/x^×÷]|plus|minus|times|divided by|mal|geteilt durch)[-+*/x^×÷\d\s.,()]*=?\??$/;

/**
 * Recognises a message that asks the pages nothing: a greeting, thanks, a question about Parley itself, a link alone.
 * Undefined for anything else, and if in doubt.
 * @param options.hasModel true if a model answers: it writes poems, calculates, and shortens or translates an earlier answer
 * @param options.hasEarlier true in a thread with an earlier answer, where "are you sure?" is about that answer
 */
export const smallTalkIn = (
  message: string,
  { hasModel = false, hasEarlier = false }: { hasModel?: boolean; hasEarlier?: boolean } = {},
): SmallTalk | undefined => {
  const odd = oddInput(message);
  if (odd) return { kind: odd, language: 'en' };
  const folded = fold(message);
  if (/^.{0,400}$/s.test(folded) && CLAUSES[0]?.[1].test(folded)) return { kind: 'injection', language: 'en' };
  if (folded.length > MAX_CHARS) return undefined;
  if (!hasModel && (CHORE.test(folded) || SUM.test(message.trim().toLowerCase())))
    return { kind: 'chore', language: replyLanguage(folded) };
  if (!hasEarlier && MAY_BE_TOPIC.test(folded)) return undefined;
  const kinds = clausesOf(folded).map(kindOf);
  if (kinds.length === 0 || kinds.some((kind) => kind === undefined)) return undefined;
  const [kind] = CLAUSES.map(([one]) => one).filter((one) => kinds.includes(one));
  if (!kind || (hasEarlier && (kind === 'doubt' || asksForMore(message))) || (kind === 'rework' && hasModel))
    return undefined;
  return { kind, language: replyLanguage(folded) };
};

/** Praise that is a topic where nothing was answered yet: "sound" asks for the sound desk. */
const MAY_BE_TOPIC =
  /^(?:a )?(?:sound|magic|mint|grand|ace|top|star|gem|hero|angel|champ(?:ion)?|copy|wizard|treasure|legend|noted|roger|sorted|smashing|shame|pity|belter|trooper|beauty|ripper|genius|life ?saver)\W*$/;

/** "Tell me more about that": the page says more than the answer did. */
const MORE =
  /^(?:(?:can|could|would|will) (?:you|u) |please |pls |and |ok |okay )*(?:(?:tell|give|show) me (?:some |a bit |a little )?more(?: details?| info(?:rmation)?)?(?: (?:about|on) (?:it|that|this))?|(?:more|any more) (?:details?|info(?:rmation)?)(?: (?:about|on) (?:it|that|this))?|details|go on|what else(?: does it say)?(?: (?:about|on) (?:it|that|this))?|mehr (?:dazu|details)|erzahl (?:mir )?mehr(?: dazu| daruber)?|was steht (?:da|dort) noch|(?:dis m'en|en savoir|donne[- ]moi) plus(?: de details)?|plus de details|(?:cuentame|dime) mas|mas detalles)(?: (?:please|pls|then|bitte|s'il (?:te|vous) plait|por favor))*\W*$/;
/** True for a message that asks what else the page of the last answer says. */
export const asksForMore = (message: string): boolean => MORE.test(fold(message));

/** The turns that asked the pages something, without "thanks!" and "are you sure?". */
export const withoutSmallTalk = <Turn extends { question: string }>(turns: readonly Turn[] = []): Turn[] =>
  turns.filter(({ question }) => smallTalkIn(question) === undefined && !asksForMore(question));

/** Removes a greeting or thanks at the start: "hi, who is …" becomes "who is …". */
export const withoutGreeting = (message: string): string => {
  let rest = message.trim();
  for (let turns = 0; turns < 3; turns++) {
    const first = /^([^,.!?:;\n–—-]{1,60})[,.!:;\n–—-]+\s*(?=\S)/u.exec(rest);
    const said = fold(first?.[1] ?? '').replace(/ and$/, '');
    const lead = first && !MAY_BE_TOPIC.test(said) && kindOf(said);
    if (first && lead && LEADS.has(lead)) {
      rest = rest.slice(first[0].length).trim();
      continue;
    }
    const word =
      /^(?:hi+|hey+|hello|hallo|hola|bonjour|thanks|thank you|thx|ok(?:ay)?|please|so|well|um|parley)(?: (?:there|parley|team|all|and|but))*\s+(?=\S+\s+\S+)/i.exec(
        rest,
      );
    if (!word) break;
    rest = rest.slice(word[0].length).trim();
  }
  // "And for my daughter?" goes on with the question before.
  rest = rest.replace(AND_ASKS, '');
  return rest === '' ? message.trim() : rest;
};
/** "And" before a question that says what it asks. */
const AND_ASKS =
  /^(?:and|but|und|et|y)\s+(?=(?:who|whom|whose|what|when|where|why|how|which|is|are|was|were|do|does|did|can|could|may|must|will|would|should|has|have|if|wenn|wer|was|wann|wo|wie|warum|welche\w*|kann|darf|muss|gibt|qui|quand|où|comment|combien|pourquoi|quel\w*|est-ce|quién|qué|cuándo|cuánt\w+|dónde|cómo|cuál\w*)\s\p{L}+\s\p{L})/iu;
const LEADS: ReadonlySet<SmallTalkKind> = new Set(['greeting', 'thanks', 'acknowledgement', 'here', 'how-are-you']);

/** The kind of a clause that is small talk as a whole or in parts: "ok thx", "hello hello". */
const kindOf = (clause: string): SmallTalkKind | undefined => {
  const whole = wholeKind(clause) ?? (ENDS.test(clause) ? wholeKind(clause.replace(ENDS, '')) : undefined);
  if (whole) return whole;
  const parts = clause.split(' ');
  if (parts.length > MAX_WORDS_IN_PARTS) return undefined;
  for (let at = 1; at < parts.length; at++) {
    const first = wholeKind(parts.slice(0, at).join(' '));
    const second = first && kindOf(parts.slice(at).join(' '));
    if (first && second) return CLAUSES.map(([kind]) => kind).find((kind) => kind === first || kind === second);
  }
  return undefined;
};
const MAX_WORDS_IN_PARTS = 7;
const wholeKind = (clause: string): SmallTalkKind | undefined =>
  CLAUSES.find(([, pattern]) => pattern.test(clause))?.[0];
/** Words that end small talk and say nothing: "who are you then?", "you ok today?" */
const ENDS = / (?:then|today|tonight|though|anyway|mate|pal|buddy|matey|love|friend|denn|heute|alors|pues)$/;

const clausesOf = (folded: string): string[] =>
  folded
    .split(
      /[,.!?;:()\n]+|\s[-–—]+\s|\s(?:and|but|und|aber|et|mais|y|pero)\s(?=(?:thank|thx|see|have|good|hello|hi|bye|you|that|this|it|danke|merci|gracias|who|what)\b)/,
    )
    .map((clause) => clause.replace(/^(?:and|but|so|then|oh|ah|well) /, '').trim())
    .filter((clause) => clause !== '' && !/^(?:parley|bot|please|pls|dear|guys|all)$/.test(clause));

const fold = (message: string): string =>
  message
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    // Hangul is in single letters otherwise.
    .normalize('NFC')
    .replace(/[’`´]/g, "'")
    .replace(/ß/g, 'ss')
    .replace(
      /\p{Extended_Pictographic}|\u{FE0F}|\u{200D}|[\u{1F3FB}-\u{1F3FF}]|(?:^|\s)[:;]-?[)(DPpo/|](?=\s|$)|<3|:[a-z_+-]+\d?:/gu,
      ' ',
    )
    .replace(/<[@#!][^>]*>|^@\S+/g, ' ')
    .replace(/["“”*_~]/g, '')
    .replace(/[¿¡]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

const WORDS: readonly (readonly [RegExp, ReplyLanguage])[] = [
  [
    /\b(?:danke?|dank|hallo|hi du|moin|servus|guten|tschuss|wer|bist|kannst|wie geht|geht'?s|gehts|stimmt|falsch|hilfe|bis (?:dann|bald|spater|morgen)|gute nacht|welche|ist|das|alles klar|prima|toll|warum|wieso|weshalb|bitte|kurzer|einfacher|auf deutsch|erklare?)\b/,
    'de',
  ],
  [
    /\b(?:merci|bonjour|bonsoir|salut|coucou|qui|au revoir|ca va|c'?est|tu|aide|quelles|comment|d'accord|bonne|parfait|pourquoi|plus court|en francais)\b/,
    'fr',
  ],
  [
    /\b(?:gracias|hola|buen[oa]s|quien|eres|adios|hasta|que (?:tal|puedes|paginas|sabes|eres)|como estas|ayuda|vale|eso|estas|por que|mas corto|en espanol)\b/,
    'es',
  ],
];
/** Words that are only English, unlike "me", "a" and "no". */
const ENGLISH =
  /\b(?:the|you|your|what|who|how|write|tell|about|with|this|that|please|make|give|poem|song|joke|story|thanks?|hello|good)\b/;
const replyLanguage = (folded: string): ReplyLanguage => {
  const language = ENGLISH.test(folded) ? undefined : languageOf(folded);
  if (language === 'de' || language === 'fr' || language === 'es') return language;
  return WORDS.find(([words]) => words.test(folded))?.[1] ?? 'en';
};
