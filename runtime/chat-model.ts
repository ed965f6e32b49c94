import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { langchainModel, type Provider } from '../agent/model/langchain-model.ts';
import type { Capabilities, Model } from '../agent/model/model.ts';
import { type Models, openModels } from '../agent/model/open-model.ts';
import { isSmall, providers } from '../agent/model/providers.ts';
import { ParleyError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import type { ModelInput } from './options.ts';

/**
 * The models of an agent if the caller passes at least one LangChain model. Names are opened like those in the settings.
 * @throws BAD_SETTING for a fast model without a model
 */
export const openGivenModels = (
  given: { model?: ModelInput; fastModel?: ModelInput },
  settings: Settings,
  capabilities?: Partial<Capabilities>,
): Models => {
  const { model, fastModel } = given;
  const main =
    typeof model === 'object'
      ? fromChatModel(model, capabilities)
      : openModels({ ...settings, PARLEY_FAST_MODEL: undefined }, capabilities)?.main;
  if (!main) {
    throw new ParleyError('BAD_SETTING', {
      message: 'A fast model is given, but no model.',
      remedy: 'Give `model` too.',
    });
  }
  if (typeof fastModel === 'object') return { main, fast: fromChatModel(fastModel, capabilities) };
  const { PARLEY_FAST_MODEL: fast } = settings;
  const opened = fast && openModels({ ...settings, PARLEY_MODEL: fast, PARLEY_FAST_MODEL: undefined }, capabilities);
  return { main, fast: opened ? opened.main : main };
};

/** Providers by the `_llmType()` of LangChain's chat models. */
const PROVIDER_BY_TYPE: Record<string, string> = {
  openai: 'openai',
  anthropic: 'anthropic',
  googlegenerativeai: 'google-genai',
  google_genai: 'google-genai',
  ollama: 'ollama',
};

/**
 * Adapts a LangChain chat model that the caller created. Parley does not change its settings, such as temperature, limits and
 * retries, so samples of one prompt vary as much as the model's temperature allows.
 *
 * Capabilities are detected. If Parley has a provider for the class, they are those of the provider. Other classes with
 * `bindTools` give structured output with a forced function call. Without `bindTools`, the schema is part of the prompt, and
 * the response is parsed as JSON. `capabilities` overrides this.
 */
const fromChatModel = (chat: BaseChatModel, capabilities: Partial<Capabilities> = {}): Model => {
  const name = nameOf(chat);
  const type = chat._llmType();
  const provider = PROVIDER_BY_TYPE[type];
  const known = provider === undefined ? undefined : providers[provider]?.({ model: name });
  const binds = typeof chat.bindTools === 'function';
  const found: Capabilities = known
    ? // Log-probabilities are requested when a model is created, which the caller did.
      { ...known.capabilities, logprobs: (chat as { logprobs?: boolean }).logprobs === true }
    : {
        structuredOutput: binds ? 'function' : 'text',
        functions: binds,
        logprobs: false,
        hiddenTokens: 0,
        compact: isSmall(name),
      };
  const able = { ...found, ...capabilities };
  const asProvided = known?.capabilities.structuredOutput === able.structuredOutput;
  return langchainModel(`${type}:${name}`, {
    capabilities: able,
    open: async () => chat as unknown as Awaited<ReturnType<Provider['open']>>,
    schemaOption: known && asProvided ? known.schemaOption : responseFormat,
    bindsSchema: able.structuredOutput === 'function' && !asProvided,
  });
};

/** OpenAI's option for a JSON schema, which most other providers accept too. */
const responseFormat: Provider['schemaOption'] = ({ name, json }) => ({
  response_format: { type: 'json_schema', json_schema: { name, schema: json, strict: true } },
});

const nameOf = (chat: BaseChatModel): string => {
  const { model, modelName } = chat as { model?: unknown; modelName?: unknown };
  const name = model ?? modelName;
  return typeof name === 'string' ? name : chat.getName();
};
