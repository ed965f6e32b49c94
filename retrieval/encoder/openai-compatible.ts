import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { isParleyError, ParleyError } from '../../core/errors.ts';
import type { Encoder } from './encoder.ts';
import { toUnit } from './unit-vector.ts';

/** Where an OpenAI-shaped embeddings endpoint is, and how hard to lean on it. */
export interface OpenAICompatibleOptions {
  /** `provider:name`; what stands after the first colon is sent as the model. */
  name: string;
  /** Up to and without `/embeddings`, such as `https://api.openai.com/v1`. */
  baseUrl: string;
  apiKey?: string;
  /** Attempts a batch, the first included. */
  attempts?: number;
  /** Milliseconds before the second attempt when the server does not say; doubles with each further one. */
  firstDelayMs?: number;
}

/** Texts a request: large enough to fill a server's own batches, small enough that a retry repeats little. */
const BATCH_TEXTS = 128;
/** UTF-16 units a request; OpenAI takes 300,000 tokens, smaller servers far less. */
const BATCH_CHARACTERS = 200_000;
/** Longer texts are cut: 8,000 units stay under the 8,191 tokens that OpenAI takes, nearly whatever the script. */
const TEXT_CHARACTERS = 8_000;
const PARALLEL_REQUESTS = 4;
/** A server that asks for more patience than this counts as down. */
const LONGEST_WAIT_MS = 60_000;

/**
 * An encoder behind POST {baseUrl}/embeddings, as OpenAI, Ollama, Mistral, Jina, vLLM and Parley's own test service
 * speak it. Batched, at most four requests at a time, retried on 408, 429, 5xx and cut connections as `retry-after`
 * says. Plain fetch: the one endpoint does not pay for loading a client library at each start.
 *
 * @example
 * const encoder = openAICompatibleEncoder({ name: 'openai:text-embedding-3-small', baseUrl: 'https://api.openai.com/v1', apiKey });
 * const [vector] = await encoder.embed(['How long is parental leave?']);
 */
export const openAICompatibleEncoder = (options: OpenAICompatibleOptions): Encoder => {
  const queue = new PQueue({ concurrency: PARALLEL_REQUESTS });
  return {
    name: options.name,
    async embed(texts, signal) {
      const stop = new AbortController();
      const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
      try {
        const batches = await Promise.all(
          batchesOf(texts.map(sendable)).map((batch) => queue.add(() => embedBatch(batch, options, either))),
        );
        return batches.flat();
      } catch (error) {
        // One failed batch fails the call: the others need not finish.
        stop.abort();
        throw signal?.aborted ? cancelled(error) : error;
      }
    },
  };
};

/** No endpoint takes an empty text; a space stands for it. */
const sendable = (text: string): string => text.slice(0, TEXT_CHARACTERS).trim() || ' ';

const batchesOf = (texts: readonly string[]): string[][] => {
  const batches: string[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    const last = batches.at(-1);
    if (!last || last.length >= BATCH_TEXTS || characters + text.length > BATCH_CHARACTERS) {
      batches.push([text]);
      characters = text.length;
    } else {
      last.push(text);
      characters += text.length;
    }
  }
  return batches;
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
    const wait = outcome.retryAfterMs ?? firstDelayMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
    if (!outcome.again || attempt >= attempts || wait > LONGEST_WAIT_MS) throw outcome.error;
    await sleep(wait, undefined, { signal });
  }
};

type Outcome = { vectors: Float32Array[] } | { error: ParleyError; again: boolean; retryAfterMs?: number };

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
    return { vectors: vectorsOf(await response.json(), texts.length, options) };
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
    retryAfterMs: retryAfter(response.headers.get('retry-after')),
    error: unavailable(options, `answered ${status}: ${body.replace(/\s+/g, ' ').slice(0, 200)}`, {
      remedy,
      details: { status },
    }),
  };
};

/** Milliseconds that a `retry-after` header asks for: seconds or a date (RFC 9110, section 10.2.3). */
const retryAfter = (header: string | null): number | undefined => {
  if (!header) return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
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
    vectors[index] = toUnit(typeof embedding === 'string' ? floatsOf(embedding) : Float32Array.from(embedding));
  }
  return vectors;
};

/** base64 of little-endian 32-bit floats; copied, because Buffer's pool is not aligned to four bytes. */
const floatsOf = (base64: string): Float32Array =>
  new Float32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer);

const unavailable = (
  { name, baseUrl }: OpenAICompatibleOptions,
  what: string,
  rest: { remedy: string; cause?: unknown; details?: Record<string, unknown> },
) => new ParleyError('ENCODER_UNAVAILABLE', { message: `The embeddings ${name} at ${baseUrl} ${what}.`, ...rest });

const cancelled = (cause: unknown) =>
  new ParleyError('CANCELLED', { message: 'The encoding was cancelled.', remedy: 'Ask again to start anew.', cause });
