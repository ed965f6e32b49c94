import { languageOf } from '../core/text/language.ts';
import type { Hit } from './retriever.ts';

/** Number of hits that are compared by date. Versions of one page are usually close to each other in a ranking. */
export const COMPARED = 20;
/** The newest page's bonus as a share of the best score. Small, so that it only decides between similar scores. */
const MAX_BONUS = 0.1;
const HALF_LIFE_MS = 365 * 86_400_000;

/** Words by which questions ask for the current state, by language. Questions in other languages are not recognised. */
const CURRENT: Readonly<Record<string, RegExp>> = {
  en: /\b(?:current(?:ly)?|latest|newest|most recent(?:ly)?|nowadays|now|today|these days|at the moment|up[- ]to[- ]date|still)\b/i,
  de: /\b(?:aktuell\p{L}*|derzeit\p{L}*|neueste\p{L}*|momentan|heute|jetzt|zurzeit|noch immer)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:actuel\p{L}*|aujourd['’]hui|en ce moment|en vigueur|maintenant|désormais)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:actual(?:es|mente)?|hoy|ahora|vigentes?|más recientes?)(?!\p{L})/iu,
};
/** A question with a year asks for that year, not for the current state. */
const YEAR = /\b(?:19|20)\d\d\b/;

/** Whether a question asks for the current state, which newer pages answer better than older ones. */
export const asksForCurrent = (question: string): boolean => {
  if (YEAR.test(question)) return false;
  const said = CURRENT[languageOf(question) ?? 'en'];
  return said?.test(question) === true;
};

/**
 * Reorders the hits of a question for the current state, so that newer pages come first among similar scores. The newest
 * page gains a tenth of the best score. The bonus halves for each year that a page is older. Pages without a date get the
 * mean bonus. Does nothing with fewer than two dated pages.
 */
export const preferNewer = (hits: readonly Hit[]): Hit[] => {
  const dates = hits.map(({ passage: { updatedAt } }) =>
    updatedAt === undefined ? Number.NaN : Date.parse(updatedAt),
  );
  const known = dates.filter((date) => !Number.isNaN(date));
  const newest = Math.max(...known);
  if (known.length < 2 || known.every((date) => date === newest)) return [...hits];
  const freshness = (date: number) => 2 ** ((date - newest) / HALF_LIFE_MS);
  const usual = known.reduce((sum, date) => sum + freshness(date), 0) / known.length;
  const most = MAX_BONUS * Math.max(0, ...hits.map(({ score }) => score));
  return hits
    .map((hit, at): Hit => {
      const date = dates[at] ?? Number.NaN;
      const dated = !Number.isNaN(date);
      const score = hit.score + most * (dated ? freshness(date) : usual);
      const { updatedAt } = hit.passage;
      return { ...hit, score, via: dated && updatedAt ? [...hit.via, { kind: 'date', updatedAt }] : hit.via };
    })
    .sort((a, b) => b.score - a.score);
};
