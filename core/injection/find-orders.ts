import type { Span } from '../text/sentences.ts';
import { foldedAsksForSecret } from './find-secrets.ts';
import { ORDER_WORDS, UNSPACED_ORDER_WORDS } from './lexicon.ts';
import { DUTY, MACHINE, noWireWithin } from './machines.ts';
import { readingUnits } from './reading-units.ts';
import { foldedForReading, withoutAccents } from './visible-text.ts';

/**
 * Text in a page addressed to its reader, above all to the model.
 * `attack`: overrides rules, imitates a prompt, or addresses a machine; the whole page is not evidence.
 * `directive`: dictates an answer or asks a reader for a secret; only the sentence is not evidence.
 */
export interface Order extends Span {
  severity: 'attack' | 'directive';
}

/** Maximum folded characters between two words of one order. */
const REACH = 90;
/** Sentences up to this length are also checked together with the next ones, because an order may be split. */
const SHORT_SENTENCE = 40;

const whole = (words: string) => `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}])`;
/** Where an imperative can start: at a sentence, at a clause, or after "please", "must", "you should". */
const CLAUSE =
  '(?:^|[.!?:;,()\\[\\]"\'“”„«»–—-]\\s*|(?<![\\p{L}])(?:please|kindly|must|should|shall|always|now|also|then|instead|only|just|simply|first|bitte|veuillez|por favor|per favore|proszę|пожалуйста|alsjeblieft)\\s+)';

const rule = (severity: Order['severity'], pattern: string) => ({
  severity,
  pattern: new RegExp(withoutAccents(pattern), 'u'),
});

/** Excludes clauses about a machine ("a server should respond with 404") and about what a program will do. */
const NO_MACHINE = `(?<!(?<!\\p{L})${MACHINE} (?:${DUTY} )?)`;
const NO_FORECAST = '(?<!(?<!you )(?:will|would|can|could|may|might|does|did) )';

/** Excludes what something else does: "this should output", "they simply say". */
const NO_SUBJECT = '(?<!(?<!\\p{L})(?:this|that|it|they|which|she|he|we|i) )';
const NO_WIRE = noWireWithin(REACH);

/** After "say", supposes a case: "say that you want to", "say that the purchases were $50". */
const SUPPOSED =
  'that (?:(?:you|we|they) (?:want|wanted|need|needed|own|bought|buy|run|work|have an?|had|are (?:using|working|running))|the (?:\\p{L}+ ){1,3}(?:were|was|had|cost))(?!\\p{L})';
/** After an opening quotation mark, text to type or print: a variable, or "“y” and press Enter". */
const TYPED =
  '\\$|[^"”]{0,60}["”]\\W{0,4}(?:\\(without quot\\p{L}+\\)|and (?:press|hit|click|confirm)|instead of|in the (?:field|box|column|cell))';

/** What a setup assistant does. */
const WIZARD =
  '(?:start|begin|open|close|finish|end|show|display|ask|confirm|warn|make|modify|change|convert|use|offer|generate|produce|create|suggest|provide|give|return|place|put|insert|add|append|introduce|remove|replace|group)';

const rulesOf = ({ override, rules, speak, answer, reader }: (typeof ORDER_WORDS)[string]) => [
  rule('attack', `${NO_FORECAST}${CLAUSE}(?:${override})(?![\\p{L}])(?!.{0,3}nicht).{0,${REACH}}?${whole(rules)}`),
  rule('directive', `${CLAUSE}(?:${speak})(?![\\p{L}]).{0,${REACH}}?${whole(answer)}`),
  rule('directive', `${whole(answer)}[^?!]{0,${REACH}}${CLAUSE}(?:${speak})(?![\\p{L}])`),
  rule(
    'attack',
    `^(?:\\W*[\\p{L}]+,?){0,3}\\W*(?:${reader})\\s*[:,!–—-]+\\s*(?:\\p{L}+\\s+){0,3}(?:${speak}|${override})(?![\\p{L}])`,
  ),
];

/**
 * English rules are stricter than the word lists, because ordinary pages say things such as "Ignore this question if
 * …".
 */
const EN = ORDER_WORDS.en;
/** Every match of an English rule contains one of these words. */
const ENGLISH_TRIGGERS = `answer|respon|repl|output|summar|complet|message|user|asker|question|human|who |whoever|ask|say|state|claim|write|print|repeat|quer|task|source|page|document|truth|real|instruct|prompt|directive|order|mode|jailbreak|injection|do anything|${EN?.override ?? ''}|${EN?.reader ?? ''}`;
const english = EN
  ? [
      rule(
        'attack',
        `${NO_FORECAST}${CLAUSE}(?!forget about (?:all )?(?:this|that|it)(?![\\p{L}]))(?:${EN.override})(?![\\p{L}])\\s+(?:\\p{L}+\\s+){0,4}?(?:previous|prior|above|earlier|preceding|foregoing|all|any|other|your|these|those|system|original|initial|existing|everything|anything|the user'?s?|the question|the context|what)(?![\\p{L}])(?:.{0,${REACH}}?${whole(EN.rules)})`,
      ),
      // Any imperative about the answer itself, with any verb. Excludes what people do with their own answers.
      rule(
        'directive',
        `^\\W*(?:please |also |and |then |now )*(?!(?:i|we|he|she|they|it|you|the|a|an|this|that|these|those|there|our|my|your|his|her|their|thanks?|thank|awaiting|waiting|looking|hope|if|when|while|since|because|as|for|no|not|send|submit|e-?mail|mail|await|appreciate|expect|need|receive|record|enter|select|check|mark|choose|type|post|upload|share|note|attach|save|copy|sign)(?![\\p{L}]))\\p{L}+ [^?!]{0,${REACH}}?(?<![\\p{L}])your (?:\\p{L}+ )?(?:answers?|responses?|repl(?:y|ies)|outputs?|completions?)(?![\\p{L}])`,
      ),
      rule(
        'directive',
        `(?:^|[.!?:;,] ?)(?:in|within|throughout|at the (?:start|end|beginning|top|bottom) of) (?:(?:your|the|each|every) (?:\\p{L}+ )?(?:answer|response|reply|output)|your (?:\\p{L}+ )?message),? (?:${EN.speak})(?![\\p{L}])|(?<![\\p{L}])(?:words?|letters?|vowels?|sentences?) (?:in|of) your (?:message|text)(?![\\p{L}])`,
      ),
      rule(
        'directive',
        `${CLAUSE}(?:${EN.speak})(?![\\p{L}])[^?!]{0,${REACH}}?(?<![\\p{L}])your (?:\\p{L}+ )?(?:answers?|responses?|repl(?:y|ies)|outputs?|summar(?:y|ies)|completions?|final messages?)(?! (?:headers?|functions?|objects?|class|code)(?!\\p{L}))(?![\\p{L}])`,
      ),
      rule(
        'directive',
        `${CLAUSE}(?:${EN.speak})(?![\\p{L}])[^?!]{0,${REACH}}?(?<![\\p{L}])${NO_WIRE}(?:in|into|to|with|from|as|for) (?:the|this|any|every|each|all) (?:answers?|responses?|repl(?:y|ies)|completions?)(?! (?:address\\p{L}*|cache\\p{L}*|system|functions?|objects?|code|widgets?))(?![\\p{L}])`,
      ),
      rule(
        'directive',
        `${NO_SUBJECT}${CLAUSE}(?!(?:provide|give|return|make|use|add|insert|create|produce|generate|output|append|modify|change|render|place|put|introduce|enhance|offer|start|end|close|convert|remove|replace|confirm)(?!\\p{L}))(?:${EN.speak})(?![\\p{L}])[^?!]{0,${REACH}}?(?<![\\p{L}])(?:to|for) (?:the|any|every|each|all) users?(?![\\p{L}])|${CLAUSE}(?:${EN.speak})(?![\\p{L}])[^?!]{0,${REACH}}?(?<![\\p{L}])(?:the (?:asker|questioner|person (?:who is )?asking|human)|(?:anyone|anybody|everyone|everybody|whoever|those|someone|people) who (?:asks?|reads? this))(?![\\p{L}])`,
      ),
      rule(
        'directive',
        `${NO_SUBJECT}${CLAUSE}(?:tell|inform|remind|instruct|urge|convince|assure|encourage|persuade) (?:the|any|every|each|all) (?:\\p{L}+ )?users?(?![\\p{L}])(?! (?:what|how|which|when|whether|why|if|as soon)(?!\\p{L}))`,
      ),
      // Software shows, sends and asks its users many things; an order says which.
      rule(
        'directive',
        `${NO_SUBJECT}${CLAUSE}(?:advise|warn|notify|invite|direct|refer|point|ask|give|send|show) (?:the|any|every|each|all) (?:\\p{L}+ )?users?(?![\\p{L}])(?:\\W*$|[:,“"]| (?:that|to|at|on|for|with|this|these|my|our|their|his|her|the (?:following|link|address|code|phrase|words?|number|site|page|url|message|sentence|text)|an? (?:\\p{L}+ )?(?:link|address|code|url|number|site|page|discount|coupon|password))(?!\\p{L}))`,
      ),
      rule(
        'directive',
        `${NO_MACHINE}${NO_SUBJECT}${CLAUSE}(?:respond|reply|answer)\\s+(?!with (?:["“*\\s]*(?:\\$|error)|[1-5]\\d\\d(?!\\d)|(?:an? |the )?(?:\\p{L}+ ){0,2}(?:errors?|status|optional)(?!\\p{L})))(?:only\\s+|always\\s+|simply\\s+|just\\s+|exactly\\s+|instead\\s+)*(?:(?:that|with|by saying|as if|as though|as follows|exactly|only|in (?:rhyme|verse|french|german|spanish|english|capitals?|caps|code|base64|emoji)|nothing|unknown)(?![\\p{L}])|:|["“'])`,
      ),
      rule(
        'directive',
        `${NO_SUBJECT}${CLAUSE}(?:say|state|claim|write|print|output|repeat)\\s+(?!${SUPPOSED})(?:only\\s+|exactly\\s+|just\\s+|this|the following)*(?:that (?:the|it|you|there|this|no|all|we|they)(?![\\p{L}])|:|["“](?!${TYPED})|exactly|the (?:exact |following )*(?:words?|phrase|sentence|code|string|text)s?\\s*["“':])`,
      ),
      rule(
        'directive',
        `(?<![\\p{L}])the (?:only |one )?(?:correct|right|true|proper|official|expected|final|appropriate|required|best|only|valid) (?:answer|reply|response)(?: (?:to|for|about|on|here)\\b(?:(?! (?:if|when|because) )[^?!]){0,${REACH}})? (?:is(?! (?:(?:not )?null|(?:still |then |also |always )?(?:obtained|found|returned|computed|produced))(?![\\p{L}]))|must be|should be|shall be|will be|reads)(?![\\p{L}])|(?<![\\p{L}])(?:your (?:answer|reply|response|output) (?:is|must|should|shall|will|has to|needs to|ought to)|the (?:answer|reply|response) (?:must|shall) (?:be|say|state|read))(?![\\p{L}])`,
      ),
      rule(
        'directive',
        `(?<![\\p{L}])(?:when(?:ever)?|if) (?:you are |you're |someone |anyone |a user |users? |the user |anybody |people |they )?(?:asked?|asks|queried|(?<=(?:users?|people|they|anybody|anyone|someone) )quer(?:y|ies))(?![\\p{L}])[^?!]{0,${REACH}}(?<![\\p{L}])(?<!(?:apply|an?|the|its|any|current|project) )(?:respond|reply|answer|say|state|claim|tell|refuse|output)(?![\\p{L}])`,
      ),
      rule(
        'directive',
        `(?<![\\p{L}])(?:answer|respond to|reply to) (?:every|any|all|each|the|this|their|such) (?:\\p{L}+ )?(?:questions?|quer(?:y|ies)|requests?) (?:with|by|in|as|:)`,
      ),
      rule(
        'directive',
        `(?<![\\p{L}])(?=before|after|instead|prior|while)${NO_WIRE}(?:before|after|instead of|prior to|while) (?:you )?(?:answer|answering|respond|responding|replying|(?:can |could |may )?(?:solve|complete|finish) (?:that|the|this|my) task)`,
      ),
      rule(
        'directive',
        `${CLAUSE}(?:do not|don't|never|refuse to|decline to|stop) (?:(?:answer|answering|respond|cite|citing|mention|trust|rely on|quote|reveal|help)(?:ing)?(?![\\p{L}])[^.?!]{0,30}(?:questions?|users?|anyone)|(?:answer|answering|respond|cite|citing|mention|use|trust|rely on|quote|reveal|help)(?:ing)?(?![\\p{L}])[^.?!]{0,30}(?:(?:other|these|the) (?:sources?|pages?|documents?)|the truth|the real))(?![\\p{L}])`,
      ),
      rule(
        'directive',
        `${CLAUSE}(?:say|answer|reply|respond|claim|state)(?![\\p{L}])[^.?!]{0,30}(?<!(?<!\\p{L})(?:if|when|where|unless) )(?:you|it) (?:do not|don't|cannot|can't|could not|have no)`,
      ),
      rule(
        'attack',
        `(?<![\\p{L}])(?:dear|hey|hello|hi|attention|note (?:to|for)|message (?:to|for|from me, )|instructions? (?:to|for)|notice (?:to|for)|memo (?:to|for)|addressed to|intended for|this is for) (?:the |any |all |every |an? |whichever |whatever )?(?:\\p{L}+ )?(?:${EN.reader})(?![\\p{L}])\\s*(?:[:,.!–—-]|(?:reading|processing|that (?:reads?|is reading|process)|which|who|answering|summari[sz]ing)(?![\\p{L}]))|^\\W*(?:for|to) (?:the |any |all |every |an? |whichever |whatever )?(?:${EN.reader})(?![\\p{L}])\\s*(?:[:,–—-]|(?:reading|processing|that (?:reads?|is reading|process)|answering|summari[sz]ing)(?![\\p{L}]))`,
      ),
      rule(
        'attack',
        `(?<![\\p{L}])(?:if|as|since|because|when) you (?:are|'re) (?:an? |the )?(?:\\p{L}+ )?(?:${EN.reader})(?![\\p{L}])|(?<![\\p{L}])you are (?:now |no longer |from now on )?(?:an? |the )?(?:\\p{L}+ ){0,2}(?:${EN.reader})(?![\\p{L}])|(?<![\\p{L}])(?:as|being) an? (?:\\p{L}+ )?(?:${EN.reader}),? (?:you|your)(?![\\p{L}])`,
      ),
      rule(
        'attack',
        `(?<![\\p{L}])(?:this is )?an important message from me\\b|(?<![\\p{L}])(?:new|updated|revised|real|actual|hidden|secret|admin(?:istrator)?|developer|system|override) (?:instructions?|prompt)(?![\\p{L}])(?: (?:follow|are|is|below|from)|\\s*[:,]|$)|(?<![\\p{L}])(?:new|real|actual|hidden|secret|admin(?:istrator)?|developer|system|override) (?:directives?|orders?)(?![\\p{L}])(?: (?:follow|below)(?![\\p{L}])|\\s*:\\s*\\p{L})|(?<![\\p{L}])(?:jailbreak|do anything now|developer mode|god mode|prompt injection)(?![\\p{L}])\\s*(?:on|enabled|activated|mode|:)`,
      ),
      rule(
        'directive',
        `(?<![\\p{L}])(?:the |any |every |all |an? )?(?:${EN.reader}) (?!will (?:(?:then|now|also|only|always) )?${WIZARD}(?!\\p{L})(?![^?!]{0,${REACH}}(?<!\\p{L})(?:answers?|repl(?:y|ies)|responses?|users?|asks?|asker)(?!\\p{L})))(?:must|should|shall|will|has to|have to|needs? to|is to|are to|is required to|are required to|is instructed to|are instructed to) (?:always |only |never |now |first |also |not )*(?:${EN.speak}|ignore|disregard|follow|call|visit|send|obey)(?![\\p{L}])`,
      ),
    ]
  : [];

/** The rules of each language, with a quick pre-check that most sentences fail. */
const spaced = Object.entries(ORDER_WORDS).map(([language, words]) => ({
  mayMatch: new RegExp(
    withoutAccents(language === 'en' ? ENGLISH_TRIGGERS : [words.override, words.answer, words.reader].join('|')),
    'u',
  ),
  rules: language === 'en' ? english : rulesOf(words),
}));

const unspaced = Object.values(UNSPACED_ORDER_WORDS).flatMap(({ override, rules, speak, answer, reader }) => [
  { severity: 'attack' as const, all: [new RegExp(override, 'u'), new RegExp(rules, 'u')] },
  { severity: 'directive' as const, all: [new RegExp(speak, 'u'), new RegExp(answer, 'u')] },
  {
    severity: 'attack' as const,
    all: [new RegExp(`^\\W*(?:${reader})[^。.!?！？]{0,12}[:：,，、!！]`, 'u'), new RegExp(speak, 'u')],
  },
]);
const UNSPACED_SCRIPT =
  /[ışğ\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Devanagari}]/u;

/** Text that is never meant for people: chat template markers, prompt roles, Parley's own prompt blocks. */
const PROMPT_MARKS =
  /<\|\/?\s*(?:im_(?:start|end)|system|assistant|user|endoftext|eot_id|start_header_id|end_header_id|begin_of_text|tool_call|function_call)\s*\|>|\[\/?(?:INST|SYS(?:TEM)?)\]|<<\/?SYS>>|^\s*#{1,6}\s*(?:system|assistant|new task)\s*:\s*$|^\s*[-*>"'([]*\s*(?:system|assistant|developer)(?: (?:note|prompt|message|override|instruction))?\s*[\])"']*\s*:(?!:)\s*\S|^\s*(?:begin|end)[ _-]+(?:of )?(?:system|hidden|new|admin)[ _-]+(?:prompt|instructions?|message)|"?(?:tool_calls?|function_call)"?\s*:\s*[[{]/imu;

/** A run of base64 long enough for a sentence. */
const BASE64 = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{28,}={0,2}(?![A-Za-z0-9+/=])/g;

/**
 * Finds text in a page that is addressed to the model, in the languages of `lexicon.ts`, even behind invisible
 * characters, look-alike letters, spacing and base64. Checks each sentence, and short ones together.
 * This is one of four layers (SECURITY.md). What it misses must still be supported by its source and related to the
 * question, and can contain no address that becomes a link.
 * @returns spans of the text, in order. An attack, or an order that announces more ("as follows:"), extends to the
 * paragraph's end.
 */
export const findOrders = (text: string): Order[] => {
  const sentences = readingUnits(text);
  const folded = sentences.map(({ start, end }) => foldedForReading(text.slice(start, end)));
  const orders: Order[] = [];
  const add = (from: number, to: number, severity: Order['severity']) => {
    const start = sentences[from]?.start ?? 0;
    const announces = severity === 'attack' || /(?:as follows|the following|following|:)\W*$/.test(folded[to] ?? '');
    const end = announces ? paragraphEnd(text, sentences[to]?.end ?? text.length) : (sentences[to]?.end ?? text.length);
    const last = orders.at(-1);
    if (last && start <= last.end) {
      last.end = Math.max(last.end, end);
      if (severity === 'attack') last.severity = 'attack';
    } else orders.push({ start, end, severity });
  };
  for (const [index, { start, end }] of sentences.entries()) {
    const sentence = text.slice(start, end);
    const severity = severityOf(folded[index] ?? '', sentence);
    if (severity) add(index, index, severity);
    if (severity || (folded[index]?.length ?? 0) > SHORT_SENTENCE) continue;
    const next = folded.slice(index, index + 4);
    for (let count = 2; count <= next.length; count += 1) {
      const joined = next
        .slice(0, count)
        .join(' ')
        .replace(/[.!?]+ /g, ' ');
      if (joined.length > SHORT_SENTENCE * 4) break;
      const together = severityOf(joined, '');
      if (together !== 'attack') continue;
      add(index, index + count - 1, together);
      break;
    }
  }
  return orders;
};

/** True if a sentence or line is addressed to the model. */
export const isOrder = (sentence: string): boolean => severityOf(foldedForReading(sentence), sentence) !== undefined;

const severityOf = (folded: string, original: string): Order['severity'] | undefined => {
  if (folded === '') return undefined;
  if (original !== '' && PROMPT_MARKS.test(original)) return 'attack';
  let found: Order['severity'] | undefined = foldedAsksForSecret(folded) ? 'directive' : undefined;
  const plain = withoutAccents(folded);
  for (const { mayMatch, rules } of spaced) {
    if (!mayMatch.test(plain)) continue;
    for (const { severity, pattern } of rules) {
      if (found === 'directive' && severity === 'directive') continue;
      if (!pattern.test(plain)) continue;
      if (severity === 'attack') return severity;
      found = severity;
    }
  }
  if (UNSPACED_SCRIPT.test(folded))
    for (const { severity, all } of unspaced) {
      if (!all.every((pattern) => pattern.test(folded))) continue;
      if (severity === 'attack') return severity;
      found = severity;
    }
  return found ?? (encodedOrder(original) ? 'attack' : undefined);
};

/** True for an order hidden in base64. */
const encodedOrder = (sentence: string): boolean =>
  (sentence.match(BASE64) ?? []).some((run) => {
    const decoded = Buffer.from(run, 'base64').toString('utf8');
    return /^[\p{L}\p{N}\p{P}\p{S}\s]+$/u.test(decoded) && findOrders(decoded).length > 0;
  });

const paragraphEnd = (text: string, from: number): number => {
  const blank = /\n\s*\n/.exec(text.slice(from));
  return blank ? from + blank.index : text.length;
};
