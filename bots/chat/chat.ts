import { type Clock, systemClock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { type Access, createAccess } from '../../runtime/access/access.ts';
import { DEFAULT_POLICY } from '../../runtime/access/policy.ts';
import type { Parley } from '../../runtime/parley.ts';
import type { Conversations } from '../conversation/events.ts';
import type { BotSettings } from '../settings.ts';
import { createActions } from './actions/create-actions.ts';
import type { ActionOptions } from './actions/interaction.ts';
import { createDeliveries } from './delivery/deliveries.ts';
import type { Outbox } from './delivery/outbox.ts';
import type { DigestOptions } from './digest/send-digests.ts';
import { createFollowUps } from './follow-up/follow-ups.ts';
import { createSourceWatch } from './follow-up/source-watch.ts';
import { createHistorySwitch } from './history/history-switch.ts';
import type { ChatPlatform } from './platform.ts';

/** Options with which every platform is started. */
export interface ChatOptions {
  parley: Pick<Parley, 'stores' | 'agent'> & Partial<Pick<Parley, 'ingest' | 'access' | 'retriever' | 'encoder'>>;
  conversations: Conversations;
  settings: BotSettings;
  log: Log;
  /** Makes a signed link to an answer and its reasoning in the web chat; absent when people cannot reach the web chat. */
  linkTo?: (turnId: string) => string;
  clock?: Clock;
  /** Intervals for tests: between updates of a reply, between sweeps, and between rounds of follow-ups. */
  pace?: { updateMs?: number; sweepMs?: number; followUpMs?: number };
}

/** A started platform. */
export interface ChatHandle<Target = unknown> {
  /** Stops accepting events and waits briefly for running answers. The next start runs the questions that are left. */
  close(): Promise<void>;
  /** Runs abandoned questions now. Also runs periodically. */
  sweep(): Promise<void>;
  /** Sends notices and digests that are due now. Also runs periodically. */
  followUp(): Promise<void>;
  /** Dependencies for sending digests of open questions. */
  readonly digests: DigestOptions<Target>;
  /** Number of questions that this process is answering. */
  readonly running: number;
}

/** The access rules for a platform, from the access file or, without one, from DEFAULT_POLICY. */
export const accessTo = (platform: ChatPlatform<unknown>['name'], { parley }: Pick<ChatOptions, 'parley'>): Access =>
  parley.access?.(platform) ?? createAccess({ platform, policy: DEFAULT_POLICY, stores: parley.stores });

/** Connects a platform to the shared parts: answering, follow-ups, actions, and channels as sources. */
export const createChat = <Target>(
  { parley, conversations, log, linkTo, clock = systemClock, pace = {} }: ChatOptions,
  {
    platform,
    outbox,
    ...platformActions
  }: {
    platform: ChatPlatform<Target>;
    outbox: Outbox<Target>;
  } & Pick<ActionOptions<Target>, 'maxOptions' | 'mention' | 'notAdmin'>,
) => {
  const { stores } = parley;
  const { keyValues } = stores;
  const watch = createSourceWatch(stores, { platform: platform.name, outbox, now: () => clock.now() });
  const deliveries = createDeliveries({
    platform,
    outbox,
    watch,
    conversations,
    stores,
    log,
    clock,
    sweepMs: pace.sweepMs,
  });
  const digests: DigestOptions<Target> = { platform, keyValues, documents: stores.documents, outbox };
  const followUps = createFollowUps({ ...digests, watch, log, everyMs: pace.followUpMs });
  const history = parley.ingest && createHistorySwitch({ stores, ingest: parley.ingest, log });
  const ratings = { conversations, stores, outbox };
  const { strategies } = parley.agent;
  const actions = createActions({ ...digests, ...ratings, ...platformActions, strategies, linkTo, history, log });
  /** @param stopListening stops accepting events; `close` calls it before it waits for running answers */
  const handle = (stopListening: () => Promise<void>, stopSending = async () => {}): ChatHandle<Target> => ({
    async close() {
      followUps.close();
      await stopListening();
      await history?.close();
      await deliveries.close();
      await stopSending();
    },
    sweep: () => deliveries.sweep(),
    followUp: () => followUps.round(),
    digests,
    get running() {
      return deliveries.running;
    },
  });
  return { deliveries, actions, ratings, handle };
};
