import { hostname } from 'node:os';
import { type Clock, systemClock } from '../../core/clock.ts';
import { isParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { KeyValueStore } from '../../stores/index.ts';
import { createProcessNotes, listProcessNotes } from './process-notes.ts';

const ROWS = 'platform-away';
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;
/** If a platform has not accepted the connection after this time, it is reported as unreachable; the attempt continues. */
const LATE_MS = 10_000;
/** Every attempt rewrites its record, so a record this old belongs to a dead process. */
const GONE_MS = 5 * 60_000;

/** A chat platform that a process cannot reach. */
export interface PlatformAway {
  platform: string;
  host: string;
  pid: number;
  /** ISO 8601, UTC. */
  since: string;
  reason: string;
}

/** Connects to chat platforms, and keeps trying while they are unreachable. */
export interface PlatformOpening {
  /**
   * Calls `start` until the platform can be reached, with growing pauses. Meanwhile the log, `away` and `parley status` show
   * that it is unreachable.
   * @returns undefined when Parley shuts down before that
   * @throws all errors of `start` except PLATFORM_UNREACHABLE; a refused token, for example, is not tried again
   */
  open<Handle>(platform: string, start: () => Promise<Handle>): Promise<Handle | undefined>;
  /** The platforms that are unreachable at the moment. */
  away(): string[];
}

export const createPlatformOpening = ({
  keyValues,
  log,
  closing,
  clock = systemClock,
}: {
  keyValues: KeyValueStore;
  log: Log;
  closing: AbortSignal;
  clock?: Clock;
}): PlatformOpening => {
  const away = new Map<string, PlatformAway>();
  const here = { host: hostname(), pid: process.pid };
  const { note } = createProcessNotes<PlatformAway>(keyValues, log, ROWS);
  const rowOf = (platform: string) => `${platform}/${here.host}/${here.pid}`;
  const noteAway = async (platform: string, reason: string) => {
    if (closing.aborted) return;
    const since = away.get(platform)?.since ?? new Date(clock.now()).toISOString();
    const row: PlatformAway = { platform, ...here, since, reason };
    away.set(platform, row);
    await note(rowOf(platform), row);
  };
  const noteBack = async (platform: string) => {
    if (!away.delete(platform)) return;
    await note(rowOf(platform), undefined);
  };
  // At once: an attempt that is under way may end only after the stores are closed.
  closing.addEventListener('abort', () => void Promise.all([...away.keys()].map(noteBack)), { once: true });
  const attempt = async <Handle>(platform: string, start: () => Promise<Handle>): Promise<Handle> => {
    const settled = new AbortController();
    const late = clock.sleep(LATE_MS, settled.signal).then(
      () => {
        log.warn({ platform }, 'the platform has not answered yet; Parley waits for it');
        return noteAway(platform, `no answer within ${LATE_MS / 1000} s`);
      },
      () => {},
    );
    try {
      return await start();
    } finally {
      settled.abort();
      await late;
    }
  };
  return {
    away: () => [...away.keys()],
    async open(platform, start) {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
        try {
          const handle = await attempt(platform, start);
          await noteBack(platform);
          return handle;
        } catch (error) {
          if (closing.aborted) return undefined;
          if (!isParleyError(error, 'PLATFORM_UNREACHABLE')) {
            await noteBack(platform);
            throw error;
          }
          log.warn({ platform, reason: error.message, pause }, 'the platform cannot be reached; trying again');
          await noteAway(platform, error.message);
        }
        await clock.sleep(pause, closing).catch(() => {});
        if (closing.aborted) return undefined;
      }
    },
  };
};

/** The platforms that some process cannot reach. Also deletes the records of dead processes. */
export const listPlatformsAway = (keyValues: KeyValueStore, now = Date.now()): Promise<PlatformAway[]> =>
  listProcessNotes(keyValues, ROWS, { goneMs: GONE_MS, now });
