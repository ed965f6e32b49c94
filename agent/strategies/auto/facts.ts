import { contentStems, shareIn } from '../../../core/text/content-stems.ts';
import { citedOf } from '../../nodes/search.ts';
import type { QuestionContext } from '../../question-context.ts';
import { sentencesAround } from '../../references/find-quote.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { joinStatements, splitStatements } from '../../references/statements.ts';
import type { GroundedFact } from '../../tasks/prompt.ts';

/** Facts with equal figures that share at least this fraction of their words, in both directions, are the same. */
const MIN_SHARED_WORDS = 0.9;
/** Maximum characters of the source quote shown beside a fact. */
const MAX_QUOTE_CHARS = 300;

/** A fact without its citation marks. */
export const withoutMarks = (fact: string): string => fact.replace(/\s*\[\d+(?:\s*[,;]\s*\d+)*\]/g, '').trim();

/**
 * The facts that cite at least one of the given sources, without marks of any other source. A model cannot have read a
 * source that it was not shown.
 */
export const keepCitedFacts = (facts: readonly string[], sources: readonly { n: number }[]): string[] => {
  const shownNumbers = new Set(sources.map(({ n }) => n));
  return facts.flatMap((fact) => {
    let cited = false;
    const kept = fact.replace(/(\s*)\[(\d+(?:\s*[,;]\s*\d+)*)\]/g, (_, space: string, numbers: string) => {
      const marks = numbers
        .split(/[,;]/)
        .map(Number)
        .filter((n) => shownNumbers.has(n));
      cited ||= marks.length > 0;
      return marks.length > 0 ? space + marks.map((n) => `[${n}]`).join('') : '';
    });
    return cited ? [kept] : [];
  });
};

/** The cited statements of an answer, each as a fact. */
export const citedStatements = ({ text }: { text: string }): string[] =>
  splitStatements(text).flatMap((statement) => (statement.cited.length > 0 ? joinStatements([statement]) : []));

/** The facts that differ from each known fact and from each other, whatever their word order and sources. */
export const newFacts = (facts: readonly string[], known: readonly string[]): string[] => {
  const held = known.map(contentOf);
  return facts.filter((fact) => {
    const content = contentOf(fact);
    if (held.some((other) => saysTheSame(content, other))) return false;
    held.push(content);
    return true;
  });
};

interface FactContent {
  stems: ReadonlySet<string>;
  figures: string;
}

const contentOf = (fact: string): FactContent => {
  const bare = withoutMarks(fact);
  return { stems: contentStems(bare), figures: (bare.match(/\p{N}+/gu) ?? []).sort().join(' ') };
};

const saysTheSame = (a: FactContent, b: FactContent): boolean =>
  a.figures === b.figures && Math.min(shareIn(a.stems, b.stems), shareIn(b.stems, a.stems)) >= MIN_SHARED_WORDS;

/**
 * A fact with a quote from each of its sources, so that a later call can check and cite it without the full source.
 * Sources in `shown` that hold the quote themselves need none.
 */
export const groundFact = (
  fact: string,
  context: Pick<QuestionContext, 'references'>,
  shown: readonly NumberedReference[] = [],
): GroundedFact => ({
  fact,
  grounds: citedOf(context, fact).flatMap((source) => {
    const inPrompt = shown.find(({ n }) => n === source.n)?.text;
    if (inPrompt === source.text) return [];
    const quote = sentencesAround(source, withoutMarks(fact), MAX_QUOTE_CHARS);
    return inPrompt?.includes(quote) ? [] : [{ n: source.n, title: source.title, quote }];
  }),
});
