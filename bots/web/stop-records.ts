import { distanceMs } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { createOutageLog } from '../../core/log-outage.ts';
import { type KeyValueStore, listAll } from '../../stores/index.ts';

/** Kind of the records that ask for a stop: one for each turn, deleted by the process that runs the turn. */
const STOPS = 'turn-to-stop';
/** How often a process with running turns reads the stops that other processes received. */
const POLL_STOPS_MS = 1000;
/** How long a stop waits for the process that runs its turn. Of a turn that was deleted meanwhile, none removes it. */
const KEEP_STOPS_MS = 86_400_000;

/** Carries stops of turns to the process that runs them. */
export interface StopRecords {
  /** Asks the process that runs a turn to stop it. */
  put(turnId: string): Promise<void>;
  /** Removes the stop of a turn that ended. A failure is only logged. */
  remove(turnId: string): Promise<void>;
  /** Reads the stops of other processes about every second, as long as `isNeeded`. */
  keepPolling(): void;
}

/**
 * @param keyValues holds the records; without it, stops reach this process only
 * @param stopHere stops a turn; false when this process does not run it
 * @param isNeeded false when this process runs no turn
 */
export const createStopRecords = (
  keyValues: KeyValueStore | undefined,
  log: Log,
  { stopHere, isNeeded }: { stopHere: (turnId: string) => boolean; isNeeded: () => boolean },
): StopRecords => {
  const outage = createOutageLog(log, {
    fails: 'stops that were pressed elsewhere cannot be read; it is tried again until they can',
    works: 'stops that were pressed elsewhere can be read again',
  });

  const readStops = async () => {
    if (!keyValues) return;
    for await (const { key, updatedAt } of listAll(keyValues, STOPS)) {
      // A row of another process's turn stays: that process deletes it when the turn ends.
      const isOver = stopHere(key) || distanceMs(Date.now(), updatedAt) > KEEP_STOPS_MS;
      if (isOver) await keyValues.delete(STOPS, key);
    }
  };

  let poll: NodeJS.Timeout | undefined;
  const pollStops = async () => {
    // The last turn has ended since: there is nothing to stop, and the stores may be closed by now.
    if (!isNeeded()) {
      poll = undefined;
      return;
    }
    try {
      await readStops();
      outage.worked();
    } catch (error) {
      outage.failed(error);
    }
    poll = isNeeded() ? setTimeout(pollStops, POLL_STOPS_MS) : undefined;
    poll?.unref();
  };

  return {
    async put(turnId) {
      await keyValues?.put(STOPS, turnId, {});
    },
    async remove(turnId) {
      await keyValues
        ?.delete(STOPS, turnId)
        .catch((error: unknown) => log.warn({ err: error }, 'a stop could not be removed'));
    },
    keepPolling() {
      if (!keyValues || poll) return;
      poll = setTimeout(pollStops, POLL_STOPS_MS);
      poll.unref();
    },
  };
};
