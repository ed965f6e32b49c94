import type { types, webApi } from '@slack/bolt';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Delivery } from '../chat/outbox.ts';
import { createPacedUpdates } from '../chat/paced-updates.ts';
import { endText, isForAsker, type Reply, type ReplyEnd, ReplyImpossible } from '../chat/platform.ts';
import type { SourceLine } from '../chat/render.ts';
import { portions } from '../chat/roll-over.ts';
import { footerBlocks, withText } from './blocks.ts';
import { type Calls, codeOf, isGone, isRevoked } from './calls.ts';
import { createMessageWriter } from './message-writer.ts';
import type { ReplyMessage } from './reply-message.ts';
import { createSession } from './session.ts';
import { type SlackTarget, tsOf } from './target.ts';
import { createTaskCards } from './task-cards.ts';

export interface SlackReplyOptions {
  client: webApi.WebClient;
  calls: Calls;
  clock: Clock;
  log: Log;
  delivery: Delivery<SlackTarget>;
  save: () => Promise<void>;
  giveUp: () => void;
  /** The first message of Parley's in the thread that belongs to no delivery yet. */
  orphan: () => Promise<string | undefined>;
  /** Least milliseconds between two updates. Slack allows about one append a second and channel over time. */
  paceMs?: number;
}

/**
 * Slack ends a stream's message at 12,000 characters (docs.slack.dev/reference/methods/chat.appendStream): roll over
 * before.
 */
const LIMITS = { soft: 8000, hard: 11_000 };

/** What a refusal means for the reply. @throws ReplyImpossible, or the error itself when a later attempt may succeed */
const createRefusal =
  ({ channel }: SlackTarget, giveUp: () => void) =>
  (error: unknown): never => {
    if (error instanceof ReplyImpossible) throw error;
    const code = codeOf(error);
    const deleted = code === 'message_not_found';
    if (!deleted && !isRevoked(error) && !isGone(error)) throw error;
    giveUp();
    if (deleted) throw new ReplyImpossible('the reply was deleted');
    if (isRevoked(error)) throw new ReplyImpossible('the installation is over');
    throw new ReplyImpossible(
      code ?? 'the channel is closed',
      `I could not answer your question in <#${channel}>: I may not write there any more.`,
    );
  };

/** The last task card names the pages that were read, as Slack's own source cards. */
const sourcesCard = (lines: readonly SourceLine[]) => {
  const sources = lines.flatMap(({ url, title }) => (url ? [{ url, title }] : []));
  const title = `Read ${sources.length} ${sources.length === 1 ? 'page' : 'pages'}`;
  return sources.length === 0 ? undefined : { id: 'sources', title, status: 'done' as const, sources };
};

/** A reply in a thread: streamed, rolled over, and recovered where a stream was cut. */
export const createThreadReply = (options: SlackReplyOptions): Reply => {
  const { client, calls, clock, log, delivery, save, giveUp, orphan, paceMs = 700 } = options;
  const { target } = delivery;
  const threadTs = target.threadTs ?? target.ts ?? '';
  const limits = { ...LIMITS };
  const messages: ReplyMessage[] = delivery.messages.map((id) => ({ ts: tsOf(id), mode: 'edit', sent: undefined }));
  const tasks = createTaskCards();
  const session = createSession({ client, calls, clock, channel: target.channel, threadTs, paceMs });
  const refuse = createRefusal(target, giveUp);
  let wanted = '';

  const shorten = (characters: number) => {
    limits.hard = characters;
    limits.soft = Math.floor(characters * 0.8);
  };
  const writer = createMessageWriter({ client, calls, log, delivery, tasks, save, orphan, refuse, shorten });

  /** Brings the messages to the wanted text. @param footer ends the reply for good */
  const flush = async (footer?: readonly types.KnownBlock[]): Promise<void> => {
    try {
      const divided = portions(wanted, limits);
      for (const [i, portion] of divided.entries()) {
        const text = portion.before + wanted.slice(portion.start, portion.end) + portion.after;
        messages[i] ??= { mode: 'new', sent: '' };
        const message = messages[i];
        const last = i === divided.length - 1;
        await writer.show(message, text, { closing: !last, ...(last && footer && { footer }) });
      }
      // Messages that a shorter text leaves over.
      if (footer) for (const message of messages.splice(divided.length)) await writer.remove(message);
    } catch (error) {
      refuse(error);
    }
  };
  const updates = createPacedUpdates({ clock, log, paceMs, update: flush });

  /** Shows the end to the asker alone, in place of what was streamed for everybody. */
  const whisper = async (end: ReplyEnd) => {
    for (const message of messages.splice(0)) await writer.remove(message);
    const [text, footer] = [endText(end), footerBlocks(end)];
    const { channel, user } = target;
    await calls
      .sure(() =>
        client.chat.postEphemeral({ channel, user, thread_ts: threadTs, text, blocks: withText(text, footer) }),
      )
      .catch(refuse);
  };

  return {
    begin: () => session.begin(),
    status(text) {
      session.open();
      session.status(text);
    },
    step(card) {
      session.open();
      tasks.set(card);
      updates.request();
    },
    write(text) {
      session.open();
      wanted = text;
      updates.request();
    },
    async finish(end: ReplyEnd) {
      session.leave();
      await updates.settle();
      tasks.close();
      const card = end.kind === 'answer' && tasks.size > 0 ? sourcesCard(end.rendered.sources) : undefined;
      if (card) tasks.set(card);
      const direct = target.channelType === 'im';
      const nothingPosted = delivery.messages.length === 0 && !delivery.posting;
      // An error after a part of the answer ends that part; nothing that was found leaves nothing for everybody.
      if (!direct && isForAsker(end) && (nothingPosted || end.kind === 'answer')) await whisper(end);
      else {
        wanted = endText(end);
        await flush(footerBlocks(end));
      }
      await session.clear();
      if (direct || delivery.messages.length === 0) session.end();
    },
    async leave() {
      session.leave();
      await updates.stop();
    },
    async withdraw() {
      session.leave();
      await updates.stop();
      for (const message of messages) await writer.remove(message);
      await session.clear();
    },
  };
};
