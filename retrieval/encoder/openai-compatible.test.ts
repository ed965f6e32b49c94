import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openAICompatibleEncoder } from './openai-compatible.ts';

type Asked = { model: string; input: string[]; encoding_format: string };
let server: Server | undefined;
afterEach(() => server?.close());

/** A server with the API. `answer` receives the parsed request and the number of earlier requests. */
const serve = async (
  answer: (asked: Asked, before: number, response: ServerResponse, request: IncomingMessage) => void,
) => {
  let count = 0;
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    answer(JSON.parse(Buffer.concat(chunks).toString()), count++, response, request);
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return { baseUrl: `http://127.0.0.1:${(server!.address() as AddressInfo).port}/v1`, requests: () => count };
};

const base64 = (vector: number[]) => Buffer.from(Float32Array.from(vector).buffer).toString('base64');
/** The vector of a text is (its length, 1), which differs between texts even after scaling. */
const reply = (asked: Asked, response: ServerResponse) =>
  response.end(
    JSON.stringify({
      data: asked.input.map((text, index) => ({ index, embedding: base64([text.length, 1]) })).reverse(),
    }),
  );

describe('an OpenAI-compatible encoder', () => {
  it('gives one unit vector a text, in order, over several batches', async () => {
    const { baseUrl, requests } = await serve((asked, _, response) => reply(asked, response));
    const texts = Array.from({ length: 300 }, (_, i) => 'x'.repeat(i + 1));
    const vectors = await openAICompatibleEncoder({ name: 'openai:m', baseUrl }).embed(texts);
    expect(requests()).toBeLessThanOrEqual(10);
    expect(vectors).toHaveLength(300);
    for (const [i, vector] of vectors.entries()) {
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      expect(vector[0]! / vector[1]!).toBeCloseTo(i + 1, 2);
    }
  });

  it('sends fewer texts at once to a slow server, and more to a quick one', async () => {
    const sizes: number[] = [];
    const { baseUrl } = await serve((asked, before, response) => {
      sizes.push(asked.input.length);
      // First 100 ms per text, like a machine without a GPU, then no delay.
      setTimeout(() => reply(asked, response), before < 4 ? 100 * asked.input.length : 0);
    });
    await openAICompatibleEncoder({ name: 'a:b', baseUrl }).embed(Array.from({ length: 600 }, (_, i) => `text ${i}`));
    const [slow, quick] = [sizes.slice(0, 4), sizes.slice(4)];
    expect(Math.max(...slow)).toBe(32);
    expect(Math.min(...quick)).toBeLessThanOrEqual(20);
    expect(Math.max(...quick)).toBeGreaterThan(60);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(128);
  });

  it('takes a question before the batches that wait, and beside those under way', async () => {
    const held: (() => void)[] = [];
    const { baseUrl } = await serve((asked, _, response) => {
      if (asked.input[0] === 'question') reply(asked, response);
      else held.push(() => reply(asked, response));
    });
    const encoder = openAICompatibleEncoder({ name: 'a:b', baseUrl });
    const pages = encoder.embed(Array.from({ length: 300 }, (_, i) => `page ${i}`));
    // The question is answered before any passage is.
    expect(await encoder.embed(['question'], undefined, 'question')).toHaveLength(1);
    const release = setInterval(() => held.splice(0).forEach((answer) => void answer()), 5);
    expect(await pages).toHaveLength(300);
    clearInterval(release);
  });

  it.each([
    ['NaN in base64', [base64([Number.NaN, 1])]],
    ['null among floats', [[null, 1]]],
    ['infinity', [base64([Number.POSITIVE_INFINITY, 1])]],
    ['an empty vector', [[]]],
    [
      'several lengths',
      [
        [1, 2],
        [1, 2, 3],
      ],
    ],
  ])('refuses %s and stores nothing of it', async (_, embeddings) => {
    const { baseUrl } = await serve((_asked, _before, response) =>
      response.end(JSON.stringify({ data: embeddings.map((embedding, index) => ({ index, embedding })) })),
    );
    await expect(
      openAICompatibleEncoder({ name: 'a:b', baseUrl }).embed(embeddings.map((_one, i) => `${i}`)),
    ).rejects.toMatchObject({ code: 'ENCODER_UNAVAILABLE' });
  });

  it.each(['<html>Sign in</html>', '{"data":[{"embedding":[NaN,1]}]}'])(
    'says at once that %s is no JSON',
    async (body) => {
      const { baseUrl, requests } = await serve((_asked, _before, response) => response.end(body));
      await expect(openAICompatibleEncoder({ name: 'a:b', baseUrl }).embed(['x'])).rejects.toMatchObject({
        code: 'ENCODER_UNAVAILABLE',
        message: expect.stringContaining(`no JSON: ${body}`),
      });
      expect(requests()).toBe(1);
    },
  );

  it('goes on after a server that is killed in the middle of an answer', async () => {
    const { baseUrl, requests } = await serve((asked, before, response) => {
      if (before > 0) return reply(asked, response);
      response.write('{"data":[');
      response.socket?.destroy();
    });
    expect(await openAICompatibleEncoder({ name: 'a:b', baseUrl, firstDelayMs: 1 }).embed(['x'])).toHaveLength(1);
    expect(requests()).toBe(2);
  });

  it('takes plain floats from servers that know no base64, sends the key and never an empty text', async () => {
    let header: string | undefined;
    let input: string[] = [];
    const { baseUrl } = await serve((asked, _, response, request) => {
      header = request.headers.authorization;
      input = asked.input;
      response.end(JSON.stringify({ data: asked.input.map(() => ({ embedding: [3, 4] })) }));
    });
    const [vector] = await openAICompatibleEncoder({ name: 'a:b', baseUrl, apiKey: 'k' }).embed(['']);
    expect([...vector!]).toEqual([expect.closeTo(0.6, 6), expect.closeTo(0.8, 6)]);
    expect(header).toBe('Bearer k');
    expect(input[0]!.length).toBeGreaterThan(0);
  });

  it('waits as retry-after says and goes on', async () => {
    const { baseUrl, requests } = await serve((asked, before, response) => {
      if (before > 0) return reply(asked, response);
      response.writeHead(429, { 'retry-after': '0.2' }).end('slow down');
    });
    const start = performance.now();
    await openAICompatibleEncoder({ name: 'a:b', baseUrl, firstDelayMs: 1 }).embed(['x']);
    expect(performance.now() - start).toBeGreaterThan(190);
    expect(requests()).toBe(2);
  });

  it('gives up with ENCODER_UNAVAILABLE: at once on a wrong key, after its attempts on a broken server', async () => {
    const refusing = await serve((_, __, response) => response.writeHead(401).end('{"error":"bad key"}'));
    await expect(openAICompatibleEncoder({ name: 'a:b', ...refusing }).embed(['x'])).rejects.toMatchObject({
      code: 'ENCODER_UNAVAILABLE',
      remedy: expect.stringContaining('PARLEY_EMBEDDINGS_API_KEY'),
      details: { status: 401 },
    });
    expect(refusing.requests()).toBe(1);
    server!.close();
    const broken = await serve((_, __, response) => response.writeHead(503).end());
    await expect(
      openAICompatibleEncoder({ name: 'a:b', ...broken, attempts: 3, firstDelayMs: 1 }).embed(['x']),
    ).rejects.toMatchObject({ code: 'ENCODER_UNAVAILABLE' });
    expect(broken.requests()).toBe(3);
  });

  it('names a server that is not there', async () => {
    await expect(
      openAICompatibleEncoder({ name: 'a:b', baseUrl: 'http://127.0.0.1:9/v1', attempts: 2, firstDelayMs: 1 }).embed([
        'x',
      ]),
    ).rejects.toMatchObject({ code: 'ENCODER_UNAVAILABLE', message: expect.stringContaining('127.0.0.1:9') });
  });

  it('refuses a reply that lacks vectors', async () => {
    const { baseUrl } = await serve((_, __, response) => response.end('{"data":[]}'));
    await expect(openAICompatibleEncoder({ name: 'a:b', baseUrl }).embed(['x'])).rejects.toMatchObject({
      code: 'ENCODER_UNAVAILABLE',
      message: expect.stringContaining('0 vectors for 1 texts'),
    });
  });

  it.each([
    ['abort', () => AbortSignal.abort()],
    ['timeout', () => AbortSignal.timeout(50)],
  ])('stops on %s with CANCELLED', async (_, signal) => {
    const { baseUrl } = await serve(() => {});
    await expect(openAICompatibleEncoder({ name: 'a:b', baseUrl }).embed(['x'], signal())).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    server!.closeAllConnections();
  });
});
