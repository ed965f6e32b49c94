import type { types, webApi } from '@slack/bolt';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { type Delivery, type Final, type Reply, ReplyImpossible } from '../chat/platform.ts';
import type { SourceLine } from '../chat/render.ts';
import { portions } from '../chat/roll-over.ts';
import { finalText, footer } from './blocks.ts';
import { type Calls, codeOf, isGone, isRevoked } from './calls.ts';
import { createMessageWriter, type ReplyMessage } from './message-writer.ts';
import { createSession } from './session.ts';
import { type SlackTarget, tsOf } from './target.ts';
import { createTaskCards } from './task-cards.ts';

/** What a reply in a Slack thread runs on. */
export interface SlackReplyOptions {
  client: webApi.WebClient;
  calls: Calls;
  clock: Clock;
  log: Log;
  delivery: Delivery<SlackTarget>;
  save: () => Promise<void>;
  /** Called when the channel takes nothing more: the work may stop. */
  giveUp: () => void;
  /** Messages of Parley's in the thread that belong to no delivery yet, oldest first. */
  orphan: () => Promise<string | undefined>;
  /** Least milliseconds between two updates. Slack allows about one append a second and channel over time. */
  paceMs?: number;
}

/** Slack ends a stream's message at 12,000 characters (platforms.md): roll over well before. */
const LIMITS = { soft: 8000, hard: 11_000 };

/** A reply in a thread: streamed, rolled over, and recovered where a stream was cut. */
export const createThreadReply = (parts_: SlackReplyOptions): Reply => {
  const { client, calls, clock, log, delivery, save, giveUp, orphan, paceMs = 700 } = parts_;
  const { target } = delivery;
  const threadTs = target.threadTs ?? target.ts ?? '';
  const limits = { ...LIMITS };
  const parts: ReplyMessage[] = delivery.messages.map((id) => ({ ts: tsOf(id), mode: 'edit', sent: undefined }));
  const tasks = createTaskCards();
  const session = createSession({ client, calls, clock, channel: target.channel, threadTs, paceMs });
  let wanted = '';
  let dirty = false;
  let over = false;
  let pump: Promise<void> | undefined;
  let impossible: ReplyImpossible | undefined;

  const refuse = (error: unknown): never => {
    if (codeOf(error) === 'message_not_found') impossible = new ReplyImpossible('the reply was deleted');
    else if (isRevoked(error)) impossible = new ReplyImpossible('the installation is over');
    else if (isGone(error))
      impossible = new ReplyImpossible(
        codeOf(error) ?? '',
        `I could not answer your question in <#${target.channel}>: I may not write there any more.`,
      );
    else throw error;
    giveUp();
    throw impossible;
  };

  const writer = createMessageWriter({
    client,
    calls,
    log,
    delivery,
    tasks,
    save,
    orphan,
    refuse,
    shorten(characters) {
      limits.hard = characters;
      limits.soft = Math.floor(characters * 0.8);
    },
  });

  const flush = async (under?: readonly types.KnownBlock[]): Promise<void> => {
    try {
      const divided = portions(wanted, limits);
      for (const [i, portion] of divided.entries()) {
        const text = portion.before + wanted.slice(portion.start, portion.end) + portion.after;
        parts[i] ??= { mode: 'new', sent: '' };
        const last = i === divided.length - 1;
        await writer.show(parts[i] as ReplyMessage, text, { closing: !last, ...(last && under && { under }) });
      }
      // Messages that a shorter text leaves over.
      if (under) for (const part of parts.splice(divided.length)) await writer.remove(part);
    } catch (error) {
      if (!(error instanceof ReplyImpossible)) refuse(error);
      throw error;
    }
  };

  const run = async (): Promise<void> => {
    while (dirty && !over && !impossible) {
      dirty = false;
      try {
        await flush();
      } catch (error) {
        log.debug({ err: error, key: delivery.key }, 'an update did not get through; the next one carries it');
      }
      await clock.sleep(paceMs);
    }
    pump = undefined;
  };
  const touch = () => {
    dirty = true;
    if (!over) pump ??= run();
  };

  /** The plan closes with the pages that were read, as Slack's own source cards; a reply without a plan has them below. */
  const showSources = (lines: readonly SourceLine[]) => {
    const sources = lines.flatMap(({ url, title }) => (url ? [{ url, title }] : []));
    if (sources.length === 0) return;
    const title = `Read ${sources.length} ${sources.length === 1 ? 'page' : 'pages'}`;
    tasks.set({ id: 'sources', title, status: 'done', sources });
  };

  const settle = async () => {
    over = true;
    session.leave();
    await pump;
    if (impossible) throw impossible;
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
      touch();
    },
    write(text) {
      session.open();
      wanted = text;
      touch();
    },
    async finish(final: Final) {
      await settle();
      tasks.close();
      if (final.kind === 'answer' && tasks.size > 0) showSources(final.rendered.sources);
      const direct = target.channelType === 'im';
      const forAsker = final.kind === 'error' || (final.kind === 'answer' && final.rendered.refusal);
      if (forAsker && !direct && delivery.messages.length === 0 && !delivery.posting) {
        const text = final.kind === 'error' ? `${final.message} ${final.remedy}` : finalText(final);
        try {
          await calls.sure(() =>
            client.chat.postEphemeral({ channel: target.channel, user: target.user, thread_ts: threadTs, text }),
          );
        } catch (error) {
          refuse(error);
        }
      } else {
        wanted = finalText(final);
        await flush(footer(final));
      }
      await session.clear();
      if (direct || delivery.messages.length === 0) session.end();
    },
    async leave() {
      over = true;
      session.leave();
      await pump;
    },
    async withdraw() {
      over = true;
      session.leave();
      await pump;
      for (const part of parts) await writer.remove(part);
      await session.clear();
    },
  };
};
