import type { types, webApi } from '@slack/bolt';
import type { Log } from '../../core/log.ts';
import { type Delivery, type Final, type Reply, ReplyImpossible } from '../chat/platform.ts';
import { portions } from '../chat/roll-over.ts';
import { finalText, footer, withText } from './blocks.ts';
import { type Calls, isGone, isRevoked } from './calls.ts';
import type { SlackTarget } from './target.ts';

/** A `response_url` serves five times; one is kept for pressing "share". */
const MOST_PARTS = 4;

/**
 * A reply for the asker's eyes alone. Slack gives it no message that could be streamed into or found again, so it comes as
 * a whole; after a crash in the very moment of posting it may come twice.
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
      await calls.sure(() =>
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
      if (isGone(error))
        throw new ReplyImpossible(
          'the channel is closed',
          'I could not answer where you asked me: I may not write there.',
        );
      throw error;
    }
  };

  return {
    async begin() {},
    status() {},
    step() {},
    write() {},
    async finish(final: Final) {
      const text = finalText(final);
      const parts = portions(text, { soft: 8000, hard: 11_000 }).slice(0, MOST_PARTS);
      for (const [i, { before, start, end, after }] of parts.entries()) {
        const part = before + text.slice(start, end) + after;
        const last = i === parts.length - 1;
        const under = last ? footer(final, { share: target.channelType !== 'im' && final.kind === 'answer' }) : [];
        await post(part, withText(part, under));
      }
    },
    async withdraw() {},
    async leave() {},
  };
};
