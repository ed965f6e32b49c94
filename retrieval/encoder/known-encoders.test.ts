import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { createRetriever, indexDocuments, openEncoder } from '../index.ts';
import { page, wordEncoder } from '../testing/pages.ts';
import { HOSTED } from './hosted-models.ts';
import { KNOWN_ENCODERS, knownEncoder } from './known-encoders.ts';

describe('the table of encoders', () => {
  it.each(Object.entries(KNOWN_ENCODERS))('has what %s needs', (name, known) => {
    expect(known.repository.split('/').at(-1)).toBe(name);
    expect(known.maxTokens).toBeGreaterThanOrEqual(128);
    expect([384, 768, 1024]).toContain(known.dimensions);
    expect(['MIT', 'Apache-2.0']).toContain(known.licence);
    expect(['mean', 'cls']).toContain(known.pooling);
    expect(knownEncoder(`local:${name}`)).toBe(known);
    // A prefix must end with a space, or it would be joined with the first word of the text.
    for (const prefix of Object.values(known.prefixes ?? {})) expect(prefix).toMatch(/^$| $/);
  });

  it('knows every model that Parley fetches, and what a cosine of each that was run means', () => {
    for (const [name, { repository, files }] of Object.entries(HOSTED)) {
      expect(KNOWN_ENCODERS[name]).toMatchObject({ repository, isVerified: true });
      // The table has the size of the file.
      const model = files.find(({ path }) => path.endsWith('.onnx'));
      expect(Math.round((model?.bytes ?? 0) / 1e6)).toBe(KNOWN_ENCODERS[name]?.megabytes);
      for (const { bytes, sha256 } of files) expect([bytes > 0, /^[0-9a-f]{64}$/.test(sha256)]).toEqual([true, true]);
    }
    // Sizes are those of files for hosted models, and marked as estimates otherwise.
    for (const [name, { sizeFrom }] of Object.entries(KNOWN_ENCODERS))
      expect([name, sizeFrom]).toEqual([name, name in HOSTED ? 'file' : 'estimate']);
    for (const { isVerified, unrelated } of Object.values(KNOWN_ENCODERS))
      expect(isVerified === true).toBe(unrelated !== undefined);
  });

  // A size that differs much from the number of parameters is a mistake, such as that of 16-bit floats.
  it.each(Object.entries(KNOWN_ENCODERS))(
    'states for %s a size of its kind',
    (_, { dimensions, languages, megabytes }) => {
      const [least, most] = { 384: [80, 140], 768: [400, 600] }[dimensions] ?? [0, 0];
      // Multilingual models have a vocabulary of about 250,000 words, with four bytes per dimension.
      const words = languages === 'many' ? (220_000 * 4 * dimensions) / 1e6 : 0;
      expect(megabytes).toBeGreaterThanOrEqual((least ?? 0) + words * 0.9);
      expect(megabytes).toBeLessThanOrEqual((most ?? 0) + words * 1.1);
    },
  );

  it.each([
    ['openai:intfloat/e5-base-v2', 'e5-base-v2'],
    ['ollama:nomic-embed-text:latest', 'nomic-embed-text-v1.5'],
    ['openai:all-minilm-l6-v2', 'all-MiniLM-L6-v2'],
    ['together:BAAI/bge-base-en-v1.5', 'bge-base-en-v1.5'],
  ])('knows %s, whoever serves it', (served, name) => expect(knownEncoder(served)).toBe(KNOWN_ENCODERS[name]));

  it('knows nothing of a model that only sounds alike', () => {
    for (const name of ['openai:text-embedding-3-small', 'local:e5', 'openai:bge-small-en-v1.5-quantised'])
      expect(knownEncoder(name)).toBeUndefined();
  });
});

describe('prefixes', () => {
  let close = async () => {};
  afterEach(() => close());

  /** An embeddings server whose vectors depend on the words of a text. Records its requests. */
  const serve = async () => {
    const asked: string[] = [];
    const words = wordEncoder();
    const server = createServer(async (request, response) => {
      const body = (await request.toArray()).join('');
      const { input } = JSON.parse(body) as { input: string[] };
      asked.push(...input);
      const vectors = await words.embed(input);
      response.end(JSON.stringify({ data: vectors.map((vector, index) => ({ index, embedding: [...vector] })) }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    close = async () => void server.close();
    return { asked, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
  };

  const searched = async (name: string) => {
    const { asked, base } = await serve();
    const encoder = openEncoder({ PARLEY_EMBEDDINGS: name, PARLEY_EMBEDDINGS_BASE_URL: base });
    const stores = openEmbedded(':memory:');
    await indexDocuments({ stores, encoder }, [
      page('leave', 'Leave', 'Parental leave is sixteen weeks, says Ada Marchetti.'),
      page('ada', 'Ada Marchetti', 'Ada Marchetti was born in Lugano.'),
    ]);
    const { mode } = await createRetriever({ stores, encoder }).search({
      text: 'Where was the person born who speaks of parental leave?',
      scopes: ['everyone'],
    });
    await stores.close();
    expect(mode).toBe('fused');
    return asked;
  };

  it('stand before passages and before questions, as the model was trained', async () => {
    const asked = await searched('test:intfloat/e5-small-v2');
    const passages = asked.filter((text) => text.startsWith('passage: '));
    const questions = asked.filter((text) => text.startsWith('query: '));
    expect(passages.length + questions.length).toBe(asked.length);
    expect(passages).toContain('passage: Ada Marchetti. Ada Marchetti was born in Lugano.');
    // The question and its sub-questions have the question prefix; a passage of the model check has the passage prefix.
    expect(questions[0]).toBe('query: Where was the person born who speaks of parental leave?');
    expect(questions.length).toBeGreaterThan(1);
    expect(questions.every((text) => !text.includes('Marchetti was born'))).toBe(true);
  });

  it('stand before questions alone where passages go without, and nowhere for a model that has none', async () => {
    const asked = await searched('test:BAAI/bge-small-en-v1.5');
    expect(asked).toContain('Ada Marchetti. Ada Marchetti was born in Lugano.');
    expect(asked.filter((text) => text.startsWith('Represent this sentence')).length).toBeGreaterThan(0);
    await close();
    expect((await searched('test:thenlper/gte-small')).some((text) => /^(?:query|passage|Represent)/.test(text))).toBe(
      false,
    );
  });
});
