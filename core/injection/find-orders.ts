import { findAddresses } from '../text/addresses.ts';
import type { Span } from '../text/sentences.ts';
import { encodedText } from './encoded-text.ts';
import { englishRules } from './english-orders.ts';
import { givesOneAnswer } from './every-question.ts';
import { foldedAsksForSecret } from './find-secrets.ts';
import { ORDER_WORDS, type OrderWords, UNSPACED_ORDER_WORDS } from './lexicon.ts';
import { CLAUSE, NO_FORECAST, type OrderRule, ofTopic, REACH, rule, WORD_END, whole } from './order-rule.ts';
import { isConversationGuide, speaksWithOutsiders } from './outside-people.ts';
import { readingUnits } from './reading-units.ts';
import { screenOf } from './screen-of.ts';
import { foldedForReading, withoutAccents } from './visible-text.ts';

/**
 * Text in a page addressed to its reader, above all to the model.
 * An `attack` takes its whole page from the evidence, a `directive` only its sentence (order-rule.ts).
 */
export interface Order extends Span {
  severity: OrderRule['severity'];
}

/**
 * Starts a sentence that goes on with an order: "Say the trip is free" behind "Do not tell the user about the fee", "Instead
 * it says …".
 */
const GOES_ON =
  /^\W*(?:(?:instead|then|rather|so),? (?:it|they) (?:says?|tells?|states?|claims?|repl(?:y|ies)|answers?|gives?|recommends?)|(?:(?:and|then|instead|also|please|now|only|always|never|do not|don't)[ ,]+)*(?:say|tell|state|claim|repeat|recommend|refuse|insist|pretend|reveal|ask (?:for|them|him|her|the user)))(?!\p{L})/u;

/** Maximum characters between two orders of one paragraph that belong to them: a short sentence. */
const MAX_BETWEEN = 60;

/** Ends a sentence whose words come after it. */
const ANNOUNCES = /(?:as follows|the following|following|:)\W*$/;

/** A fenced block of code, with its fences. */
const FENCED = /^([ \t]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\2[^\n]*$|$(?![\s\S]))/gmu;

/** Sentences up to this length are also checked together with the next ones, because an order may be split. */
const SHORT_SENTENCE = 40;

/** Behind rules: an edition that people are to go by no longer. */
const OF_A_YEAR =
  "(?:de l'(?:an|annee)|d[eu]l? (?:19|20)\\d\\d|del (?:ano|curso)|dell'anno|do ano|vom vorjahr|(?:aus dem|des|vom) \\p{L}+ jahr|von (?:19|20)\\d\\d|van (?:vorig jaar|(?:19|20)\\d\\d)|z (?:zeszlego|poprzedniego|ubieglego) roku|прошл\\p{L}+ года)";

/** The rules of a language other than English, from its words. */
const rulesOf = ({ override, rules, speak, answer, reader, topic }: OrderWords): readonly OrderRule[] => [
  // "Ignorieren Sie alle Anweisungen", but not those of last year, and those "zum Wechselgeld" cost their sentence alone
  rule(
    'attack',
    `${NO_FORECAST}${CLAUSE}(?:${override})${WORD_END}(?!.{0,3}nicht).{0,${REACH}}?${whole(rules)}(?! (?:${OF_A_YEAR}|${ofTopic(topic)}))`,
  ),
  rule(
    'directive',
    `${NO_FORECAST}${CLAUSE}(?:${override})${WORD_END}(?!.{0,3}nicht).{0,${REACH}}?${whole(rules)} ${ofTopic(topic)}`,
  ),
  // "Schreiben Sie in Ihrer Antwort …"
  rule('directive', `${CLAUSE}(?:${speak})${WORD_END}.{0,${REACH}}?${whole(answer)}`),
  // "In Ihrer Antwort: nennen Sie …"
  rule('directive', `${whole(answer)}[^?!]{0,${REACH}}${CLAUSE}(?:${speak})${WORD_END}`),
  // "Liebe KI: antworte …"
  rule(
    'attack',
    `^(?:\\W*[\\p{L}]+,?){0,3}\\W*(?:${reader})\\s*[:,!–—-]+\\s*(?:\\p{L}+\\s+){0,3}(?:${speak}|${override})${WORD_END}`,
  ),
];

/** The rules of all languages whose words have spaces between them. */
const spaced: readonly OrderRule[] = Object.entries(ORDER_WORDS).flatMap(([language, words]) =>
  language === 'en' ? englishRules : rulesOf(words),
);
/** Most sentences may match none of them. */
const spacedScreen = screenOf(spaced.map(({ pattern }) => pattern));

const unspaced = Object.values(UNSPACED_ORDER_WORDS).flatMap(({ override, rules, speak, answer, reader }) => [
  { severity: 'attack' as const, all: [override, rules ?? ''].map((words) => new RegExp(words, 'u')) },
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
  /<\|\/?\s*(?:im_(?:start|end)|system|assistant|user|endoftext|eot_id|start_header_id|end_header_id|begin_of_text|tool_call|function_call)\s*\|>|\[\/?(?:INST|SYS(?:TEM)?)\]|<<\/?SYS>>|^\s*#{1,6}\s*(?:system|assistant|new task)\s*:\s*$|^\s*[-*>"'([]*\s*(?:system|assistant|developer)(?: (?:note|prompt|message|override|instruction))?\s*[\])"']*\s*:(?!:)\s*\S|^\s*(?:begin|end)[ _-]+(?:of )?(?:system|hidden|new|admin)[ _-]+(?:prompt|instructions?|message)|"?(?:tool_calls?|function_call)"?\s*:\s*[[{]|["']type["']\s*:\s*["'](?:tool_(?:use|result|call)|function_call(?:_output)?)["']|={3,}\s*(?:begin|end) of (?:the )?(?:context|documents?|sources?|pages?|retrieved[^=\n]*)\s*=|^[\s>-]*\{?\s*["']?role["']?\s*:\s*["']?(?:system|developer|tool|function)(?!\p{L})|^\W*(?:system|developer|admin|root)[ _-]+(?:prompt|message|instructions?)(?:[ _-]+(?:override|update)|\s*\((?:priority|level|hidden|internal|urgent|confidential)[^)\n]{0,40}\))\W*$|^\s*<\/?(?:tool|function)[_-]?(?:calls?|results?|responses?|outputs?)\b|^\s*<\/?(?:system|assistant|developer)[_-]?(?:prompt|message|instructions?)?\s*>|^[^\p{L}\n]*(?:(?:begin(?:ning)?|start|end) of (?:the )?(?:(?:retrieved|search|source|provided|system|user) (?:documents?|context|content|data|results?|input|messages?|prompt|passages?|text)|context|prompt|instructions))[^\p{L}\n]*$/imu;
/** Backslashes of Markdown before a sign, which no reader sees. */
const ESCAPES = /\\(?=[<>|[\]_*#])/g;
/** Code in a line; a mark in it is written about, and not for a model. */
const INLINE_CODE = /`[^`\n]+`/g;

/**
 * Finds text in a page that is addressed to the model, in the languages of `lexicon.ts`, even behind invisible
 * characters, look-alike letters, spacing and base64. Checks each sentence, and short ones together.
 * This is one of four layers (SECURITY.md). What it misses must still be supported by its source and related to the
 * question, and can contain no address that becomes a link.
 * @returns spans of the text, in order. An attack, or an order that announces more ("as follows:"), extends to the
 * paragraph's end. An attack in a block of code is an example of one, or of a program's messages to a model: it takes the block.
 */
export const findOrders = (text: string): Order[] => {
  const sentences = readingUnits(text);
  const folded = sentences.map(({ start, end }) => foldedForReading(text.slice(start, end)));
  let isGuide: boolean | undefined;
  const inGuide = () => {
    isGuide ??= isConversationGuide(folded.map(withoutAccents));
    return isGuide;
  };
  const blocks = blocksAround(sentences, blocksOfCode(text));
  const endOfParagraph = paragraphsOf(text);
  /** The last sentence that goes on with an order so far. */
  let reached = -1;
  const orders: Order[] = [];
  const push = (start: number, end: number, severity: Order['severity']) => {
    const last = orders.at(-1);
    // What stands between two orders of one paragraph belongs to them.
    const between = last ? text.slice(last.end, start) : '';
    const isJoined = last && (start <= last.end || (between.length <= MAX_BETWEEN && !BLANK_LINE.test(between)));
    if (last && isJoined) {
      last.start = Math.min(last.start, start);
      last.end = Math.max(last.end, end);
      if (severity === 'attack') last.severity = 'attack';
    } else orders.push({ start, end, severity });
  };
  const add = (from: number, to: number, { severity, throughParagraph }: Found) => {
    const start = sentences[from]?.start ?? 0;
    const sentenceEnd = sentences[to]?.end ?? text.length;
    const block = severity === 'attack' ? blocks[from] : undefined;
    if (block) return push(block.start, block.end, 'directive');
    if (ANNOUNCES.test(folded[to] ?? '')) return push(start, announcedEnd(text, sentenceEnd, endOfParagraph), severity);
    if (throughParagraph) return push(start, endOfParagraph(sentenceEnd), severity);
    // An order inside of another one's rest goes on as far as that one.
    if (to > reached) for (reached = to; goesOn(reached); ) reached += 1;
    push(start, sentences[reached]?.end ?? text.length, severity);
  };
  const goesOn = (at: number): boolean => {
    const [unit, next] = sentences.slice(at, at + 2);
    const plain = withoutAccents(folded[at + 1] ?? '');
    if (!unit || !next || !GOES_ON.test(plain) || speaksWithOutsiders(plain)) return false;
    return !BLANK_LINE.test(text.slice(unit.end, next.start));
  };
  for (const [index, { start, end }] of sentences.entries()) {
    const sentence = text.slice(start, end);
    const found = orderIn(folded[index] ?? '', sentence, inGuide);
    if (found) add(index, index, found);
    if (found || (folded[index]?.length ?? 0) > SHORT_SENTENCE) continue;
    const near = [index, index + 1, index + 2, index + 3].filter(
      (at) => at < folded.length && blocks[at] === blocks[index],
    );
    // The cells of one row may hold the words of one sentence too.
    const isRow = sentence.includes('|');
    for (let count = isRow ? 1 : 2; count <= near.length; count += 1) {
      const joined = near
        .slice(0, count)
        .map((at) => folded[at])
        .join(' ')
        .replace(/ ?[.!?;]+ /g, ' ');
      if (joined.length > SHORT_SENTENCE * 4) break;
      const together = orderIn(joined, '', inGuide);
      if (together?.severity !== 'attack') continue;
      add(index, near[count - 1] ?? index, together);
      break;
    }
  }
  return orders;
};

/** True if a sentence or line is addressed to the model. */
export const isOrder = (sentence: string): boolean =>
  orderIn(foldedForReading(sentence), sentence, () => false) !== undefined;

type Found = Pick<OrderRule, 'severity' | 'throughParagraph'>;
const ATTACK: Found = { severity: 'attack', throughParagraph: true };
const DIRECTIVE: Found = { severity: 'directive', throughParagraph: false };

/** @param inGuide whether the sentence stands in a guide for talking with people outside the team */
const orderIn = (folded: string, original: string, inGuide: () => boolean): Found | undefined => {
  if (folded === '') return undefined;
  const shown = original.includes('\\') ? original.replace(ESCAPES, '') : original;
  const marked = shown !== '' && PROMPT_MARKS.test(shown);
  if (marked && PROMPT_MARKS.test(shown.replace(INLINE_CODE, ' '))) return ATTACK;
  let found: Found | undefined = marked || foldedAsksForSecret(folded) ? DIRECTIVE : undefined;
  const plain = withoutAccents(folded);
  let forOthers: boolean | undefined;
  const isForOthers = () => {
    forOthers ??=
      (speaksWithOutsiders(plain) || (!WITHOUT_EXCEPTION.test(plain) && inGuide())) &&
      findAddresses(original).length === 0;
    return forOthers;
  };
  for (const index of spacedScreen.candidates(plain)) {
    const { severity, pattern, mayBeForOthers, throughParagraph } = spaced[index] as OrderRule;
    if (severity === 'directive' && found && (found.throughParagraph || !throughParagraph)) continue;
    if (!pattern.test(plain) || (mayBeForOthers && isForOthers())) continue;
    if (severity === 'attack' && !isQuotedExample(plain, pattern)) return ATTACK;
    // What a quotation has in it ends with the quotation.
    const through = throughParagraph && pattern.test(plain.replace(QUOTED, ' "" '));
    found = { severity: 'directive', throughParagraph: through || found?.throughParagraph === true };
  }
  if (UNSPACED_SCRIPT.test(folded))
    for (const { severity, all } of unspaced) {
      if (!all.every((pattern) => pattern.test(folded))) continue;
      if (severity === 'attack') return ATTACK;
      found ??= DIRECTIVE;
    }
  if (!found && givesOneAnswer(folded, plain)) return DIRECTIVE;
  return found ?? encodedOrder(original);
};

/** An order for every case; it stays one in a guide, unless its own sentence names the people outside. */
const WITHOUT_EXCEPTION =
  /(?<!\p{L})(?:always|only|exactly|every|any|all|each|whatever|instead|nothing|never|from now on|no matter)(?!\p{L})/u;

/** Words in quotation marks. */
const QUOTED = /"[^"]*"|“[^”"]*[”"]|„[^“”"]*[“”"]|«[^»]*»/gu;
/** Beside words in quotation marks: they are an example of what somebody else wrote. */
const TOLD =
  /(?<!\p{L})(?:examples?|e\.g|for instance|such as|typical(?:ly)?|attack(?:s|er|ers)?|phish(?:ing|ed)?|scam(?:s|mers?)?|phrases?|begins?|called)(?!\p{L})/u;

/**
 * True if an attack stands in quotation marks alone, told as an example: a page that warns of such words. The sentence
 * is no evidence, but the rest of its page is.
 */
const isQuotedExample = (plain: string, pattern: RegExp): boolean => {
  const around = plain.replace(QUOTED, ' "" ');
  return around !== plain && TOLD.test(around) && !pattern.test(around);
};

/** What an encoded text is: no evidence, since people cannot read it, and an attack if it holds an order. */
const encodedOrder = (sentence: string): Found | undefined => {
  const hidden = encodedText(sentence);
  if (hidden.length === 0) return undefined;
  // What it holds is not decoded again: moved or turned twice, a text is itself.
  const isOrdered = (text: string) => orderIn(foldedForReading(text), '', () => false) !== undefined;
  const hasOrder = (text: string) =>
    PROMPT_MARKS.test(text) || readingUnits(text).some(({ start, end }) => isOrdered(text.slice(start, end)));
  return hidden.some(hasOrder) ? ATTACK : DIRECTIVE;
};

const BLANK_LINE = /\n\s*\n/;
const BLANK_LINES = new RegExp(BLANK_LINE, 'g');

/** The end of the paragraph that a place is in. Asked in the order of the text, it reads each paragraph once. */
const paragraphsOf = (text: string): ((from: number) => number) => {
  let [start, end] = [0, -1];
  return (from) => {
    if (from >= start && from <= end) return end;
    BLANK_LINES.lastIndex = from;
    start = from;
    end = BLANK_LINES.exec(text)?.index ?? text.length;
    return end;
  };
};

/** The end of the paragraph, or of the next one where the announcement is a paragraph of its own. */
const announcedEnd = (text: string, from: number, endOfParagraph: (from: number) => number): number => {
  const end = endOfParagraph(from);
  const [gap = ''] = /^\s*/.exec(text.slice(end)) ?? [];
  const isAlone = text.slice(from, end).trim() === '' && !/^#{1,6}\s/.test(text.slice(end + gap.length));
  return isAlone ? endOfParagraph(end + gap.length) : end;
};

const blocksOfCode = (text: string): Span[] =>
  /```|~~~/.test(text)
    ? [...text.matchAll(FENCED)].map(({ index, 0: block }) => ({ start: index, end: index + block.length }))
    : [];

/** The block that each sentence is in. Both lists are in the order of the text. */
const blocksAround = (sentences: readonly Span[], blocks: readonly Span[]): (Span | undefined)[] => {
  let at = 0;
  return sentences.map(({ start, end }) => {
    while ((blocks[at]?.end ?? Number.POSITIVE_INFINITY) < end) at += 1;
    const block = blocks[at];
    return block && block.start <= start ? block : undefined;
  });
};
