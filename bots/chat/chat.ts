import { type Clock, systemClock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { type Access, createAccess } from '../../runtime/access/access.ts';
import { DEFAULT_POLICY } from '../../runtime/access/policy.ts';
import type { Parley } from '../../runtime/parley.ts';
import type { Conversations } from '../conversation/index.ts';
import type { BotSettings } from '../settings.ts';
import { createActions } from './actions/index.ts';
import type { ActionOptions } from './actions/interaction.ts';
import { createDeliveries } from './deliveries.ts';
import type { DigestOptions } from './digest/index.ts';
import { createFollowUps } from './follow-ups.ts';
import { createHistorySwitch } from './history/index.ts';
import type { Outbox } from './outbox.ts';
import type { ChatPlatform } from './platform.ts';
import { createSourceWatch } from './source-watch.ts';

/** What every platform is started with. */
export interface ChatOptions {
  parley: Pick<Parley, 'stores' | 'agent'> & Partial<Pick<Parley, 'ingest' | 'access' | 'retriever' | 'encoder'>>;
  conversations: Conversations;
  settings: BotSettings;
  log: Log;
  /** Where an answer and its whole reasoning can be opened (a signed link to the web chat), if people reach that. */
  linkTo?: (turnId: string) => string;
  clock?: Clock;
  /** For tests, in milliseconds: between updates of a reply, between sweeps for lost questions, between follow-ups. */
  pace?: { updateMs?: number; sweepMs?: number; followUpMs?: number };
}

/** A started platform. */
export interface ChatHandle<Target = unknown> {
  /** Stops taking events and gives running answers a moment; the next start runs what is not done. */
  close(): Promise<void>;
  /** Looks at once for questions that were left behind; runs by itself. */
  sweep(): Promise<void>;
  /** Sends notices and digests that are due; runs by itself. */
  followUp(): Promise<void>;
  /** What digests of open questions are sent with. */
  readonly digests: DigestOptions<Target>;
  /** Questions that are being answered. */
  readonly running: number;
}

/** Who may see what on a platform: by the access file, or by the rules that hold without one. */
export const accessTo = (platform: ChatPlatform<unknown>['name'], { parley }: Pick<ChatOptions, 'parley'>): Access =>
  parley.access?.(platform) ?? createAccess({ platform, policy: DEFAULT_POLICY, stores: parley.stores });

/** Joins a platform with everything that works the same on each: answering, follow-ups, actions, channels as sources. */
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
  /** @param stopListening takes no events any more; called first */
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
