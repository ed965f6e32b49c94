import { contentStems, shareIn } from '../../../core/text/content-stems.ts';
import { citedOf } from '../../nodes/search.ts';
import type { QuestionContext } from '../../question-context.ts';
import { sentencesAround } from '../../references/find-quote.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { joinStatements, splitStatements } from '../../references/statements.ts';
import type { GroundedFact } from '../../tasks/prompt.ts';

/** Facts that share this share of their words, in both directions, and all of their figures say the same. */
const MIN_SHARED_WORDS = 0.9;
/** Characters of a source's sentence that are shown beside the fact that it states. */
const MAX_QUOTE_CHARS = 300;

/** A fact without its marks. */
export const bareFact = (fact: string): string => fact.replace(/\s*\[\d+(?:\s*[,;]\s*\d+)*\]/g, '').trim();

/**
 * The facts that say where they stand, each with the marks of these sources alone: a model that names a source which it was
 * not shown has not read it there.
 */
export const citedFrom = (facts: readonly string[], sources: readonly { n: number }[]): string[] => {
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
export const statementsOf = ({ text }: { text: string }): string[] =>
  splitStatements(text).flatMap((statement) => (statement.cited.length > 0 ? joinStatements([statement]) : []));

/** The facts that no known fact says already, in any word order and from any source. */
export const newFacts = (facts: readonly string[], known: readonly string[]): string[] => {
  const held = known.map(read);
  return facts.filter((fact) => {
    const content = read(fact);
    if (held.some((other) => saysTheSame(content, other))) return false;
    held.push(content);
    return true;
  });
};

interface Said {
  stems: ReadonlySet<string>;
  figures: string;
}

const read = (fact: string): Said => {
  const bare = bareFact(fact);
  return { stems: contentStems(bare), figures: (bare.match(/\p{N}+/gu) ?? []).sort().join(' ') };
};

const saysTheSame = (a: Said, b: Said): boolean =>
  a.figures === b.figures && Math.min(shareIn(a.stems, b.stems), shareIn(b.stems, a.stems)) >= MIN_SHARED_WORDS;

/**
 * A fact with the words of its sources that state it: a later call can check and quote them without reading them again.
 * Sources that the prompt shows whole need no quote beside them.
 */
export const withGrounds = (
  fact: string,
  context: Pick<QuestionContext, 'references'>,
  shown: readonly NumberedReference[] = [],
): GroundedFact => ({
  fact,
  grounds: unshown(citedOf(context, fact), shown).map((source) => ({
    n: source.n,
    title: source.title,
    quote: sentencesAround(source, bareFact(fact), MAX_QUOTE_CHARS),
  })),
});

const unshown = (sources: readonly NumberedReference[], shown: readonly NumberedReference[]): NumberedReference[] => {
  const wholeTexts = new Map(shown.map(({ n, text }) => [n, text]));
  return sources.filter(({ n, text }) => wholeTexts.get(n) !== text);
};
