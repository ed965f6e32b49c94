import { STOP_WORDS, spaced } from '../../../core/text/question-terms.ts';
import { words } from '../../../core/text/words.ts';
import { measureIn, withoutQuestionWords } from './answer-types.ts';
import { stemOf } from './stems.ts';
import { sameAs, synonymsOf, verbsLike } from './synonyms.ts';

/** A content word of a question. */
export interface Term {
  /** Folded, as typed. */
  word: string;
  stem: string;
  /** Stems of words that mean the same; and those with words that are merely related. */
  same: readonly string[];
  synonyms: readonly string[];
  /** A name or a number: a passage that lacks it is probably about something else. */
  specific: boolean;
  /** It holds a digit. */
  numeric: boolean;
  /** It asks rather than says what about. */
  light: boolean;
  /** Taken from the question before this one, in a thread: it counts this much. */
  share: number;
}

/** Words that ask rather than say what about, or mean whoever is asking; they hardly count when pages are compared. */
const LIGHT =
  `get have take go make need do find tell say mean know happen much many long often soon quickly fast kind type number
  please want use give there any someone somebody anything something way thing time current currently now per each new every people person one
  may might must shall allow allowed name called next last upcoming coming bring ask come keep put see look help about
  here us everybody everyone today tomorrow week hi hello hey explain describe according mention discuss let whether still
  several multiple various stand meaning definition abbreviation acronym difference differ between compare versus vs sit exist exactly actually basically`.split(
    /\s+/,
  );
const LIGHT_STEMS = new Set(LIGHT.map(stemOf));
/** Words that only share a stem with a light one. */
const HEAVY = new Set(['allowance', 'allowances', 'personal', 'calls', 'severity', 'severities', 'severe']);
/** Two words that are one: "on call" is no call, and "to work" is no work to do. */
const ON_CALL = /\bon[- ]call\b/i;
const AT_WORK = /\b(?:to|at) work\b/i;
/** "How do I report an incident?": pages say the incident, and what to do about it in their own verbs. */
const DOING =
  /\bhow (?:do|can|could|should|must|shall|to)\s+(?:(?:i|we|you|one|someone|somebody|people)\s+)?([\p{L}-]+)/iu;
/** "What do I get paid for …" asks for a sum, and pages say the sum. */
const EARNING = /\bwhat\b.*\b(?:get|be|am|are|is) (paid)\b/i;
/** "… without deleting it": what is not to happen is seldom said where the rest is. */
const NOT_DOING = /\bhow (?:do|can|could|should|to)\b.*\bwithout (\p{L}+ing)\b/iu;
/** What such a verb counts. */
const DOING_SHARE = 0.4;
/** "How old must I be": the adjective asks for a number, and pages seldom say it. */
const HOW = /\bhow (far|deep|high|big|large|accurate|old|heavy|often|fast)\b/iu;
/** Words that pick one of several like names do: the fourth quarter is not the third. */
const PICKS =
  /\b(?:(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)(?= (?:quarter|half|year|month|week|floor|edition))|(january|february|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b/giu;
/** "What is a here document": every word of so short a thing's name says what is asked about. */
const NAMED_THING =
  /^\W*what(?:['’]?s| is| are| does)\s+(?:(?:an?|the)\s+)?([\p{L}\p{N}-]+(?:\s+[\p{L}\p{N}-]+)?)(?:\s+(?:do|mean))?\W*$/iu;
/** What such a thing is never called by alone ("what is new"), and what says which or when and not what ("the best pizza today"). */
const NO_NAME =
  /^(?:new|next|up|happening|there|this|that|it|available|allowed|possible|time|here)$|^(?:best|worst|latest|newest|oldest|last|first|current|next|new|right|main|usual)\s|\s(?:today|tonight|tomorrow|yesterday|now|currently|lately|again|here|there)$/i;
/** The particle belongs to its verb: "turn off the greeting", "throw my changes away". */
const PARTICLE =
  /\b(turn|switch|shut|throw|set|look|find|get|roll|log|sign|clean|take|put|go|bring|speed|free|work|print|list|back|break|split|clear|open|close|lock) (?:[\p{L}\p{N}'’-]+ ){0,4}?(on|off|away|up|out|back|down|rid)\b/iu;
/** The asker's judgement, which pages seldom give: "the best pizza" asks for pizza. */
const JUDGES = /^(?:best|worst|better|nicest|favou?rite)$/;
/** Small words that turn a sentence around. */
const NEGATIONS = new Set(['no', 'not', 'never', 'nobody', 'without']);

/**
 * The content words of a question, unique by stem, in the order typed. A word in capitals after the first is a name; so is
 * one with a digit, and one between quotation marks.
 */
export const termsOf = (question: string, share = 1): Term[] => {
  const measure = measureIn(question);
  const measured = measure === undefined ? '' : stemOf(words(measure).at(-1) ?? '');
  const heavy = ON_CALL.test(question) ? new Set([...HEAVY, 'call']) : HEAVY;
  const atWork = AT_WORK.test(question);
  const doing = (DOING.exec(question) ?? EARNING.exec(question))?.[1]?.toLowerCase();
  const notDoing = NOT_DOING.exec(question)?.[1]?.toLowerCase();
  const how = HOW.exec(question)?.[1]?.toLowerCase();
  const thing = NAMED_THING.exec(question)?.[1] ?? '';
  const named = new Set(NO_NAME.test(thing) ? [] : words(thing));
  const [, verb, particle] = PARTICLE.exec(question.toLowerCase()) ?? [];
  const phrasal = verb === undefined ? '' : `${verb} ${particle}`;
  const picks = new Set(
    Array.from(question.matchAll(PICKS), ([, ordinal, day]) => (ordinal ?? day ?? '').toLowerCase()),
  );
  const searched = withoutQuestionWords(question);
  // A question typed in capitals throughout, or without any, does not tell names by them.
  const capitals = searched.replace(/[^\p{L}]/gu, '');
  const shouted = capitals !== '' && capitals === capitals.toUpperCase();
  const quoted = new Set(Array.from(searched.matchAll(/["“]([^"”]+)["”]/g), ([, part]) => part ?? '').flatMap(words));
  const terms = new Map<string, Term>();
  for (const [index, match] of [
    ...spaced(searched).matchAll(
      /(?<![\p{L}\p{N}-])--[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*|[\p{L}\p{N}\p{M}]+(?:_[\p{L}\p{N}]+)*/gu,
    ),
  ].entries()) {
    const [token] = match;
    const isCode = token.includes('_') || token.startsWith('--');
    const word = isCode ? token.toLowerCase() : words(token)[0];
    const acronym = /^\p{Lu}{2,}$/u.test(token) && !shouted;
    if (!word || (STOP_WORDS.has(word) && !NEGATIONS.has(word) && !acronym)) continue;
    const stem = isCode ? word : stemOf(word);
    if (terms.has(stem)) continue;
    const light =
      !acronym &&
      !named.has(word) &&
      ((LIGHT_STEMS.has(stem) && !heavy.has(word)) ||
        word === particle ||
        (word === 'work' && atWork) ||
        NEGATIONS.has(word) ||
        stem === measured);
    const numeric = /\p{N}/u.test(word);
    const capital =
      !shouted && index > 0 && /^\p{Lu}/u.test(token) && /[^.!?]\s*$/.test(searched.slice(0, match.index));
    terms.set(stem, {
      word,
      stem,
      same: sameAs(word),
      synonyms: word === verb ? [...new Set([...synonymsOf(word), ...verbsLike(phrasal)])] : synonymsOf(word),
      numeric,
      specific: isCode || numeric || acronym || quoted.has(word) || picks.has(word) || (capital && !light),
      light,
      share: word === doing || word === notDoing || word === how || JUDGES.test(word) ? share * DOING_SHARE : share,
    });
  }
  return [...terms.values()];
};
