import { afterEach, describe, expect, it } from 'vitest';
import { ParleyError } from '../core/errors.ts';
import { silentLog } from '../core/log.ts';
import { openEmbedded } from '../stores/embedded/index.ts';
import type { DocumentChange, Stores } from '../stores/index.ts';
import { createRetriever, type Encoder, indexDocuments } from './index.ts';
import { page, wordEncoder } from './testing/pages.ts';

const PAGES = [
  page('film', 'The Long Winter', 'The Long Winter is a 1962 drama directed by Ada Marchetti. It was shot in Turin.'),
  page(
    'director',
    'Ada Marchetti',
    'Ada Marchetti (1920 – 1999) was an editor. She was born in a village near Lugano.',
  ),
  page('other', 'Winter sports', 'Skiing and skating are winter sports. They were born in the north.'),
  page('award', 'Golden Lantern', 'The Golden Lantern went to Ada Marchetti in 1963 and to Bruno Conti in 1964.'),
  page('noise', 'Turin', 'Turin is a city on the river Po. Cars are made there.'),
];

let stores: Stores | undefined;
afterEach(() => stores?.close());

const open = async (pages: readonly DocumentChange[], encoder?: Encoder) => {
  stores = openEmbedded(':memory:');
  await indexDocuments({ stores, encoder }, pages);
  return createRetriever({ stores, encoder, log: silentLog });
};
const everyone = ['everyone'];

describe('search', () => {
  it.each([
    ['with an encoder', wordEncoder()],
    ['without', undefined],
  ])('follows a name from the page that the question names to the page that answers (%s)', async (_, encoder) => {
    const retriever = await open(PAGES, encoder);
    const { hits, mode, notice } = await retriever.search({
      text: 'Where was the director of The Long Winter born?',
      scopes: everyone,
    });
    expect(hits.slice(0, 3).map(({ documentId }) => documentId)).toEqual(expect.arrayContaining(['director', 'film']));
    expect(mode).toBe(encoder ? 'fused' : 'lexical');
    expect(notice).toBeUndefined();
    const [director] = hits.filter(({ documentId }) => documentId === 'director');
    expect(director!.via).toContainEqual({ kind: 'link', from: 'film#0', through: 'Ada Marchetti' });
    const [film] = hits.filter(({ documentId }) => documentId === 'film');
    expect(film!.via).toContainEqual({ kind: 'title', title: 'the long winter' });
    expect(film!.via).toContainEqual(
      expect.objectContaining({ kind: 'terms', terms: expect.arrayContaining(['winter']) }),
    );
  });

  it('takes the nearest passages alone where that is asked for: by meaning, or by words without an encoder', async () => {
    const nearest = {
      text: 'Where was the director of The Long Winter born?',
      scopes: everyone,
      by: 'nearest' as const,
    };
    const { hits } = await (await open(PAGES, wordEncoder())).search(nearest);
    expect(hits.map(({ via }) => via.map(({ kind }) => kind))).toEqual(hits.map(() => ['vector']));
    expect(hits[0]?.documentId).toBe('film');
    await stores?.close();
    const byWords = await (await open(PAGES)).search(nearest);
    expect(byWords.mode).toBe('lexical');
    expect(new Set(byWords.hits.flatMap(({ via }) => via.map(({ kind }) => kind)))).toEqual(new Set(['terms']));
  });

  it('follows a hyperlink, whatever its words', async () => {
    const retriever = await open([
      page('guide/start.md', 'First steps', 'New here? The badge desk tells you more.', {
        links: ['../desk.md#hours'],
      }),
      page('desk.md', 'Opening times', 'Eight to four, closed on Fridays.'),
      page('other.md', 'Parking', 'Two to six, closed on Mondays.'),
    ]);
    const { hits } = await retriever.search({
      text: 'When can I get help at the badge desk for my first steps?',
      scopes: everyone,
    });
    expect(hits.map(({ documentId }) => documentId).slice(0, 2)).toEqual(['guide/start.md', 'desk.md']);
    expect(hits[1]!.via).toContainEqual(expect.objectContaining({ kind: 'link', from: 'guide/start.md#0' }));
  });

  it('gives the passage whole, in order of score, and no more than asked for', async () => {
    const { hits } = await (await open(PAGES)).search({ text: 'Ada Marchetti', k: 2, scopes: everyone });
    expect(hits).toHaveLength(2);
    expect(hits[0]!.score).toBeGreaterThanOrEqual(hits[1]!.score);
    expect(hits[0]).toMatchObject({ passageId: 'director#0', passage: PAGES[1]!.passages[0] });
  });

  it('neither returns nor goes through what the asker may not see', async () => {
    const hidden = PAGES.map((one) =>
      one.document.id === 'film' ? page('film', one.document.title, one.document.text, { scopes: ['board'] }) : one,
    );
    const retriever = await open(hidden);
    const question = { text: 'Where was the director of The Long Winter born?' };
    const outside = await retriever.search({ ...question, scopes: everyone });
    expect(outside.hits.map(({ documentId }) => documentId)).not.toContain('film');
    expect(JSON.stringify(outside.hits.map(({ via }) => via))).not.toContain('film#0');
    const inside = await retriever.search({ ...question, scopes: ['everyone', 'board'] });
    expect(inside.hits.map(({ documentId }) => documentId)).toContain('film');
    expect((await retriever.search({ ...question, scopes: [] })).hits).toEqual([]);
  });

  it('hops from what an earlier round found', async () => {
    const retriever = await open(PAGES);
    const without = await retriever.search({ text: 'And where was she born?', scopes: everyone });
    const withKnown = await retriever.search({
      text: 'And where was she born?',
      scopes: everyone,
      seeds: { passageIds: ['film#0'] },
    });
    const placeOf = (hits: { documentId: string }[]) => hits.findIndex(({ documentId }) => documentId === 'director');
    expect(placeOf(withKnown.hits)).toBe(0);
    expect(withKnown.hits[0]!.score).toBeGreaterThan(without.hits[placeOf(without.hits)]!.score);
  });

  it('hops from the page of an entity that an earlier round found', async () => {
    const retriever = await open(PAGES);
    const { hits } = await retriever.search({
      text: 'And where was she born?',
      scopes: everyone,
      seeds: { entities: ['The Long Winter'] },
    });
    expect(hits[0]!.documentId).toBe('director');
  });

  it('forgets what is deleted and sees what is changed', async () => {
    const retriever = await open(PAGES);
    await stores!.apply({ delete: ['director'] });
    await indexDocuments({ stores: stores! }, [page('noise', 'Turin', 'The zebra lives in Turin.')]);
    const { hits } = await retriever.search({ text: 'zebra', scopes: everyone });
    expect(hits[0]!.documentId).toBe('noise');
    const gone = await retriever.search({ text: 'Lugano village editor', scopes: everyone });
    expect(gone.hits.map(({ documentId }) => documentId)).not.toContain('director');
  });
});

describe('an encoder that is down', () => {
  it('for the sub-questions alone leaves a search by meaning that says it is partial', async () => {
    const good = wordEncoder();
    const question = 'Where was the director of The Lake born?';
    let refuse = true;
    const slow: Encoder = {
      name: good.name,
      embed(texts, _signal, as) {
        if (refuse && as === 'question' && !texts.includes(question))
          throw new ParleyError('ENCODER_UNAVAILABLE', { message: 'The embeddings are slow.', remedy: 'Wait.' });
        return good.embed(texts);
      },
    };
    await open(PAGES, good);
    const found = () =>
      createRetriever({ stores: stores!, encoder: slow, log: silentLog }).search({ text: question, scopes: everyone });
    expect(await found()).toMatchObject({ mode: 'fused', partial: true });
    refuse = false;
    expect(await found()).not.toHaveProperty('partial');
  });

  it('leaves a search by words that says so, and is not asked again at once', async () => {
    const good = wordEncoder();
    let asked = 0;
    const down: Encoder = {
      name: good.name,
      async embed() {
        asked++;
        throw new ParleyError('ENCODER_UNAVAILABLE', { message: 'The embeddings are down.', remedy: 'Wait.' });
      },
    };
    await open(PAGES, good);
    const retriever = createRetriever({ stores: stores!, encoder: down, log: silentLog });
    for (let round = 0; round < 2; round++) {
      const { hits, mode, notice } = await retriever.search({ text: 'Ada Marchetti', scopes: everyone });
      expect(hits[0]!.documentId).toBe('director');
      expect(mode).toBe('lexical');
      expect(notice).toContain('The embeddings are down.');
    }
    expect(asked).toBe(1);
  });

  it('writes nothing of a batch that cannot be encoded', async () => {
    stores = openEmbedded(':memory:');
    const down: Encoder = { name: 'a:b', embed: () => Promise.reject(new Error('cut')) };
    await expect(indexDocuments({ stores, encoder: down }, PAGES)).rejects.toThrow('cut');
    expect(await stores.documents.count()).toMatchObject({ documents: 0, passages: 0 });
  });
});

describe('odd questions and corpora', () => {
  it.each([
    ['an empty question', ''],
    ['only stop words', 'what is it that they do'],
    ['only emoji', '🦓🦓🦓'],
    ['another script', '東京はどこですか'],
    ['one word', 'Turin'],
    ['query syntax', '"Turin" OR NEAR(a b) * ^ -x'],
    ['ten thousand words', 'where is Turin and who lives there '.repeat(1500)],
  ])('%s: an answer, no error', async (_, text) => {
    const retriever = await open(PAGES, wordEncoder());
    const { hits } = await retriever.search({ text, scopes: everyone });
    expect(hits.length).toBeLessThanOrEqual(10);
    if (text.includes('Turin')) expect(hits.map(({ documentId }) => documentId)).toContain('noise');
  });

  it('an empty corpus, and one passage', async () => {
    expect((await (await open([])).search({ text: 'Turin', scopes: everyone })).hits).toEqual([]);
    await stores!.close();
    const { hits } = await (await open(PAGES.slice(0, 1))).search({ text: 'Marchetti', scopes: everyone });
    expect(hits.map(({ documentId }) => documentId)).toEqual(['film']);
  });

  it('a passage of a hundred thousand words, and many pages of one title', async () => {
    const many = Array.from({ length: 400 }, (_, i) =>
      page(`o${i}`, 'Overview', `Overview of part ${i}. See Overview.`),
    );
    const long = page('long', 'Log', `${'nothing happened today. '.repeat(33_000)} The zebra escaped.`);
    const retriever = await open([...many, long]);
    const { hits } = await retriever.search({ text: 'When did the zebra escape?', scopes: everyone });
    expect(hits[0]!.documentId).toBe('long');
    const overview = await retriever.search({ text: 'overview of part 77', scopes: everyone });
    expect(overview.hits[0]!.documentId).toBe('o77');
  });
});
