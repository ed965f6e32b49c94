import type { types, webApi } from '@slack/bolt';
import type { Log } from '../../core/log.ts';
import type { Delivery } from '../chat/outbox.ts';
import { withText } from './blocks.ts';
import { type Calls, codeOf, isGone, isRevoked } from './calls.ts';
import { createMessageCreation } from './message-creation.ts';
import { createMessageEdits } from './message-edits.ts';
import type { ReplyMessage } from './reply-message.ts';
import type { SlackTarget } from './target.ts';
import type { TaskCards } from './task-cards.ts';

export interface MessageWriterOptions {
  client: webApi.WebClient;
  calls: Calls;
  log: Log;
  delivery: Delivery<SlackTarget>;
  tasks: TaskCards;
  save: () => Promise<void>;
  /** A message of Parley's in the thread that belongs to no delivery yet. */
  orphan: () => Promise<string | undefined>;
  /**
   * The channel takes nothing more, or the message is gone: throws ReplyImpossible, or the error when a repetition may
   * succeed.
   */
  refuse: (error: unknown) => never;
  /** Slack took less than documented: from here on a message holds so many characters. */
  shorten: (characters: number) => void;
}

/** Brings single messages to their text: streamed, and replaced as a whole where a stream was cut. */
export const createMessageWriter = ({
  client,
  calls,
  log,
  delivery,
  tasks,
  save,
  orphan,
  refuse,
  shorten,
}: MessageWriterOptions) => {
  const { target } = delivery;
  const threadTs = target.threadTs ?? target.ts ?? '';
  const create = createMessageCreation({ calls, delivery, save, orphan });
  const { toEdit, replace, remove } = createMessageEdits({ client, calls, delivery, refuse });

  const markdown = (text: string): types.AnyChunk[] => (text ? [{ type: 'markdown_text', text }] : []);

  /** What the stream does not hold yet. */
  const chunksTo = (message: ReplyMessage, text: string): types.AnyChunk[] => [
    ...tasks.changes(),
    ...markdown(text.slice(message.sent?.length ?? 0)),
  ];

  const post = async (message: ReplyMessage, text: string, footer: readonly types.KnownBlock[]): Promise<void> => {
    message.mode = 'edit';
    message.sent = text;
    await create(message, async () => {
      const posted = await client.chat.postMessage({
        channel: target.channel,
        thread_ts: threadTs,
        text: text || 'Parley',
        blocks: withText(text, footer),
        unfurl_links: false,
        unfurl_media: false,
      });
      return posted.ts;
    });
  };

  const start = async (message: ReplyMessage, text: string): Promise<void> => {
    const chunks = [...tasks.changes(), ...markdown(text)];
    message.mode = 'stream';
    message.sent = text;
    try {
      await create(message, async () => {
        const started = await client.chat.startStream({
          channel: target.channel,
          thread_ts: threadTs,
          recipient_team_id: target.userTeam ?? target.team,
          recipient_user_id: target.user,
          task_display_mode: 'plan',
          chunks,
        });
        return started.ts;
      });
    } catch (error) {
      if (codeOf(error) === undefined || isGone(error) || isRevoked(error)) throw error;
      // This place takes no streams: an ordinary message, edited as it grows, does the same.
      log.info({ code: codeOf(error) }, 'no stream here, posting and editing instead');
      await post(message, text || '…', []);
    }
  };

  const append = async (message: ReplyMessage, text: string): Promise<void> => {
    const chunks = chunksTo(message, text);
    if (chunks.length === 0 || !message.ts) return;
    try {
      await client.chat.appendStream({ channel: target.channel, ts: message.ts, chunks });
      message.sent = text;
    } catch (error) {
      const code = codeOf(error);
      if (code === 'msg_too_long') shorten(Math.max(1000, message.sent?.length ?? 0));
      if (code === 'message_not_found' || isGone(error) || isRevoked(error)) refuse(error);
      // Cut after five minutes, limited, or its answer got lost: what stands there is not known, so it is replaced.
      await toEdit(message);
    }
  };

  /** Ends a stream with what it does not hold yet; one that is cut by then is left to be edited. */
  const closeStream = async (message: ReplyMessage, text: string, footer: readonly types.KnownBlock[] | undefined) => {
    try {
      await client.chat.stopStream({
        channel: target.channel,
        ts: message.ts ?? '',
        chunks: chunksTo(message, text),
        ...(footer && footer.length > 0 && { blocks: [...footer] }),
        ...(footer && { session_status: 'active' as const }),
      });
      message.mode = 'edit';
      message.sent = text;
      return true;
    } catch (error) {
      if (codeOf(error) === 'message_not_found' || isGone(error) || isRevoked(error)) refuse(error);
      await toEdit(message);
      return false;
    }
  };

  /** Brings one message to its text; `footer` ends it for good. */
  const show = async (
    message: ReplyMessage,
    text: string,
    { closing, footer }: { closing: boolean; footer?: readonly types.KnownBlock[] },
  ) => {
    const ends = closing || footer !== undefined;
    if (message.mode === 'new') {
      if (!text && tasks.size === 0 && !ends) return;
      if (ends) {
        await post(message, text, footer ?? []);
        // One that a dead process left may hold anything, and may still be streaming: it is brought to its text below.
        if (message.sent !== undefined) return;
      } else await start(message, text);
    }
    if (message.mode === 'stream') {
      if (message.sent === undefined || !text.startsWith(message.sent)) await toEdit(message);
      else if (!ends) return append(message, text);
      else if (await closeStream(message, text, footer)) return;
    }
    if (message.mode === 'edit' && (footer !== undefined || message.sent !== text))
      await replace(message, text, footer ?? []);
  };

  return { show, remove };
};
