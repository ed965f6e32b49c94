import type { Passage } from '../../../../core/document.ts';
import { STOP_WORDS } from '../../../../core/text/question-terms.ts';
import { type Candidate, languageOfCandidate } from '../../candidates/candidate.ts';
import { headingStemsOf } from '../../pages/heading-stems.ts';
import type { PassageSentences } from '../../pages/passage-sentences.ts';
import { labelsOf } from '../../pages/tables.ts';
import type { GlossaryLanguage } from '../../languages/glossary.ts';
import { inEnglish } from '../../languages/in-english.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import { stemOf, stemsOf } from '../../words/stems.ts';
import { termMatch } from '../../reading/term-match.ts';
import type { Term } from '../../reading/terms.ts';
import { ofLast } from '../../words/of-last.ts';

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
export const countNewWords = ({ stems, own }: Candidate, terms: readonly Term[]): number => {
  // Synonyms of the question's words count as new, because "garage" may answer a question about "parking".
  const { asked, starts } = stemsAsked(terms);
  let count = 0;
  for (const stem of own)
    if (!asked.has(stem) && !STOP_STEMS.has(stem) && stem.length > 1 && !starts.has(stem.slice(0, START_LETTERS)))
      count += 1;
  return stems.length === 0 ? 0 : count;
};
/** Letters at the start of a stem by which a word counts as another form of the question's. */
const START_LETTERS = 5;
const stemsAsked = ofLast((terms: readonly Term[]) => {
  const asked = new Set(terms.map(({ stem }) => stem));
  return {
    asked,
    /** The starts of those that are long enough. */
    starts: new Set(
      Array.from(asked, (stem) => stem.slice(0, START_LETTERS)).filter((start) => start.length === START_LETTERS),
    ),
  };
});
const NONE: ReadonlySet<string> = new Set();
const STOP_STEMS = new Set(Array.from(STOP_WORDS, stemOf));

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

/**
 * Share of the row's label, or of the paragraph's leading term, that the question names: "Heron" names more of "Heron
 * H4" than of "Heron sensor set".
 */
export const labelShare = (candidate: Candidate, terms: readonly Term[]): number => {
  const { table, rows = [], operation, sentence } = candidate;
  if (table && operation?.operator === 'comparison')
    return (
      rows.reduce((sum, row) => sum + Math.max(...labelsOf(table, row).map((label) => shareNamed(label, terms))), 0) /
      Math.max(1, rows.length)
    );
  if (table)
    return operation ? 0 : Math.max(0, ...labelsOf(table, rows[0] ?? -1).map((label) => shareNamed(label, terms)));
  return sentence?.itself.speaker === undefined ? shareNamed(sentence?.itself.lead ?? '', terms) : 0;
};
const shareNamed = (name: string, terms: readonly Term[]): number => {
  const label = [...new Set(stemsOf(name.replace(/\([^)]*\)/g, '')))].filter((stem) => !STOP_STEMS.has(stem));
  const asked = namesAsked(terms);
  // A parameter or option alone identifies its label: "--keep-within INTERVAL".
  if (label.some((stem) => /^--|_/.test(stem) && asked.has(stem))) return 1;
  // An option counts only if the question writes it literally; otherwise the label's other words decide.
  const parts = label.filter((stem) => !stem.startsWith('--') || asked.has(stem));
  return parts.length === 0 ? 0 : parts.filter((stem) => asked.has(stem)).length / parts.length;
};

/** The label is split at underscores, so the question's names in code are split too. */
const namesAsked = ofLast(
  (terms: readonly Term[]) =>
    new Set(
      terms.flatMap(({ stem, same }) => [stem, ...same, ...(stem.includes('_') ? stem.split('_').map(stemOf) : [])]),
    ),
);

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
  return Math.max(0, ...above.map((stems) => harmonic(stems, terms, weights, common)));
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
  /** In how many passages each stem is, and in which one it was last counted. */
  const counted = new Map<string, { passages: number; last: number }>();
  for (const [at, { sentences }] of passages.entries())
    for (const { stemSet } of sentences)
      for (const stem of stemSet) {
        const count = counted.get(stem);
        if (!count) counted.set(stem, { passages: 1, last: at });
        else if (count.last !== at) {
          count.passages += 1;
          count.last = at;
        }
      }
  const common = new Set<string>();
  for (const [stem, count] of counted) if (count.passages >= passages.length * COMMON_SHARE) common.add(stem);
  return common;
};

/** As `agreement`, for the page's title without chapter numbers and text in brackets. */
export const titleAgreement = (
  { title }: Pick<Passage, 'title'>,
  terms: readonly Term[],
  weights: readonly number[],
  language?: GlossaryLanguage,
): number => harmonic(titleStems(inEnglish(title, language)), terms, weights);
const titles = new Map<string, ReadonlySet<string>>();
const MAX_TITLES = 1_000;
const titleStems = (title: string): ReadonlySet<string> => {
  let stems = titles.get(title);
  if (!stems) {
    if (titles.size >= MAX_TITLES) titles.clear();
    stems = headingStemsOf(title.replace(/\([^)]*\)/g, ''));
    titles.set(title, stems);
  }
  return stems;
};

const formsAsked = ofLast((terms: readonly Term[]) => new Set(terms.flatMap(({ stem, same }) => [stem, ...same])));

const harmonic = (
  above: ReadonlySet<string>,
  terms: readonly Term[],
  weights: readonly number[],
  common: ReadonlySet<string> = NONE,
): number => {
  const asked = formsAsked(terms);
  let [content, both] = [0, 0];
  for (const stem of above) {
    if (STOP_STEMS.has(stem)) continue;
    const isAsked = asked.has(stem);
    if (isAsked) both += 1;
    if (isAsked || !common.has(stem)) content += 1;
  }
  if (content === 0) return 0;
  const named = both / content;
  let [covered, total] = [0, 0];
  for (let at = 0; at < terms.length; at++) {
    const term = terms[at] as Term;
    if (term.light) continue;
    total += weights[at] ?? 0;
    covered += (weights[at] ?? 0) * termMatch(term, above);
  }
  const share = total === 0 ? 0 : covered / total;
  return named + share === 0 ? 0 : (2 * named * share) / (named + share);
};
