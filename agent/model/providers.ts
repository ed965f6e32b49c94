import type { Provider } from './langchain-model.ts';
import type { JsonSchema } from './model.ts';

/** What a provider is opened with. */
export interface ProviderSettings {
  model: string;
  baseUrl?: string;
  apiKey?: string;
}

/** Models that think in hidden tokens and refuse a temperature: OpenAI's o series and GPT-5 family. */
const thinksHidden = (model: string) => /^(o\d|gpt-5)/.test(model);

const openai = ({ model, baseUrl, apiKey }: ProviderSettings): Provider => {
  const hidden = thinksHidden(model);
  return {
    capabilities: {
      structuredOutput: 'json-schema',
      functions: true,
      logprobs: !hidden,
      hiddenReasoning: hidden,
    },
    async open({ sampling, maxOutputTokens, logprobs }) {
      const { ChatOpenAI } = await import('@langchain/openai');
      return new ChatOpenAI({
        model,
        // A local server often wants no key, but the client insists on one.
        apiKey: apiKey ?? process.env.OPENAI_API_KEY ?? (baseUrl ? 'none' : undefined),
        configuration: { ...(baseUrl ? { baseURL: baseUrl } : {}), maxRetries: 0 },
        maxRetries: 0,
        maxTokens: maxOutputTokens,
        useResponsesApi: false,
        ...(hidden ? {} : { temperature: sampling.temperature, topP: sampling.topP }),
        ...(logprobs ? { logprobs: true } : {}),
        // Only servers other than OpenAI's know top_k.
        ...(sampling.topK !== undefined && baseUrl ? { modelKwargs: { top_k: sampling.topK } } : {}),
      });
    },
    schemaOption: ({ name, json }) => ({
      response_format: { type: 'json_schema', json_schema: { name, schema: json, strict: true } },
    }),
    callOptions: ({ seed }) => (seed === undefined ? {} : { seed }),
  };
};

const anthropic = ({ model, baseUrl, apiKey }: ProviderSettings): Provider => ({
  capabilities: { structuredOutput: 'function', functions: true, logprobs: false, hiddenReasoning: false },
  async open({ sampling, maxOutputTokens }) {
    const { ChatAnthropic } = await import('@langchain/anthropic');
    return new ChatAnthropic({
      model,
      ...(apiKey ? { apiKey } : {}),
      ...(baseUrl ? { anthropicApiUrl: baseUrl } : {}),
      clientOptions: { maxRetries: 0 },
      maxRetries: 0,
      maxTokens: maxOutputTokens ?? 4096,
      // The API takes one of temperature and top_p.
      ...(sampling.temperature === undefined ? {} : { temperature: sampling.temperature }),
      ...(sampling.topK === undefined ? {} : { topK: sampling.topK }),
    });
  },
  schemaOption: ({ name, json }) => ({
    tools: [{ name, description: 'Gives the answer.', input_schema: json }],
    tool_choice: { type: 'tool', name },
  }),
});

const google = ({ model, baseUrl, apiKey }: ProviderSettings): Provider => ({
  capabilities: { structuredOutput: 'json-schema', functions: true, logprobs: false, hiddenReasoning: true },
  async open({ sampling, maxOutputTokens }) {
    const { ChatGoogleGenerativeAI } = await import('@langchain/google-genai');
    return new ChatGoogleGenerativeAI({
      model,
      ...(apiKey ? { apiKey } : {}),
      ...(baseUrl ? { baseUrl } : {}),
      maxRetries: 0,
      maxOutputTokens,
      temperature: sampling.temperature,
      topP: sampling.topP,
      topK: sampling.topK,
    });
  },
  schemaOption: ({ json }) => ({ responseSchema: withoutAdditionalProperties(json) }),
});

const ollama = ({ model, baseUrl }: ProviderSettings): Provider => ({
  capabilities: { structuredOutput: 'json-schema', functions: true, logprobs: false, hiddenReasoning: false },
  async open({ sampling, maxOutputTokens }) {
    const { ChatOllama } = await import('@langchain/ollama');
    return new ChatOllama({
      model,
      ...(baseUrl ? { baseUrl } : {}),
      maxRetries: 0,
      numPredict: maxOutputTokens,
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
