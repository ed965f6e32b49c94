import type { types, webApi } from '@slack/bolt';
import type { Log } from '../../core/log.ts';
import type { Delivery } from '../chat/outbox.ts';
import { withText } from './blocks.ts';
import { type Calls, codeOf, isGone, isRevoked } from './calls.ts';
import { messageId, type SlackTarget, tsOf } from './target.ts';
import type { TaskCards } from './task-cards.ts';

/**
 * One message of a reply. `new`: nothing posted; `stream`: takes appends; `edit`: was a stream (cut at five minutes, or of
 * unknown state) or never was one, and is replaced as a whole by chat.update, which may be repeated.
 */
export interface ReplyMessage {
  ts?: string;
  mode: 'new' | 'stream' | 'edit';
  /** What stands in the message; undefined when that is not known. */
  sent: string | undefined;
}

export interface MessageWriterOptions {
  client: webApi.WebClient;
  calls: Calls;
  log: Log;
  delivery: Delivery<SlackTarget>;
  tasks: TaskCards;
  save: () => Promise<void>;
  /** A message of Parley's in the thread that belongs to no delivery yet. */
  orphan: () => Promise<string | undefined>;
  /** The channel takes nothing more, or the message is gone: throws ReplyImpossible, or the error when a repetition may succeed. */
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
  const at = (ts: string) => ({ channel: target.channel, ts });

  /** Makes a message, exactly once. One that could not be made is still to be made: the next update tries again. */
  const create = async (message: ReplyMessage, post: () => Promise<string | undefined>): Promise<void> => {
    try {
      await createOnce(message, post);
    } catch (error) {
      if (message.ts === undefined) {
        message.mode = 'new';
        message.sent = '';
      }
      throw error;
    }
  };

  /** The records say that a message is coming before it comes, and which one it was after. */
  const createOnce = async (message: ReplyMessage, post: () => Promise<string | undefined>): Promise<void> => {
    const find = async () => (message.ts === undefined ? await orphan() : undefined);
    const adopted = delivery.posting ? await find() : undefined;
    if (adopted !== undefined) {
      message.mode = 'edit';
      message.sent = undefined;
    } else {
      delivery.posting = true;
      await save();
    }
    let found = false;
    const ts =
      adopted ??
      (await calls.once(post, async () => {
        const existing = await find();
        found = existing !== undefined;
        return existing;
      }));
    if (found) {
      message.mode = 'edit';
      message.sent = undefined;
    }
    if (ts === undefined) throw new Error('Slack named no message');
    message.ts = ts;
    delivery.messages.push(messageId(target, ts));
    delivery.posting = false;
    await save();
  };

  const markdown = (text: string): types.AnyChunk[] => (text ? [{ type: 'markdown_text', text }] : []);

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

  /** Ends a stream of unknown state, so that the message can be edited. */
  const toEdit = async (message: ReplyMessage): Promise<void> => {
    message.mode = 'edit';
    message.sent = undefined;
    if (!message.ts) return;
    const ts = message.ts;
    try {
      await calls.sure(() => client.chat.stopStream(at(ts)));
    } catch (error) {
      if (codeOf(error) !== 'message_not_in_streaming_state') throw error;
    }
  };

  const append = async (message: ReplyMessage, text: string): Promise<void> => {
    const chunks = [...tasks.changes(), ...markdown(text.slice(message.sent?.length ?? 0))];
    if (chunks.length === 0 || !message.ts) return;
    try {
      await client.chat.appendStream({ ...at(message.ts), chunks });
      message.sent = text;
    } catch (error) {
      const code = codeOf(error);
      if (code === 'msg_too_long') shorten(Math.max(1000, message.sent?.length ?? 0));
      if (code === 'message_not_found' || isGone(error) || isRevoked(error)) refuse(error);
      // Cut after five minutes, limited, or its answer got lost: what stands there is not known, so it is replaced.
      await toEdit(message);
    }
  };

  const replace = async (message: ReplyMessage, text: string, footer: readonly types.KnownBlock[]): Promise<void> => {
    if (!message.ts) return;
    const ts = message.ts;
    const update = () =>
      calls.sure(() =>
        client.chat.update({ ...at(ts), text: text || 'Parley', blocks: withText(text || ' … ', footer) }),
      );
    try {
      await update();
    } catch (error) {
      if (codeOf(error) !== 'streaming_state_conflict') refuse(error);
      await toEdit(message);
      await update();
    }
    message.sent = text;
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
      if (ends) return post(message, text, footer ?? []);
      await start(message, text);
    }
    if (message.mode === 'stream') {
      if (message.sent === undefined || !text.startsWith(message.sent)) await toEdit(message);
      else if (!ends) return append(message, text);
      else {
        const chunks = [...tasks.changes(), ...markdown(text.slice(message.sent.length))];
        const ts = message.ts ?? '';
        try {
          await client.chat.stopStream({
            ...at(ts),
            chunks,
            ...(footer && footer.length > 0 && { blocks: [...footer] }),
            ...(footer && { session_status: 'active' as const }),
          });
          message.mode = 'edit';
          message.sent = text;
          return;
        } catch (error) {
          if (codeOf(error) === 'message_not_found' || isGone(error) || isRevoked(error)) refuse(error);
          await toEdit(message);
        }
      }
    }
    if (message.mode === 'edit' && (footer !== undefined || message.sent !== text))
      await replace(message, text, footer ?? []);
  };

  const remove = async (message: ReplyMessage): Promise<void> => {
    if (!message.ts) return;
    const ts = message.ts;
    if (message.mode === 'stream') await toEdit(message);
    try {
      await calls.sure(() => client.chat.delete(at(ts)));
    } catch (error) {
      if (codeOf(error) !== 'message_not_found') throw error;
    }
    delivery.messages = delivery.messages.filter((id) => tsOf(id) !== ts);
  };

  return { show, remove };
};
