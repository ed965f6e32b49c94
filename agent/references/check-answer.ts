import type { Citation, Verdict } from '../../core/answer.ts';
import { words } from '../../core/text/words.ts';
import type { ClaimedCitation, WrittenAnswer } from '../tasks/shapes.ts';
import { contentStems, shareIn } from './content-stems.ts';
import { bestSentence, findQuote } from './find-quote.ts';
import type { NumberedReference } from './reference.ts';
import { withoutForeignLinks } from './safe-text.ts';
import { joinStatements, type Statement, splitStatements } from './statements.ts';

/** A written answer as it may be given: every statement cited, every citation checked. */
export interface CheckedAnswer {
  text: string;
  shortAnswer: string;
  verdict: Verdict;
  confidence: number;
  citations: Citation[];
  /** Statements that were left out because nothing bears them out. */
  dropped: string[];
}

/** A source whose words have less than this in common with a statement does not speak of it. */
const LEAST_SHARE = 0.25;
/** A conclusion may hold this share of words that neither question nor cited sources hold ("therefore", "older"). */
const MOST_NOVEL = 0.4;

interface Support {
  n: number;
  quote: string;
  /** 1 when the model quoted the source's own words, else the share of the statement's words in the source's sentence. */
  strength: number;
}

/**
 * Holds an answer against the sources that it cites. Each number must be a source that was shown; its quote must stand in
 * that source, or a sentence of it must speak of the statement; a statement without a source is given one that states it,
 * kept if it only concludes from statements kept, and dropped otherwise. What remains without any citation is not an
 * answer. Citations are numbered in the order in which the text names them.
 */
export const checkAnswer = (
  written: WrittenAnswer,
  references: readonly NumberedReference[],
  question: string,
): CheckedAnswer => {
  const citable = new Map(
    references.filter(({ kind }) => kind !== 'memory' && kind !== 'calculation').map((shown) => [shown.n, shown]),
  );
  const dropped: string[] = [];
  const kept: (Statement & { support: Support[] })[] = [];
  const asked = contentStems(question);
  const isAnswer = written.verdict === 'answered';
  for (const statement of splitStatements(written.text)) {
    const support = supportOf(statement, statement.cited, written.citations, citable);
    if (support.length === 0 && isAnswer) {
      if (concludes(statement, kept, citable, asked, question)) {
        kept.push({ ...statement, cited: [], support: [] });
        continue;
      }
      support.push(
        ...supportOf(
          statement,
          written.citations.map(({ n }) => n),
          written.citations,
          citable,
          0.6,
        ).slice(0, 2),
      );
      if (support.length === 0) {
        dropped.push(statement.text);
        continue;
      }
    }
    kept.push({ ...statement, support });
  }

  const numbers = new Map<number, number>();
  const citations: Citation[] = [];
  const renumbered = kept.map((statement) => ({
    ...statement,
    cited: [...new Set(statement.support.map(({ n }) => n))].map((n) => {
      const known = numbers.get(n);
      if (known !== undefined) return known;
      const next = numbers.size + 1;
      numbers.set(n, next);
      citations.push(toCitation(next, citable.get(n)!, statement.support.find((one) => one.n === n)!.quote));
      return next;
    }),
  }));
  const allowed = [...numbers.keys()].flatMap((n) => {
    const { url, text } = citable.get(n)!;
    return url ? [url, text] : [text];
  });
  const text = withoutForeignLinks(joinStatements(renumbered), allowed);
  if (isAnswer && citations.length === 0) {
    return {
      text: 'I found no page that bears out an answer to that.',
      shortAnswer: '',
      verdict: 'unknown',
      confidence: 0,
      citations: [],
      dropped,
    };
  }
  const strengths = kept.flatMap(({ support }) => support.map(({ strength }) => strength));
  const mean = strengths.reduce((sum, strength) => sum + strength, 0) / Math.max(1, strengths.length);
  const share = kept.length / Math.max(1, kept.length + dropped.length);
  return {
    text,
    shortAnswer: isAnswer ? withoutForeignLinks(written.shortAnswer.replace(/\s*\[\d+\]/g, ''), allowed).trim() : '',
    verdict: written.verdict,
    confidence: isAnswer ? Math.round((0.3 + 0.6 * mean * share) * 100) / 100 : 0,
    citations,
    dropped,
  };
};

/** The sources among `numbers` that bear a statement out, with the words that do. */
const supportOf = (
  statement: Statement,
  numbers: readonly number[],
  claimed: readonly ClaimedCitation[],
  citable: ReadonlyMap<number, NumberedReference>,
  least = LEAST_SHARE,
): Support[] =>
  [...new Set(numbers)].flatMap((n) => {
    const reference = citable.get(n);
    if (!reference) return [];
    const quotes = claimed
      .filter((citation) => citation.n === n)
      .flatMap(({ quote }) => findQuote(reference.text, quote) ?? []);
    const wanted = contentStems(statement.text);
    const quoted = quotes
      .map((quote) => ({ quote, share: shareIn(wanted, contentStems(quote)) }))
      .sort((a, b) => b.share - a.share)[0];
    if (quoted && statement.cited.includes(n)) return [{ n, quote: quoted.quote, strength: 1 }];
    const sentence = bestSentence(reference.text, statement.text);
    const place = contentStems(`${reference.title} ${reference.headings.join(' ')} ${sentence.quote}`);
    const share = shareIn(wanted, place);
    return share >= least ? [{ n, quote: sentence.quote, strength: share * 0.8 }] : [];
  });

/** True for a statement that says nothing new: its words, names and numbers stand in the question or in what is cited. */
const concludes = (
  statement: Statement,
  kept: readonly { support: Support[]; text: string }[],
  citable: ReadonlyMap<number, NumberedReference>,
  asked: ReadonlySet<string>,
  question: string,
): boolean => {
  const cited = new Set(kept.flatMap(({ support }) => support.map(({ n }) => n)));
  if (cited.size === 0) return false;
  const held = new Set(asked);
  let text = question;
  for (const n of cited) text += ` ${citable.get(n)!.title} ${citable.get(n)!.text}`;
  for (const earlier of kept) text += ` ${earlier.text}`;
  for (const stem of contentStems(text)) held.add(stem);
  const heldWords = new Set(words(text));
  const facts = statement.text.match(/\p{N}[\p{N}.,]*|(?<=\S\s+)\p{Lu}\p{L}+/gu) ?? [];
  const newFacts = facts.flatMap((fact) => words(fact)).filter((word) => !heldWords.has(word));
  return newFacts.length === 0 && 1 - shareIn(contentStems(statement.text), held) <= MOST_NOVEL;
};

const toCitation = (n: number, reference: NumberedReference, quote: string): Citation => {
  const { kind, documentId, passageId, title, url, updatedAt } = reference;
  return {
    n,
    documentId,
    ...(passageId ? { passageId } : {}),
    title,
    ...(url ? { url } : {}),
    quote,
    kind: kind === 'table' || kind === 'path' ? kind : 'passage',
    ...(updatedAt ? { updatedAt } : {}),
  };
};
