import { z } from 'zod';
import { pageScopes, people, places, towns } from './world.ts';

const names = (list: readonly { name: string }[]) => z.enum(list.map(({ name }) => name) as [string, ...string[]]);
/** Milliseconds from the story's beginning. */
const at = z.number().int().nonnegative();
/** A question by its name, such as `q3`. */
const question = z.string().regex(/^q\d+$/);
/** Which of the processes; a story for one process takes any number for it. */
const process = z.number().int().nonnegative();
const page = z.string().regex(/^p\d+$/);

const actionSchema = z.discriminatedUnion('do', [
  /** `reply`: in the thread of that question. */
  z.object({
    at,
    do: z.literal('ask'),
    q: question,
    person: names(people),
    place: names(places),
    town: z.enum(towns),
    reply: question.optional(),
  }),
  z.object({ at, do: z.literal('repeat'), q: question }),
  z.object({ at, do: z.literal('edit'), q: question, town: z.enum(towns) }),
  z.object({ at, do: z.literal('remove'), q: question }),
  z.object({ at, do: z.literal('stop'), q: question }),
  z.object({ at, do: z.literal('rate'), q: question, rating: z.enum(['up', 'down']) }),
  /** At the process's n-th call from then on, of that name where one is given. `landing`: what was on its way is still carried out. */
  z.object({
    at,
    do: z.literal('crash'),
    process,
    calls: z.number().int().positive(),
    call: z.string().optional(),
    when: z.enum(['before', 'after']),
    landing: z.boolean(),
    back: at,
  }),
  /** SIGTERM, and a new start `back` milliseconds later. */
  z.object({ at, do: z.literal('restart'), process, back: at }),
  /** Stands still: at once, or at the process's n-th call of that name from then on, before it is sent or before its answer is heard. */
  z.object({
    at,
    do: z.literal('pause'),
    process,
    ms: at,
    call: z.string().optional(),
    calls: z.number().int().positive().optional(),
    when: z.enum(['before', 'after']).optional(),
  }),
  /** So many processes die of working on its answer. */
  z.object({ at, do: z.literal('poison'), q: question, deaths: z.number().int().positive() }),
  z.object({
    at,
    do: z.literal('fault'),
    process,
    on: z.enum(['store', 'slack', 'discord', 'model']),
    kind: z.enum(['refused', 'lost', 'slow', 'limited', 'late', 'full']),
    /** Of this name alone, such as `conversations.claim`. */
    call: z.string().optional(),
    skip: z.number().int().nonnegative(),
    times: z.number().int().positive(),
  }),
  /** The service is away from every process. */
  z.object({
    at,
    do: z.literal('outage'),
    on: z.enum(['store', 'slack', 'discord', 'model', 'vectors', 'graph']),
    kind: z.enum(['down', 'busy', 'full']),
    ms: at,
  }),
  /** The page is written anew, for these readers. */
  z.object({
    at,
    do: z.literal('write'),
    page,
    scopes: z
      .number()
      .int()
      .nonnegative()
      .max(pageScopes.length - 1),
    town: z.enum(towns),
  }),
  z.object({ at, do: z.literal('forget'), page }),
  /** `chat`: they say `forget me`; `command`: an operator runs `parley forget person:ID`. */
  z.object({ at, do: z.literal('erase'), person: names(people), how: z.enum(['chat', 'command']) }),
  /** An operator runs `parley backup`. */
  z.object({ at, do: z.literal('backup') }),
  /**
   * A process loses its connection to Discord. `resumes`: it hears afterwards what was said meanwhile; otherwise it gets a new
   * session, and nobody tells it.
   */
  z.object({ at, do: z.literal('disconnect'), process, ms: at, resumes: z.boolean() }),
  /** The clock is corrected: of the process's machine alone, or of all machines and the database. */
  z.object({ at, do: z.literal('jump'), ms: z.number().int(), process: process.optional() }),
]);
export type Action = z.infer<typeof actionSchema>;

/** What happens in a world, and everything that decides how. The same story always goes the same way. */
export const storySchema = z.object({
  seed: z.number().int(),
  /** How many Parleys share the stores. */
  processes: z.number().int().min(1).max(3),
  /** Vectors and facts are on servers of their own. */
  apart: z.boolean(),
  /** False: no model is set, and answers quote. */
  model: z.boolean(),
  /** Questions are jobs, which any of the processes does. */
  jobs: z.boolean().optional(),
  /** Discord tells of each message once, as it does: what no process heard must be read from the channels. */
  once: z.boolean().optional(),
  /** By how many milliseconds the clock of each process's machine is ahead of the database's. */
  skew: z.array(z.number().int()).optional(),
  /** Questions that a person may ask a day. */
  daily: z.number().int().positive().optional(),
  actions: z.array(actionSchema),
});
export type Story = z.infer<typeof storySchema>;

/** A story in lines that a person reads. */
export const tell = ({ seed, processes, apart, model, jobs, once, skew, daily, actions }: Story): string =>
  [
    `seed ${seed}: ${processes} process${processes > 1 ? 'es' : ''}, ${apart ? 'vectors and facts on servers' : 'one file'}, ` +
      `${model ? 'a model' : 'no model'}${jobs ? ', questions as jobs' : ''}${once ? ', Discord tells once' : ''}${skew ? `, clocks ahead by ${skew.join(' and ')} ms` : ''}${daily === undefined ? '' : `, ${daily} questions a day`}`,
    ...actions.map(({ at: ms, do: what, ...rest }) => {
      const details = Object.entries(rest).map(([name, value]) => `${name} ${value}`);
      return `  ${(ms / 1000).toFixed(1).padStart(6)} s  ${what.padEnd(8)}${details.join(', ')}`;
    }),
  ].join('\n');
