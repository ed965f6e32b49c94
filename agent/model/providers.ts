import { ParleyError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { checkedFetch, fetchLines } from './checked-fetch.ts';
import type { Provider } from './langchain-model.ts';
import type { JsonSchema } from './model.ts';

/** Effort level of a thinking model. */
export type Effort = NonNullable<Settings['PARLEY_MODEL_EFFORT']>;

export interface ProviderSettings {
  model: string;
  baseUrl?: string;
  apiKey?: string;
  effort?: Effort;
}

/**
 * Output tokens reserved for thinking. 1,024 is Anthropic's minimum; the others have no documented sizes and get
 * similar ones.
 */
const THINKING_TOKENS: Record<Effort, number> = { none: 0, minimal: 1_024, low: 2_048, medium: 6_144, high: 12_288 };
/** Assumed effort of a thinking model if none is set. */
const DEFAULT_THINKING: Effort = 'low';

const thinkingTokens = (thinks: boolean, effort: Effort | undefined): number =>
  effort ? THINKING_TOKENS[effort] : thinks ? THINKING_TOKENS[DEFAULT_THINKING] : 0;

/** The model's name without a gateway or vendor prefix such as `openai/`. */
const bareName = (model: string): string => model.slice(model.lastIndexOf('/') + 1).toLowerCase();

/**
 * OpenAI's models with hidden thinking that reject a temperature: the o series, GPT-5 except its chat variants,
 * gpt-oss.
 */
const thinksAtOpenAi = (model: string) => /^(?:o\d|gpt-5(?!.*-chat)|gpt-oss)/.test(bareName(model));
/** Thinking models of OpenAI's API, which require `max_completion_tokens`. gpt-oss is served by others. */
const isReasoningApi = (model: string) => /^(?:o\d|gpt-5(?!.*-chat))/.test(bareName(model));
/** Models of Ollama's library that think by default (ollama.com/search?c=thinking). */
const thinksAtOllama = (model: string) =>
  /^(?:qwen3(?!-?(?:coder|vl))|deepseek-r1|deepseek-v3\.1|gpt-oss|magistral|phi4(?:-mini)?-reasoning|qwq|nemotron-3|glm-4)/.test(
    bareName(model),
  );

/** True for a model of at most nine billion parameters, by the size in its name (`llama3.1:8b`, `gemma-3-4b-it`). */
export const isSmall = (model: string): boolean => {
  const size = /(?<![\d.a-z])(\d+(?:\.\d+)?)b(?![a-z\d])/i.exec(bareName(model))?.[1];
  return size !== undefined && Number(size) <= 9;
};

/**
 * Returns the key.
 * @throws MODEL_KEY_REFUSED if a required key is set neither in the settings nor in the provider's variable
 */
const requireKey = (provider: string, model: string, key: string | undefined, variable: string): string => {
  if (key) return key;
  throw new ParleyError('MODEL_KEY_REFUSED', {
    message: `No key is set for ${provider}:${model}.`,
    remedy: `Set PARLEY_MODEL_API_KEY, or ${variable}.`,
    details: { model },
  });
};

const openai = ({ model, baseUrl, apiKey, effort }: ProviderSettings): Provider => {
  const thinks = thinksAtOpenAi(model);
  const isReasoning = isReasoningApi(model);
  return {
    capabilities: {
      structuredOutput: 'json-schema',
      functions: true,
      logprobs: !thinks,
      hiddenTokens: thinkingTokens(thinks, effort),
      compact: isSmall(model),
    },
    alwaysFinishes: baseUrl === undefined,
    async open({ sampling, maxOutputTokens, logprobs }) {
      // A local server often needs no key, but the client requires one.
      const key = apiKey ?? process.env.OPENAI_API_KEY ?? (baseUrl ? 'none' : undefined);
      const wanted = requireKey('openai', model, key, 'OPENAI_API_KEY');
      const { createChatOpenAi } = await import('./openai-client.ts');
      // LangChain recognises a reasoning model only by its bare name. Behind a gateway the output limit is passed here.
      const named = isReasoning && bareName(model) !== model;
      const further = {
        ...(effort ? { reasoning_effort: effort } : {}),
        ...(named ? { max_completion_tokens: maxOutputTokens } : {}),
        // OpenAI's own API rejects top_k; other servers accept it.
        ...(sampling.topK !== undefined && baseUrl ? { top_k: sampling.topK } : {}),
      };
      return createChatOpenAi({
        model,
        apiKey: wanted,
        // The client would log chunks that it cannot parse, with the answer's text; Parley reports the failure itself.
        configuration: {
          ...(baseUrl ? { baseURL: baseUrl } : {}),
          fetch: checkedFetch,
          maxRetries: 0,
          logLevel: 'off',
        },
        maxRetries: 0,
        ...(named ? {} : { maxTokens: maxOutputTokens }),
        useResponsesApi: false,
        // A refusal is only in the raw chunk.
        __includeRawResponse: true,
        ...(isReasoning ? {} : { temperature: sampling.temperature, topP: sampling.topP }),
        ...(logprobs ? { logprobs: true } : {}),
        ...(Object.keys(further).length > 0 ? { modelKwargs: further } : {}),
      });
    },
    schemaOption: ({ name, json }) => ({
      response_format: { type: 'json_schema', json_schema: { name, schema: json, strict: true } },
    }),
    callOptions: ({ seed }) => (seed === undefined ? {} : { seed }),
  };
};

const anthropic = ({ model, baseUrl, apiKey, effort }: ProviderSettings): Provider => {
  const budget = thinkingTokens(false, effort);
  return {
    capabilities: {
      // Thinking excludes forced tools (Anthropic, "Extended thinking": tool use), so the schema is in the prompt.
      structuredOutput: budget > 0 ? 'text' : 'function',
      functions: true,
      logprobs: false,
      hiddenTokens: budget,
      compact: false,
    },
    alwaysFinishes: true,
    async open({ sampling, maxOutputTokens }) {
      const key = requireKey('anthropic', model, apiKey ?? process.env.ANTHROPIC_API_KEY, 'ANTHROPIC_API_KEY');
      const { ChatAnthropic } = await import('@langchain/anthropic');
      const maxTokens = Math.max(maxOutputTokens ?? 4096, budget > 0 ? budget + 1 : 0);
      return new ChatAnthropic({
        model,
        apiKey: key,
        ...(baseUrl ? { anthropicApiUrl: baseUrl } : {}),
        clientOptions: { fetch: checkedFetch, maxRetries: 0, logLevel: 'off' },
        maxRetries: 0,
        maxTokens,
        // The API accepts either temperature or top_p, and neither with thinking.
        ...(budget > 0
          ? { thinking: { type: 'enabled' as const, budget_tokens: budget } }
          : {
              ...(sampling.temperature === undefined ? {} : { temperature: sampling.temperature }),
              ...(sampling.topK === undefined ? {} : { topK: sampling.topK }),
            }),
      });
    },
    schemaOption: ({ name, json }) => ({
      tools: [{ name, description: 'Gives the answer.', input_schema: json }],
      tool_choice: { type: 'tool', name },
    }),
  };
};

/** Gemini 3 takes a thinking level, earlier versions a number of tokens (ai.google.dev, "Gemini thinking"). */
const geminiThinking = (model: string, effort: Effort) =>
  /gemini-3/.test(model)
    ? { thinkingLevel: effort === 'medium' || effort === 'high' ? ('HIGH' as const) : ('LOW' as const) }
    : { thinkingBudget: THINKING_TOKENS[effort] };

const google = ({ model, baseUrl, apiKey, effort }: ProviderSettings): Provider => ({
  capabilities: {
    structuredOutput: 'json-schema',
    functions: true,
    logprobs: false,
    hiddenTokens: thinkingTokens(!/gemini-(?:1|2\.0)|gemma/.test(model), effort),
    compact: isSmall(model),
  },
  alwaysFinishes: true,
  async open({ sampling, maxOutputTokens }) {
    const own = process.env.GOOGLE_API_KEY ?? process.env.GEMINI_API_KEY;
    const key = requireKey('google-genai', model, apiKey ?? own, 'GOOGLE_API_KEY');
    const { ChatGoogleGenerativeAI } = await import('@langchain/google-genai');
    return new ChatGoogleGenerativeAI({
      model,
      apiKey: key,
      ...(baseUrl ? { baseUrl } : {}),
      maxRetries: 0,
      maxOutputTokens,
      ...(effort ? { thinkingConfig: geminiThinking(model, effort) } : {}),
      temperature: sampling.temperature,
      topP: sampling.topP,
      topK: sampling.topK,
    });
  },
  schemaOption: ({ json }) => ({ responseSchema: withoutAdditionalProperties(json) }),
});

const ollama = ({ model, baseUrl, effort }: ProviderSettings): Provider => ({
  capabilities: {
    structuredOutput: 'json-schema',
    functions: true,
    logprobs: false,
    hiddenTokens: thinkingTokens(thinksAtOllama(model), effort),
    compact: isSmall(model),
  },
  // LangChain ends a request only when its next piece arrives, and with it all requests of the same client. So each call
  // has a client, whose requests end with the call.
  opensPerCall: true,
  async open({ sampling, maxOutputTokens, signal }) {
    const { ChatOllama } = await import('@langchain/ollama');
    return new ChatOllama({
      model,
      fetch: (url, init) =>
        fetchLines(url, { ...init, signal: AbortSignal.any([init?.signal, signal].filter((one) => one != null)) }),
      ...(baseUrl ? { baseUrl } : {}),
      maxRetries: 0,
      numPredict: maxOutputTokens,
      ...(effort ? { think: effort !== 'none' } : {}),
      temperature: sampling.temperature,
      topP: sampling.topP,
      topK: sampling.topK,
    });
  },
  schemaOption: ({ json }) => ({ format: json }),
  callOptions: ({ seed }) => (seed === undefined ? {} : { seed }),
});

/** Providers by the prefix of PARLEY_MODEL, which is their LangChain name. */
export const providers: Record<string, (settings: ProviderSettings) => Provider> = {
  openai,
  anthropic,
  'google-genai': google,
  ollama,
};

/** Gemini's schema dialect accepts neither `$schema` nor `additionalProperties`. */
const withoutAdditionalProperties = (schema: JsonSchema): JsonSchema =>
  JSON.parse(
    JSON.stringify(schema, (key, value) => (key === 'additionalProperties' || key === '$schema' ? undefined : value)),
  ) as JsonSchema;
