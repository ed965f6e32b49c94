import { ParleyError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { langchainModel } from './langchain-model.ts';
import type { Capabilities, Model } from './model.ts';
import { providers } from './providers.ts';

export type ModelSettings = Pick<
  Settings,
  'PARLEY_MODEL' | 'PARLEY_MODEL_BASE_URL' | 'PARLEY_MODEL_API_KEY' | 'PARLEY_FAST_MODEL' | 'PARLEY_MODEL_EFFORT'
>;

/** The models of an agent. `fast` runs small tasks (rewriting, planning) and defaults to `main`. */
export interface Models {
  main: Model;
  fast: Model;
}

/**
 * The models of the settings, or undefined without any (quote mode). Loads no package and contacts no provider before
 * the first call.
 * @param capabilities overrides the provider's capabilities, for servers that can do less than their API promises
 * @example
 * openModels({ PARLEY_MODEL: 'openai:gpt-4.1-mini' });
 * openModels({ PARLEY_MODEL: 'openai:local', PARLEY_MODEL_BASE_URL: 'http://localhost:8080/v1' });
 * @throws BAD_SETTING for an unknown provider, or a base URL without a model
 */
export const openModels = (settings: ModelSettings, capabilities?: Partial<Capabilities>): Models | undefined => {
  if (!settings.PARLEY_MODEL) {
    if (!settings.PARLEY_MODEL_BASE_URL && !settings.PARLEY_FAST_MODEL) return undefined;
    throw new ParleyError('BAD_SETTING', {
      message: `${settings.PARLEY_MODEL_BASE_URL ? 'PARLEY_MODEL_BASE_URL' : 'PARLEY_FAST_MODEL'} is set but PARLEY_MODEL is not.`,
      remedy: 'Set PARLEY_MODEL too, such as openai:NAME for an OpenAI-compatible server.',
    });
  }
  const main = openModel(settings.PARLEY_MODEL, settings, capabilities);
  const fast = settings.PARLEY_FAST_MODEL ? openModel(settings.PARLEY_FAST_MODEL, settings, capabilities) : main;
  return { main, fast };
};

const openModel = (name: string, settings: ModelSettings, capabilities?: Partial<Capabilities>): Model => {
  const colon = name.indexOf(':');
  const provider = providers[name.slice(0, colon)];
  if (!provider) {
    throw new ParleyError('BAD_SETTING', {
      message: `Parley does not know the model provider of "${name}".`,
      remedy: `PARLEY_MODEL takes ${Object.keys(providers)
        .map((known) => `${known}:NAME`)
        .join(', ')}.`,
    });
  }
  const opened = provider({
    model: name.slice(colon + 1),
    baseUrl: settings.PARLEY_MODEL_BASE_URL,
    apiKey: settings.PARLEY_MODEL_API_KEY,
    effort: settings.PARLEY_MODEL_EFFORT,
  });
  return langchainModel(name, { ...opened, capabilities: { ...opened.capabilities, ...capabilities } });
};
