import type { types, webApi } from '@slack/bolt';
import type { Log } from '../../core/log.ts';
import type { Delivery } from '../chat/delivery.ts';
import { endText, type Reply, type ReplyEnd, ReplyImpossible } from '../chat/platform.ts';
import { portions } from '../chat/roll-over.ts';
import { texts } from '../chat/texts.ts';
import { footerBlocks, withText } from './blocks.ts';
import { type Calls, isGone, isRevoked } from './calls.ts';
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

  const post = async (text: string, blocks: types.KnownBlock[]): Promise<void> => {
    if (target.responseUrl) {
      const response = await fetch(target.responseUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ response_type: 'ephemeral', replace_original: false, text, blocks }),
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
          text,
          blocks,
        }),
      );
    } catch (error) {
      if (isRevoked(error)) throw new ReplyImpossible('the installation is over');
      if (isGone(error)) throw new ReplyImpossible('the channel is closed', texts.mayNotWrite);
      throw error;
    }
  };

  return {
    async begin() {},
    status() {},
    step() {},
    write() {},
    async finish(end: ReplyEnd) {
      const text = endText(end);
      const messages = portions(text, { soft: 8000, hard: 11_000 }).slice(0, MAX_MESSAGES);
      for (const [i, portion] of messages.entries()) {
        const shown = portion.before + text.slice(portion.start, portion.end) + portion.after;
        const share = target.channelType !== 'im' && end.kind === 'answer';
        await post(shown, withText(shown, i === messages.length - 1 ? footerBlocks(end, { share }) : []));
      }
    },
    async startOver() {},
    async removeStrays() {},
    async withdraw() {},
    async leave() {},
  };
};
