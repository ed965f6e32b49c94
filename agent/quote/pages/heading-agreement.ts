import type { Passage } from '../../../core/document.ts';
import type { GlossaryLanguage } from '../languages/glossary.ts';
import { inEnglish } from '../languages/in-english.ts';
import { termMatch } from '../reading/term-match.ts';
import type { Term } from '../reading/terms.ts';
import { ofLast } from '../words/of-last.ts';
import { STOP_STEMS } from '../words/stems.ts';
import { headingStemsOf } from './heading-stems.ts';

const NONE: ReadonlySet<string> = new Set();

const formsAsked = ofLast((terms: readonly Term[]) => new Set(terms.flatMap(({ stem, same }) => [stem, ...same])));

/**
 * Agreement, 0 to 1, of a question with what stands above a text: the harmonic mean of the shares that each names of the other.
 * @param above stems of a heading, a title or a question
 * @param weights of the terms, in their order
 * @param common stems that do not count unless the question has them
 */
export const headingAgreement = (
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

/** As `headingAgreement`, for the page's title without chapter numbers and text in brackets. */
export const titleAgreement = (
  { title }: Pick<Passage, 'title'>,
  terms: readonly Term[],
  weights: readonly number[],
  language?: GlossaryLanguage,
): number => headingAgreement(titleStems(inEnglish(title, language)), terms, weights);
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
