import { join } from 'node:path';
import { ParleyError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { Encoder } from './encoder.ts';
import { localEncoder } from './local.ts';
import { type Lacking, type LocalPlace, lackingOf, supply } from './local-supply.ts';
import { openAICompatibleEncoder } from './openai-compatible.ts';
import { prefixed } from './prefixed.ts';

/** Providers that speak the OpenAI embeddings API, where they listen, and the variable that holds their key. */
const PROVIDERS: Record<string, { baseUrl: string; key?: string }> = {
  openai: { baseUrl: 'https://api.openai.com/v1', key: 'OPENAI_API_KEY' },
  mistral: { baseUrl: 'https://api.mistral.ai/v1', key: 'MISTRAL_API_KEY' },
  jina: { baseUrl: 'https://api.jina.ai/v1', key: 'JINA_API_KEY' },
  voyage: { baseUrl: 'https://api.voyageai.com/v1', key: 'VOYAGE_API_KEY' },
  together: { baseUrl: 'https://api.together.xyz/v1', key: 'TOGETHER_API_KEY' },
  'google-genai': { baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai', key: 'GOOGLE_API_KEY' },
  ollama: { baseUrl: 'http://127.0.0.1:11434/v1' },
};

/** What says where models in this process lie, and whether they may be fetched. */
export type ModelSettings = Partial<
  Pick<Settings, 'PARLEY_MODELS' | 'PARLEY_MODELS_FETCH' | 'PARLEY_MODELS_URL' | 'PARLEY_DATA'>
>;

type EncoderSettings = Partial<
  Pick<Settings, 'PARLEY_EMBEDDINGS' | 'PARLEY_EMBEDDINGS_BASE_URL' | 'PARLEY_EMBEDDINGS_API_KEY'>
> &
  ModelSettings;

/**
 * The encoder that PARLEY_EMBEDDINGS names, or undefined when it is not set (search then goes by words and links).
 * Nothing is loaded or sent before the first `embed`.
 *
 * @throws BAD_SETTING for a provider that Parley does not know and that comes without a base URL
 */
export const openEncoder = (
  settings: EncoderSettings,
  environment: Record<string, string | undefined> = process.env,
): Encoder | undefined => {
  const name = settings.PARLEY_EMBEDDINGS;
  if (!name) return undefined;
  if (isLocal(name)) return prefixed(localEncoder(name, placeOf(settings)));
  const provider = PROVIDERS[name.slice(0, name.indexOf(':'))];
  const baseUrl = settings.PARLEY_EMBEDDINGS_BASE_URL ?? provider?.baseUrl;
  if (!baseUrl) {
    throw new ParleyError('BAD_SETTING', {
      message: `PARLEY_EMBEDDINGS=${name}: Parley does not know where that provider listens.`,
      remedy: `Set PARLEY_EMBEDDINGS_BASE_URL to its OpenAI-compatible URL, or use one of ${Object.keys(PROVIDERS).join(', ')}.`,
    });
  }
  const apiKey = settings.PARLEY_EMBEDDINGS_API_KEY ?? (provider?.key && environment[provider.key]);
  return prefixed(openAICompatibleEncoder({ name, baseUrl, apiKey }));
};

const isLocal = (name: string): boolean => name.startsWith('local:');

/** Where the settings say that models in this process lie. */
export const placeOf = (settings: ModelSettings): LocalPlace => ({
  folder: settings.PARLEY_MODELS ?? join(settings.PARLEY_DATA ?? './data', 'models'),
  base: (settings.PARLEY_MODELS_URL ?? 'https://huggingface.co').replace(/\/+$/, ''),
  consent: settings.PARLEY_MODELS_FETCH === 'yes',
});

/** What the encoder of the settings must have and has not, if it is a local one. Nothing is sent. */
export const lackingEncoder = (settings: EncoderSettings): Lacking | undefined =>
  settings.PARLEY_EMBEDDINGS && isLocal(settings.PARLEY_EMBEDDINGS)
    ? lackingOf(settings.PARLEY_EMBEDDINGS, placeOf(settings))
    : undefined;

/**
 * Fetches what a local encoder lacks, for a caller that has its owner's consent.
 * @param onProgress hears how many bytes of the model are there, of how many
 * @throws ENCODER_UNAVAILABLE, DISK_FULL
 */
export const supplyEncoder = async (
  settings: EncoderSettings,
  onProgress?: (done: number, total: number) => void,
): Promise<void> => {
  const name = settings.PARLEY_EMBEDDINGS;
  if (name && isLocal(name)) await supply(name, placeOf(settings), onProgress);
};
