import { hash, hashText, unit } from '../world/random.ts';
import type { WorldOptions } from '../world/world.ts';
import { type Call, type Handler, openCall, type Reply } from './call.ts';
import { missingRules } from './instructions.ts';
import { diceOf, type Knobs, readKnobs } from './knobs.ts';
import { type Memory, noMemory, openMemory } from './memory.ts';
import { type ChatMessage, readPrompt } from './prompt.ts';
import { answering } from './tasks/answering.ts';
import { attempting } from './tasks/attempting.ts';
import { bySchema, inPlainWords, type Schema } from './tasks/by-schema.ts';
import { type ChosenCall, chooseCalls, choosing, type OfferedFunction } from './tasks/choosing.ts';
import { gathering } from './tasks/gathering.ts';
import { ordering } from './tasks/ordering.ts';
import { planning } from './tasks/planning.ts';
import { reviewing } from './tasks/reviewing.ts';
import { nextCalls, usingTools } from './tasks/using-tools.ts';

/** Every task that the reader knows by name. */
export const tasks: Readonly<Record<string, Handler>> = {
  ...answering,
  ...planning,
  ...reviewing,
  ...attempting,
  ...gathering,
  ...choosing,
  ...ordering,
  ...usingTools,
};

/** A request to the reader: a chat completion without what a server adds. */
export interface ReadRequest {
  messages: readonly ChatMessage[];
  /** The form of the answer; its name is the task's. */
  schema?: { name: string; json: Schema };
  functions?: readonly OfferedFunction[];
  temperature?: number;
  /** Distinguishes several samples of one prompt; has no effect at temperature 0. */
  seed?: number;
  /** Which of n choices this is. */
  choice?: number;
  maxTokens?: number;
}

/** The reader's answer. */
export interface ReadReply {
  task: string | undefined;
  content: string;
  calls: ChosenCall[];
  finish: 'stop' | 'length' | 'content_filter' | 'tool_calls';
  tokens: string[];
  /** Natural logarithms, one a token. */
  logprobs: number[];
  /** The key of the random draws: equal for equal requests. */
  key: string;
}

export interface Reader {
  read(request: ReadRequest): ReadReply;
}

/** How a reader is opened; without a world it has no memory. */
export interface ReaderOptions {
  seed?: number;
  knobs?: Partial<Knobs>;
  world?: WorldOptions;
}

/**
 * Opens a simulated reader. It answers from the text of the prompt alone, and errs as its knobs say: the same request
 * always gets the same answer, in whatever order requests come.
 */
export const openReader = ({ seed = 1, knobs: given, world }: ReaderOptions = {}): Reader => {
  const knobs = readKnobs(given);
  const memory: Memory = world ? openMemory(world, knobs.memory, seed) : noMemory;
  return {
    read(request) {
      const sample = request.temperature ? (request.seed ?? 0) + (request.choice ?? 0) : 0;
      const key = `${sample}\n${request.schema?.name ?? ''}\n${request.messages.map(({ role, content, calls }) => `${role}: ${content}${calls ? JSON.stringify(calls) : ''}`).join('\n')}`;
      const dice = diceOf(seed, key);
      const prompt = readPrompt(request.messages, request.schema?.name);
      const call = openCall(prompt, { knobs, dice, memory, sample });
      const base = { task: prompt.task, calls: [], key };
      if (dice.roll('refusals') < knobs.refusals)
        return { ...base, content: '', finish: 'content_filter', tokens: [], logprobs: [] };
      const confused = missingRules(prompt).length > 0;
      if (request.functions?.length && !request.schema && !confused) {
        const calls =
          prompt.task === 'use-tools' ? nextCalls(call, request.functions) : chooseCalls(call, request.functions);
        if (calls.length > 0) {
          const tokens = tokensOf(JSON.stringify(calls));
          return {
            ...base,
            content: '',
            calls,
            finish: 'tool_calls',
            tokens,
            logprobs: logprobsOf(call, tokens, true),
          };
        }
      }
      const reply = handlerFor(confused ? undefined : prompt.task, request.schema)(call);
      const tokens = tokensOf(write(call, reply));
      const cut = request.maxTokens !== undefined && tokens.length > request.maxTokens;
      const kept = cut ? tokens.slice(0, request.maxTokens) : tokens;
      return {
        ...base,
        content: kept.join(''),
        finish: cut ? 'length' : 'stop',
        tokens: kept,
        logprobs: logprobsOf(call, kept, reply.sure),
      };
    },
  };
};

const handlerFor = (task: string | undefined, schema: ReadRequest['schema']): Handler => {
  const known = task && Object.hasOwn(tasks, task) ? tasks[task] : undefined;
  return known ?? (schema ? bySchema(schema.json) : inPlainWords);
};

/** The answer as text; a structured answer is sometimes cut off or wrapped in words. */
const write = ({ dice, knobs }: Call, { output }: Reply): string => {
  if (typeof output === 'string') return output;
  const json = JSON.stringify(output);
  if (dice.roll('malformed') >= knobs.malformed) return json;
  return dice.roll('malformed', 'how') < 0.5
    ? json.slice(0, Math.floor(json.length * 0.6))
    : `Here is what I found: ${json.slice(1, -1)}`;
};

/** Pieces of about four characters, as tokenizers for Latin script make them. */
const tokensOf = (text: string): string[] => text.match(/\s?[^\s]{1,4}|\s/g) ?? [];

/**
 * How sure each token looks. A supported answer's mean lies in (.02, .35), most of it low; an unsupported one's in
 * (.25, 1.75): separable, but not perfectly.
 */
const logprobsOf = ({ dice }: Call, tokens: readonly string[], sure: boolean): number[] => {
  const u = dice.roll('sureness');
  const mean = sure ? 0.02 + 0.33 * u ** 4 : 0.25 + 1.5 * u;
  const base = Math.floor(dice.roll('tokens') * 2 ** 32);
  return tokens.map((_, i) => Number((-mean * (0.5 + unit(hash(base, i)))).toFixed(4)));
};

/** A short name for a request, for logs. */
export const keyHash = (key: string): string => hashText(0, key).toString(16).padStart(8, '0');
