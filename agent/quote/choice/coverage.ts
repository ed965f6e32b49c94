import type { Passage } from '../../../core/document.ts';
import { STOP_WORDS } from '../../../core/text/question-terms.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { stemMatch, stemOf, stemsOf } from '../reading/stems.ts';
import type { Term } from '../reading/terms.ts';

// What a candidate shares with the question: its words, the names of rows and paragraphs, the headings above.

/** How far another word for a term stands for it: one that means the same, one that is related. */
export const SAME = 0.9;
export const RELATED = 0.7;

/** How far a set of stems holds a term: its own stem, one that begins alike, another word for it. */
export const held = (term: Term, stems: ReadonlySet<string>): number => {
  const own = stemMatch(term.stem, stems);
  if (own === 1) return 1;
  return Math.max(
    own,
    term.same.some((other) => stems.has(other)) ? SAME : term.synonyms.some((other) => stems.has(other)) ? RELATED : 0,
  );
};

/** How far a candidate covers a term, wherever on the page. */
export const cover = (term: Term, candidate: Candidate, numbers: (value: number) => number): number => {
  if (candidate.operation?.consumed.has(term.stem)) return 1;
  let best = held(term, candidate.own);
  if (best < 0.9) best = Math.max(best, 0.9 * held(term, candidate.lead));
  if (best < 0.8) best = Math.max(best, 0.8 * held(term, candidate.title), 0.8 * held(term, candidate.headings));
  if (best < 0.7) best = Math.max(best, 0.7 * held(term, candidate.beside));
  if (best < 0.7) best = Math.max(best, 0.7 * held(term, candidate.asked));
  if (best < 0.4) best = Math.max(best, 0.4 * held(term, candidate.before));
  if (best < 0.8 && term.numeric && /^\d+$/.test(term.word)) best = Math.max(best, numbers(Number(term.word)));
  return best;
};

/** Content words of a candidate that the question lacks. */
export const newWords = ({ stems, own }: Candidate, terms: readonly Term[]): number => {
  // Another word for one of the question's, such as "garage" for "parking", can be what is asked for.
  const asked = new Set(terms.map(({ stem }) => stem));
  let count = 0;
  for (const stem of own)
    if (
      !asked.has(stem) &&
      !STOP_STEMS.has(stem) &&
      stem.length > 1 &&
      !terms.some((term) => term.stem.length > 4 && stem.startsWith(term.stem.slice(0, 5)))
    )
      count += 1;
  return stems.length === 0 ? 0 : count;
};
const STOP_STEMS = new Set(Array.from(STOP_WORDS, stemOf));

/** Pairs of neighbouring content terms of the question that stand within three words of each other; what it counts in ("vacation days") is one. */
export const proximity = ({ terms, measure }: ReadQuestion, stems: readonly string[]): number => {
  const content = terms.filter(({ light, word }) => !light || word === measure);
  if (content.length < 2) return 0;
  const positions = content.map((term) =>
    stems.flatMap((stem, at) => (stem === term.stem || term.synonyms.includes(stem) ? [at] : [])),
  );
  let near = 0;
  for (let at = 1; at < content.length; at++)
    if (positions[at - 1]?.some((a) => positions[at]?.some((b) => Math.abs(a - b) <= 3))) near += 1;
  return near / (content.length - 1);
};

/** Of a row's label, or of the term that a paragraph is about, the share that the question names: "Heron H4" is nearer to "Heron" than "Heron sensor set". */
export const labelShare = (candidate: Candidate, terms: readonly Term[]): number => {
  const { table, rows = [], operation, sentence } = candidate;
  if (table && operation?.operator === 'comparison')
    return rows.reduce((sum, row) => sum + shareNamed(table.rows[row]?.[0] ?? '', terms), 0) / Math.max(1, rows.length);
  const name = table
    ? operation
      ? ''
      : (table.rows[rows[0] ?? -1]?.[0] ?? '')
    : sentence?.itself.speaker === undefined
      ? (sentence?.itself.lead ?? '')
      : '';
  return shareNamed(name, terms);
};
const shareNamed = (name: string, terms: readonly Term[]): number => {
  const label = [...new Set(stemsOf(name.replace(/\([^)]*\)/g, '')))].filter((stem) => !STOP_STEMS.has(stem));
  // A name in code is asked for whole, and a label is cut into its parts too.
  const asked = new Set(
    terms.flatMap(({ stem, same }) => [stem, ...same, ...(stem.includes('_') ? stem.split('_').map(stemOf) : [])]),
  );
  // The name of a parameter or an option is all that its label is about: "--keep-within INTERVAL".
  if (label.some((stem) => /^--|_/.test(stem) && asked.has(stem))) return 1;
  // An option is asked for as it stands or by its words; the one does not take from the other.
  const parts = label.filter((stem) => !stem.startsWith('--') || asked.has(stem));
  return parts.length === 0 ? 0 : parts.filter((stem) => asked.has(stem)).length / parts.length;
};

/** From this agreement on a heading asks much the same as the question. */
export const MIN_AGREEMENT = 0.75;

/** How far the question and what stands above a candidate name the same things: the harmonic mean of the shares that each names of the other. */
export const agreement = (candidate: Candidate, terms: readonly Term[], weights: readonly number[]): number => {
  const { sentence, table, asked, passage } = candidate;
  const { headings } = passage;
  const above = [
    asked,
    ...(sentence
      ? [
          sentence.itself.leadStems,
          sentence.itself.headingStems.size > 0
            ? sentence.itself.headingStems
            : new Set(stemsOf(headings.at(-1) ?? passage.title)),
        ]
      : [new Set(stemsOf(table?.name ?? ''))]),
  ];
  return Math.max(0, ...above.map((stems) => harmonic(stems, terms, weights)));
};

/** As `agreement`, with the page's title: numbers of chapters and what stands in brackets do not count. */
export const titleAgreement = (
  { title }: Pick<Passage, 'title'>,
  terms: readonly Term[],
  weights: readonly number[],
): number => harmonic(titleStems(title), terms, weights);
const titles = new Map<string, ReadonlySet<string>>();
const MAX_TITLES = 1_000;
const titleStems = (title: string): ReadonlySet<string> => {
  let stems = titles.get(title);
  if (!stems) {
    if (titles.size >= MAX_TITLES) titles.clear();
    stems = new Set(
      stemsOf(
        title
          .replace(/^\s*(?:(?:chapter|part|appendix|section)\s+)?[\p{Lu}\d]+(?:\.\d+)*\.\s+/iu, '')
          .replace(/\([^)]*\)/g, ''),
      ),
    );
    titles.set(title, stems);
  }
  return stems;
};

const harmonic = (above: ReadonlySet<string>, terms: readonly Term[], weights: readonly number[]): number => {
  const content = [...above].filter((stem) => !STOP_STEMS.has(stem));
  if (content.length === 0) return 0;
  const asked = new Set(terms.flatMap(({ stem, same }) => [stem, ...same]));
  const named = content.filter((stem) => asked.has(stem)).length / content.length;
  let [covered, total] = [0, 0];
  for (const [at, term] of terms.entries()) {
    if (term.light) continue;
    total += weights[at] ?? 0;
    covered += (weights[at] ?? 0) * held(term, above);
  }
  const share = total === 0 ? 0 : covered / total;
  return named + share === 0 ? 0 : (2 * named * share) / (named + share);
};
