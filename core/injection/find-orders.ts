import { findAddresses } from '../text/addresses.ts';
import { createPatternScreen } from '../text/pattern-screen.ts';
import type { Span } from '../text/sentences.ts';
import { englishRules } from './english-orders.ts';
import { foldedAsksForSecret } from './find-secrets.ts';
import { ORDER_WORDS, type OrderWords, UNSPACED_ORDER_WORDS } from './lexicon.ts';
import { CLAUSE, NO_FORECAST, type OrderRule, REACH, rule, WORD_END, whole } from './order-rule.ts';
import { isConversationGuide, speaksWithOutsiders } from './outside-people.ts';
import { readingUnits } from './reading-units.ts';
import { foldedForReading, withoutAccents } from './visible-text.ts';

/**
 * Text in a page addressed to its reader, above all to the model.
 * An `attack` takes its whole page from the evidence, a `directive` only its sentence (order-rule.ts).
 */
export interface Order extends Span {
  severity: OrderRule['severity'];
}

/** Sentences up to this length are also checked together with the next ones, because an order may be split. */
const SHORT_SENTENCE = 40;

/** The rules of a language other than English, from its words. */
const rulesOf = ({ override, rules, speak, answer, reader }: OrderWords): readonly OrderRule[] => [
  // "Ignorieren Sie alle Anweisungen"
  rule('attack', `${NO_FORECAST}${CLAUSE}(?:${override})${WORD_END}(?!.{0,3}nicht).{0,${REACH}}?${whole(rules)}`),
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
const spacedScreen = createPatternScreen(spaced.map(({ pattern }) => pattern));

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
  let isGuide: boolean | undefined;
  const inGuide = () => {
    isGuide ??= isConversationGuide(folded.map(withoutAccents));
    return isGuide;
  };
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
    const severity = severityOf(folded[index] ?? '', sentence, inGuide);
    if (severity) add(index, index, severity);
    if (severity || (folded[index]?.length ?? 0) > SHORT_SENTENCE) continue;
    const next = folded.slice(index, index + 4);
    for (let count = 2; count <= next.length; count += 1) {
      const joined = next
        .slice(0, count)
        .join(' ')
        .replace(/[.!?]+ /g, ' ');
      if (joined.length > SHORT_SENTENCE * 4) break;
      const together = severityOf(joined, '', inGuide);
      if (together !== 'attack') continue;
      add(index, index + count - 1, together);
      break;
    }
  }
  return orders;
};

/** True if a sentence or line is addressed to the model. */
export const isOrder = (sentence: string): boolean =>
  severityOf(foldedForReading(sentence), sentence, () => false) !== undefined;

/** @param inGuide whether the sentence stands in a guide for talking with people outside the team */
const severityOf = (folded: string, original: string, inGuide: () => boolean): Order['severity'] | undefined => {
  if (folded === '') return undefined;
  if (original !== '' && PROMPT_MARKS.test(original)) return 'attack';
  let found: Order['severity'] | undefined = foldedAsksForSecret(folded) ? 'directive' : undefined;
  const plain = withoutAccents(folded);
  let forOthers: boolean | undefined;
  const isForOthers = () => {
    forOthers ??=
      (speaksWithOutsiders(plain) || (!WITHOUT_EXCEPTION.test(plain) && inGuide())) &&
      findAddresses(original).length === 0;
    return forOthers;
  };
  for (const index of spacedScreen.candidates(plain)) {
    const { severity, pattern, mayBeForOthers } = spaced[index] as OrderRule;
    if (found === 'directive' && severity === 'directive') continue;
    if (!pattern.test(plain) || (mayBeForOthers && isForOthers())) continue;
    if (severity === 'attack' && !isQuotedExample(plain, pattern)) return severity;
    found = 'directive';
  }
  if (UNSPACED_SCRIPT.test(folded))
    for (const { severity, all } of unspaced) {
      if (!all.every((pattern) => pattern.test(folded))) continue;
      if (severity === 'attack') return severity;
      found = severity;
    }
  return found ?? (encodedOrder(original) ? 'attack' : undefined);
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
