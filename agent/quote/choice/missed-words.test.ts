import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EVERYONE } from '../../../core/document.ts';
import { ParleyError } from '../../../core/errors.ts';
import { readSettings } from '../../../core/settings.ts';
import { words } from '../../../core/text/words.ts';
import type { Encoder } from '../../../retrieval/index.ts';
import { openParley } from '../../../runtime/open.ts';
import type { Parley } from '../../../runtime/parley.ts';
import { findCandidates } from '../find-candidates.ts';
import { gainWithoutMissed, speaksOfAnother, withoutMissed } from './missed-words.ts';

const PAGE = '# The quay\n\nCars check in thirty minutes before the boat sails.\n';

/** Reads these and "cars" as one thing, and every other word as one of its own. */
const CARS = new Set(['motorists', 'drivers']);
const encoder: Encoder = {
  name: 'test',
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(4096);
      for (const word of words(text)) {
        const read = CARS.has(word) ? 'cars' : word;
        const at = [...read].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 4096, 7);
        vector[at] = (vector[at] ?? 0) + 1;
      }
      const length = Math.hypot(...vector) || 1;
      return vector.map((value) => value / length);
    }),
};

let folder: string;
let parley: Parley;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-quote-'));
  await writeFile(join(folder, 'quay.md'), PAGE);
  parley = await openParley({ settings: readSettings({ PARLEY_DATA: join(folder, 'data') }) });
  await parley.ingest([join(folder, 'quay.md')]);
});
afterAll(async () => {
  await parley?.close();
});

const find = async (text: string) => {
  const { stores, retriever } = parley;
  const { question, weighed } = await findCandidates(
    { text, scopes: [EVERYONE], askedAt: Date.UTC(2026, 10, 20) },
    { stores, retriever },
  );
  const candidate = weighed.map((one) => one.candidate).find(({ plain }) => plain.startsWith('Cars check in'));
  if (!candidate) throw new Error('The sentence is no candidate.');
  return { question, candidate };
};

it('leaves out the words that the shown text lacks', async () => {
  const { question, candidate } = await find('when do motorists check in');
  expect(withoutMissed(question, candidate)).toBe('when do check in');
});

it('leaves out nothing where all words are there', async () => {
  const { question, candidate } = await find('when do cars check in');
  expect(withoutMissed(question, candidate)).toBeUndefined();
  expect(await gainWithoutMissed(question, candidate, encoder)).toBe(0);
});

it('tells another word for what a text says from a word for another thing', async () => {
  const same = await find('when do motorists or drivers check in before the boat sails');
  expect(await speaksOfAnother(same.question, same.candidate, encoder)).toBe(false);
  const other = await find('when do penguins walruses ostriches check in before the boat sails');
  expect(await speaksOfAnother(other.question, other.candidate, encoder)).toBe(true);
});

it('holds nothing back where the encoder is unavailable', async () => {
  const { question, candidate } = await find('when do penguins walruses ostriches check in before the boat sails');
  const down: Encoder = {
    name: 'test',
    embed: () =>
      Promise.reject(new ParleyError('ENCODER_UNAVAILABLE', { message: 'The encoder is down.', remedy: 'Start it.' })),
  };
  expect(await speaksOfAnother(question, candidate, down)).toBe(false);
});
