import type { Log } from '../../core/log.ts';
import type { Stores } from '../../stores/index.ts';
import type { Deliveries } from './deliveries.ts';
import { sendDigests } from './digest/index.ts';
import { tellNotices } from './notices.ts';
import type { ChatPlatform } from './platform.ts';
import { changeNotice, createSourceWatch } from './source-watch.ts';

/**
 * Looks after answers that were given: tells in their threads what changed since and what feedback led to, and brings the
 * owners of sources what was left open.
 */
export const createFollowUps = <Target>({
  front,
  deliveries,
  stores,
  log,
  everyMs = 60_000,
}: {
  front: ChatPlatform<Target>;
  deliveries: Deliveries<Target>;
  stores: Pick<Stores, 'keyValues' | 'documents'>;
  log: Log;
  everyMs?: number;
}) => {
  const watch = createSourceWatch(stores, { front: front.name });
  const round = async (): Promise<void> => {
    await watch.round(async ({ delivery, ...change }) => {
      const found = await deliveries.find(delivery.key);
      if (found) await front.notify(found, changeNotice(change));
    });
    await sendDigests({ front, keyValues: stores.keyValues, find: deliveries.find });
    await tellNotices(stores.keyValues, {
      front: front.name,
      tell: async ({ key, text }) => {
        const delivery = await deliveries.find(key);
        if (delivery) await front.notify(delivery, text);
      },
    });
  };
  const beat = setInterval(() => {
    round().catch((error: unknown) => log.warn({ err: error }, 'notices could not be told; they are tried again'));
  }, everyMs);
  beat.unref();
  return { round, close: () => clearInterval(beat) };
};
