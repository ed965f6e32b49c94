import type { Log } from '../../../core/log.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { type DigestOptions, sendDigests } from '../digest/send-digests.ts';
import { ReplyImpossible } from '../platform.ts';
import { sendNotices } from './notices.ts';
import { changeNotice, type SourceWatch } from './source-watch.ts';

/**
 * Follows up on given answers: posts in their threads when a cited page changed or when feedback led to a fix, and sends
 * digests of open questions to the owners of sources.
 */
export const createFollowUps = <Target>({
  watch,
  log,
  everyMs = 60_000,
  ...options
}: DigestOptions<Target> & {
  watch: SourceWatch<Target>;
  log: Log;
  everyMs?: number;
}) => {
  const { platform, outbox, keyValues } = options;
  /** Posts a notice. Ignores channels and workspaces that no longer accept messages, so that they do not block the others. */
  const notify = async (delivery: Delivery<Target>, text: string): Promise<void> => {
    try {
      await platform.notify(delivery, text);
    } catch (error) {
      if (!(error instanceof ReplyImpossible)) throw error;
      log.info({ key: delivery.key, reason: error.message }, 'a notice cannot be posted any more');
    }
  };
  const round = async (): Promise<void> => {
    await watch.round(({ delivery, ...change }) => notify(delivery, changeNotice(change)));
    await sendDigests(options);
    await sendNotices(keyValues, {
      platform: platform.name,
      send: async ({ key, text }) => {
        const delivery = await outbox.find(key);
        if (delivery) await notify(delivery, text);
      },
    });
  };
  const timer = setInterval(() => {
    round().catch((error: unknown) => log.warn({ err: error }, 'follow-ups could not be sent; they are tried again'));
  }, everyMs);
  timer.unref();
  return { round, close: () => clearInterval(timer) };
};
