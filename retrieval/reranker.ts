import { setTimeout as sleep } from 'node:timers/promises';
import type { Passage } from '../core/document.ts';
import { ParleyError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { passageText } from './passage-text.ts';

/**
 * Reads question and passage together and says how well they fit: slower than a search and sharper, so it orders the
 * best few of what the search found. Off unless PARLEY_RERANKER names one.
 */
export interface Reranker {
  readonly name: string;
  /** @returns one relevance a passage, in order; comparable within one call. @throws ENCODER_UNAVAILABLE, CANCELLED */
  score(
    question: string,
    passages: readonly Pick<Passage, 'title' | 'headings' | 'text'>[],
    signal?: AbortSignal,
  ): Promise<number[]>;
}

/** How many of the search's best are read again; the rest keep their order behind them. */
export const RERANKED = 30;

/**
 * Where the providers' rerank endpoints are. All take {model, query, documents} and give {index, relevance_score} a
 * document, under `results` (Cohere, Jina) or `data` (Voyage).
 */
const PROVIDERS: Record<string, { url: string; key: string }> = {
  cohere: { url: 'https://api.cohere.com/v2/rerank', key: 'COHERE_API_KEY' },
  jina: { url: 'https://api.jina.ai/v1/rerank', key: 'JINA_API_KEY' },
  voyage: { url: 'https://api.voyageai.com/v1/rerank', key: 'VOYAGE_API_KEY' },
};

/** PARLEY_RERANKER for the model that answers. */
export const BY_MODEL = 'model';

type RerankerSettings = Pick<Settings, 'PARLEY_RERANKER' | 'PARLEY_RERANKER_BASE_URL' | 'PARLEY_RERANKER_API_KEY'>;

/**
 * The provider's reranker that the settings name, or undefined. Plain fetch: one endpoint, the same at every provider.
 * `model`, the agent's own model, is opened above this folder (agent/model-reranker.ts).
 * @throws BAD_SETTING for a provider without an address
 */
export const openReranker = (
  { PARLEY_RERANKER: name, PARLEY_RERANKER_BASE_URL: base, PARLEY_RERANKER_API_KEY: given }: RerankerSettings,
  environment: Record<string, string | undefined> = process.env,
): Reranker | undefined => {
  if (!name || name === BY_MODEL) return undefined;
  const colon = name.indexOf(':');
  const provider = PROVIDERS[name.slice(0, colon)];
  const url = base ? `${base.replace(/\/$/, '')}/rerank` : provider?.url;
  if (!url) {
    throw new ParleyError('BAD_SETTING', {
      message: `Parley does not know the reranker provider of "${name}".`,
      remedy: `PARLEY_RERANKER takes ${Object.keys(PROVIDERS).join(':NAME, ')}:NAME, ${BY_MODEL}, or any name with PARLEY_RERANKER_BASE_URL.`,
    });
  }
  const key = given ?? (provider && environment[provider.key]);
  return {
    name,
    async score(question, passages, signal) {
      if (passages.length === 0) return [];
      const documents = passages.map(passageText);
      const body = JSON.stringify({ model: name.slice(colon + 1), query: question, documents });
      const headers = { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) };
      return read(await post(url, { method: 'POST', body, headers, signal }, name), documents.length, name);
    },
  };
};

/** One request, and one more where the server is busy. */
const post = async (url: string, request: RequestInit, name: string): Promise<unknown> => {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, request).catch((cause: unknown) => {
      if (request.signal?.aborted)
        throw new ParleyError('CANCELLED', { message: 'The search was cancelled.', remedy: 'Ask again.', cause });
      throw rerankerUnavailable(name, 'it does not answer', cause);
    });
    if (response.ok) return response.json();
    if (attempt === 2 || (response.status !== 429 && response.status < 500))
      throw rerankerUnavailable(name, `it answered ${response.status}`);
    await sleep(Math.min(2000, 1000 * Number(response.headers.get('retry-after') ?? 0.3)), undefined, {
      signal: request.signal ?? undefined,
    });
  }
};

const read = (answer: unknown, count: number, name: string): number[] => {
  const { results, data } = answer as { results?: unknown; data?: unknown };
  const rows = (results ?? data) as { index: number; relevance_score: number }[] | undefined;
  const scores = new Array<number>(count).fill(Number.NEGATIVE_INFINITY);
  for (const { index, relevance_score } of Array.isArray(rows) ? rows : [])
    if (index < count) scores[index] = relevance_score;
  if (scores.some((score) => !Number.isFinite(score)))
    throw rerankerUnavailable(name, 'it did not score every passage');
  return scores;
};

/** A reranker that can't serve this time: the search's own order does. */
export const rerankerUnavailable = (name: string, why: string, cause?: unknown): ParleyError =>
  new ParleyError('ENCODER_UNAVAILABLE', {
    message: `The reranker ${name} cannot be used: ${why}.`,
    remedy: 'Check PARLEY_RERANKER and what it needs; the search goes on without it.',
    cause,
  });
