import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Agent, AgentEvent, AgentQuestion } from '../../agent/agent.ts';
import { cancelled } from '../../agent/deadline.ts';
import { QUOTE } from '../../agent/strategies/index.ts';
import type { Answer } from '../../core/answer.ts';
import { type ErrorCode, ParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Settings } from '../../core/settings.ts';
import type { Parley } from '../parley.ts';
import { shareConnections } from './share-connections.ts';

/** What a thread is told: a question, or that the asker of one has left. */
export type ThreadRequest = { id: number; question: Omit<AgentQuestion, 'signal' | 'turn'> } | { id: number };

/** What a thread says about a question: its progress, and once its answer or why there is none. */
export type ThreadReply = { id: number } & (
  | { event: AgentEvent }
  | { answer: Answer }
  | {
      error: { code: ErrorCode; message: string; remedy: string; details: Record<string, unknown>; cause?: string };
    }
);

interface Asked {
  onEvent: (event: AgentEvent) => void;
  end: PromiseWithResolvers<Answer>;
}

/** The thread ended before it had answered. */
class ThreadEnded extends Error {}

/**
 * An agent that has threads of this process answer, so that quoting, which is work of the processor, uses more than one core.
 * Each thread opens the stores by the settings, as another process would, and has caches and a local encoder of its own. For
 * quoting alone: the models, callbacks and live sources that a program passes stay in the thread that opened them.
 *
 * @param agent answers in this thread what a thread of its own could not, because that ended
 * @param threads how many; they start at once, and again at the next question after they ended
 */
export const createThreadedAgent = ({
  agent,
  settings,
  threads,
  log,
}: {
  agent: Agent;
  settings: Settings;
  threads: number;
  log: Log;
}): { agent: Agent; close(): Promise<void> } => {
  const pool = Array.from({ length: threads }, () => startThread(settings));

  /** The thread with the fewest questions. One that ended has none, and is replaced. */
  const leastBusy = (): AnswerThread => {
    const thread = pool.reduce((best, other) => (other.load < best.load ? other : best));
    if (!thread.isOver) return thread;
    const next = startThread(settings);
    pool.splice(pool.indexOf(thread), 1, next);
    return next;
  };

  return {
    agent: {
      strategies: agent.strategies,
      async answer(question, onEvent = () => {}) {
        if (question.signal?.aborted) return agent.answer(question, onEvent);
        try {
          return await leastBusy().answer(question, onEvent);
        } catch (error) {
          if (!(error instanceof ThreadEnded)) throw error;
          log.error({ err: error }, 'a thread that answers questions ended; its questions are answered without it');
          onEvent({ type: 'reset' });
          return agent.answer(question, onEvent);
        }
      },
    },
    async close() {
      await Promise.all(pool.map((thread) => thread.close()));
    },
  };
};

/** True if PARLEY_THREADS is set beside a model, where it has little effect. */
export const areThreadsBesideModel = ({ PARLEY_THREADS, PARLEY_MODEL }: Settings): boolean =>
  PARLEY_THREADS > 0 && PARLEY_MODEL !== undefined;

export const THREADS_BESIDE_MODEL =
  'PARLEY_THREADS has an effect only on what is asked with the strategy quote while PARLEY_MODEL is set.';

/**
 * The agent that PARLEY_THREADS asks for. With a model only questions to be answered by quoting go to threads: other answers
 * wait for its provider and not for this process.
 */
export const agentOnThreads = ({
  agent,
  models,
  settings,
  log,
}: Pick<Parley, 'agent' | 'models' | 'settings' | 'log'>): { agent: Agent; close(): Promise<void> } => {
  const threads = settings.PARLEY_THREADS;
  // A model that a program passes is in no setting, and a thread would say that none is set.
  if (threads === 0 || (models !== undefined && !settings.PARLEY_MODEL)) return { agent, close: async () => {} };
  const threaded = createThreadedAgent({ agent, settings, threads, log });
  if (models === undefined) return threaded;
  return {
    agent: {
      strategies: agent.strategies,
      answer: (question, onEvent) => (question.strategy === QUOTE ? threaded.agent : agent).answer(question, onEvent),
    },
    close: threaded.close,
  };
};

type AnswerThread = ReturnType<typeof startThread>;

const startThread = (settings: Settings) => {
  // The thread's file has the same extension as this one: TypeScript from source, JavaScript in the package.
  const worker = new Worker(new URL(`./answer-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: { ...settings, PARLEY_POSTGRES_CONNECTIONS: shareConnections(settings).thread, PARLEY_THREADS: 0 },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const asked = new Map<number, Asked>();
  let last = 0;
  let isOver = false;
  const say = (request: ThreadRequest) => worker.postMessage(request);
  worker.on('message', (reply: ThreadReply) => {
    const { onEvent, end } = asked.get(reply.id) ?? {};
    if ('event' in reply) onEvent?.(reply.event);
    else if ('answer' in reply) end?.resolve(reply.answer);
    else end?.reject(new ParleyError(reply.error.code, reply.error));
  });
  const over = (reason: Error) => {
    isOver = true;
    for (const { end } of asked.values()) end.reject(reason);
  };
  worker.on('error', (cause) => over(new ThreadEnded('an error ended it', { cause })));
  worker.on('exit', () => over(new ThreadEnded('it ended')));
  // Only questions keep the process alive.
  worker.unref();
  return {
    get isOver() {
      return isOver;
    },
    get load() {
      return asked.size;
    },
    async answer({ signal, turn: _, ...question }: AgentQuestion, onEvent: Asked['onEvent']): Promise<Answer> {
      const id = ++last;
      const end = Promise.withResolvers<Answer>();
      const leave = () => {
        say({ id });
        end.reject(cancelled());
      };
      signal?.addEventListener('abort', leave, { once: true });
      asked.set(id, { onEvent, end });
      worker.ref();
      try {
        say({ id, question });
        return await end.promise;
      } finally {
        signal?.removeEventListener('abort', leave);
        asked.delete(id);
        if (asked.size === 0) worker.unref();
      }
    },
    close: () => worker.terminate(),
  };
};

/** As `--max-semi-space-size=16` does for the main thread: three semi-spaces. */
const YOUNG_GENERATION_MB = 48;
