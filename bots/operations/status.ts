import { systemClock } from '../../core/clock.ts';
import { PLATFORM_NAMES } from '../../core/platform-names.ts';
import type { Settings } from '../../core/settings.ts';
import { countFailed } from '../../ingest/report.ts';
import { memoryOf } from '../../ingest/resolve-input.ts';
import { listWorkers, type WorkerView } from '../../runtime/jobs/presence.ts';
import { SYNC_ATTEMPTS } from '../../runtime/jobs/sync-schedule.ts';
import { type DeadJob, type JobDepth, listAll, type Stores, type TurnOverview } from '../../stores/index.ts';
import { waitingRows } from '../chat/delivery/outbox-records.ts';
import { type FewConnections, listFewConnections } from './few-connections.ts';
import { listPlatformsAway, type PlatformAway } from './open-platforms.ts';

/** The state of an installation, for its operator: numbers, ids and times, but no text of questions. */
export interface Status {
  /** ISO 8601, UTC. */
  at: string;
  workers: WorkerView[];
  /** Chat platforms that some process cannot reach. */
  away: PlatformAway[];
  /** Processes that Postgres, or a pooler before it, gives fewer connections than they want. */
  fewConnections: FewConnections[];
  queue: (JobDepth & { oldestSeconds?: number })[];
  /** Jobs whose attempts have all failed, newest first; `parley jobs retry ID` runs one again. */
  dead: DeadJob[];
  /** Questions from chat platforms whose answers are not posted yet. */
  outbox: { platform: string; waiting: number; oldest?: string }[];
  /** Turns that have been running for longer than STUCK_MS. */
  stuck: (TurnOverview & { waitsForAsker: boolean })[];
  /** Numbers of turns that failed in the last 24 hours, by error code. */
  failures: { code: string; count: number; last: string }[];
  sources: SourceStatus[];
  encoder: {
    /** The configured encoder; undefined when search uses words only. */
    wanted?: string;
    /** The encoder of the stored vectors. */
    indexed?: string;
    passages: number;
    vectors: number;
    state: 'none' | 'ready' | 'reindex' | 'incomplete';
  };
}

/** The freshness of a source. */
export interface SourceStatus {
  id: string;
  documents: number;
  syncedAt?: string;
  /** Time of a worker's last attempt, if it failed. */
  failedAt?: string;
  /** Number of pages that could not be read in the last run. */
  failed: number;
}

/**
 * True for a question of the page or an API. Its attempt ended with its process; another process begins one when whoever asked
 * opens the page, or asks for the answer, again. Questions of a chat are taken up without that.
 */
const waitsForAsker = ({ eventId }: Pick<TurnOverview, 'eventId'>): boolean =>
  !PLATFORM_NAMES.some((platform) => eventId.startsWith(`${platform}:`));

/** Longer than any time limit for an answer. */
const STUCK_MS = 10 * 60_000;
const DAY_MS = 24 * 3600_000;
const MAX_LISTED = 100;
/** Maximum failures to read for the numbers by error code. */
const MAX_FAILURES = 10_000;

/** Reads the state of the installation. @throws STORE_UNAVAILABLE */
export const readStatus = async (stores: Stores, settings: Pick<Settings, 'PARLEY_EMBEDDINGS'>): Promise<Status> => {
  const now = Date.now();
  const before = (ms: number) => new Date(now - ms).toISOString();
  const [workers, away, fewConnections, depths, dead, outbox, running, failed, sources, encoder] = await Promise.all([
    listWorkers(stores.keyValues, { ...systemClock, now: () => now }),
    listPlatformsAway(stores.keyValues, now),
    listFewConnections(stores.keyValues, now),
    stores.jobs.depth(),
    stores.jobs.dead(MAX_LISTED),
    Promise.all(PLATFORM_NAMES.map((platform) => outboxOf(stores, platform))),
    stores.conversations.turnsWith('running', '', MAX_LISTED),
    stores.conversations.turnsWith('failed', before(DAY_MS), MAX_FAILURES),
    sourcesOf(stores),
    encoderOf(stores, settings),
  ]);
  return {
    at: new Date(now).toISOString(),
    workers,
    away,
    fewConnections,
    queue: depths.map((depth) => ({
      ...depth,
      ...(depth.oldestWaiting && {
        oldestSeconds: Math.max(0, Math.round((now - Date.parse(depth.oldestWaiting)) / 1000)),
      }),
    })),
    dead,
    outbox: outbox.filter(({ waiting }) => waiting > 0),
    stuck: running
      .filter(({ askedAt }) => askedAt < before(STUCK_MS))
      .map((turn) => ({ ...turn, waitsForAsker: waitsForAsker(turn) })),
    failures: byCode(failed),
    sources,
    encoder,
  };
};

const outboxOf = async ({ keyValues }: Pick<Stores, 'keyValues'>, platform: string): Promise<Status['outbox'][0]> => {
  let waiting = 0;
  let oldest: string | undefined;
  for await (const { value } of listAll<{ createdAt?: string }>(keyValues, waitingRows(platform))) {
    waiting += 1;
    if (value.createdAt && (!oldest || value.createdAt < oldest)) oldest = value.createdAt;
  }
  return { platform, waiting, ...(oldest && { oldest }) };
};

const byCode = (failed: readonly TurnOverview[]): Status['failures'] => {
  const counts = new Map<string, { count: number; last: string }>();
  for (const { code = 'INTERNAL', askedAt } of failed)
    counts.set(code, { count: (counts.get(code)?.count ?? 0) + 1, last: askedAt });
  return [...counts].map(([code, rest]) => ({ code, ...rest })).sort((a, b) => b.count - a.count);
};

const sourcesOf = async ({ documents, keyValues }: Stores): Promise<SourceStatus[]> =>
  Promise.all(
    (await documents.sources()).map(async (source) => {
      const { id, syncedAt } = source;
      const tried = (await keyValues.get<{ at: number }>(SYNC_ATTEMPTS, id))?.at ?? 0;
      const failing = tried > (syncedAt ? Date.parse(syncedAt) : 0);
      return {
        id,
        documents: source.documents,
        ...(syncedAt && { syncedAt }),
        ...(failing && { failedAt: new Date(tried).toISOString() }),
        failed: countFailed(memoryOf(source).failed),
      };
    }),
  );

const encoderOf = async (
  { documents, vectors }: Stores,
  { PARLEY_EMBEDDINGS: wanted }: Pick<Settings, 'PARLEY_EMBEDDINGS'>,
): Promise<Status['encoder']> => {
  const [space, { passages }, count] = await Promise.all([vectors.space(), documents.count(), vectors.count()]);
  const indexed = space?.encoder;
  const state =
    wanted === undefined ? 'none' : indexed !== wanted ? 'reindex' : count < passages ? 'incomplete' : 'ready';
  return { ...(wanted && { wanted }), ...(indexed && { indexed }), passages, vectors: count, state };
};
