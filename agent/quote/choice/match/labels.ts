import type { Candidate } from '../../candidates/candidate.ts';
import { countedNoun, hasColumnOf } from '../../operators/counted.ts';
import { labelsOf } from '../../pages/tables.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import { RELATED_MATCH, termMatch } from '../../reading/term-match.ts';
import type { Term } from '../../reading/terms.ts';
import { asksWhat } from '../../reading/what-is-asked.ts';
import { ofLast } from '../../words/of-last.ts';
import { STOP_STEMS, stemOf, stemsOf } from '../../words/stems.ts';

// How far the question names a row or a paragraph by what it is called.

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

/** Share of the label that the question names; what something is must be named by the leading term too. */
export const labelOf = (question: ReadQuestion, candidate: Candidate): number =>
  labelShare(candidate, namingTerms(question, candidate)) *
  (asksWhat(question) && question.types.length === 0 && candidate.sentence ? namedByLead(question, candidate) : 1);

/** The terms that may name a row: what is counted in a column does not, unless it is said twice ("people in People"). */
const namingTerms = ({ text, terms }: ReadQuestion, { table }: Candidate): readonly Term[] => {
  const counted = table ? countedNoun(text) : '';
  if (!table || counted === '' || !hasColumnOf(table, counted)) return terms;
  const isTwice = stemsOf(text).filter((stem) => stem === counted).length > 1;
  return isTwice ? terms : terms.filter(({ stem }) => stem !== counted);
};

/**
 * Share of the question's content that the paragraph's leading term contains: the term "job" contains half of "job
 * control". 0 for a program's option unless the question asks for one.
 */
const namedByLead = ({ text, terms }: ReadQuestion, { lead, sentence }: Candidate): number => {
  if (isUnaskedOption(sentence?.itself.lead ?? '', text)) return 0;
  const content = terms.filter(({ light }) => !light);
  return content.length === 0
    ? 1
    : content.filter((term) => termMatch(term, lead) >= RELATED_MATCH).length / content.length;
};

/** True if the question names a column other than the label's. */
export const namesColumn = ({ table }: Candidate, { terms }: ReadQuestion): boolean =>
  table?.columnStems.some(
    (head, at) =>
      !table.labelColumns.includes(at) &&
      terms.some(({ light, stem, same }) => !light && [stem, ...same].some((one) => head.has(one))),
  ) === true;

const ASKS_OPTION = /(?:^|\s)-|\b(?:option|flag|switch|argument|parameter)s?\b/i;
/**
 * True for a program's option as the term of an entry, if no option is asked for: "--tablespace=tablespace" does not say what a
 * tablespace is.
 */
export const isUnaskedOption = (lead: string, question: string): boolean =>
  /^\W*-/.test(lead) && !ASKS_OPTION.test(question);
