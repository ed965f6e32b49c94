import type { types, webApi } from '@slack/bolt';
import type { Log } from '../../core/log.ts';
import type { Delivery } from '../chat/delivery/delivery.ts';
import { noteGivenUp } from '../chat/delivery/given-up.ts';
import { markdownMessage, NO_UNFURL } from './blocks.ts';
import { type Calls, codeOf, isAnswered, isGone, isRevoked } from './calls.ts';
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
  /** Finds the timestamp of a message from Parley in the thread that no delivery has recorded. */
  orphan: () => Promise<string | undefined>;
  /** Called when Slack refuses a write. @throws ReplyImpossible, or the error itself when a later attempt may succeed */
  refuse: (error: unknown) => never;
  /** Called when Slack refuses a message below its documented limit: lowers the limit of later messages. */
  shorten: (characters: number) => void;
}

/** Writes single messages of a reply. They are streamed; when a stream breaks, the whole message is replaced instead. */
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
  const noting = noteGivenUp(delivery, isAnswered);
  const create = createMessageCreation({ calls, delivery, save, orphan });
  const { toEdit, replace, remove } = createMessageEdits({ client, calls, log, delivery, refuse });

  const markdown = (text: string): types.AnyChunk[] => (text ? [{ type: 'markdown_text', text }] : []);

  /** The task cards and the text that have not been sent to the stream yet. */
  const chunksTo = (message: ReplyMessage, text: string): types.AnyChunk[] => [
    ...tasks.changes(),
    ...markdown(text.slice(message.sent?.length ?? 0)),
  ];

  const post = async (message: ReplyMessage, text: string, footer: readonly types.KnownBlock[]): Promise<void> => {
    message.mode = 'edit';
    message.sent = text;
    await create(message, async () => {
      const posted = await noting(
        client.chat.postMessage({
          channel: target.channel,
          thread_ts: threadTs,
          ...markdownMessage(text, footer),
          ...NO_UNFURL,
        }),
      );
      return posted.ts;
    });
  };

  const start = async (message: ReplyMessage, text: string): Promise<void> => {
    const chunks = [...tasks.changes(), ...markdown(text)];
    message.mode = 'stream';
    message.sent = text;
    try {
      await create(message, async () => {
        const started = await noting(
          client.chat.startStream({
            channel: target.channel,
            thread_ts: threadTs,
            recipient_team_id: target.userTeam ?? target.team,
            recipient_user_id: target.user,
            task_display_mode: 'plan',
            chunks,
          }),
        );
        return started.ts;
      });
    } catch (error) {
      if (codeOf(error) === undefined || isGone(error) || isRevoked(error)) throw error;
      // Streaming is not possible here, so an ordinary message is posted and edited as the answer grows.
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
      // Slack ended the stream after five minutes, limited the rate, or its response was lost. The message's text is then
      // unknown, so the whole message is replaced.
      await toEdit(message);
    }
  };

  /** Sends the rest of the text and ends the stream. @returns false when the stream was over already and must be edited */
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

  /** Creates or updates one message so that it shows `text`. With a `footer`, the message is final. */
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
        // A message that a crashed process left has an unknown text and may still be streaming, so it is replaced below.
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
