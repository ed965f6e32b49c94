import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { langchainModel, type Provider } from '../agent/model/langchain-model.ts';
import type { Capabilities, Model } from '../agent/model/model.ts';
import { type Models, openModels } from '../agent/model/open-model.ts';
import { isSmall, providers } from '../agent/model/providers.ts';
import { ParleyError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import type { ModelInput } from './options.ts';

/**
 * The models of an agent where the caller made at least one of them; a name is opened as the settings' are.
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

/** Providers by what LangChain's own classes call themselves. */
const PROVIDER_BY_TYPE: Record<string, string> = {
  openai: 'openai',
  anthropic: 'anthropic',
  googlegenerativeai: 'google-genai',
  google_genai: 'google-genai',
  ollama: 'ollama',
};

/**
 * A chat model of LangChain's that the caller made, as Parley calls models. Its own settings stand (temperature, bounds,
 * retries): Parley changes none of them, so that samples of one prompt differ as much as the model's temperature lets them.
 *
 * What it can do is found out: a class that Parley has a provider for can what that provider can; any other class with
 * `bindTools` gives structured output as one forced function call; without `bindTools` the schema stands in the prompt
 * and the answer is read as JSON. `capabilities` overrides this.
 */
const fromChatModel = (chat: BaseChatModel, capabilities: Partial<Capabilities> = {}): Model => {
  const name = nameOf(chat);
  const type = chat._llmType();
  const provider = PROVIDER_BY_TYPE[type];
  const known = provider === undefined ? undefined : providers[provider]?.({ model: name });
  const binds = typeof chat.bindTools === 'function';
  const found: Capabilities = known
    ? // Log-probabilities are asked for when a model is made, and the caller has made it.
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

/** How most providers beside OpenAI take a schema too. */
const responseFormat: Provider['schemaOption'] = ({ name, json }) => ({
  response_format: { type: 'json_schema', json_schema: { name, schema: json, strict: true } },
});

const nameOf = (chat: BaseChatModel): string => {
  const { model, modelName } = chat as { model?: unknown; modelName?: unknown };
  const name = model ?? modelName;
  return typeof name === 'string' ? name : chat.getName();
};
