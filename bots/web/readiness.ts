import type { Log } from '../../core/log.ts';
import type { Stores } from '../../stores/index.ts';

/** A store that does not answer for so long counts as out of reach. */
const TIMEOUT_MS = 3000;

/** Many probes within this time share one look at the stores: anybody may ask. */
const REUSE_MS = 1000;

type Probed = Pick<Stores, 'conversations' | 'documents'>;

/**
 * True if questions can be kept and pages can be read. Vectors, graph and model are not asked: without them Parley still
 * answers, and says what is missing. What fails is written to the log, never to whoever asks.
 */
export const createReadiness = (stores: Probed, log: Log): (() => Promise<boolean>) => {
  let latest: Promise<boolean> | undefined;
  return () => {
    if (latest) return latest;
    latest = probe(stores).then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, 'not ready: a store cannot be reached');
        return false;
      },
    );
    void latest.finally(() => setTimeout(() => (latest = undefined), REUSE_MS).unref());
    return latest;
  };
};

const probe = async ({ conversations, documents }: Probed): Promise<void> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, TIMEOUT_MS, new Error(`A store did not answer within ${TIMEOUT_MS / 1000} s.`));
  try {
    await Promise.race([Promise.all([conversations.conversation('readyz'), documents.stampsOf(['readyz'])]), late]);
  } finally {
    clearTimeout(timer);
  }
};
