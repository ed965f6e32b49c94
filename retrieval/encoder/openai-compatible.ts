import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { isParleyError, ParleyError } from '../../core/errors.ts';
import { retryAfterSeconds } from '../../core/retry-after.ts';
import type { Encoder } from './encoder.ts';
import { toUnit } from './unit-vector.ts';

export interface OpenAICompatibleOptions {
  /** `provider:name`. The part after the first colon is sent as the model. */
  name: string;
  /** The URL without `/embeddings`, such as `https://api.openai.com/v1`. */
  baseUrl: string;
  apiKey?: string;
  /** Attempts per batch, including the first. */
  attempts?: number;
  /** Milliseconds before the second attempt without a `retry-after` header; doubles with each further attempt. */
  firstDelayMs?: number;
}

/** Maximum texts per request: large enough to fill a server's own batches, small enough that a retry repeats little. */
const BATCH_TEXTS = 128;
/** Texts in the first request, before the server's speed is known. */
const FIRST_BATCH_TEXTS = 32;
const MIN_BATCH_TEXTS = 4;
/** Target duration of a request. The speed of the last request determines the number of texts in the next. */
const BATCH_MS = 2_000;
/** Maximum UTF-16 units per request. OpenAI accepts 300,000 tokens, smaller servers far fewer. */
const BATCH_CHARACTERS = 200_000;
/** Longer texts are truncated. In almost every script, 8,000 UTF-16 units are below OpenAI's limit of 8,191 tokens. */
const TEXT_CHARACTERS = 8_000;
const PARALLEL_REQUESTS = 4;
/** A server whose `retry-after` is longer than this counts as down. */
const MAX_WAIT_MS = 60_000;

/**
 * An encoder behind POST {baseUrl}/embeddings, the API of OpenAI, Ollama, Mistral, Jina, vLLM and others. The size of batches
 * adapts to the server's speed. At most four requests for passages and four for questions run at once. Requests are retried
 * on 408, 429, 5xx and lost connections, after the time in `retry-after`. Uses fetch, because loading a client library at
 * each start is not worth it for one endpoint.
 *
 * @example
 * const encoder = openAICompatibleEncoder({ name: 'openai:text-embedding-3-small', baseUrl: 'https://api.openai.com/v1', apiKey });
 * const [vector] = await encoder.embed(['How long is parental leave?']);
 */
export const openAICompatibleEncoder = (options: OpenAICompatibleOptions): Encoder => {
  // Questions have their own queue, so that they do not wait for batches of passages.
  const queues = {
    passage: new PQueue({ concurrency: PARALLEL_REQUESTS }),
    question: new PQueue({ concurrency: PARALLEL_REQUESTS }),
  };
  /** Number of texts in the next request. */
  let size = FIRST_BATCH_TEXTS;
  const timed = async (batch: string[], signal: AbortSignal): Promise<Float32Array[]> => {
    const startedAt = performance.now();
    const vectors = await embedBatch(batch, options, signal);
    const perText = (performance.now() - startedAt) / batch.length;
    // At most doubles, because one fast response does not predict the next well.
    size = Math.max(MIN_BATCH_TEXTS, Math.min(BATCH_TEXTS, 2 * size, Math.floor(BATCH_MS / perText)));
    return vectors;
  };
  return {
    name: options.name,
    async embed(texts, signal, as = 'passage') {
      const stop = new AbortController();
      const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
      const sent = texts.map(sendable);
      const vectors = new Array<Float32Array>(sent.length);
      let next = 0;
      const lane = async () => {
        while (next < sent.length && !either.aborted) {
          const from = next;
          const batch = batchAt(sent, from, size);
          next += batch.length;
          const made = await queues[as].add(() => timed(batch, either));
          for (const [i, vector] of made.entries()) vectors[from + i] = vector;
        }
      };
      try {
        await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, lane));
        either.throwIfAborted();
        return vectors;
      } catch (error) {
        // A failed batch fails the call, so cancels the other batches.
        stop.abort();
        throw signal?.aborted ? cancelled(error) : error;
      }
    },
  };
};

/** Truncates a text, and replaces an empty one by a space, because endpoints reject empty texts. */
const sendable = (text: string): string => text.slice(0, TEXT_CHARACTERS).trim() || ' ';

/** The next texts from index `from`, as many as `size` and `BATCH_CHARACTERS` allow, but at least one. */
const batchAt = (texts: readonly string[], from: number, size: number): string[] => {
  let characters = 0;
  let end = from;
  while (end < texts.length && end - from < size) {
    characters += texts[end]?.length ?? 0;
    if (end > from && characters > BATCH_CHARACTERS) break;
    end += 1;
  }
  return texts.slice(from, end);
};

const embedBatch = async (
  texts: string[],
  options: OpenAICompatibleOptions,
  signal: AbortSignal,
): Promise<Float32Array[]> => {
  const { attempts = 5, firstDelayMs = 500 } = options;
  for (let attempt = 1; ; attempt++) {
    const outcome = await request(texts, options, signal);
    if ('vectors' in outcome) return outcome.vectors;
    const { retryAfterSeconds: asked } = outcome;
    const wait = asked === undefined ? firstDelayMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2) : asked * 1000;
    if (!outcome.again || attempt >= attempts || wait > MAX_WAIT_MS) throw outcome.error;
    await sleep(wait, undefined, { signal });
  }
};

type Outcome = { vectors: Float32Array[] } | { error: ParleyError; again: boolean; retryAfterSeconds?: number };

const request = async (texts: string[], options: OpenAICompatibleOptions, signal: AbortSignal): Promise<Outcome> => {
  const { name, baseUrl, apiKey } = options;
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
      body: JSON.stringify({ model: name.slice(name.indexOf(':') + 1), input: texts, encoding_format: 'base64' }),
      signal,
    });
    if (!response.ok) return refusal(response, await response.text(), options);
    return { vectors: vectorsOf(parsed(await response.text(), options), texts.length, options) };
  } catch (error) {
    if (signal.aborted || isParleyError(error)) throw error;
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return {
      again: true,
      error: unavailable(options, `did not answer (${reason})`, {
        remedy: 'Check that the server runs and that PARLEY_EMBEDDINGS_BASE_URL is right.',
        cause: error,
      }),
    };
  }
};

const refusal = (response: Response, body: string, options: OpenAICompatibleOptions): Outcome => {
  const { status } = response;
  const remedy =
    status === 401 || status === 403
      ? 'Check PARLEY_EMBEDDINGS_API_KEY.'
      : status === 404
        ? 'Check the model in PARLEY_EMBEDDINGS and PARLEY_EMBEDDINGS_BASE_URL.'
        : 'Try again later, or unset PARLEY_EMBEDDINGS to search by words alone.';
  return {
    again: status === 408 || status === 429 || status >= 500,
    retryAfterSeconds: retryAfterSeconds(response.headers.get('retry-after')),
    error: unavailable(options, `answered ${status}: ${body.replace(/\s+/g, ' ').slice(0, 200)}`, {
      remedy,
      details: { status },
    }),
  };
};

/** A sign-in page or a `NaN` among the numbers is an answer, but no JSON. Asking again would not change it. */
const parsed = (body: string, options: OpenAICompatibleOptions): unknown => {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw unavailable(options, `answered with what is no JSON: ${body.replace(/\s+/g, ' ').slice(0, 80)}`, {
      remedy: 'Check PARLEY_EMBEDDINGS_BASE_URL and the model behind it.',
      cause,
    });
  }
};

const vectorsOf = (body: unknown, expected: number, options: OpenAICompatibleOptions): Float32Array[] => {
  const data = (body as { data?: { index?: number; embedding: string | number[] }[] } | null)?.data;
  if (!Array.isArray(data) || data.length !== expected) {
    throw unavailable(options, `sent ${Array.isArray(data) ? data.length : 'no'} vectors for ${expected} texts`, {
      remedy: 'The endpoint must speak the OpenAI embeddings API.',
    });
  }
  const vectors = new Array<Float32Array>(expected);
  for (const [position, { index = position, embedding }] of data.entries()) {
    const vector = typeof embedding === 'string' ? floatsOf(embedding) : Float32Array.from(embedding, numberOrNone);
    // Such a vector would match nothing and turn every sum into NaN.
    if (vector.length === 0 || !vector.every(Number.isFinite))
      throw unavailable(options, 'sent a vector that is empty or holds what is no number', {
        remedy: 'Check the model behind the endpoint; search goes by words meanwhile.',
      });
    vectors[index] = toUnit(vector);
  }
  if (new Set(vectors.map((vector) => vector?.length)).size !== 1)
    throw unavailable(options, 'sent vectors of several lengths, or one of them twice', {
      remedy: 'The endpoint must give one vector a text, all of one model.',
    });
  return vectors;
};

/** Servers write NaN as null, because JSON has no NaN. Null must not be read as 0. */
const numberOrNone = (given: unknown): number => (typeof given === 'number' ? given : Number.NaN);

/** Decodes base64 of little-endian 32-bit floats. Copies, because Buffer's pool is not aligned to four bytes. */
const floatsOf = (base64: string): Float32Array =>
  new Float32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer);

const unavailable = (
  { name, baseUrl }: OpenAICompatibleOptions,
  what: string,
  rest: { remedy: string; cause?: unknown; details?: Record<string, unknown> },
) => new ParleyError('ENCODER_UNAVAILABLE', { message: `The embeddings ${name} at ${baseUrl} ${what}.`, ...rest });

const cancelled = (cause: unknown) =>
  new ParleyError('CANCELLED', { message: 'The encoding was cancelled.', remedy: 'Ask again to start anew.', cause });
