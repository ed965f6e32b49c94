import { describe, expect, it } from 'vitest';
import { ParleyError } from '../core/errors.ts';
import { silentLog } from '../core/log.ts';
import { wholePassage } from '../stores/testing/whole-passage.ts';
import { deepened } from './deepened.ts';
import type { Encoder } from './encoder/encoder.ts';
import type { Hit, Retriever, SearchMode } from './retriever.ts';

const LONG = 'word '.repeat(100);
const hit = (id: string, score: number, text = LONG): Hit => ({
  documentId: id,
  passageId: `${id}#0`,
  title: id,
  text,
  score,
  via: [],
  passage: wholePassage({ id, title: id, text, scopes: ['everyone'] }),
});

const finding = (hits: Hit[], mode: SearchMode = 'fused'): Retriever => ({
  search: async ({ k = 10 }) => ({ hits: hits.slice(0, k), mode }),
});

/** An encoder whose coverage depends on the first letter of the passage's title; z is highest. */
const encoder = (read: string[][] = []): Encoder => ({
  name: 'local:double',
  embed: async () => [],
  async coverage(_, texts) {
    read.push([...texts]);
    return texts.map((text) => (text.startsWith('z') ? 1 : 0));
  },
});

const ask = { text: 'which?', scopes: ['everyone'], deep: true };
const ids = (hits: readonly Hit[]) => hits.map(({ documentId }) => documentId);

describe('deepened', () => {
  it('lets a passage rise that covers the question, and says why and that the search was deep', async () => {
    const search = deepened(finding([hit('a', 5), hit('b', 4.9), hit('z', 4)]), encoder(), { log: silentLog });
    const { hits, deep } = await search.search({ ...ask, k: 2 });
    expect(ids(hits)).toEqual(['z', 'a']);
    expect(hits[0]?.via).toEqual([{ kind: 'coverage', share: 1 }]);
    expect(deep).toEqual({ read: 3, of: 3 });
  });

  it('reads as many as the time allows, and says how many; the others stay where they stood', async () => {
    const times: (number | undefined)[] = [];
    const slow = (count: number): Encoder => ({
      ...encoder(),
      async coverage(question, texts, signal, withinMs) {
        times.push(withinMs);
        return ((await encoder().coverage?.(question, texts, signal)) ?? []).slice(0, count);
      },
    });
    const hits = [hit('a', 5), hit('b', 4.9), hit('z', 4.8), hit('zz', 4.7)];
    const found = async (count: number) => {
      const { hits: read, deep } = await deepened(finding(hits), slow(count), { log: silentLog }).search(ask);
      return [ids(read), deep];
    };
    expect(await found(3)).toEqual([['z', 'a', 'b', 'zz'], { read: 3, of: 4 }]);
    expect(await found(1)).toEqual([ids(hits), { read: 1, of: 4 }]);
    expect(times).toEqual([300, 300]);
  });

  it('keeps the order where the encoder is too busy to begin, and asks it again at the next search', async () => {
    let asked = 0;
    const busy: Encoder = {
      ...encoder(),
      coverage: (_, __, signal) => {
        asked++;
        return new Promise((_, reject) =>
          signal?.addEventListener('abort', () =>
            reject(new ParleyError('CANCELLED', { message: 'Cancelled.', remedy: 'Ask again.' })),
          ),
        );
      },
    };
    const search = deepened(finding([hit('a', 5), hit('z', 4.9)]), busy, { log: silentLog, readingMs: 1 });
    const { hits, deep } = await search.search(ask);
    expect([ids(hits), deep]).toEqual([['a', 'z'], { read: 0, of: 2 }]);
    await search.search(ask);
    expect(asked).toBe(2);
  });

  it('does not lift a passage over one that is far better', async () => {
    const search = deepened(finding([hit('a', 9), hit('z', 4)]), encoder(), { log: silentLog });
    expect(ids((await search.search(ask)).hits)).toEqual(['a', 'z']);
  });

  it('reads six passages, twelve where they are short, and leaves the others where they stood', async () => {
    const hits = (text: string) => Array.from({ length: 14 }, (_, at) => hit(`p${at}`, 20 - at, text));
    const read: string[][] = [];
    const long = await deepened(finding(hits(LONG)), encoder(read), { log: silentLog }).search({ ...ask, k: 14 });
    await deepened(finding(hits('hi there')), encoder(read), { log: silentLog }).search({ ...ask, k: 14 });
    expect(read.map((texts) => texts.length)).toEqual([6, 12]);
    expect(ids(long.hits)).toEqual(ids(hits(LONG)));
  });

  it('leaves quick searches, those by words, and encoders without token outputs alone', async () => {
    const read: string[][] = [];
    const hits = [hit('a', 5), hit('z', 4.9)];
    await deepened(finding(hits), encoder(read), { log: silentLog }).search({ ...ask, deep: false });
    const byWords = await deepened(finding(hits, 'lexical'), encoder(read), { log: silentLog }).search(ask);
    expect(ids(byWords.hits)).toEqual(['a', 'z']);
    expect(read).toEqual([]);
    const plain = finding(hits);
    expect(deepened(plain, { name: 'openai:x', embed: async () => [] }, { log: silentLog })).toBe(plain);
  });

  it('keeps the order of the search where the encoder fails, and does not ask it again at once', async () => {
    let asked = 0;
    const broken: Encoder = {
      ...encoder(),
      async coverage() {
        asked++;
        throw new ParleyError('ENCODER_UNAVAILABLE', { message: 'Its thread ended.', remedy: 'Wait.' });
      },
    };
    const search = deepened(finding([hit('a', 5), hit('z', 4.9)]), broken, { log: silentLog });
    const { hits, deep } = await search.search(ask);
    expect([ids(hits), deep]).toEqual([['a', 'z'], undefined]);
    await search.search(ask);
    expect(asked).toBe(1);
  });

  it('says in one line why a search was not deep, once a cause until it is deep again', async () => {
    const said: unknown[][] = [];
    const log = { ...silentLog, warn: (...line: unknown[]) => void said.push(line) };
    const outcomes = ['Its thread ended.', 'Its thread ended.', 'It is too old.', 'fine', 'Its thread ended.'];
    let time = 0;
    const moody: Encoder = {
      ...encoder(),
      async coverage(_, texts) {
        const message = outcomes.shift() ?? '';
        if (message === 'fine') return texts.map(() => 0);
        throw new ParleyError('ENCODER_UNAVAILABLE', { message, remedy: 'Wait.' });
      },
    };
    const now = () => (time += 20_000);
    const search = deepened(finding([hit('a', 5), hit('z', 4.9)]), moody, { log, now });
    while (outcomes.length > 0) await search.search(ask);
    const code = 'ENCODER_UNAVAILABLE';
    const meanwhile = 'Deep searches keep the order of quick ones meanwhile.';
    expect(said).toEqual([
      [{ code }, `Its thread ended. ${meanwhile}`],
      [{ code }, `It is too old. ${meanwhile}`],
      [{ code }, `Its thread ended. ${meanwhile}`],
    ]);
  });

  it.each([
    ['no number', [Number.NaN, 1]],
    ['more than all', [0, 7]],
    ['more than the passages', [0, 1, 1]],
  ])('keeps the order where what the encoder says is %s', async (_, shares) => {
    const odd = { ...encoder(), coverage: async () => shares };
    const search = deepened(finding([hit('a', 5), hit('z', 4.9)]), odd, { log: silentLog });
    const { hits, deep } = await search.search({ text: 'q', scopes: ['everyone'], deep: true });
    expect(hits.map(({ documentId, score }) => [documentId, score])).toEqual([
      ['a', 5],
      ['z', 4.9],
    ]);
    expect(deep).toBeUndefined();
  });

  it('ends with the signal of its caller', async () => {
    const stop = new AbortController();
    const waiting: Encoder = {
      ...encoder(),
      coverage: (_, __, signal) =>
        new Promise((_, reject) =>
          signal?.addEventListener('abort', () =>
            reject(new ParleyError('CANCELLED', { message: 'Cancelled.', remedy: 'Ask again.' })),
          ),
        ),
    };
    const search = deepened(finding([hit('a', 5), hit('z', 4.9)]), waiting, { log: silentLog });
    const found = search.search({ ...ask, signal: stop.signal });
    setImmediate(() => stop.abort());
    await expect(found).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
