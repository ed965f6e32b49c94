import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isParleyError } from '../../core/errors.ts';
import { retryAfterSeconds } from '../../core/retry-after.ts';
import { passageText } from '../passage-text.ts';
import { type RerankCost, type Reranker, type Reranking, rerankerUnavailable } from './reranker.ts';

export interface RerankEndpoint {
  /** `provider:name`. The part after the first colon is sent as the model. */
  name: string;
  /** The full URL, such as https://api.cohere.com/v2/rerank. */
  url: string;
  apiKey?: string;
  /** The setting that contains the key, for error messages. */
  keySetting: string;
}

/** Longest wait before the single retry of a busy server. If the server asks for a longer wait, there is no retry. */
const MAX_WAIT_MS = 1_500;
const FIRST_WAIT_MS = 300;

/**
 * A reranker behind POST `url`. The common API, of Cohere, Jina, Voyage, vLLM, llama.cpp and Infinity, takes {model, query,
 * documents} and returns {index, relevance_score} per document in `results` or (Voyage) `data`. `tei:`, Text Embeddings
 * Inference, has its own. Uses fetch, because client libraries are not worth it for one common endpoint. Other APIs can be
 * used through LangChain (document-compressor.ts).
 */
export const providerReranker = (endpoint: RerankEndpoint): Reranker => ({
  name: endpoint.name,
  async score(question, passages, signal) {
    if (passages.length === 0) return { scores: [], cost: { calls: 0 } };
    const body = JSON.stringify(requestOf(endpoint.name, question, passages.map(passageText)));
    const { answer, calls } = await post(endpoint, body, signal);
    return read(answer, passages.length, calls, endpoint.name);
  },
});

/** The request's body in the form that a provider reads. */
const requestOf = (name: string, query: string, documents: string[]): object => {
  const colon = name.indexOf(':');
  const provider = name.slice(0, colon);
  // Text Embeddings Inference serves one model, so it takes no name. It refuses passages longer than the model reads unless
  // it may cut them, and its default scores, between 0 and 1, are equal where several passages fit well.
  if (provider === 'tei') return { query, texts: documents, raw_scores: true, truncate: true };
  // Without the last field, Jina returns all documents.
  return { model: name.slice(colon + 1), query, documents, ...(provider === 'jina' && { return_documents: false }) };
};

/** Sends the request, and retries once if the server is busy and does not ask for a long wait. */
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
      const seconds = retryAfterSeconds(response.headers.get('retry-after'));
      const retryAfterMs = seconds === undefined ? undefined : seconds * 1000;
      const wait = retryAfterMs ?? FIRST_WAIT_MS;
      const busy = status === 408 || status === 429 || status >= 500;
      if (!busy || calls === 2 || wait > MAX_WAIT_MS)
        throw unavailable(`it answered ${status}${said ? `: ${said}` : ''}`, {
          details: { status, retryAfterMs },
          ...(/\btexts\b/.test(said) && { remedy: TEI_REMEDY }),
        });
      await sleep(wait, undefined, { signal });
    } catch (cause) {
      if (signal?.aborted || isParleyError(cause)) throw cause;
      throw unavailable(cause instanceof SyntaxError ? 'its answer is no JSON' : 'it does not answer', { cause });
    }
  }
};

/** For a server that misses the field `texts`. */
const TEI_REMEDY =
  'A server of Text Embeddings Inference is set as PARLEY_RERANKER=tei:NAME; the search goes on without it.';

/** Text Embeddings Inference says `score`. */
const row = z.union([
  z.object({ index: z.number(), relevance_score: z.number() }),
  z
    .object({ index: z.number(), score: z.number() })
    .transform(({ index, score }) => ({ index, relevance_score: score })),
]);
const rows = z.array(row);
/** Text Embeddings Inference returns the list alone. Tokens are in `usage` (Jina, Voyage) or `meta.tokens`, Cohere's units in `meta.billed_units`. */
const answerShape = z.preprocess(
  (answer) => (Array.isArray(answer) ? { results: answer } : answer),
  z.object({
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
  }),
);

/**
 * Reads a response. Documents that it leaves out have no score, because a server may return only the best. Rejects responses
 * with an index that is out of range or repeated, or with a score that is not a number.
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
