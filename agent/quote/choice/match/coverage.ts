import { type Candidate, languageOfCandidate } from '../../candidates/candidate.ts';
import { inEnglish } from '../../languages/in-english.ts';
import { headingAgreement } from '../../pages/heading-agreement.ts';
import { headingStemsOf } from '../../pages/heading-stems.ts';
import type { PassageSentences } from '../../pages/passage-sentences.ts';
import { labelsOf } from '../../pages/tables.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import { termMatch } from '../../reading/term-match.ts';
import type { Term } from '../../reading/terms.ts';
import { ofLast } from '../../words/of-last.ts';
import { STOP_STEMS, stemsOf } from '../../words/stems.ts';

// What a candidate shares with the question: its words, the names of rows and paragraphs, the headings above.

/** Match, 0 to 1, of a term anywhere in a candidate and its surroundings. */
export const cover = (term: Term, candidate: Candidate, numbers: (value: number) => number): number => {
  if (candidate.operation?.consumed.has(term.stem)) return 1;
  let best = termMatch(term, candidate.own);
  if (best < 0.9) best = Math.max(best, 0.9 * termMatch(term, candidate.lead));
  if (best < 0.8)
    best = Math.max(best, 0.8 * termMatch(term, candidate.title), 0.8 * termMatch(term, candidate.headings));
  if (best < 0.7) best = Math.max(best, 0.7 * termMatch(term, candidate.beside));
  if (best < 0.7) best = Math.max(best, 0.7 * termMatch(term, candidate.asked));
  if (best < 0.4) best = Math.max(best, 0.4 * termMatch(term, candidate.before));
  if (best < 0.8 && term.numeric && /^\d+$/.test(term.word)) best = Math.max(best, numbers(Number(term.word)));
  return best;
};

/** Number of the candidate's content words that the question lacks. */
export const countNewWords = ({ stems, own }: Candidate, terms: readonly Term[]): number =>
  stems.length === 0 ? 0 : newWordsIn(own, terms);

/** Number of the content words above a list's item that the question lacks. */
export const countNewWordsAbove = ({ asked, headings }: Candidate, terms: readonly Term[]): number =>
  newWordsIn(asked, terms) + newWordsIn(headings, terms);

const newWordsIn = (own: ReadonlySet<string>, terms: readonly Term[]): number => {
  // Synonyms of the question's words count as new, because "garage" may answer a question about "parking".
  const { asked, starts } = stemsAsked(terms);
  let count = 0;
  for (const stem of own)
    if (stem.length > 1 && !asked.has(stem) && !STOP_STEMS.has(stem) && !hasStart(stem, starts)) count += 1;
  return count;
};
/** Letters at the start of a stem by which a word counts as another form of the question's. */
const START_LETTERS = 5;
const hasStart = (stem: string, starts: readonly string[]): boolean => {
  for (const start of starts) if (stem.startsWith(start)) return true;
  return false;
};
const stemsAsked = ofLast((terms: readonly Term[]) => {
  const asked = new Set(terms.map(({ stem }) => stem));
  return {
    asked,
    /** The starts of those that are long enough. */
    starts: [
      ...new Set(
        Array.from(asked, (stem) => stem.slice(0, START_LETTERS)).filter((start) => start.length === START_LETTERS),
      ),
    ],
  };
});

/**
 * Share of the question's neighbouring content terms that occur within three words of each other. Includes its unit
 * ("vacation days").
 */
export const proximity = ({ terms, measure }: ReadQuestion, stems: readonly string[]): number => {
  let [pairs, near] = [-1, 0];
  let before: readonly number[] = [];
  for (const term of terms) {
    if (term.light && term.word !== measure) continue;
    const positions: number[] = [];
    for (let at = 0; at < stems.length; at++) {
      const stem = stems[at] as string;
      if (stem === term.stem || term.synonyms.includes(stem)) positions.push(at);
    }
    pairs += 1;
    if (before.some((a) => positions.some((b) => Math.abs(a - b) <= 3))) near += 1;
    before = positions;
  }
  return pairs < 1 ? 0 : near / pairs;
};

/** First words of a candidate that tell what it is about. */
const OPENING_WORDS = 6;

/** Share of the question's content weight in a sentence's first words or in a row's label. */
export const openingCoverage = (
  { sentence, table, rows = [], stems }: Candidate,
  terms: readonly Term[],
  weights: readonly number[],
): number => {
  if (!sentence && !table) return 0;
  const opening = new Set(table ? stemsOf(labelsOf(table, rows[0] ?? -1).join(' ')) : stems.slice(0, OPENING_WORDS));
  let [met, total] = [0, 0];
  for (let at = 0; at < terms.length; at++) {
    const term = terms[at] as Term;
    if (term.light) continue;
    total += weights[at] ?? 0;
    met += (weights[at] ?? 0) * termMatch(term, opening);
  }
  return total === 0 ? 0 : met / total;
};

/** From this agreement on, a heading asks much the same as the question. */
export const MIN_AGREEMENT = 0.75;

/**
 * Agreement of the question with the text above a candidate: the harmonic mean of the shares that each names of the
 * other.
 */
export const agreement = (
  candidate: Candidate,
  terms: readonly Term[],
  weights: readonly number[],
  common: ReadonlySet<string>,
): number => {
  const { sentence, table, asked, passage } = candidate;
  const { headings } = passage;
  const language = languageOfCandidate(candidate);
  const above = [
    asked,
    ...(sentence
      ? [
          sentence.itself.leadStems,
          sentence.itself.headingStems.size > 0
            ? sentence.itself.headingStems
            : headingStemsOf(inEnglish(headings.at(-1) ?? passage.title, language)),
        ]
      : [new Set(stemsOf(table?.name ?? ''))]),
  ];
  return Math.max(0, ...above.map((stems) => headingAgreement(stems, terms, weights, common)));
};

/** From this number of passages on, some words are found to be common. */
const MIN_PASSAGES = 6;
/** Share of the found passages that contain a common word. */
const COMMON_SHARE = 0.6;

/**
 * Words that most of the found passages contain, such as the name of the product in its manual, which a heading repeats
 * without being about it.
 */
export const commonStems = (passages: readonly Pick<PassageSentences, 'sentences'>[]): ReadonlySet<string> => {
  if (passages.length < MIN_PASSAGES) return new Set();
  const enough = Math.ceil(passages.length * COMMON_SHARE);
  const { length } = passages;
  /** In how many passages each stem is, times `length`, plus the one in which it was last counted. */
  const counted = new Map<string, number>();
  for (const [at, { sentences }] of passages.entries()) {
    // What the passages so far lack cannot be in enough of them.
    const isLate = at > length - enough;
    for (const { stemSet } of sentences)
      for (const stem of stemSet) {
        const count = counted.get(stem);
        if (count === undefined) {
          if (!isLate) counted.set(stem, length + at);
        } else if (count % length !== at) counted.set(stem, count - (count % length) + length + at);
      }
  }
  const common = new Set<string>();
  for (const [stem, count] of counted) if (count >= enough * length) common.add(stem);
  return common;
};
