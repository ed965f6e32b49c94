import { join } from 'node:path';
import { ParleyError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { Encoder } from './encoder.ts';
import { localEncoder } from './local.ts';
import { downloadMissingParts, findMissingParts, type MissingParts, type ModelLocation } from './local-files.ts';
import { openAICompatibleEncoder } from './openai-compatible.ts';
import { prefixed } from './prefixed.ts';

/** Providers with an OpenAI-compatible embeddings API, their URLs, and the environment variables with their keys. */
const PROVIDERS: Record<string, { baseUrl: string; key?: string }> = {
  openai: { baseUrl: 'https://api.openai.com/v1', key: 'OPENAI_API_KEY' },
  mistral: { baseUrl: 'https://api.mistral.ai/v1', key: 'MISTRAL_API_KEY' },
  jina: { baseUrl: 'https://api.jina.ai/v1', key: 'JINA_API_KEY' },
  voyage: { baseUrl: 'https://api.voyageai.com/v1', key: 'VOYAGE_API_KEY' },
  together: { baseUrl: 'https://api.together.xyz/v1', key: 'TOGETHER_API_KEY' },
  'google-genai': { baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai', key: 'GOOGLE_API_KEY' },
  ollama: { baseUrl: 'http://127.0.0.1:11434/v1' },
};

/** The settings for models that run in this process. */
export type ModelSettings = Partial<
  Pick<Settings, 'PARLEY_MODELS' | 'PARLEY_MODELS_FETCH' | 'PARLEY_MODELS_URL' | 'PARLEY_DATA'>
>;

type EncoderSettings = Partial<
  Pick<Settings, 'PARLEY_EMBEDDINGS' | 'PARLEY_EMBEDDINGS_BASE_URL' | 'PARLEY_EMBEDDINGS_API_KEY'>
> &
  ModelSettings;

/**
 * Opens the encoder of PARLEY_EMBEDDINGS. Returns undefined if that is not set; searches then use words and links.
 * Nothing is loaded or sent before the first `embed`.
 *
 * @throws BAD_SETTING for an unknown provider without PARLEY_EMBEDDINGS_BASE_URL
 */
export const openEncoder = (settings: EncoderSettings): Encoder | undefined => {
  const name = settings.PARLEY_EMBEDDINGS;
  if (!name) return undefined;
  if (isLocal(name)) return prefixed(localEncoder(name, modelLocation(settings)));
  const provider = PROVIDERS[name.slice(0, name.indexOf(':'))];
  const baseUrl = settings.PARLEY_EMBEDDINGS_BASE_URL ?? provider?.baseUrl;
  if (!baseUrl) {
    throw new ParleyError('BAD_SETTING', {
      message: `PARLEY_EMBEDDINGS=${name}: Parley does not know where that provider listens.`,
      remedy: `Set PARLEY_EMBEDDINGS_BASE_URL to its OpenAI-compatible URL, or use one of ${Object.keys(PROVIDERS).join(', ')}.`,
    });
  }
  const apiKey = settings.PARLEY_EMBEDDINGS_API_KEY ?? (provider?.key && process.env[provider.key]);
  return prefixed(openAICompatibleEncoder({ name, baseUrl, apiKey }));
};

const isLocal = (name: string): boolean => name.startsWith('local:');

/** Where the settings say that models are, and whether they may be downloaded. */
export const modelLocation = (settings: ModelSettings): ModelLocation => ({
  folder: settings.PARLEY_MODELS ?? join(settings.PARLEY_DATA ?? './data', 'models'),
  base: (settings.PARLEY_MODELS_URL ?? 'https://huggingface.co').replace(/\/+$/, ''),
  consent: settings.PARLEY_MODELS_FETCH === 'yes',
});

/** The missing parts of the settings' encoder; undefined if there are none or it is not a local one. No network access. */
export const findMissingEncoderParts = (settings: EncoderSettings): MissingParts | undefined =>
  settings.PARLEY_EMBEDDINGS && isLocal(settings.PARLEY_EMBEDDINGS)
    ? findMissingParts(settings.PARLEY_EMBEDDINGS, modelLocation(settings))
    : undefined;

/**
 * Downloads the missing parts of a local encoder. The caller must have consent. Does nothing for other encoders.
 * @param onProgress receives the bytes of the model that are present, and the total
 * @throws ENCODER_UNAVAILABLE, DISK_FULL
 */
export const downloadEncoder = async (
  settings: EncoderSettings,
  onProgress?: (done: number, total: number) => void,
): Promise<void> => {
  const name = settings.PARLEY_EMBEDDINGS;
  if (name && isLocal(name)) await downloadMissingParts(name, modelLocation(settings), onProgress);
};
