import { ParleyError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { type ModelSettings, modelLocation } from '../encoder/open-encoder.ts';
import { fromDocumentCompressor, loadDocumentCompressor } from './document-compressor.ts';
import { LOCAL_TIMEOUT_MS, localReranker } from './local-reranker.ts';
import { providerReranker } from './provider.ts';
import { type Reranker, withTimeout } from './reranker.ts';

/** The providers' rerank endpoints, and the environment variables with their keys. */
const PROVIDERS: Record<string, { url: string; key: string }> = {
  cohere: { url: 'https://api.cohere.com/v2/rerank', key: 'COHERE_API_KEY' },
  jina: { url: 'https://api.jina.ai/v1/rerank', key: 'JINA_API_KEY' },
  voyage: { url: 'https://api.voyageai.com/v1/rerank', key: 'VOYAGE_API_KEY' },
};

/** Prefix of PARLEY_RERANKER for a server of Text Embeddings Inference, at PARLEY_RERANKER_BASE_URL. */
const TEI = 'tei:';

/** Value of PARLEY_RERANKER for reranking with the model that answers. */
export const BY_MODEL = 'model';
/** Prefix of PARLEY_RERANKER before the path of a module that exports a LangChain document compressor. */
const LANGCHAIN = 'langchain:';
/** Prefix of PARLEY_RERANKER before the name of a cross-encoder that runs in this process. */
const LOCAL = 'local:';

type RerankerSettings = Pick<Settings, 'PARLEY_RERANKER' | 'PARLEY_RERANKER_BASE_URL' | 'PARLEY_RERANKER_API_KEY'> &
  ModelSettings;

/**
 * Opens the reranker of the settings. Nothing is sent before the first `score`.
 * @returns undefined if none is set, and for `model`, the agent's own model, which agent/model-reranker.ts opens
 * @throws BAD_SETTING for a provider without URL or key, and for a module that does not export a compressor
 */
export const openReranker = async (
  settings: RerankerSettings,
  environment: Record<string, string | undefined> = process.env,
): Promise<Reranker | undefined> => {
  const { PARLEY_RERANKER: name, PARLEY_RERANKER_BASE_URL: base, PARLEY_RERANKER_API_KEY: given } = settings;
  if (!name || name === BY_MODEL) return undefined;
  if (name.startsWith(LOCAL))
    return withTimeout(localReranker(name, modelLocation(settings)), { timeoutMs: LOCAL_TIMEOUT_MS });
  if (name.startsWith(LANGCHAIN))
    return withTimeout(fromDocumentCompressor(name, await loadDocumentCompressor(name.slice(LANGCHAIN.length))));
  const provider = PROVIDERS[name.slice(0, name.indexOf(':'))];
  const url = base ? `${base.replace(/\/+$/, '')}/rerank` : provider?.url;
  if (!url && name.startsWith(TEI)) {
    throw new ParleyError('BAD_SETTING', {
      message: `PARLEY_RERANKER=${name} needs its server's address, and none is set.`,
      remedy: 'Set PARLEY_RERANKER_BASE_URL to it, without /rerank.',
    });
  }
  if (!url) {
    throw new ParleyError('BAD_SETTING', {
      message: `Parley does not know the reranker provider of "${name}".`,
      remedy: `PARLEY_RERANKER takes ${Object.keys(PROVIDERS).join(':NAME, ')}:NAME, ${LOCAL}NAME, ${BY_MODEL}, ${LANGCHAIN}MODULE, ${TEI}NAME or any other name with PARLEY_RERANKER_BASE_URL.`,
    });
  }
  const keySetting = given || !provider ? 'PARLEY_RERANKER_API_KEY' : provider.key;
  const apiKey = given ?? (provider && environment[provider.key]);
  // A self-hosted server may need no key.
  if (!apiKey && !base) {
    throw new ParleyError('BAD_SETTING', {
      message: `PARLEY_RERANKER=${name} needs a key, and none is set.`,
      remedy: `Set ${keySetting}, or leave PARLEY_RERANKER out.`,
    });
  }
  return withTimeout(providerReranker({ name, url, apiKey, keySetting }));
};
