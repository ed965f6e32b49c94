import { writeStatement } from '../language/statement.ts';
import { writeQuestion } from '../language/write-question.ts';
import type { Decision } from './decide.ts';
import { type Cell, type Listing, writeCell, writeListing } from './read-passage.ts';
import type { Used } from './solve.ts';

/** An answer's text with its citations. */
export interface Written {
  verdict: 'answered' | 'unknown' | 'invalid-premise';
  text: string;
  shortAnswer: string;
  citations: { n: number; quote: string }[];
}

const quotedWords = 25;

/** Words of a source, at most 25 of them; of a list the first row. */
const shorten = (quote: string): string => {
  const rows = quote.split('\n');
  return (rows[2] ?? rows[0]!).split(' ').slice(0, quotedWords).join(' ');
};

/** A used fact as a sentence that can be parsed again, with its source's number. */
export const sentenceOf = (used: Used): string | undefined => {
  const said = used.statement
    ? writeStatement(used.statement)
    : 'measure' in used
      ? writeCell(used as Used & Cell)
      : 'members' in used
        ? writeListing(used as Used & Listing)
        : undefined;
  return said && (used.n > 0 ? said.replace(/\.$/, ` [${used.n}].`) : said);
};

/** Writes a decision as text: a sentence with [n] for each fact, then the conclusion. */
export const compose = ({ outcome }: Decision): Written => {
  const sentences = [...new Set(outcome.used.flatMap((used) => sentenceOf(used) ?? []))];
  const citations = citationsOf(outcome.used);
  if (outcome.status === 'unknown') {
    const [first] = outcome.missing;
    return {
      verdict: 'unknown',
      text: `The sources do not say${first ? `: ${writeQuestion(first)}` : ' that.'}`,
      shortAnswer: '',
      citations: [],
    };
  }
  const numbers = [...new Set(citations.map(({ n }) => n))].map((n) => `[${n}]`).join('');
  const conclusion =
    outcome.says && !/\[\d+\]/.test(outcome.says)
      ? outcome.says.replace(/\.$/, ` ${numbers}.`).replace(' .', '.')
      : outcome.says;
  const text = [...sentences, conclusion].filter(Boolean).join(' ');
  return outcome.status === 'invalid'
    ? { verdict: 'invalid-premise', text, shortAnswer: '', citations }
    : { verdict: 'answered', text: text || `${outcome.answer}.`, shortAnswer: outcome.answer, citations };
};

const citationsOf = (used: readonly Used[]): Written['citations'] => [
  ...new Map(
    used.filter(({ n }) => n > 0).map(({ n, quote }) => [`${n} ${quote}`, { n, quote: shorten(quote) }]),
  ).values(),
];
