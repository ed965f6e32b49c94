import type { types, webApi } from '@slack/bolt';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { counted } from '../../core/text/counted.ts';
import type { Delivery } from '../chat/delivery/delivery.ts';
import { lastingStrays } from '../chat/delivery/strays.ts';
import { endText, isForAsker, type Reply, type ReplyEnd, ReplyImpossible } from '../chat/platform.ts';
import { createPacedUpdates } from '../chat/reply/paced-updates.ts';
import type { SourceLine } from '../chat/reply/render.ts';
import { portionTexts } from '../chat/reply/roll-over.ts';
import { footerBlocks, MESSAGE_LIMITS, markdownMessage } from './blocks.ts';
import { asImpossible, type Calls, codeOf, isGone, isRefusal, isRevoked } from './calls.ts';
import { createMessageWriter } from './message-writer.ts';
import { mrkdwn } from './mrkdwn.ts';
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
  /** Finds the timestamp of a message from Parley in the thread that no delivery has recorded. */
  orphan: () => Promise<string | undefined>;
  /** Finds the timestamps of messages from Parley in the thread that belong to nothing. @throws when that cannot be told yet */
  strays: () => Promise<string[]>;
  /** Minimum milliseconds between two updates. Slack allows on average about one append per second and channel. */
  paceMs?: number;
}

/** Messages are not made shorter than this when Slack finds them too long. */
const MIN_MESSAGE_CHARS = 1000;

/** Refusals of a message's content that a shorter one may avoid: a table or a heading is a block, of which 50 are allowed. */
const TOO_LONG = new Set(['msg_too_long', 'msg_blocks_too_long', 'invalid_blocks']);

/**
 * Handles an error of Slack's. A refusal ends the reply: Slack would refuse the same call for ever.
 * @throws ReplyImpossible, or the error itself when a later attempt may succeed
 */
const createRefusal =
  ({ channel }: SlackTarget, giveUp: () => void, log: Log) =>
  (error: unknown): never => {
    if (error instanceof ReplyImpossible || !isRefusal(error)) throw error;
    giveUp();
    const code = codeOf(error);
    // `thread_not_found`: the question is gone, and nobody was here when Slack told of its deletion.
    if (code === 'message_not_found' || code === 'thread_not_found')
      throw new ReplyImpossible('the question or its reply was deleted');
    if (!isGone(error) && !isRevoked(error)) log.error({ err: error, channel }, 'Slack refused a reply');
    const why = isGone(error) ? 'I may not write there any more' : `Slack refused my message (${code})`;
    throw asImpossible(error, `I could not answer your question in <#${channel}>: ${why}.`);
  };

/** The last task card: lists the pages that were read, as Slack's source elements. */
const sourcesCard = (lines: readonly SourceLine[]) => {
  const sources = lines.flatMap(({ url, title }) => (url ? [{ url, title }] : []));
  const title = `Read ${counted(sources.length, 'page')}`;
  return sources.length === 0 ? undefined : { id: 'sources', title, status: 'done' as const, sources };
};

/** A streamed reply in a thread. It continues in a new message when one is full, and survives a broken stream. */
export const createThreadReply = (options: SlackReplyOptions): Reply => {
  const { client, calls, clock, log, delivery, save, giveUp, orphan, strays, paceMs = 700 } = options;
  const { target } = delivery;
  const threadTs = target.threadTs ?? target.ts ?? '';
  const limits = { ...MESSAGE_LIMITS };
  const messages: ReplyMessage[] = delivery.messages.map((id) => ({ ts: tsOf(id), mode: 'edit', sent: undefined }));
  const tasks = createTaskCards();
  const session = createSession({ client, calls, clock, channel: target.channel, threadTs, paceMs });
  const refuse = createRefusal(target, giveUp, log);
  let wanted = '';
  /** True when messages of an earlier attempt stood in the thread. */
  let replaces = false;

  const shorten = (characters: number) => {
    limits.hard = Math.min(limits.hard, Math.floor(characters));
    limits.soft = Math.floor(limits.hard * 0.8);
  };
  const writer = createMessageWriter({ client, calls, log, delivery, tasks, save, orphan, refuse, shorten });

  /**
   * Deletes the reply's messages from this one on. Each is forgotten only once it is gone, so that another try finds what is
   * left; what Slack never deletes stays with the reply.
   */
  const removeFrom = async (first: number): Promise<void> => {
    for (let at = messages.length - 1; at >= first; at -= 1) {
      const message = messages[at];
      if (message && (await writer.remove(message))) messages.splice(at, 1);
    }
  };

  const showMessages = async (footer: readonly types.KnownBlock[] | undefined): Promise<void> => {
    const divided = portionTexts(wanted, limits);
    for (const [i, text] of divided.entries()) {
      messages[i] ??= { mode: 'new', sent: '' };
      const message = messages[i];
      const last = i === divided.length - 1;
      await writer.show(message, text, { closing: !last, ...(last && footer && { footer }) });
    }
    // The final text may need fewer messages than were posted.
    if (footer) await removeFrom(divided.length);
  };

  /** Updates the messages to show `wanted`, in shorter ones if Slack demands it. @param footer given when the reply is complete */
  const flush = async (footer?: readonly types.KnownBlock[]): Promise<void> => {
    for (;;) {
      try {
        return await showMessages(footer);
      } catch (error) {
        if (!TOO_LONG.has(codeOf(error) ?? '') || limits.hard <= MIN_MESSAGE_CHARS) refuse(error);
        shorten(Math.max(MIN_MESSAGE_CHARS, limits.hard / 2));
      }
    }
  };
  const updates = createPacedUpdates({ clock, log, paceMs, update: flush });

  /** Adds a message that a process posted before it crashed, so that it is removed with the others. */
  const adoptOrphan = async () => {
    const ts = delivery.posting ? await orphan() : undefined;
    if (ts !== undefined) messages.push({ ts, mode: 'stream', sent: undefined });
    delivery.posting = false;
  };

  /** Deletes what was streamed to the thread and shows the end to the asker only. */
  const whisper = async (end: ReplyEnd) => {
    await adoptOrphan().catch(refuse);
    await removeFrom(0).catch(refuse);
    const [text, footer] = [endText(end), footerBlocks(end)];
    const { channel, user } = target;
    await calls
      .idempotent(() =>
        client.chat.postEphemeral({ channel, user, thread_ts: threadTs, ...markdownMessage(text, footer) }),
      )
      .catch((error: unknown) => {
        // Whoever asked has left the channel, and is told in their direct messages.
        if (codeOf(error) !== 'user_not_in_channel') return refuse(error);
        giveUp();
        throw asImpossible(error, `About your question in <#${channel}>: ${mrkdwn(text)}`);
      });
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
    async finish(end: ReplyEnd, stands = false) {
      session.leave();
      await updates.settle();
      tasks.close();
      const card = end.kind === 'answer' && tasks.size > 0 ? sourcesCard(end.rendered.sources) : undefined;
      if (card) tasks.set(card);
      const direct = target.channelType === 'im';
      const nothingPosted = !replaces && delivery.messages.length === 0 && !delivery.posting;
      // When nothing was found, nothing stays in the thread. An error after a part of the answer is added to that part, or
      // takes its place.
      if (!stands && !direct && isForAsker(end) && (nothingPosted || end.kind === 'answer')) await whisper(end);
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
    async startOver() {
      await adoptOrphan().catch(refuse);
      replaces = messages.length > 0;
      await removeFrom(0).catch(refuse);
    },
    async removeStrays() {
      const found = await lastingStrays(clock, strays).catch(refuse);
      for (const ts of found) await writer.remove({ ts, mode: 'stream', sent: undefined }).catch(refuse);
    },
    async withdraw() {
      session.leave();
      await updates.stop();
      // A thread that cannot be read any more may still have messages that can be deleted.
      const unread = await adoptOrphan().then(
        () => undefined,
        (cause: unknown) => ({ cause }),
      );
      await removeFrom(0).catch(refuse);
      await session.clear();
      if (unread) refuse(unread.cause);
    },
  };
};
