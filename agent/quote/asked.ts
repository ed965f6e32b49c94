import { stemmer } from 'stemmer';
import { words } from '../../core/text/words.ts';
import { STOP_WORDS, spaced } from '../../stores/question-terms.ts';

/** What kind of thing would answer: told from the question's first words. */
export type Wanted = 'person' | 'number' | 'date' | 'duration' | 'place' | 'yes-no' | undefined;

/** A question as quoting reads it: its terms, what each weighs, and what would answer it. */
export interface Asked {
  terms: Map<string, Term>;
  wanted: Wanted;
  /** Sum of all terms' weights. */
  weight: number;
  /** Years that it names: it then asks about the past, and an old page may answer. */
  years: Set<string>;
}

export interface Term {
  word: string;
  weight: number;
  /** A name or a number: when no page holds it, no page is about the question. */
  specific: boolean;
}

/** Words that ask rather than say what about; they hardly count when pages are compared. */
const LIGHT = new Set(
  `get have take go make need do work find tell say mean know happen much many long often soon quickly fast far high old big
  large kind type number please want use give there any someone somebody anything something way thing time current currently
  now people person one may might must shall allow allowed name called`.split(/\s+/),
);
/** Words that say the kind of answer by themselves ("which city", "what date"). */
const KINDS: readonly (readonly [RegExp, Wanted])[] = [
  [/^\W*(who|whose|whom)\b/i, 'person'],
  [/\bhow (long|soon|quickly|fast|often)\b|\b(what|which) (period|duration)\b/i, 'duration'],
  [
    /\bhow (many|much|far|deep|high|big|large|accurate|old|expensive)\b|\b(what|which) (number|amount|price|percentage|share)\b/i,
    'number',
  ],
  [/^\W*(when)\b|\b(what|which) (date|day|year|month|week|time)\b/i, 'date'],
  [/^\W*(where)\b|\b(what|which) (city|country|office|building|place|address)\b|\baddress\b/i, 'place'],
  [/^\W*(is|are|was|were|do|does|did|can|could|may|must|should|will|has|have)\b/i, 'yes-no'],
];

/**
 * Reads a question.
 * @param rarity how rare a stem is in the passages at hand (an idf); terms of no passage weigh most
 */
export const readQuestion = (question: string, rarity: (stem: string) => number): Asked => {
  const terms = new Map<string, Term>();
  const tokens = spaced(question).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  tokens.forEach((token, at) => {
    const word = words(token)[0];
    if (!word || STOP_WORDS.has(word)) return;
    const stem = stemmer(word);
    if (terms.has(stem)) return;
    const light = LIGHT.has(word);
    const specific = /\p{N}/u.test(word) || (at > 0 && /^\p{Lu}/u.test(token) && !light);
    terms.set(stem, { word, specific, weight: rarity(stem) * (light ? 0.25 : specific ? 1.3 : 1) });
  });
  return {
    terms,
    wanted: KINDS.find(([pattern]) => pattern.test(question))?.[1],
    weight: [...terms.values()].reduce((sum, { weight }) => sum + weight, 0),
    years: new Set(question.match(/\b(?:19|20)\d\d\b/g) ?? []),
  };
};

/** True when a text holds what a question of this kind asks for. */
export const holdsWanted = (wanted: Wanted, text: string): boolean => {
  switch (wanted) {
    case 'number':
      return /\p{N}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|dozen|half|none|no)\b/iu.test(text);
    case 'duration':
      return /(?:\p{N}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|first|last|every|each|half)\b).{0,24}\b(?:second|minute|hour|day|week|month|year|quarter)|\b(?:daily|weekly|monthly|yearly|once|twice|hourly|monday)/iu.test(
        text,
      );
    case 'date':
      return /\b(?:\d{4}|\d{1,2}:\d\d|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|after|before|until)\b/iu.test(
        text,
      );
    case 'person':
      return /(?<!^)\b\p{Lu}[\p{L}'’-]+\s+\p{Lu}[\p{L}'’-]+|^\p{Lu}[\p{L}'’-]+\s+\p{Lu}[\p{L}'’-]+\b/u.test(text);
    case 'place':
      return /(?<=\S\s)\p{Lu}\p{L}+/u.test(text);
    default:
      return true;
  }
};
