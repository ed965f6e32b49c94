import { splitSentences } from '../../../core/text/sentences.ts';
import { narrowNamesIn } from '../../../retrieval/index.ts';
import { node } from '../../node.ts';
import { citedOf, hitsFor } from '../../nodes/search.ts';
import { fromHit } from '../../references/from-hits.ts';
import { statesFigure, statesOtherFigure } from '../../references/other-figure.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { containedNames } from './mentions.ts';
import { withdrawAnswer } from './reasoning-space.ts';
import type { Auto } from './state.ts';

/** Statements of an answer that other pages are searched for, and passages that each search may bring. */
const MAX_STATEMENTS = 3;
const DEPTH = 8;

/** True for an answer to a team's pages that quotes a figure, and was not compared with other pages yet. */
export const isComparable = ({ attempt, areCut, compared }: Pick<Auto, 'attempt' | 'areCut' | 'compared'>): boolean =>
  areCut && !compared && attempt?.verdict === 'answered' && attempt.citations.some(({ quote }) => statesFigure(quote));

/**
 * Searches for the statements that an answer quotes. If an unread page says the same with another figure, the answer is asked
 * for once more with both in view: what replaces a rule, or contradicts it, has the rule's own words, and seldom those of the
 * question ("how late can you get in": "Last entry is 90 minutes before the sauna closes"). Of 193 answers to two teams
 * it asks for this one again.
 */
export const comparePages = node('compare', async (state: Auto, context) => {
  const { attempt, shownSources, space, standalone } = state;
  if (!attempt) return { compared: true };
  const cited = citedOf(context, attempt.text, attempt.citations);
  const pages = new Set(cited.map(({ documentId }) => documentId));
  const shown = shownSources.map(({ text }) => plain(text)).join('\n');
  const quotes = attempt.citations.filter(({ quote }) => statesFigure(quote)).slice(0, MAX_STATEMENTS);
  const found = await Promise.all(
    quotes.map(async ({ n, quote }) => {
      const own = context.references.get(n);
      const title = own?.title ?? '';
      const names = containedNames(narrowNamesIn(`${standalone} ${quote}`), `${title} ${own?.text ?? ''}`);
      const hits = await hitsFor(context, { query: `${title} ${quote}`, k: DEPTH });
      return (
        hits
          .map(fromHit)
          .filter(({ documentId }) => !pages.has(documentId))
          // The same sentence with another figure is told of each of many things of one kind.
          .filter((other) => containedNames(names, `${other.title} ${other.text}`).length === names.length)
          .filter(({ title, headings, text }) =>
            splitSentences(text).some(({ start, end }) => {
              const sentence = text.slice(start, end);
              return (
                !shown.includes(plain(sentence)) && statesOtherFigure(quote, sentence, [title, ...headings].join(' '))
              );
            }),
          )
          .slice(0, 1)
      );
    }),
  );
  const others: NumberedReference[] = context.references.add(found.flat());
  if (others.length === 0) return { compared: true };
  context.trace({ kind: 'note', name: 'other-figure', data: { pages: others.map(({ title }) => title) } });
  context.show.reset();
  withdrawAnswer(space);
  const query = quotes.map(({ quote }) => quote).join(' ');
  return { compared: true, space, found: [{ query, names: [], references: others, mentions: [], news: true }] };
});

const plain = (text: string): string => text.replace(/\s+/gu, ' ').trim();
