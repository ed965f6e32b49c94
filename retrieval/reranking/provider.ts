import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isParleyError } from '../../core/errors.ts';
import { passageText } from '../passage-text.ts';
import { type RerankCost, type Reranker, type Reranking, rerankerUnavailable } from './reranker.ts';

/** A rerank endpoint, and who asks. */
export interface RerankEndpoint {
  /** `provider:name`; what stands after the first colon is sent as the model. */
  name: string;
  /** The whole address, such as https://api.cohere.com/v2/rerank. */
  url: string;
  apiKey?: string;
  /** The variable that a refused key is looked for in. */
  keySetting: string;
}

/** Longest wait before the one retry of a busy server; one that asks for more is not retried, and the search's order is kept. */
const MAX_WAIT_MS = 1_500;
const FIRST_WAIT_MS = 300;

/**
 * A cross-encoder behind POST `url` with {model, query, documents}, as Cohere, Jina, Voyage, vLLM, llama.cpp and Infinity
 * speak it: an {index, relevance_score} a document, under `results` or (Voyage) `data`. Plain fetch: one endpoint, the same
 * everywhere, which does not pay for a client library each. What speaks otherwise plugs in through LangChain
 * (document-compressor.ts).
 */
export const providerReranker = (endpoint: RerankEndpoint): Reranker => ({
  name: endpoint.name,
  async score(question, passages, signal) {
    if (passages.length === 0) return { scores: [], cost: { calls: 0 } };
    const documents = passages.map(passageText);
    // Jina sends every document back unless told otherwise; the others ignore what they do not know.
    const alone = endpoint.name.startsWith('jina:') ? { return_documents: false } : {};
    const model = endpoint.name.slice(endpoint.name.indexOf(':') + 1);
    const body = JSON.stringify({ model, query: question, documents, ...alone });
    const { answer, calls } = await post(endpoint, body, signal);
    return read(answer, documents.length, calls, endpoint.name);
  },
});

/** One request, and one retry when the server is busy and asks for a short wait. */
const post = async (
  { url, apiKey, name, keySetting }: RerankEndpoint,
  body: string,
  signal?: AbortSignal,
): Promise<{ answer: unknown; calls: number }> => {
  const headers = { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) };
  for (let calls = 1; ; calls++) {
    const unavailable = (why: string, rest: { cause?: unknown; remedy?: string; details?: object } = {}) =>
      rerankerUnavailable(name, why, { ...rest, details: { calls, ...rest.details } });
    try {
      const response = await fetch(url, { method: 'POST', body, headers, signal });
      const { status } = response;
      if (response.ok) return { answer: await response.json(), calls };
      const said = (await response.text()).replace(/\s+/g, ' ').trim().slice(0, 200);
      if (status === 401 || status === 403)
        throw unavailable(`it refuses the key (${status})`, { remedy: `Check ${keySetting}.`, details: { status } });
      const retryAfterMs = retryAfter(response.headers.get('retry-after'));
      const wait = retryAfterMs ?? FIRST_WAIT_MS;
      const busy = status === 408 || status === 429 || status >= 500;
      if (!busy || calls === 2 || wait > MAX_WAIT_MS)
        throw unavailable(`it answered ${status}${said ? `: ${said}` : ''}`, { details: { status, retryAfterMs } });
      await sleep(wait, undefined, { signal });
    } catch (cause) {
      if (signal?.aborted || isParleyError(cause)) throw cause;
      throw unavailable(cause instanceof SyntaxError ? 'its answer is no JSON' : 'it does not answer', { cause });
    }
  }
};

/** Milliseconds that a `retry-after` header asks for: seconds or a date (RFC 9110, section 10.2.3). */
const retryAfter = (header: string | null): number | undefined => {
  if (!header) return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
};

const rows = z.array(z.object({ index: z.number(), relevance_score: z.number() }));
/** Tokens are under `usage` (Jina, Voyage) or `meta.tokens`, Cohere's units under `meta.billed_units`. */
const answerShape = z.object({
  results: rows.optional(),
  data: rows.optional(),
  usage: z.object({ total_tokens: z.number() }).optional().catch(undefined),
  meta: z
    .object({
      tokens: z.object({ input_tokens: z.number() }).optional().catch(undefined),
      billed_units: z.object({ search_units: z.number() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/**
 * Documents that the answer leaves out have no score: a server may give its best few alone. An answer that can't be about
 * these documents (an index that none has, or that comes twice; a score that is no number) is refused whole.
 */
const read = (answer: unknown, count: number, calls: number, name: string): Reranking => {
  const unreadable = (why: string, cause?: unknown) => rerankerUnavailable(name, why, { cause, details: { calls } });
  const parsed = answerShape.safeParse(answer);
  if (!parsed.success) throw unreadable('its answer is not of the form {index, relevance_score}', parsed.error);
  const { results, data, usage, meta } = parsed.data;
  const scores = new Array<number | undefined>(count).fill(undefined);
  for (const { index, relevance_score } of results ?? data ?? []) {
    if (!Number.isInteger(index) || index < 0 || index >= count)
      throw unreadable(`it scored a passage ${index} of ${count}`);
    if (scores[index] !== undefined) throw unreadable(`it scored passage ${index} twice`);
    scores[index] = relevance_score;
  }
  if (scores.every((score) => score === undefined)) throw unreadable('it scored no passage');
  const cost: RerankCost = { calls };
  const tokens = usage?.total_tokens ?? meta?.tokens?.input_tokens;
  if (tokens !== undefined) cost.tokens = tokens;
  if (meta?.billed_units) cost.units = meta.billed_units.search_units;
  return { scores, cost };
};
