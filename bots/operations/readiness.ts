import type { Log } from '../../core/log.ts';
import type { Stores } from '../../stores/index.ts';

/** A store that does not answer for so long counts as out of reach. */
const TIMEOUT_MS = 3000;

/** Many probes within this time share one look at the stores: anybody may ask. */
const REUSE_MS = 1000;

type Probed = Pick<Stores, 'conversations' | 'documents' | 'vectors' | 'graph'>;

/** What a look at the stores found. */
export interface Readiness {
  /** Questions can be kept and pages can be read. */
  ready: boolean;
  /** Parts that do not answer and without which Parley goes on: it says in its answers what is missing. */
  degraded: string[];
}

/** What is asked of each part: the least that shows it is there. */
const PROBES: Record<string, (stores: Probed) => Promise<unknown>> = {
  records: ({ conversations, documents }) =>
    Promise.all([conversations.conversation('readyz'), documents.stampsOf(['readyz'])]),
  vectors: ({ vectors }) => vectors.space(),
  graph: ({ graph }) => graph.entities(['readyz'], []),
};

/**
 * Looks at every part of the stores. Without the records nothing works; without vectors or graph Parley answers from the
 * rest. What fails is written to the log when it begins and when it ends, never to whoever asks.
 * @param onLook hears of every look
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
    return { ready: !down.has('records'), degraded: [...down].filter((part) => part !== 'records') };
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
