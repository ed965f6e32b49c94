import { stemmer } from 'stemmer';
import { STOP_WORDS, spaced } from '../../core/text/question-terms.ts';
import { words } from '../../core/text/words.ts';
import { sameMeaning } from './same-meaning.ts';

/** What kind of thing would answer: told from the question's own words. */
export type Wanted =
  | 'person'
  | 'number'
  | 'money'
  | 'date'
  | 'time'
  | 'weekday'
  | 'duration'
  | 'place'
  | 'action'
  | 'list'
  | 'phone'
  | 'mail';

/** A question as quoting reads it: its terms, what each weighs, and what would answer it. */
export interface Asked {
  terms: Map<string, Term>;
  wanted: Wanted[];
  /** Sum of all terms' weights. */
  weight: number;
  /** The stem of what is counted in ("how many days"): a number of it would answer, no other number. */
  measure?: string;
  /** It asks about the past, so that a replaced page may answer. */
  past: boolean;
}

export interface Term {
  word: string;
  /** Stems of other words for it. */
  others: string[];
  weight: number;
  /** A name or a number: when no page holds it, no page is about the question. */
  specific: boolean;
  /** It asks rather than says what about. */
  light: boolean;
  /** No passage at hand holds it, in any form. */
  nowhere: boolean;
}

/** Words that ask rather than say what about, or mean whoever is asking; they hardly count when pages are compared. */
const LIGHT = new Set(
  `get have take go make need do work find tell say mean know happen much many long often soon quickly fast kind type number please want use give there any someone somebody anything something way thing time current currently
  now per each new every people person one may might must shall allow allowed name called next last upcoming coming bring ask come give keep put see look help about say
  here us everybody everyone today`.split(/\s+/),
);
/** In every form: "gets" asks no more than "get". */
const LIGHT_STEMS = new Set([...LIGHT].map((word) => stemmer(word)));
/** Small words that turn a sentence around. */
const NEGATIONS = new Set(['no', 'not', 'never', 'nobody', 'without']);
/** Words that say what kind of thing would answer; they are not searched for themselves. */
const KINDS: readonly (readonly [RegExp, Wanted])[] = [
  [/\b(?:who|whose|whom)\b/i, 'person'],
  [/\bhow (?:long|soon|quickly|fast|often)\b|\b(?:what|which) (?:period|duration)\b/i, 'duration'],
  [
    /\bhow much (?:is|are|does|do|did|can|will|would|money)\b|\b(?:cost|costs|price|priced|salary|fee|pay|spend)\b|\b(?:what|which)\b.*\b(?:budget|allowance|bonus)\b/i,
    'money',
  ],
  [
    /\bhow (?:many|much|far|deep|high|big|large|accurate|old)\b|\b(?:what|which) (?:number|amount|percentage|share|limit)\b/i,
    'number',
  ],
  [/\b(?:what|which) (?:week)?day(?: of the week)?\b/i, 'weekday'],
  [
    /\bwhen (?:is|are|was|were|do|does|did|will|would|can|could|should|must|may|has|have|had)\b|^\W*when\W*$|\b(?:since|until|till|by|from) when\b|\b(?:what|which) (?:date|year|month|week)\b/i,
    'date',
  ],
  [/\b(?:what|which) time\b|\b(?:opening|working|office|business|core) hours\b/i, 'time'],
  [/\bwhere\b|\b(?:what|which) (?:city|country|place)\b|\baddress\b/i, 'place'],
  [
    /\b(?:what|which) are (?:all )?(?:the|our|your)\b|\b(?:list|show) (?:me )?(?:the|all|every)\b|\bper [a-z]+\b/i,
    'list',
  ],
  [/\b(?:phone|telephone|mobile)\b/i, 'phone'],
  [/\be-?mail(?: address)?\b/i, 'mail'],
  [/\b(?:what (?:do|should|must|can) (?:i|we|you) do|how (?:do|can|should|to))\b/i, 'action'],
];
/** "How do I report an incident?": pages say the incident, and what to do about it in their own verbs. */
const DOING =
  /\bhow (?:do|can|could|should|must|shall|to)\s+(?:(?:i|we|you|one|someone|somebody|people)\s+)?([\p{L}-]+)/iu;
/** "How many days": days are what is counted in, not what is asked about. */
const MEASURED =
  /\bhow (?:many|much) (?:[\p{L}]+ )?(seconds?|minutes?|hours?|(?:working )?days?|weeks?|months?|years?|euros?|dollars?|kroner|percent)\b/iu;
const MEASURE = /\b(?:far|deep|high|big|large|accurate|old)\b/i;
/** Of these kinds the words themselves are looked for too: a page on prices says "price". */
const SAID_TOO = new Set<Wanted>(['money', 'time', 'place', 'list', 'phone', 'mail']);
/** Words that ask for what was: an old page may answer then. */
const PAST = /\b(?:19|20)\d\d\b|\b(?:was|were|did|used to|before|previous|previously|former|formerly|old|earlier)\b/i;

/**
 * Reads a question.
 * @param rarity how rare a stem is in the passages at hand (an idf); terms of no passage weigh most
 */
export const readQuestion = (
  question: string,
  rarity: (stem: string) => number,
  isNowhere: (term: Term, stem: string) => boolean,
): Asked => {
  const terms = new Map<string, Term>();
  const wanted = KINDS.filter(([pattern]) => pattern.test(question)).map(([, kind]) => kind);
  const searched = KINDS.reduce(
    // "How deep" asks for a number, but "deep" also says where to look.
    (text, [pattern, kind]) =>
      SAID_TOO.has(kind) ? text : text.replace(pattern, (said) => said.match(MEASURE)?.[0] ?? ' '),
    question,
  );
  const done = wanted.includes('action') ? stemmer(DOING.exec(question)?.[1]?.toLowerCase() ?? '') : '';
  const measured = stemmer(MEASURED.exec(question)?.[1]?.toLowerCase() ?? '');
  const tokens = spaced(searched).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  tokens.forEach((token, at) => {
    const word = words(token)[0];
    // "IT" and "US" are names, whatever they spell.
    const acronym = /^\p{Lu}{2,}$/u.test(token) && token !== searched.trim();
    if (!word || (STOP_WORDS.has(word) && !NEGATIONS.has(word) && !acronym)) return;
    const stem = stemmer(word);
    if (terms.has(stem)) return;
    const light = LIGHT_STEMS.has(stem) || NEGATIONS.has(word) || stem === measured;
    const specific = /\p{N}/u.test(word) || ((at > 0 || wanted.length > 0) && /^\p{Lu}/u.test(token) && !light);
    const term: Term = {
      word,
      specific,
      nowhere: false,
      others: sameMeaning(word).map((other) => stemmer(other)),
      light,
      weight: rarity(stem) * (light ? 0.25 : stem === done ? 0.4 : specific ? 1.3 : 1),
    };
    term.nowhere = !light && isNowhere(term, stem);
    terms.set(stem, term);
  });
  return {
    terms,
    wanted,
    ...(measured && { measure: measured }),
    weight: [...terms.values()].reduce((sum, { weight }) => sum + weight, 0),
    past: PAST.test(question),
  };
};

const COUNTED =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|half|first|last|every|each|none|no';
const WEEKDAYS = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday';
const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december';
const SIGNS: Record<Wanted, RegExp> = {
  number: new RegExp(`\\p{N}|\\b(?:${COUNTED})\\b`, 'iu'),
  money:
    /\p{N}.*(?:[€$£¥]|\b(?:EUR|USD|GBP|NOK|CAD|AUD|SEK|CHF|euros?|dollars?|pounds?|percent)\b)|(?:[€$£¥]|\b(?:EUR|USD|GBP|NOK|CAD|AUD|SEK|CHF)\b).*\p{N}/iu,
  duration: new RegExp(
    `(?:\\p{N}|\\b(?:${COUNTED})\\b).{0,24}\\b(?:second|minute|hour|day|week|month|year|quarter|${WEEKDAYS})|\\b(?:daily|weekly|monthly|yearly|hourly|once|twice)\\b`,
    'iu',
  ),
  weekday: new RegExp(`\\b(?:${WEEKDAYS})s?\\b`, 'iu'),
  date: new RegExp(`\\b(?:\\d{4}|\\d{1,2}:\\d\\d|${MONTHS}|${WEEKDAYS}|after|before|until|from)\\b`, 'iu'),
  time: /\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?(?:am|pm|o['’]clock)\b|\b(?:noon|midnight)\b/i,
  person: /\p{Lu}[\p{L}'’-]+\s+\p{Lu}[\p{L}'’-]+/u,
  // Rows, items, or a sentence that counts up.
  list: /\n|,.*(?:,|\band\b|\bor\b)/u,
  place: /(?<=\S\s)\p{Lu}\p{L}+/u,
  phone: /\+?\d[\d ()-]{5,}\d|\bextension \d+/i,
  mail: /\S@\S/,
  action:
    /(?:^|[.;,:]\s+|\b(?:please|then|and|or|must|should|can|(?:need|have|has) to)\s+)(?:ask|book|bring|call|check|click|contact|create|fill|find|follow|give|go|hand|log|mail|move|open|order|post|put|read|report|request|ring|run|send|set|sign|submit|take|talk|tell|turn|use|wait|write)\b/iu,
};

/** Kinds that nothing else can stand in for: without the sign there is no answer. */
export const lacksSign = (wanted: readonly Wanted[], text: string): boolean =>
  wanted.some((kind) => (kind === 'phone' || kind === 'mail') && !SIGNS[kind].test(text));

/**
 * The share of what a question asks for that a text holds beyond the question's own names and numbers ("ISO 17025" is not the
 * number of that accreditation); undefined when any words may answer.
 */
export const holdsWanted = (
  { wanted, terms, measure }: Pick<Asked, 'wanted' | 'terms' | 'measure'>,
  text: string,
): number | undefined => {
  if (wanted.length === 0) return undefined;
  const told = new Set(Array.from(terms.values(), ({ specific, word }) => (specific ? word : '')));
  const rest = text.replace(/[\p{L}\p{N}\p{M}]+/gu, (token) => (told.has(words(token)[0] ?? token) ? ' ' : token));
  const counted = measure === undefined || words(text).some((word) => stemmer(word) === measure);
  return wanted.filter((kind) => SIGNS[kind].test(rest) && (kind !== 'number' || counted)).length / wanted.length;
};
