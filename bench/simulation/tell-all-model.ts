import type { Models } from '../../agent/index.ts';
import type { Model, ModelCall, ModelReply } from '../../agent/model/model.ts';
import { ParleyError } from '../../core/errors.ts';
import type { Failures, Wire } from './wire.ts';

const failures: Failures = {
  cut: () =>
    new ParleyError('MODEL_UNAVAILABLE', { message: 'The model cannot be reached.', remedy: 'Ask again later.' }),
  limited: () =>
    new ParleyError('MODEL_RATE_LIMITED', {
      message: 'The model is busy.',
      remedy: 'Ask again later.',
      details: { retryAfterSeconds: 3 },
    }),
};

/**
 * The worst model for secrets: it repeats every source that it is shown, word for word, and cites each. Whatever a prompt
 * holds that it must not hold is therefore seen in the prompt, in the answer and in its citations.
 *
 * @param heard gets each prompt before it is sent
 */
export const tellAllModel = (wire: Wire, heard: (prompt: string) => void): Models => {
  const model: Model = {
    name: 'simulated:tell-all',
    capabilities: {
      structuredOutput: 'json-schema',
      functions: false,
      logprobs: false,
      hiddenTokens: 0,
      compact: false,
    },
    async call(call) {
      const prompt = call.messages.map(({ content }) => content).join('\n');
      heard(prompt);
      const name = call.schema?.name ?? 'text';
      const { signal } = call;
      const text = await wire.call('model', name, () => JSON.stringify(reply(call, prompt)), { failures, signal });
      call.onText?.(text.slice(0, text.length / 2));
      call.onText?.(text.slice(text.length / 2));
      return replyOf(text, prompt);
    },
  };
  return { main: model, fast: model };
};

const replyOf = (text: string, prompt: string): ModelReply => ({
  text,
  functionCalls: [],
  usage: { inputTokens: Math.ceil(prompt.length / 4), outputTokens: Math.ceil(text.length / 4), estimated: false },
});

const reply = ({ schema }: ModelCall, prompt: string): unknown => {
  if (schema?.name === 'answer-question') return answer(prompt);
  if (schema?.name === 'standalone-question') return { question: lastLine(prompt, 'Question') };
  throw new Error(`the simulated model has no answer to the task ${schema?.name}`);
};

/** A citation of words that its source never said, close to what it did say. */
const invented = (first: { n: number; quote: string } | undefined) =>
  first ? [{ n: first.n, quote: first.quote.replace(/\.$/, ', by order of the mayor of Atlantis.') }] : [];

const lastLine = (prompt: string, label: string): string =>
  [...prompt.matchAll(new RegExp(`^${label}: (.*)$`, 'gm'))].at(-1)?.[1] ?? '';

const answer = (prompt: string): unknown => {
  const block = /<sources>\n([\s\S]*?)\n<\/sources>/.exec(prompt)?.[1] ?? '';
  const sources = [...block.matchAll(/^\[(\d+)\] .*\n((?: {2}.*\n?)+)/gm)].map(([, n, text]) => ({
    n: Number(n),
    quote: (text ?? '').trim().split(/(?<=\.)\s/)[0] ?? '',
  }));
  const [first] = sources;
  return {
    reasoning: 'The sources say so.',
    verdict: first ? 'answered' : 'unknown',
    text: first ? sources.map(({ n, quote }) => `${quote} [${n}]`).join('\n\n') : 'The pages do not say.',
    shortAnswer: first ? (/qk\w+z/.exec(first.quote)?.[0] ?? '') : '',
    citations: [...invented(first), ...sources],
    unconfirmed: [],
  };
};
