import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../core/document.ts';
import { silentLog } from '../core/log.ts';
import { openEmbedded } from '../stores/embedded/index.ts';
import type { DocumentChange, Stores } from '../stores/index.ts';
import { createRetriever, type Encoder, indexDocuments, type Retriever } from './index.ts';
import { page, stating, wordEncoder } from './testing/pages.ts';

const IDS = ['a.md', 'b.md', 'c.md', 'd.md', 'e.md', 'f.md'];
const TITLES = ['Ada Marchetti', 'Turin', 'The Golden Lantern', 'Overview', 'Bruno Conti'];
const TEXTS = [
  'Ada Marchetti lives in Turin. She directed The Long Winter.',
  'Bruno Conti won the Golden Lantern in 1964.',
  'Winter in Turin is cold. The Golden Lantern is given there.',
  'Opening times are posted at the desk.',
  '',
];
const FACTS = [
  ['Ada Marchetti', 'mayor of', 'Turin'],
  ['Golden Lantern', 'given in', 'Turin'],
  ['Bruno Conti', 'works with', 'Ada Marchetti'],
] as const;
const SCOPES: Scope[][] = [['everyone'], ['board'], ['everyone', 'board']];
const ASKERS: Scope[][] = [['everyone'], ['board'], ['everyone', 'board']];
const QUESTIONS = [
  'Where does Ada Marchetti live in winter?',
  'Who won the Golden Lantern in Turin?',
  'overview of times',
];

/** A change that puts or deletes some pages. A page keeps its id, but everything else may change. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      put: fc.uniqueArray(written(), { minLength: 1, maxLength: 4, selector: ({ document }) => document.id }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ gone: fc.subarray(IDS, { minLength: 1, maxLength: 3 }) }) },
);

function written(): fc.Arbitrary<DocumentChange> {
  return fc
    .record({
      id: fc.constantFrom(...IDS),
      title: fc.constantFrom(...TITLES),
      texts: fc.array(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 3 }),
      scopes: fc.constantFrom(...SCOPES),
      links: fc.subarray(IDS, { maxLength: 2 }),
      facts: fc.subarray([...FACTS], { maxLength: 2 }),
    })
    .map(({ id, title, texts, scopes, links, facts }) => {
      const made = page(id, title, texts.join(' '), { scopes, links });
      const [first] = made.passages;
      const passages = texts.map((text, i) => ({
        ...first!,
        id: `${id}#${i}`,
        ordinal: i,
        text,
        links: i === 0 ? first!.links : [],
      }));
      return facts.length > 0 ? stating({ ...made, passages }, facts, `${id}#0`) : { ...made, passages };
    });
}

const over = (stores: Stores, encoder?: Encoder) => createRetriever({ stores, encoder, log: silentLog });

/** The results of every question for every asker: passages and scores, in order. */
const found = async (retriever: Retriever) => {
  const answers: [string, string][][] = [];
  for (const scopes of ASKERS)
    for (const text of QUESTIONS) {
      const { hits } = await retriever.search({ text, scopes, k: 20 });
      answers.push(hits.map(({ passageId, score }) => [passageId, score.toFixed(7)]));
    }
  return answers;
};

describe('updates', () => {
  it.each([
    ['by words and links', undefined],
    ['and by vectors', wordEncoder()],
  ])('leave what a fresh index of the pages that are left would find, %s', async (_, encoder) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const [changed, fresh] = [openEmbedded(':memory:'), openEmbedded(':memory:')];
        const left = new Map<string, DocumentChange>();
        const asking = over(changed, encoder);
        for (const one of steps) {
          if ('gone' in one) await changed.apply({ delete: one.gone });
          else await indexDocuments({ stores: changed, encoder }, one.put);
          for (const id of 'gone' in one ? one.gone : one.put.map(({ document }) => document.id)) left.delete(id);
          if ('put' in one) for (const change of one.put) left.set(change.document.id, change);
          // A process that goes on asking must not answer from what it read before the change.
          await asking.search({ text: QUESTIONS[0] ?? '', scopes: ASKERS[0] ?? [] });
        }
        await indexDocuments({ stores: fresh, encoder }, [...left.values()]);
        const expected = await found(over(fresh, encoder));
        expect(await found(over(changed, encoder))).toEqual(expected);
        expect(await found(asking)).toEqual(expected);
        await Promise.all([changed.close(), fresh.close()]);
      }),
      { numRuns: 25 },
    );
  });
});
