import type { types, webApi } from '@slack/bolt';
import type { Log } from '../../core/log.ts';
import type { Delivery } from '../chat/delivery/delivery.ts';
import { endText, type Reply, type ReplyEnd } from '../chat/platform.ts';
import { portionTexts } from '../chat/reply/roll-over.ts';
import { texts } from '../chat/reply/texts.ts';
import { footerBlocks, MESSAGE_LIMITS, markdownMessage } from './blocks.ts';
import { asImpossible, type Calls } from './calls.ts';
import type { SlackTarget } from './target.ts';

/** Slack accepts five uses of a `response_url`; one is reserved for the button "Share". */
const MAX_MESSAGES = 4;

/**
 * Creates a reply that only the asker sees. Slack returns no message that could be streamed into or found again, so the reply
 * is posted as a whole. If the process crashes while it posts, the reply may be posted twice.
 */
export const createEphemeralReply = ({
  client,
  calls,
  log,
  delivery,
}: {
  client: webApi.WebClient;
  calls: Calls;
  log: Log;
  delivery: Delivery<SlackTarget>;
}): Reply => {
  const { target } = delivery;

  const post = async (text: string, footer: readonly types.KnownBlock[]): Promise<void> => {
    const message = markdownMessage(text, footer);
    if (target.responseUrl) {
      const response = await fetch(target.responseUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ response_type: 'ephemeral', replace_original: false, ...message }),
        signal: AbortSignal.timeout(10_000),
      });
      if (response.ok) return;
      if (response.status === 429 || response.status >= 500)
        throw new Error(`response_url answered ${response.status}`);
      log.info({ status: response.status }, 'a response_url has run out; posting for the asker alone');
    }
    try {
      await calls.idempotent(() =>
        client.chat.postEphemeral({
          channel: target.channel,
          user: target.user,
          ...(target.threadTs && { thread_ts: target.threadTs }),
          ...message,
        }),
      );
    } catch (error) {
      throw asImpossible(error, texts.mayNotWrite);
    }
  };

  return {
    async begin() {},
    status() {},
    step() {},
    write() {},
    async finish(end: ReplyEnd) {
      const messages = portionTexts(endText(end), MESSAGE_LIMITS).slice(0, MAX_MESSAGES);
      for (const [i, shown] of messages.entries()) {
        const share = target.channelType !== 'im' && end.kind === 'answer';
        await post(shown, i === messages.length - 1 ? footerBlocks(end, { share }) : []);
      }
    },
    async startOver() {},
    async removeStrays() {},
    async withdraw() {},
    async leave() {},
  };
};
