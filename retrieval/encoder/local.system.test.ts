import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localEncoder } from './local.ts';
import { findMissingParts } from './local-files.ts';
import { openAICompatibleEncoder } from './openai-compatible.ts';
import { dot } from './unit-vector.ts';

const NAME = 'local:all-MiniLM-L6-v2';
const { PARLEY_MODELS: models, EMBEDDINGS_URL: service } = process.env;
const place = { folder: models ?? '', base: 'http://127.0.0.1:9', consent: false };
const lacking = models ? findMissingParts(NAME, place) : undefined;
const why = !models
  ? 'PARLEY_MODELS is not set'
  : lacking && `PARLEY_MODELS lacks ${[...lacking.files, ...lacking.packages].join(', ')}: parley doctor --fix`;

const TEXTS = [
  'How long is parental leave?',
  'Parents get 26 weeks of leave.',
  'Æthelred, naïve façade',
  '東京の育児休業は何週間ですか。',
  '员工可以休二十六周的育儿假。',
  'Сколько длится отпуск по уходу за ребёнком?',
  '🙂🎉 👩‍👩‍👧',
  '   \n\t ',
  '',
  '[SEP] [CLS] [PAD] [UNK]',
  '\u0000\u0007\ufffd\u200b',
  'x'.repeat(5000),
  'word '.repeat(600),
  'a',
  ...Array.from({ length: 40 }, (_, i) => `Item ${i} of the list lies on shelf ${i % 7}. `.repeat(1 + (i % 9))),
];

describe.skipIf(why)(`the local all-MiniLM-L6-v2${why ? ` (skipped: ${why})` : ''}`, () => {
  it('gives unit vectors in order, the same whatever shares their batch', async () => {
    const encoder = localEncoder(NAME, place);
    const together = await encoder.embed(TEXTS);
    expect(together.map((vector) => vector.length)).toEqual(TEXTS.map(() => 384));
    for (const [i, text] of TEXTS.slice(0, 14).entries()) {
      expect(dot(together[i]!, together[i]!)).toBeCloseTo(1, 5);
      const [alone] = await encoder.embed([text]);
      for (let at = 0; at < 384; at++) expect(Math.abs(alone![at]! - together[i]![at]!)).toBeLessThan(1e-5);
    }
    expect(dot(together[0]!, together[1]!)).toBeGreaterThan(0.6);
    expect(dot(together[0]!, together[2]!)).toBeLessThan(0.3);
  });

  // For an empty text, the service receives a space, which has no tokens either.
  it.skipIf(!service)(
    `gives the service’s vectors to 1e-4${service ? '' : ' (skipped: no EMBEDDINGS_URL)'}`,
    async () => {
      const [ours, theirs] = await Promise.all([
        localEncoder(NAME, place).embed(TEXTS),
        openAICompatibleEncoder({ name: 'openai:all-minilm-l6-v2', baseUrl: service! }).embed(TEXTS),
      ]);
      for (const [i, vector] of ours.entries())
        for (let at = 0; at < vector.length; at++) expect(Math.abs(vector[at]! - theirs[i]![at]!)).toBeLessThan(1e-4);
    },
  );

  it('pools and cuts by the name of the model, as the table has it', async () => {
    // The files of the installed model under names of models with other pooling or maximum lengths.
    const folder = mkdtempSync(join(tmpdir(), 'parley-models-'));
    const under = (name: string) => {
      symlinkSync(resolve(place.folder, 'all-MiniLM-L6-v2'), join(folder, name));
      return localEncoder(`local:${name}`, { ...place, folder });
    };
    symlinkSync(resolve(place.folder, 'packages'), join(folder, 'packages'));
    const begin = 'the lake lies north of the old town '.repeat(22);
    const texts = [`${begin} and otters live there`, `${begin} but nobody counts the invoices`];
    const alike = async (name: string) => {
      const [a, b] = await under(name).embed(texts);
      return dot(a!, b!);
    };
    expect(await alike('all-MiniLM-L6-v2')).toBeLessThan(0.999);
    expect(await alike('paraphrase-multilingual-MiniLM-L12-v2')).toBeCloseTo(1, 5);
    const [[first], [mean]] = await Promise.all([
      under('bge-small-en-v1.5').embed(['How long is parental leave?']),
      localEncoder(NAME, place).embed(['How long is parental leave?']),
    ]);
    expect(dot(first!, first!)).toBeCloseTo(1, 5);
    expect(dot(first!, mean!)).toBeLessThan(0.99);
    rmSync(folder, { recursive: true });
  });

  it('says how well texts cover a question, whatever their length, without holding up this thread', async () => {
    const encoder = localEncoder(NAME, place);
    const passages = [
      'Parents get 26 weeks of leave.',
      'The hotel budget is 150 euros a night.',
      'word '.repeat(600),
      '',
    ];
    const shares = await encoder.coverage?.('How long is parental leave?', passages);
    expect(shares).toHaveLength(4);
    const [leave = 0, ...others] = shares ?? [];
    expect(leave).toBeGreaterThan(0.6);
    for (const share of others) expect(share).toBeLessThan(leave / 2);
    expect(await encoder.coverage?.('How long is parental leave?', passages)).toEqual(shares);
  });

  it('reads the texts that the time allows, first to last, and those that it keeps whatever the time', async () => {
    const encoder = localEncoder(NAME, place);
    const question = 'How long is parental leave?';
    const texts = Array.from({ length: 6 }, (_, at) => `Rule ${at}. ${'Parental leave is paid. '.repeat(40)}`);
    expect(await encoder.coverage?.(question, texts, undefined, 0)).toEqual([]);
    expect(await encoder.coverage?.(question, texts.slice(0, 2))).toHaveLength(2);
    expect(await encoder.coverage?.(question, texts, undefined, 0)).toHaveLength(2);
    expect(await encoder.coverage?.(question, texts, undefined, 60_000)).toHaveLength(6);
  });

  it('covers a text that it keeps although the texts before it take its place', async () => {
    const encoder = localEncoder(NAME, place);
    const question = 'How long is parental leave?';
    const texts = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => `Rule ${from + at}: parental leave is ${from + at} weeks.`);
    // More texts than the thread caches, in two calls. The second call ends with the first text of the first call.
    const [first = ''] = texts(0, 1);
    await encoder.coverage?.(question, texts(0, 60));
    const again = [...texts(100, 11), first];
    expect(await encoder.coverage?.(question, again)).toEqual(
      await localEncoder(NAME, place).coverage?.(question, again),
    );
  });
});
