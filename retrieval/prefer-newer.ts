import { languageOf } from '../core/text/language.ts';
import type { Hit } from './retriever.ts';

/** Hits that are compared by their dates: versions of one page stand near each other. */
export const COMPARED = 20;
/** What the newest page gains on an undated or old one, as a share of the best score: it decides between near-equals. */
const SHARE = 0.1;
const HALF_LIFE_MS = 365 * 86_400_000;

/** Words that ask for what holds now, by language; in every other language none are known. */
const CURRENT: Readonly<Record<string, RegExp>> = {
  en: /\b(?:current(?:ly)?|latest|newest|most recent(?:ly)?|nowadays|now|today|these days|at the moment|up[- ]to[- ]date|still)\b/i,
  de: /\b(?:aktuell\p{L}*|derzeit\p{L}*|neueste\p{L}*|momentan|heute|jetzt|zurzeit|noch immer)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:actuel\p{L}*|aujourd['’]hui|en ce moment|en vigueur|maintenant|désormais)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:actual(?:es|mente)?|hoy|ahora|vigentes?|más recientes?)(?!\p{L})/iu,
};
/** A question that names a year asks for that year. */
const NAMES_A_YEAR = /\b(?:19|20)\d\d\b/;

/** True where a question asks for what is current, so that a newer page answers it better than an older one. */
export const asksForCurrent = (question: string): boolean => {
  if (NAMES_A_YEAR.test(question)) return false;
  const said = CURRENT[languageOf(question) ?? 'en'];
  return said?.test(question) === true;
};

/**
 * Orders what a question for the current state found: among pages that answer about equally well the newer ones come first. A
 * page gains up to a tenth of the best score, half of it for each year that it is older than the newest; one without a date is
 * taken to be as old as the others are on average. Nothing moves where fewer than two pages are dated.
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
  const most = SHARE * Math.max(0, ...hits.map(({ score }) => score));
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
