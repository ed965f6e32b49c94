import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type DocumentRow, documentRowSchema } from '../../../core/document.ts';
import { documentRow, worldDocuments, worldPages } from './documents.ts';
import { questionKinds, worldQuestions } from './questions.ts';
import { permutation } from './random.ts';
import { openWorld } from './world.ts';

const rows = (size: number, seed = 7, revision = 0): DocumentRow[] => [...worldDocuments({ seed, size, revision })];
const digest = (items: Iterable<unknown>): string => {
  const hash = createHash('sha256');
  for (const item of items) hash.update(`${JSON.stringify(item)}\n`);
  return hash.digest('hex').slice(0, 16);
};
/** Passages as the world counts them: paragraphs of prose, and tables with their caption. */
const passagesOf = ({ markdown = '' }: DocumentRow): number =>
  markdown.split('\n\n').filter((block) => !block.startsWith('## ') && !block.startsWith('|')).length;

describe('permutation', () => {
  it('maps [0, n) onto itself and back, at every n', () => {
    for (const n of [1, 2, 3, 7, 100, 1013]) {
      const order = permutation(5, n);
      const images = Array.from({ length: n }, (_, i) => order.at(i));
      expect(new Set(images).size).toBe(n);
      expect(images.map((value) => order.inverse(value))).toEqual(images.map((_, i) => i));
    }
  });
});

describe('the closed world', () => {
  it('is the same bytes for the same seed, on any machine', () => {
    expect(digest(worldDocuments({ seed: 7, size: 500 }))).toBe('1ca4a6cf39b604bb');
    expect(digest(worldQuestions({ seed: 7, size: 500, count: 100 }))).toBe('32fb189c9cbf5f1a');
    expect(digest(worldDocuments({ seed: 8, size: 500 }))).not.toBe('1ca4a6cf39b604bb');
  });

  it('when hard, has as many passages too, and says nothing else of what other pages do not say', () => {
    const pages = [...worldDocuments({ seed: 7, size: 2000, hard: true })];
    expect(pages.reduce((n, row) => n + passagesOf(row), 0)).toBe(2000);
    expect(pages.filter(({ id }) => id.startsWith('copy-')).length).toBeGreaterThan(20);
    const kinds = [...worldQuestions({ seed: 7, size: 2000, count: 290, hard: true })].map(({ kind }) => kind);
    for (const kind of ['ranked', 'near-miss', 'stale']) expect(kinds.filter((one) => one === kind)).toHaveLength(30);
    expect(kinds.filter((one) => one === 'bridge-4')).toHaveLength(10);
  });

  it('has exactly as many passages as asked', () => {
    for (const size of [110, 500, 2000, 12_345])
      expect(rows(size).reduce((n, row) => n + passagesOf(row), 0)).toBe(size);
  });

  it('gives every page an id of its own and a title of its own, and valid rows', () => {
    const all = rows(20_000);
    expect(new Set(all.map((row) => row.id)).size).toBe(all.length);
    expect(new Set(all.map((row) => row.title)).size).toBe(all.length);
    for (const row of all.slice(0, 300)) expect(documentRowSchema.parse(row)).toEqual(row);
  });

  it('keeps private projects to their scope: no public page names them', () => {
    const all = rows(3000);
    const hidden = all.filter((row) => row.scopes);
    expect(hidden.length).toBeGreaterThan(10);
    const open = all
      .filter((row) => !row.scopes)
      .map((row) => row.markdown)
      .join('\n');
    for (const row of hidden) expect(new RegExp(`${row.title}(?! [A-Z])\\b`).test(open)).toBe(false);
  });

  it('changes, drops and adds pages from one ingest to the next, and leaves the most alone', () => {
    const before = new Map(rows(5000).map((row) => [row.id, JSON.stringify(row)]));
    const after = new Map(rows(5000, 7, 1).map((row) => [row.id, JSON.stringify(row)]));
    const gone = [...before.keys()].filter((id) => !after.has(id)).length;
    const come = [...after.keys()].filter((id) => !before.has(id)).length;
    const changed = [...after].filter(([id, row]) => before.has(id) && before.get(id) !== row).length;
    expect(gone).toBeGreaterThan(5);
    expect(come).toBeGreaterThan(3);
    expect(changed / before.size).toBeGreaterThan(0.03);
    expect(changed / before.size).toBeLessThan(0.25);
  });

  it('holds pages of every trouble: archives, drafts, twins, injections, tables', () => {
    const text = rows(2000)
      .map((row) => `${row.title}\n${row.markdown}`)
      .join('\n');
    for (const trace of [
      /archived page of 20/,
      /Draft notes on/,
      / \(\d{4} film\)/,
      /only with the word|answer is [A-Z]{4}/,
      /\| Revenue/,
    ])
      expect(text).toMatch(trace);
  });

  it('has as many passages as asked for, each with its text', () => {
    let passages = 0;
    let characters = 0;
    for (const page of worldPages(openWorld({ seed: 3, size: 60_000 }))) {
      characters += documentRow(page).markdown!.length;
      passages += page.passages.length;
    }
    expect(passages).toBe(60_000);
    expect(characters).toBeGreaterThan(10_000_000);
  });
});

describe('questions', () => {
  it('come in every kind, each with ids of pages that are there', () => {
    const ids = new Set(rows(1000).map((row) => row.id));
    const questions = [...worldQuestions({ seed: 7, size: 1000, count: 200 })];
    expect(questions).toHaveLength(200);
    expect(new Set(questions.map((question) => question.kind))).toEqual(new Set(questionKinds));
    for (const { supporting_ids, answers, answerable } of questions) {
      for (const id of supporting_ids) expect(ids.has(id), id).toBe(true);
      expect(answers.length > 0).toBe(answerable);
    }
  });

  it('are there in the smallest world too', () => {
    const kinds = new Set([...worldQuestions({ seed: 1, size: 100, count: 200 })].map(({ kind }) => kind));
    expect(kinds.size).toBeGreaterThanOrEqual(questionKinds.length - 1);
  });

  it('do not depend on how many are asked for', () => {
    const few = [...worldQuestions({ seed: 2, size: 500, count: 30 })];
    expect([...worldQuestions({ seed: 2, size: 500, count: 60 })].slice(0, 30)).toEqual(few);
  });
});
