import { ParleyError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { Provider } from './langchain-model.ts';
import type { JsonSchema } from './model.ts';

/** How much a thinking model thinks. */
export type Effort = NonNullable<Settings['PARLEY_MODEL_EFFORT']>;

/** What a provider is opened with. */
export interface ProviderSettings {
  model: string;
  baseUrl?: string;
  apiKey?: string;
  effort?: Effort;
}

/** Room for thinking, in output tokens: Anthropic's least budget is 1,024; the others keep near such a measure. */
const THINKING_TOKENS: Record<Effort, number> = { none: 0, minimal: 1_024, low: 2_048, medium: 6_144, high: 12_288 };
/** What a thinking model spends where no effort is set. */
const DEFAULT_THINKING: Effort = 'low';

const thinkingTokens = (thinks: boolean, effort: Effort | undefined): number =>
  effort ? THINKING_TOKENS[effort] : thinks ? THINKING_TOKENS[DEFAULT_THINKING] : 0;

/** A name without the gateway's or the vendor's part before it: `openai/gpt-5-mini`. */
const bareName = (model: string): string => model.slice(model.lastIndexOf('/') + 1).toLowerCase();

/** OpenAI's models that think in hidden tokens and refuse a temperature: the o series, GPT-5 but its chat variants, gpt-oss. */
const thinksAtOpenAi = (model: string) => /^(?:o\d|gpt-5(?!.*-chat)|gpt-oss)/.test(bareName(model));
/** Those of the API itself, which want `max_completion_tokens` and no temperature; gpt-oss is served by others. */
const isReasoningApi = (model: string) => /^(?:o\d|gpt-5(?!.*-chat))/.test(bareName(model));
/** Models of Ollama's library that think unless they are told not to (ollama.com/search?c=thinking). */
const thinksAtOllama = (model: string) =>
  /^(?:qwen3(?!-?(?:coder|vl))|deepseek-r1|deepseek-v3\.1|gpt-oss|magistral|phi4(?:-mini)?-reasoning|qwq|nemotron-3|glm-4)/.test(
    bareName(model),
  );

/** A model of at most nine thousand million parameters, by the size that its name gives (`llama3.1:8b`, `gemma-3-4b-it`). */
export const isSmall = (model: string): boolean => {
  const size = /(?<![\d.a-z])(\d+(?:\.\d+)?)b(?![a-z\d])/i.exec(bareName(model))?.[1];
  return size !== undefined && Number(size) <= 9;
};

/** @throws MODEL_KEY_REFUSED where a provider wants a key and none is set, in the settings or in its own variable */
const wantKey = (provider: string, model: string, key: string | undefined, variable: string): string => {
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
    async open({ sampling, maxOutputTokens, logprobs }) {
      // A local server often wants no key, but the client insists on one.
      const key = apiKey ?? process.env.OPENAI_API_KEY ?? (baseUrl ? 'none' : undefined);
      const wanted = wantKey('openai', model, key, 'OPENAI_API_KEY');
      const { ChatOpenAI } = await import('@langchain/openai');
      // LangChain knows a reasoning model by its bare name only; behind a gateway its bound is named here.
      const named = isReasoning && bareName(model) !== model;
      const further = {
        ...(effort ? { reasoning_effort: effort } : {}),
        ...(named ? { max_completion_tokens: maxOutputTokens } : {}),
        // Only servers other than OpenAI's know top_k.
        ...(sampling.topK !== undefined && baseUrl ? { top_k: sampling.topK } : {}),
      };
      return new ChatOpenAI({
        model,
        apiKey: wanted,
        configuration: { ...(baseUrl ? { baseURL: baseUrl } : {}), maxRetries: 0 },
        maxRetries: 0,
        ...(named ? {} : { maxTokens: maxOutputTokens }),
        useResponsesApi: false,
        // A refusal stands in the raw chunk alone.
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
      // While it thinks no tool may be forced (Anthropic, "Extended thinking": tool use), so the schema stands in the prompt.
      structuredOutput: budget > 0 ? 'text' : 'function',
      functions: true,
      logprobs: false,
      hiddenTokens: budget,
      compact: false,
    },
    async open({ sampling, maxOutputTokens }) {
      const key = wantKey('anthropic', model, apiKey ?? process.env.ANTHROPIC_API_KEY, 'ANTHROPIC_API_KEY');
      const { ChatAnthropic } = await import('@langchain/anthropic');
      const maxTokens = Math.max(maxOutputTokens ?? 4096, budget > 0 ? budget + 1 : 0);
      return new ChatAnthropic({
        model,
        apiKey: key,
        ...(baseUrl ? { anthropicApiUrl: baseUrl } : {}),
        clientOptions: { maxRetries: 0 },
        maxRetries: 0,
        maxTokens,
        // The API takes one of temperature and top_p, and neither with thinking.
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

/** Gemini 3 takes a level, earlier ones a number of tokens (ai.google.dev, "Gemini thinking"). */
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
  async open({ sampling, maxOutputTokens }) {
    const own = process.env.GOOGLE_API_KEY ?? process.env.GEMINI_API_KEY;
    const key = wantKey('google-genai', model, apiKey ?? own, 'GOOGLE_API_KEY');
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
  async open({ sampling, maxOutputTokens }) {
    const { ChatOllama } = await import('@langchain/ollama');
    return new ChatOllama({
      model,
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

/** Providers by their LangChain names. */
export const providers: Record<string, (settings: ProviderSettings) => Provider> = {
  openai,
  anthropic,
  'google-genai': google,
  ollama,
};

/** Gemini's schema dialect knows neither `$schema` nor `additionalProperties`. */
const withoutAdditionalProperties = (schema: JsonSchema): JsonSchema =>
  JSON.parse(
    JSON.stringify(schema, (key, value) => (key === 'additionalProperties' || key === '$schema' ? undefined : value)),
  ) as JsonSchema;
