import { createLog, type Log, silentLog } from '../../../core/log.ts';
import { createAccess } from '../../../runtime/access/access.ts';
import type { AccessPolicy } from '../../../runtime/access/policy.ts';
import { createCases } from '../../../runtime/cases/cases.ts';
import type { Parley } from '../../../runtime/parley.ts';
import { openEmbedded } from '../../../stores/embedded/index.ts';
import type { Stores } from '../../../stores/index.ts';
import { createConversations } from '../../conversation/conversations.ts';
import type { Conversations } from '../../conversation/events.ts';
import { type Script, scriptedAgent } from '../../conversation/testing/scripted-agent.ts';
import { defaultLimits } from '../../conversation/waiting-line.ts';
import { until } from './until.ts';

/** Options with which a test opens a platform's fake. */
export interface PlatformTestOptions {
  script?: Script;
  stores?: Stores;
  /** For channels whose history is a source. */
  ingest?: Parley['ingest'];
  staleAfterMs?: number;
  atOnce?: number;
  sweepMs?: number;
  updateMs?: number;
  /** The access rules; by default those without an access file. */
  policy?: AccessPolicy;
}

/** What `openPlatform` passes to the platform's start function. */
export interface PlatformStart {
  parley: {
    stores: Stores;
    agent: ReturnType<typeof scriptedAgent>;
    ingest?: Parley['ingest'];
    access?: Parley['access'];
  };
  conversations: Conversations;
  log: Log;
  pace: { updateMs: number; sweepMs: number; followUpMs: number };
}

/** Opens a platform over real conversations and stores, with a scripted agent and short intervals. */
export const openPlatform = async <Handle extends { readonly running: number; close(): Promise<void> }>(
  {
    script = async () => ({}),
    stores = openEmbedded(':memory:'),
    ingest,
    staleAfterMs = 400,
    atOnce = defaultLimits.atOnce,
    sweepMs = 100,
    updateMs = 15,
    policy,
  }: PlatformTestOptions,
  start: (parts: PlatformStart) => Promise<Handle>,
) => {
  const agent = scriptedAgent(script);
  const closing = new AbortController();
  const conversations = createConversations({
    agent,
    store: stores.conversations,
    cases: createCases(stores),
    staleAfterMs,
    closing: closing.signal,
    limits: { ...defaultLimits, atOnce, perWorkspace: atOnce, waitingPerPerson: 500 },
  });
  const handle = await start({
    parley: {
      stores,
      agent,
      ...(ingest && { ingest }),
      ...(policy && { access: (platform) => createAccess({ platform, policy, stores }) }),
    },
    conversations,
    log: process.env.PARLEY_LOG ? createLog(process.env.PARLEY_LOG) : silentLog,
    pace: { updateMs, sweepMs, followUpMs: 3_600_000 },
  });
  return {
    agent,
    stores,
    handle,
    conversations,
    idle: () => until(() => handle.running === 0, 'all questions to end'),
    async close() {
      closing.abort();
      await handle.close();
    },
  };
};
