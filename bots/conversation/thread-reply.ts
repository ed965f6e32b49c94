import { asksForMore, type SmallTalkKind, smallTalkIn } from '../../agent/smalltalk/recognise.ts';
import { questionTerms } from '../../core/text/question-terms.ts';

/** A message in a thread that Parley follows, and the state of that thread. */
export interface ThreadMessage {
  /** Plain text without a mention of Parley. */
  text: string;
  /** True when it mentions Parley or is a reply to one of Parley's messages. */
  addressed: boolean;
  /** True when it mentions somebody else. */
  mentionsOthers: boolean;
  /** True when its author asked the last question that Parley answered in this thread. */
  byAsker: boolean;
  /** True when somebody else has written since Parley's last answer. */
  othersWrote: boolean;
}

/**
 * `answer`: a question to Parley. `answer-if-found`: a question to nobody in particular or to others, which gets a reply only
 * if the pages contain the answer. `silent`: people talk to each other.
 */
export type ThreadReply = 'answer' | 'answer-if-found' | 'silent';

const QUESTION_WORD =
  /^(who|whom|whose|what|when|where|why|how|which|(?:who|what|when|where|how)s|is|are|was|were|do|does|did|can|could|may|might|will|would|should|has|have|wer|was|wann|wo|wie|wieso|warum|welche\w*|wieviel\w*|gibt|gilt|darf|kann|muss|qui|que|quoi|quand|où|comment|combien|pourquoi|quel\w*|est-ce|quién|qué|cuándo|cuánt\w+|dónde|cómo|cuál\w*|puedo|hay)\b/iu;
/** A question whose first word tells less: "until when", "am I insured", "must we book", "aren't interns paid by the hour". */
const OTHER_BEGINNING =
  /^(?:(?:until|till|by|from|since|to|at|for|in|on|with|after|before|bis|ab|seit|von) (?:when|what|which|whom|whose|how|where|wann|wo|welche\w*)\b(?! (?:case|point|it[’']?s|(?:i|we|he|she|they|people|everyone) (?:know|knew|see|saw|hear|heard|read|can tell|gather|understand|remember)))|am i (?:\w+ )?\p{L}+(?:ed|ble|posed)\b|must (?:i|we|they|the|all)\b|(?:do|wo)n[’']?t (?:i|we|they)\b|(?:is|are|was|were|does|did|should|has|have|must)n[’']?t (?:i|we|they|there|the|a|our|all|\p{L}+s)\b)/iu;
/**
 * A question that is told: "anyone know when …", "I wonder if …", "not sure whether …", "no idea how …". People say much like it to
 * each other, so that it gets an answer only where the pages hold one.
 */
const INDIRECT =
  /^(?:(?:do(?:es)? )?(?:any|some)(?:one|body)(?: here| else)? (?:knows?|remembers?)|(?:can|could|would) (?:any|some)(?:one|body)(?: here| else| please)* tell (?:me|us)|(?:i(?:[’']m| am)? )?(?:just )?(?:wonder(?:ing)?|not (?:quite )?sure)|(?:i(?:[’']ve| have)? )?(?:no|any) (?:idea|clue))\s+(?=(?:who|whom|whose|what|when|where|why|how|which|if|whether|the|our)\b)/iu;
/** A request for information that needs no question mark. */
const REQUEST =
  /^(?:please\s+)?(tell me|show me|explain|summari[sz]e|list|give me|describe|compare|define|find|look up|translate|erkläre?|zeig|nenne|explique|explica)\b/iu;
/** A follow-up to the previous answer: "and for interns", "what about Munich", "I meant sick leave". */
const CONTINUATION =
  /^(?:and|or|but|what about|how about|what if|same for|i meant?|i mean|no,? i meant?|rather|und|oder|wie sieht es|et pour|y (?:para|en|si))\b/iu;
/** Filler words before the question itself: "ok and how many ...", "thanks! where ...". */
const OPENING =
  /^(?:(?:(?:hey|hi|hello|hallo|morning),? (?:all|everyone|everybody|team|folks|guys|there)|(?:and|but|or)(?= (?:who|what|when|where|why|how|which|is|are|do|does|did|can|could|may|must|will|would|should|has|have|until|by|from|for|at|to)\b)|ok(?:ay)?|hmm+|uh|um|ah|oh|well|so|cool|great|nice|perfect|thanks?(?: you)?|thx|got it|i see|alright|right|(?:hang|hold) on|agreed?|yeah|ye?p|exactly|hey|hi|also|danke|merci|gracias)\b[\s,.!:;–-]*)+/iu;

/** The asker corrects Parley: "sorry, I meant Madrid", "wrong, I asked about the buoys", "that's not right, the 7th please". */
const CORRECTION =
  /^(?:(?:no|nope|sorry|wrong|not quite|(?:that|this|it)(?:[’']?s| is| was)? (?:wrong|not (?:right|it|what i (?:meant|asked|wanted))))\b[\s,.!:;–-]*)+(?:but\s+)?(?:i (?:meant?|asked|said|wanted|was asking)|the|for|about|in|of)\b/iu;

/**
 * The asker doubts the answer by what was told elsewhere ("that's wrong, it's 20"), repairs a word ("*science"), or comes back
 * to a topic ("back to the parking, …"). Narrower than what is read so in a message to Parley (`agent/quote/reading/turn.ts`):
 * people say "really?" and "*sigh*" to each other.
 */
const TO_PARLEY_AGAIN =
  /^(?:no\W+)?(?:(?:that|this|it)(?:[’']?s| is| was)? (?:wrong|not (?:right|true|correct))|wrong|incorrect|are you sure|really)\W+(?:it|they|that|there|some(?:one|body)|i (?:thought|heard|read)|my \w+)\b|^\*+\s*[\p{L}\p{N}'’-]+$|^(?:(?:ok|so|and|now|but)\W+)*(?:going |coming )?back to\b.{3,}[,:;–-]\s*(?:.*\?|(?:\S+\s+)?(?:who|what|when|where|why|how|which|is|are|do|does|did|can|could|may|must|will|would|should|has|have)\b)/iu;

/** Agreement, surprise and rhetorical questions, which need no answer. */
const RHETORICAL =
  /^(?:(?:wow|oh|haha|lol|omg|what|huh|and)[\s,!]*)*(?:really|seriously|for real|who knew|who cares|why not|how come|so what|guess what|you know what|what the \w+|huh|what|what else|tell me about it|eh|echt|wirklich|ernsthaft|en serio|vraiment)[\s?!.]*$/iu;
const TAG_QUESTION =
  /(?:[,–-]\s*|^|\s)(?:right|no|yes|ok(?:ay)?|eh|huh|isn[’']t it|don[’']t you think|(?<!\bdo )you know|oder|gell|nicht wahr|n[’']est-ce pas|verdad|(?:is|are|does|do|did|was|were|has|have|ca|could|wo|would|should)n[’']t (?:it|he|she|they|we|you|that|this))\s*\?+$/iu;

/** A real question that ends like a tag question: "Is business class ok?" */
const ASKS_WHETHER =
  /^(?:is|are|was|were)\s+(?!(?:it|that|this|everything|everyone)\b)[^,–]*\s(?:ok(?:ay)?|right)\s*\?+$/iu;

/** Questions and requests among people, about plans, activities, feelings, opinions or favours. */
const AMONG_PEOPLE: readonly RegExp[] = [
  // Proposals and appointments.
  /\b(?:shall|should) we\b|\blet[’']?s\b|^(?:maybe|perhaps)\b/iu,
  /\bwhat if we (?:just|all|both|meet)\b|\b(?:can|could|will|are|do) we\s+(?:(?:all|still|maybe|just|also|please)\s+)*(?:meet|talk|chat|sync|catch up|grab|go|hang|jam|play|move|push|postpone|do (?:it|this|that)|try|take (?:it|this)|pair|sit|have a (?:call|chat|look|quick)|on for|meeting|going|doing|good|set|sure|done)\b/iu,
  /\b(?:how|what) about\s+(?:we|you|i|us|adding|\w+ing\b|some\b|tomorrow|today|tonight|now|later|next week|this|(?:mon|tues|wednes|thurs|fri|satur|sun)day|at\b|around\b|a\b|\d)/iu,
  /\bworks? (?:best |better )?for (?:you|everyone|everybody|all|us|me)\b|\bthat work\b|\bsounds? (?:good|great|ok|fun|like a plan)\b|\b(?:good|ok|fine|cool|better) (?:for|with|by) (?:you|everyone|everybody)\b/iu,
  /^(?:\w+\s+){0,3}(?:lunch|coffee|beers?|drinks?|dinner|tonight|later|tomorrow)\b(?! (?:free|paid|covered|included|reimbursed|provided|allowed)\b)[^?]{0,30}\?/iu,
  // About the opinions or knowledge of people in the thread. Somebody who is described is a kind of person: "someone on a visa".
  /^(?:\w+\s+)?any\s+(?:\w+\s+)?(?:suggestions?|ideas?|thoughts?|tips|plans?|preferences?|recommendations?|volunteers?|takers?|news|updates?|luck|interest|objections?|feedback|opinions?|place|chance)\b/iu,
  /\bgot any\b|\bany(?:thing)? (?:other|else)\b|\b(?:in mind|think about it|come to mind|(?:a|any|your|my) favou?rites?)\b/iu,
  /\b(?:what|how)(?:[’']?s| is| about| are)\s+every(?:one|body|thing)\b|^(?:want|wanna|care|fancy|feel like|up for|down for|ready)\b|\bare we thinking\b/iu,
  /^(?:(?:does|did|has|is|can|could|would|will|do|was|have)\s+)?(?:(?:any|some|every)(?:one|body)(?! (?:who(?! (?:wants?|has|can|could|is|fancies|feels|knows?)\b)|whose|with(?:out)?|under|on (?:an?|their|his|her|leave|probation|(?:\w+ )leave))\b(?![^?]*\b(?:wants?|fancy|mind|up for)\b))|any of|one of|which of (?:you|us)|who of (?:you|us))\b(?!\s+(?:here\s+)?(?:knows?|remembers?)\s+(?:how|what|when|where|who|which|why|if|whether)\b)/iu,
  /\bwho(?:[’']?s| is| are| wants?| else| can| could| will| gonna| going to)\s+(?:up|in|set|do|make|coming|joining|going|free|around|there|here|bringing|taking|driving|with me)\b/iu,
  // For a favour that is not information.
  /\b(?:can|could|will|would|please|pls|kindly)\b(?! (?:i|we|one|staff|guests|visitors)\b)[^?]*\b(?:send|approve|review|merge|deploy|fix|book|order|bring|pick up|schedule|invite|sign|push|forward|join|call|ping|remind|help me with|take over|handle|look into|swap|share (?:the|your) (?:screen|deck|file|doc|slides))\b[^?]*\b(?:me|my|us|it|this|that|for|the|him|her|them)\b(?![^?]*\b(?:page|source|link|policy|handbook)\b)/iu,
  // The same in other languages.
  /\b(?:kommst|hast|bist|kannst|willst|magst|gehst|machst|weißt|weisst|könntest|würdest|fährst|bringst) du\b|\b(?:habt|seid|könnt|wollt|kommt|geht|macht) ihr\b|\b(?:wollen|sollen|gehen|treffen) wir\b|\bwer (?:kommt|hat|ist dabei|macht|geht)\b/iu,
  /\b(?:tu (?:viens|peux|as|es|vas|veux)|(?:viens|peux|as|es|vas|veux)-tu|vous (?:venez|pouvez|avez)|on (?:va|se voit|mange))\b/iu,
  /\b(?:vienes|puedes|tienes|quieres|estás|vas a|venís|vamos a|nos vemos)\b/iu,
];

/** Begins like a question but is none: "have a good day", "can't wait", "will do". */
const NO_QUESTION =
  /^(?:have (?:a|fun|you)\b|can[’']?t\b|(?:do|wo)n[’']?t (?!(?:i|we|they|you)\b)|will do\b|may the\b|do (?:let|not|it)\b|is (?:fine|good|ok)\b|what a\b|how (?:nice|cool|funny|cute)\b)/iu;
/** A proposal or a guess with a question mark: "we could meet at ten?", and not "they pay for taxis too?" */
const PROPOSAL =
  /^(?:also,?\s+)?(?:i|we|they|he|she)(?:[’'](?:ll|d|m|re|ve|s)\b|\s+(?:\w+\s+)?(?:will|would|could|can|should|might|may|shall|am|is|are|was|were|did|had|has|have|thought|think|guess|need|want)\b)[^?]*\?/iu;

/** Requests to Parley itself, also as "you": for its sources, for a summary, or whether it is sure. */
const OF_PARLEY =
  /\b(?:who are you|which pages|what are you|are you (?:sure|certain|there|a (?:bot|human|person))|you (?:sure|certain)\?|do you (?:know|have (?:a|the|any) (?:source|link|page|policy|example|number|figure)\w*)|did you (?:find|check|look|get (?:that|this))|(?:where|how) (?:did|do) you (?:find|get|know|come)|what do you mean|what can you|can you (?:also |please )?(?:tell|show|explain|summari[sz]e|list|find|give|say|elaborate|rephrase|repeat|quote|cite|check|look|translate|be more|point|link|compare|send (?:me )?(?:the|a) (?:link|page|source|policy)))\b/iu;
/** The impersonal "you": "how do you request leave?", "do you need approval for flights?" */
const ANYBODY =
  /\b(?:how (?:do|can|would|should) you|do you (?:need|have|get) (?:to|a|an|the|any|approval|permission|paid|extra)|are you (?:allowed|required|entitled|supposed|permitted)|can you (?:carry|expense|claim|take|work|use|get|apply|request|cancel|change|return|extend|combine|bring a)|(?:if|when|once|unless|(?:before|after|until) (?=you (?:can|could|may|must|have to|are allowed)\b)) ?you|where (?:do|can) you (?:find|get|report|submit|apply|register|see|book|order)|how (?:many|much|long|often|far)\b.*\b(?:do|can|are|must|should|may) you)\b/iu;
const YOU = /\b(?:you|your|yours|u|ur)\b/iu;

/** Addresses another person by name: "Ben, can you …", "hey Dana! …". Does not match Parley's own name. */
const VOCATIVE =
  /^(?:(?:hey|hi|hello|thanks|thx|yo|sorry|danke|hallo)\s+)?(?!Parley\b)(\p{Lu}[\p{Ll}’'-]+)\s*[,:–-]\s+\S/u;
const GREETED = /^(?:hey|hi|hello|hallo|hola|salut)\s+(?!parley\b|there\b|all\b)(\p{Lu}[\p{Ll}’'-]+)/iu;
/**
 * A name behind a question: "which course is it, Ana?" It may be a place ("how many holidays, Ontario?"), so that such a
 * message is read like one that is overheard.
 */
const NAME_BEHIND =
  /\p{Ll}[’']?,\s+(?!Parley\b|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b)(\p{Lu}\p{Ll}[\p{Ll}’'-]*)\s*[?!.…]*$/u;
const NO_NAMES = new Set(
  'Ok Okay Yes No Well So Hmm Thanks Great Nice Cool Perfect Sorry Also And But Or Hey Hi Hello Sure Right Alright Actually Wait Oh Ah Wow Haha Hm Today Tomorrow Still Question Quick Please Danke Merci Gracias Gut Und Oder Ja Nein Anyway Now Then First Next Again Exactly Interesting Understood Good'.split(
    ' ',
  ),
);
const addressesSomebody = (text: string): boolean => {
  const name = (VOCATIVE.exec(text) ?? GREETED.exec(text))?.[1];
  return name !== undefined && !NO_NAMES.has(name) && /^\p{Lu}/u.test(name);
};

const namesSomebodyBehind = (text: string): boolean => {
  const name = NAME_BEHIND.exec(text)?.[1];
  return name !== undefined && !NO_NAMES.has(name);
};

const NAMES_PARLEY = /^(?:(?:hey|hi|hello|ok|thanks)\s+)?parley\b\s*[,:!–-]|,\s*parley\s*[?!.…]*$/iu;
/** About Parley, not to it: "is the bot right?" */
const ABOUT_PARLEY = /\b(?:parley|the bot|this bot|that bot)\b/iu;

/** Words of conversation. A message without them may be a keyword search, such as "battery of the d2 pro". */
const STATEMENT =
  /\b(?:i|me|my|mine|you|your|we|us|our|they|them|he|she|it|its|this|that|these|those|i[’']\w+|ich|wir|du|das|yes|no|nope|yep|yeah|ok|okay|sure|true|lol|haha|hi|hey|hello|bye|thanks?|thx|please|sorry|nice|great|cool|good|bad|perfect|awesome|wow|agreed|same|done|later|soon|see|care|everyone|everybody|guys|folks|excited|ready|let[’']s|can[’']t|looking|brb|afk|fyi|btw|worries|idea|point|luck|morning|evening|merci|danke|gracias|beaucoup|maybe|probably|exactly|indeed|test|congrats|welcome)\b/iu;
const isSearch = (text: string): boolean => {
  const count = text.split(/\s+/u).length;
  return (
    count >= 2 &&
    count <= 10 &&
    !STATEMENT.test(text) &&
    !/[!]|[.:;)]\s*$|\p{Extended_Pictographic}/u.test(text) &&
    /\p{L}{3}/u.test(text)
  );
};

/**
 * Small talk that asks Parley something: who it is, what it can do, which pages it knows, whether it is there, its answer in
 * other words.
 */
const ABOUT_ITSELF: ReadonlySet<SmallTalkKind> = new Set(['who', 'can', 'pages', 'here', 'rework']);

/** Longer overheard messages are conversation, even if one of their sentences is a question. */
const MAX_OVERHEARD_WORDS = 40;

/** The sentences of a message that are questions or requests, without rhetorical ones. */
const questionsIn = (text: string): string[] =>
  text
    .split(/(?<=[.!?…])\s+|\n+/u)
    .map((sentence) => sentence.replace(OPENING, '').trim())
    .filter((sentence) => {
      const marked = /\?["'”’)\]]*$/u.test(sentence.replace(/[^\p{L}\p{N}?"'”’)\]]+$/u, '')) && /\p{L}/u.test(sentence);
      const worded =
        (QUESTION_WORD.test(sentence) || OTHER_BEGINNING.test(sentence)) &&
        !NO_QUESTION.test(sentence) &&
        sentence.split(/\s+/u).length >= 3 &&
        !/[.!]$/u.test(sentence);
      const clause =
        /[,;:]\s+(?:who|whose|what|when|where|how|which)\b(?:\s+\w+){0,3}\s+(?:is|are|do|does|did|can|could|will|would|should|has|have|must|may)\b(?![^?]*!)|\s[–—-]+\s+(?:do|does|did|can|could|may|must|should|am|is|are) (?:i|we|one|they|it|there)\b(?![^?]*!)/iu.test(
          sentence,
        );
      return (
        (marked || worded || clause || REQUEST.test(sentence) || INDIRECT.test(sentence)) &&
        !RHETORICAL.test(sentence) &&
        (!TAG_QUESTION.test(sentence) || ASKS_WHETHER.test(sentence))
      );
    });

/**
 * Decides whether Parley replies in a thread that it follows, by rules on the words and the thread's state, without a
 * model.
 */
export const threadReply = ({ text, addressed, mentionsOthers, byAsker, othersWrote }: ThreadMessage): ThreadReply => {
  const words = text.replace(/https?:\/\/\S+/gu, ' ').trim();
  if (addressed || NAMES_PARLEY.test(words)) return 'answer';
  if (mentionsOthers || addressesSomebody(words)) return 'silent';
  const inDialogue = byAsker && !othersWrote && !namesSomebodyBehind(words);
  if (asksForMore(words)) return inDialogue ? 'answer' : 'silent';
  const smallTalk = smallTalkIn(words, { hasEarlier: true });
  if (smallTalk) return inDialogue && ABOUT_ITSELF.has(smallTalk.kind) ? 'answer' : 'silent';
  const rest = words.replace(OPENING, '');
  if (inDialogue && (CORRECTION.test(words) || TO_PARLEY_AGAIN.test(words))) return 'answer';
  if (inDialogue && CONTINUATION.test(rest) && !CONTINUED_TALK.test(rest) && !isAmongPeople(rest)) return 'answer';
  const questions = questionsIn(words);
  if (questions.length === 0)
    return inDialogue && !words.includes('?') && isSearch(words) ? 'answer-if-found' : 'silent';
  if (inDialogue && questions.some((question) => OF_PARLEY.test(question))) return 'answer';
  if (ABOUT_PARLEY.test(words)) return 'silent';
  const open = questions.filter(isOpen);
  if (open.length === 0) return 'silent';
  if (inDialogue && open.some((question) => question.includes('?') || !INDIRECT.test(question))) return 'answer';
  if (open.every((question) => PROPOSAL.test(question))) return 'silent';
  if (!open.some(standsAlone)) return 'silent';
  return words.split(/\s+/u).length > MAX_OVERHEARD_WORDS ? 'silent' : 'answer-if-found';
};

/** True for a question that others than the people of the thread may answer. */
const isOpen = (question: string): boolean =>
  !isAmongPeople(question.replace(INDIRECT, '')) && (!YOU.test(question) || ANYBODY.test(question));

/** True for a question that is understandable without the messages before it, unlike "did that help?" */
const standsAlone = (question: string): boolean => {
  const asked = question.replace(INDIRECT, '');
  return (
    !/\b(?:the|this|that) one\b/iu.test(asked) &&
    (questionTerms(asked).length >= MIN_OVERHEARD_TERMS || asked.split(/\s+/u).length >= MIN_OVERHEARD_WORDS)
  );
};
const MIN_OVERHEARD_WORDS = 6;
const MIN_OVERHEARD_TERMS = 2;

/** A statement that begins like a follow-up: "and I thought it was 25". */
const CONTINUED_TALK =
  /^(?:and|but|or|und|oder)\s+(?:i|we|you|he|she|they|it|it[’']s|that[’']s|that|this|then|now|yes|no|not|thanks?|so|also|ich|wir)\b(?![^?]*\?)/iu;

const isAmongPeople = (sentence: string): boolean => AMONG_PEOPLE.some((pattern) => pattern.test(sentence));
