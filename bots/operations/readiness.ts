import type { Log } from '../../core/log.ts';
import type { Stores } from '../../stores/index.ts';

/** A store that does not answer within this time counts as unavailable. */
const TIMEOUT_MS = 3000;

/** How long a result is reused, so that frequent requests, which anybody may send, do not load the stores. */
const REUSE_MS = 1000;

type Probed = Pick<Stores, 'conversations' | 'documents' | 'vectors' | 'graph' | 'connections'>;

/** The result of a check of the stores. */
export interface Readiness {
  /** True when questions can be stored and pages can be read. */
  ready: boolean;
  /**
   * Unavailable parts without which Parley still answers, with a notice about what is missing; `connections` when Postgres gives
   * this process fewer than it wants, so that it answers more slowly.
   */
  degraded: string[];
}

/** A minimal request to each part of the stores. */
const PROBES: Record<string, (stores: Probed) => Promise<unknown>> = {
  records: ({ conversations, documents }) =>
    Promise.all([conversations.conversation('readyz'), documents.stampsOf(['readyz'])]),
  vectors: ({ vectors }) => vectors.space(),
  graph: ({ graph }) => graph.entities(['readyz'], []),
};

/**
 * Creates the check of all parts of the stores. Parley needs the records, but can answer without vectors or graph. A failure
 * is logged when it begins and when it ends, and its details are not shown to the caller.
 * @param onLook called with the result of every check
 */
export const createReadiness = (
  stores: Probed,
  log: Log,
  onLook: (up: Record<string, boolean>) => void = () => {},
): (() => Promise<Readiness>) => {
  let latest: Promise<Readiness> | undefined;
  const down = new Set<string>();
  const note = (part: string, error?: unknown) => {
    const before = down.has(part);
    if (error !== undefined && !before) log.warn({ err: error, part }, 'not ready: a store cannot be reached');
    if (error === undefined && before) log.warn({ part }, 'a store can be reached again');
    if (error === undefined) down.delete(part);
    else down.add(part);
  };
  const look = async (): Promise<Readiness> => {
    await Promise.all(
      Object.entries(PROBES).map(([part, probe]) =>
        within(TIMEOUT_MS, () => probe(stores)).then(
          () => note(part),
          (error: unknown) => note(part, error ?? new Error('unknown')),
        ),
      ),
    );
    onLook(Object.fromEntries(Object.keys(PROBES).map((part) => [part, !down.has(part)])));
    const few = stores.connections?.state().isRefusedMore ? ['connections'] : [];
    return { ready: !down.has('records'), degraded: [...[...down].filter((part) => part !== 'records'), ...few] };
  };
  return () => {
    if (latest) return latest;
    latest = look();
    void latest.finally(() => setTimeout(() => (latest = undefined), REUSE_MS).unref());
    return latest;
  };
};

const within = async (ms: number, work: () => Promise<unknown>): Promise<void> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, ms, new Error(`A store did not answer within ${ms / 1000} s.`));
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
};
