import type { Citation, Verdict } from '../../core/answer.ts';
import { imagesAsWords } from '../../core/text/images.ts';
import { givesAnswer } from '../../core/verdict.ts';
import type { WrittenAnswer } from '../tasks/shapes.ts';
import { isLikelyBySources, repeatsLink } from './likely-answer.ts';
import { offTopic } from './off-topic.ts';
import type { NumberedReference } from './reference.ts';
import { withoutForeignLinks } from './safe-text.ts';
import { tellsWhatIsMissing } from './says-unknown.ts';
import { hasStatedName, hasStatedWord } from './stated-words.ts';
import {
  codeLines,
  joinStatements,
  type Statement,
  splitStatements,
  withAnswerJoined,
  withWholeTables,
} from './statements.ts';
import {
  claimsOf,
  concludes,
  MIN_SHARE_UNCITED,
  type SupportedStatement,
  speaksOfSources,
  supportOf,
  workedFigures,
} from './support.ts';

/** A checked answer: each statement is cited or concludes from cited ones, and each quote is in its source. */
export interface CheckedAnswer {
  text: string;
  shortAnswer: string;
  verdict: Verdict;
  confidence: number;
  citations: Citation[];
  /** Of a likely answer: the one link that no source states. */
  unconfirmed: string[];
  /** Statements removed because no source supports them. */
  dropped: string[];
}

/**
 * Confidence factor of likely answers: the share that was right when read by hand
 * (docs/measured/strategies-by-hand.md).
 */
const LIKELY_SHARE = 0.6;
/**
 * Checks an answer against its sources. Each cited number must be a source that was shown, and its quote must be in
 * that source or a sentence of it must support the statement. A statement without a source gets one that states it, is
 * kept if it only concludes from other statements, and is dropped otherwise. Without any citation left, the answer is
 * unknown. Citations are numbered in order of appearance.
 * @param options.isReadTwice true if a reading of nothing but plain statements gave the same answer. It may then have other
 * words than the question ("Stu Marsden, fleet engineer" for who fixes vehicles).
 * @param options.searches searches that were worded from the question before any source was read, whose words are on its topic
 */
export const checkAnswer = (
  written: WrittenAnswer,
  references: readonly NumberedReference[],
  question: string,
  { isReadTwice = false, searches = [] }: { isReadTwice?: boolean; searches?: readonly string[] } = {},
): CheckedAnswer => {
  const citable = new Map(
    references.filter(({ kind }) => kind !== 'memory' && kind !== 'calculation').map((shown) => [shown.n, shown]),
  );
  const isAnswer = givesAnswer(written.verdict);
  const isLikely = written.verdict === 'likely';
  const unconfirmed = isLikely ? (written.unconfirmed ?? []) : [];
  // "Invalid premise" is a claim about the sources too and needs a citation.
  const isClaim = isAnswer || written.verdict === 'invalid-premise';
  const { kept, dropped } = weighStatements({ ...written, unconfirmed }, isClaim, citable, {
    question,
    isReadTwice,
    searches,
  });
  const { statements, citations, cited } = numberCitations(kept, citable);
  const texts = [question, ...cited.map((reference) => reference.text)];
  const allowed = { pages: cited.flatMap(({ url }) => url ?? []), texts };
  const text = withoutForeignLinks(joinStatements(statements), allowed);
  const lostItsAnswer = dropped.length > 0 && !hasStatedName(written.shortAnswer, [text, ...texts, ...allowed.pages]);
  const isGuess =
    isLikely &&
    !isLikelyBySources(
      written.shortAnswer,
      unconfirmed,
      cited,
      written.worked ?? [],
      `${question} ${references.map((shown) => `${shown.title} ${shown.text}`).join(' ')}`,
    );
  if (isClaim && (citations.length === 0 || lostItsAnswer || isGuess)) {
    return {
      text: 'I found no page that supports an answer to that.',
      shortAnswer: '',
      verdict: 'unknown',
      confidence: 0,
      citations: [],
      unconfirmed: [],
      dropped,
    };
  }
  const strengths = kept.flatMap(({ support }) => support.map(({ strength }) => strength));
  const mean = strengths.reduce((sum, strength) => sum + strength, 0) / Math.max(1, strengths.length);
  const share = kept.length / Math.max(1, kept.length + dropped.length);
  return {
    text,
    shortAnswer:
      isAnswer && hasStatedWord(written.shortAnswer, [text, ...texts])
        ? withoutForeignLinks(written.shortAnswer.replace(/\s*\[\d+\]/g, ''), allowed).trim()
        : '',
    verdict: written.verdict,
    confidence: isAnswer ? Math.round((0.3 + 0.6 * mean * share) * (isLikely ? LIKELY_SHARE : 1) * 100) / 100 : 0,
    citations,
    unconfirmed: unconfirmed.map((link) => withoutForeignLinks(link.replace(/\s*\[\d+\]/g, ''), allowed)),
    dropped,
  };
};

const tellsOnlyWhatIsMissing = ({ support, text }: SupportedStatement): boolean =>
  support.length === 0 && tellsWhatIsMissing(text);

/** Which statements stay, each with the sources that support it, and the texts of the others. */
const weighStatements = (
  {
    text,
    shortAnswer,
    citations,
    unconfirmed,
    worked = [],
  }: Pick<WrittenAnswer, 'text' | 'shortAnswer' | 'citations' | 'worked'> & { unconfirmed: readonly string[] },
  isClaim: boolean,
  citable: ReadonlyMap<number, NumberedReference>,
  { question, isReadTwice, searches }: { question: string; isReadTwice: boolean; searches: readonly string[] },
): { kept: SupportedStatement[]; dropped: string[] } => {
  // An image is never shown, and its exclamation mark ends no sentence.
  const statements = withAnswerJoined(splitStatements(imagesAsWords(text)), shortAnswer);
  const claims = claimsOf(citations, statements, citable);
  const given = `${question} ${workedFigures(worked)}`;
  const anyCited = citations.map(({ n }) => n);
  // A likely answer lists its unconfirmed link separately, so statements that repeat it are removed.
  const told = statements.filter(
    ({ text, cited }) => cited.length > 0 || !unconfirmed.some((link) => repeatsLink(link, text)),
  );
  const supported: SupportedStatement[] = [];
  const asConclusion = (statement: Statement): SupportedStatement | undefined =>
    !codeLines(statement) && concludes(statement, supported, citable, given)
      ? { ...statement, cited: [], support: [] }
      : undefined;
  const withSupport = (statement: Statement): SupportedStatement | undefined => {
    const support = supportOf(statement, statement.cited, claims, citable, question);
    if (support.length > 0 || !isClaim) return { ...statement, support };
    const conclusion = asConclusion(statement);
    if (conclusion) return conclusion;
    const uncited = supportOf(statement, anyCited, claims, citable, question, MIN_SHARE_UNCITED).slice(0, 2);
    return uncited.length > 0 ? { ...statement, support: uncited } : undefined;
  };
  const weighed = told.map((statement) => {
    const one = withSupport(statement);
    if (one) supported.push(one);
    return { statement, one };
  });
  // What opens an answer may conclude from what follows: "It depends on your role."
  const judged = weighed.map(({ statement, one }) => ({ statement, one: one ?? asConclusion(statement) }));
  const kept = judged.flatMap(({ one }) => one ?? []);
  const dropped = judged.flatMap(({ statement, one }) => (one ? [] : statement.text));
  if (!isClaim) return { kept, dropped };
  if (isReadTwice) return { kept: withWholeTables(kept), dropped };
  const strays = offTopic(
    kept.filter((statement) => !speaksOfSources(statement) && !tellsOnlyWhatIsMissing(statement)),
    citable,
    { question, given: [given, ...searches].join(' '), claims },
  );
  return {
    kept: withWholeTables(kept.filter((statement) => !strays.has(statement))),
    dropped: [...dropped, ...[...strays].map((stray) => stray.text)],
  };
};

/** Numbers the sources of statements by first appearance, and makes a citation of each. */
const numberCitations = (
  kept: readonly SupportedStatement[],
  citable: ReadonlyMap<number, NumberedReference>,
): { statements: Statement[]; citations: Citation[]; cited: NumberedReference[] } => {
  const numbers = new Map<number, number>();
  const citations: Citation[] = [];
  const statements = kept.map((statement) => ({
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
  return { statements, citations, cited: [...numbers.keys()].flatMap((n) => citable.get(n) ?? []) };
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
    kind: kind === 'table' || kind === 'path' || kind === 'live' ? kind : 'passage',
    ...(updatedAt ? { updatedAt } : {}),
  };
};
