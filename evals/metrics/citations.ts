import type { Answer, Citation } from '../../core/answer.ts';
import { givesAnswer } from '../../core/verdict.ts';
import { saysAnswer } from './answer-match.ts';

/** What a citation is held against. */
export interface CitationGold {
  answers: readonly string[];
  supportingIds: readonly string[];
  /** The text of the place cited, or undefined when there is no such passage for this asker. */
  textOf(citation: Citation): string | undefined;
}

/**
 * Citation precision and recall without a model, after ALCE (Gao et al. 2023) with rules in place of its entailment model:
 * - precision: of the citations, those whose passage exists, holds the quote word for word, and supports the answer, that is,
 *   is one of the gold passages or says a gold answer (the given short answer where there is no gold);
 * - recall: of the answer's claims (sentences), those with at least one [n] whose passage exists and holds its quote.
 * A page that is cited because it says something else than the answer supports nothing and is no part of precision.
 * Precision is undefined when nothing is cited, recall when nothing is claimed, both when nothing is answered.
 */
export const citationScores = (answer: Answer, gold: CitationGold): { precision?: number; recall?: number } => {
  if (!givesAnswer(answer.verdict)) return {};
  const restsOn = answer.citations.filter(({ otherwise }) => !otherwise);
  const standing = new Map(answer.citations.map((citation) => [citation, stands(citation, gold.textOf(citation))]));
  const supporting = restsOn.filter((citation) => standing.get(citation) && supports(citation, answer, gold));
  const claims = claimsOf(answer.text);
  const standingNumbers = new Set(answer.citations.filter((citation) => standing.get(citation)).map(({ n }) => n));
  const cited = claims.filter((claim) => claim.citations.some((n) => standingNumbers.has(n)));
  return {
    ...(restsOn.length > 0 && { precision: supporting.length / restsOn.length }),
    ...(claims.length > 0 && { recall: cited.length / claims.length }),
  };
};

/** A sentence of an answer that states something, with the numbers it cites. */
export interface Claim {
  text: string;
  citations: number[];
}

/**
 * The sentences of an answer that claim something: headings, lead-ins that end in a colon, questions and table rules are not
 * claims. A marker behind the full stop ("… in 2009. [1]") belongs to the sentence before it.
 */
export const claimsOf = (markdown: string): Claim[] => {
  const claims: Claim[] = [];
  for (const line of markdown.split('\n')) {
    const plain = line.replace(/^\s*(?:[-*+>]|\d+[.)])\s+/, '').trim();
    if (plain === '' || plain.startsWith('#') || /^[|\s:-]+$/.test(plain)) continue;
    const ofLine: Claim[] = [];
    for (const { segment } of sentences.segment(plain)) {
      const leading = /^(?:\s*\[\d+\])+/.exec(segment)?.[0] ?? '';
      ofLine.at(-1)?.citations.push(...markers(leading));
      const rest = ofLine.length > 0 ? segment.slice(leading.length) : segment;
      const words = rest.replace(/\[\d+\]/g, '').trim();
      if (!/[\p{L}\p{N}]/u.test(words)) continue;
      ofLine.push({ text: words, citations: markers(rest) });
    }
    claims.push(...ofLine.filter(({ text }) => !/[?:]["')*_]*$/.test(text)));
  }
  return claims;
};

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

const markers = (text: string): number[] => [...text.matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1]));

/** A quote stands when its words follow one another in the text; "…" in it may leave words out. */
const stands = (citation: Citation, text: string | undefined): boolean => {
  if (text === undefined) return false;
  const within = ` ${words(text)} `;
  const parts = citation.quote
    .split(/…|\.\.\.|\[…\]/)
    .map(words)
    .filter((part) => part !== '');
  return parts.length > 0 && parts.every((part) => within.includes(` ${part} `));
};

const supports = (citation: Citation, answer: Answer, gold: CitationGold): boolean => {
  const isGold = gold.supportingIds.some((id) => id === citation.documentId || id === citation.passageId);
  if (isGold) return true;
  const text = gold.textOf(citation) ?? '';
  // A yes or no stands in no page: without gold pages, such a citation is held to its quote alone.
  const inWords = gold.answers.filter((one) => !/^(?:yes|no)\W*$/i.test(one));
  if (gold.answers.length > inWords.length && inWords.length === 0 && gold.supportingIds.length === 0) return true;
  const wanted = gold.answers.length > 0 || gold.supportingIds.length > 0 ? inWords : [answer.shortAnswer];
  return wanted.some((one) => saysAnswer(text, one) || saysAnswer(citation.title, one));
};

/** Letters and digits in lower case, single-spaced: marks and white space never decide whether a quote stands. */
const words = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
