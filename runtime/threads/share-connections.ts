import type { Settings } from '../../core/settings.ts';

/** A thread that quotes answers reads, and seldom for more than a few questions at the same time. */
const MOST_OF_A_THREAD = 4;
/** One holds the lock of a change while others make it. */
const LEAST = 2;

/** How many of a process's connections to Postgres its threads have each, and how many are left for the process itself. */
export const shareConnections = ({
  PARLEY_POSTGRES_CONNECTIONS: all,
  PARLEY_THREADS: threads,
}: Pick<Settings, 'PARLEY_POSTGRES_CONNECTIONS' | 'PARLEY_THREADS'>): { process: number; thread: number } => {
  const thread = Math.min(MOST_OF_A_THREAD, Math.max(LEAST, Math.floor(all / (threads + 1))));
  return { process: Math.max(LEAST, all - threads * thread), thread };
};
