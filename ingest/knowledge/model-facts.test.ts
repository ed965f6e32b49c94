import { describe, expect, it } from 'vitest';
import type { Passage } from '../../core/document.ts';
import { ParleyError } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import type { DocumentChange } from '../../stores/index.ts';
import { wholePassage } from '../../stores/testing/whole-passage.ts';
import { addModelFacts, type ReadFacts } from './model-facts.ts';

const change = (id: string, texts: string[]): DocumentChange => ({
  document: {
    id,
    sourceId: 's',
    title: id,
    text: texts.join('\n\n'),
    scopes: ['everyone'],
    fetchedAt: '2026-01-01T00:00:00Z',
    contentHash: 'hash',
  },
  passages: texts.map(
    (text, ordinal): Passage => ({
      ...wholePassage({ id, title: id, text, scopes: ['everyone'] }),
      id: `${id}#${ordinal}`,
      ordinal,
    }),
  ),
  tables: [],
});

/** Reads "A likes B." and records which texts it was asked about. */
const reader = () => {
  const asked: string[] = [];
  const readFacts: ReadFacts = async (passages) => {
    asked.push(...passages.map(({ text }) => text));
    return passages.flatMap(({ text }, passage) => {
      const [, subject, object] = /^(\w+) likes (\w+)\.$/.exec(text) ?? [];
      return subject && object ? [{ passage, subject, predicate: 'likes', object }] : [];
    });
  };
  return { asked, readFacts };
};
const run = (changes: DocumentChange[], readFacts: ReadFacts, before = new Map()) =>
  addModelFacts(changes, before, { readFacts, log: silentLog });
const lines = (done: DocumentChange[]) =>
  done.flatMap(
    ({ knowledge }) => knowledge?.triples.map((t) => [t.subjectName, t.objectName, ...t.passageIds].join(' ')) ?? [],
  );

describe('facts that a model reads', () => {
  it('belong to the passage that states them', async () => {
    const { readFacts } = reader();
    const { changes, count } = await run(
      [change('a', ['Ana likes Bo.', 'Nothing.']), change('b', ['Bo likes Cy.'])],
      readFacts,
    );
    expect(lines(changes)).toEqual(['Ana Bo a#0', 'Bo Cy b#0']);
    expect(count).toEqual({ read: 3, cached: 0, unread: 0 });
  });

  it('are read again only where the passage changed, wherever in the document it stands now', async () => {
    const first = await run([change('a', ['Ana likes Bo.', 'Bo likes Cy.'])], reader().readFacts);
    const before = new Map(first.changes.map(({ document }) => [document.id, document]));
    const second = reader();
    const { changes, count } = await run(
      [change('a', ['New first.', 'Ana likes Bo.', 'Bo likes Di.'])],
      second.readFacts,
      before,
    );
    expect(second.asked).toEqual(['New first.', 'Bo likes Di.']);
    expect(lines(changes)).toEqual(['Ana Bo a#1', 'Bo Di a#2']);
    expect(count).toEqual({ read: 2, cached: 1, unread: 0 });
    expect(JSON.stringify(changes[0]!.document.metadata)).not.toContain('Cy');
  });

  it('leave passages unread when the budget is spent, and the document is ingested again the next time', async () => {
    let calls = 0;
    const spent: ReadFacts = async (passages, signal) => {
      if (++calls > 1) throw new ParleyError('BUDGET_EXHAUSTED', { message: 'Spent.', remedy: 'Raise it.' });
      return reader().readFacts(passages, signal);
    };
    const texts = Array.from({ length: 60 }, (_, i) => `P${i} likes Q${i}.`);
    const { changes, count } = await run([change('a', texts), change('b', ['X likes Y.'])], spent);
    expect(count.read).toBe(6);
    expect(count.read + count.unread).toBe(61);
    expect(changes.map(({ document }) => document.contentHash)).toEqual(['hash+unread', 'hash+unread']);
    const before = new Map(changes.map(({ document }) => [document.id, document]));
    const again = await run([change('a', texts), change('b', ['X likes Y.'])], reader().readFacts, before);
    expect(again.count).toEqual({ read: 55, cached: 6, unread: 0 });
    expect(again.changes.map(({ document }) => document.contentHash)).toEqual(['hash', 'hash']);
  });

  it('stop when cancelled', async () => {
    const cancelled: ReadFacts = async () => {
      throw new ParleyError('CANCELLED', { message: 'Stopped.', remedy: 'Again.' });
    };
    await expect(run([change('a', ['Ana likes Bo.'])], cancelled)).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
