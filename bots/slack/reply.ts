import type { types, webApi } from '@slack/bolt';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { type Delivery, type Final, type Reply, ReplyImpossible, type StepCard } from '../chat/delivery.ts';
import { portions } from '../chat/roll-over.ts';
import { finalText, footer, withText } from './blocks.ts';
import { type Calls, codeOf, isGone, isRevoked } from './calls.ts';
import { messageId, type SlackTarget, tsOf } from './target.ts';

/** What a reply in a Slack thread runs on. */
export interface SlackReplyParts {
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

/**
 * `new`: nothing posted; `stream`: takes appends; `edit`: was a stream (cut at five minutes, or of unknown state) or never
 * was one, and is replaced as a whole by chat.update, which may be repeated without harm.
 */
interface Part {
  ts?: string;
  mode: 'new' | 'stream' | 'edit';
  /** What stands in the message; undefined when that is not known. */
  sent: string | undefined;
}

/** Slack ends a stream's message at 12,000 characters (platforms.md): roll over well before. */
const LIMITS = { soft: 8000, hard: 11_000 };
const TASK_TEXT = 250;

const TASK_STATUS = { pending: 'pending', running: 'in_progress', done: 'complete', failed: 'error' } as const;

/** A reply in a thread: streamed, rolled over, and recovered where a stream was cut. */
export const createThreadReply = (parts_: SlackReplyParts): Reply => {
  const { client, calls, clock, log, delivery, save, giveUp, orphan, paceMs = 700 } = parts_;
  const { target } = delivery;
  const threadTs = target.threadTs ?? target.ts ?? '';
  const limits = { ...LIMITS };
  const parts: Part[] = delivery.messages.map((id) => ({ ts: tsOf(id), mode: 'edit', sent: undefined }));
  const tasks = new Map<string, { card: StepCard; sent?: string }>();
  let wanted = '';
  let dirty = false;
  let over = false;
  let pump: Promise<void> | undefined;
  let impossible: ReplyImpossible | undefined;
  let shownStatus = '';
  let toldStatus = '';
  let telling = false;

  const at = (ts: string) => ({ channel: target.channel, ts });

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

  /** Makes a message, exactly once: the records say that one is coming before it comes, and which one it was after. */
  const create = async (part: Part, post: () => Promise<string | undefined>): Promise<void> => {
    const find = async () => (part.ts === undefined ? await orphan() : undefined);
    const adopted = delivery.posting ? await find() : undefined;
    if (adopted !== undefined) {
      part.mode = 'edit';
      part.sent = undefined;
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
      part.mode = 'edit';
      part.sent = undefined;
    }
    if (ts === undefined) throw new Error('Slack named no message');
    part.ts = ts;
    delivery.messages.push(messageId(target, ts));
    delivery.posting = false;
    await save();
  };

  const pendingTasks = (): types.AnyChunk[] =>
    [...tasks.values()].flatMap((task) => {
      const { card } = task;
      const state = JSON.stringify(card);
      if (task.sent === state) return [];
      task.sent = state;
      return [
        {
          type: 'task_update' as const,
          id: card.id.slice(0, 100),
          title: card.title.slice(0, TASK_TEXT) || 'Step',
          status: TASK_STATUS[card.status],
          ...(card.detail && { details: card.detail.slice(0, TASK_TEXT) }),
        },
      ];
    });

  const markdown = (text: string): types.AnyChunk[] => (text ? [{ type: 'markdown_text', text }] : []);

  const post = async (part: Part, text: string, under: readonly types.KnownBlock[]): Promise<void> => {
    part.mode = 'edit';
    part.sent = text;
    await create(part, async () => {
      const posted = await client.chat.postMessage({
        channel: target.channel,
        thread_ts: threadTs,
        text: text || 'Parley',
        blocks: withText(text, under),
        unfurl_links: false,
        unfurl_media: false,
      });
      return posted.ts;
    });
  };

  const start = async (part: Part, text: string): Promise<void> => {
    const chunks = [...pendingTasks(), ...markdown(text)];
    part.mode = 'stream';
    part.sent = text;
    try {
      await create(part, async () => {
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
      await post(part, text || '…', []);
    }
  };

  /** Ends a stream of unknown state, so that the message can be edited. */
  const toEdit = async (part: Part): Promise<void> => {
    part.mode = 'edit';
    part.sent = undefined;
    if (!part.ts) return;
    const ts = part.ts;
    try {
      await calls.sure(() => client.chat.stopStream(at(ts)));
    } catch (error) {
      if (codeOf(error) !== 'message_not_in_streaming_state') throw error;
    }
  };

  const append = async (part: Part, text: string): Promise<void> => {
    const chunks = [...pendingTasks(), ...markdown(text.slice(part.sent?.length ?? 0))];
    if (chunks.length === 0 || !part.ts) return;
    try {
      await client.chat.appendStream({ ...at(part.ts), chunks });
      part.sent = text;
    } catch (error) {
      const code = codeOf(error);
      if (code === 'msg_too_long') {
        limits.hard = Math.max(1000, part.sent?.length ?? 0);
        limits.soft = Math.floor(limits.hard * 0.8);
      }
      if (code === 'message_not_found' || isGone(error) || isRevoked(error)) refuse(error);
      // Cut after five minutes, limited, or its answer got lost: what stands there is not known, so it is replaced.
      await toEdit(part);
    }
  };

  const replace = async (part: Part, text: string, under: readonly types.KnownBlock[]): Promise<void> => {
    if (!part.ts) return;
    const ts = part.ts;
    const update = () =>
      calls.sure(() =>
        client.chat.update({ ...at(ts), text: text || 'Parley', blocks: withText(text || ' … ', under) }),
      );
    try {
      await update();
    } catch (error) {
      if (codeOf(error) !== 'streaming_state_conflict') refuse(error);
      await toEdit(part);
      await update();
    }
    part.sent = text;
  };

  /** Brings one message to its text; `under` ends it for good. */
  const show = async (
    part: Part,
    text: string,
    { closing, under }: { closing: boolean; under?: readonly types.KnownBlock[] },
  ) => {
    const ends = closing || under !== undefined;
    if (part.mode === 'new') {
      if (!text && tasks.size === 0 && !ends) return;
      if (ends) return post(part, text, under ?? []);
      await start(part, text);
    }
    if (part.mode === 'stream') {
      if (part.sent === undefined || !text.startsWith(part.sent)) await toEdit(part);
      else if (!ends) return append(part, text);
      else {
        const chunks = [...pendingTasks(), ...markdown(text.slice(part.sent.length))];
        const ts = part.ts ?? '';
        try {
          await client.chat.stopStream({
            ...at(ts),
            chunks,
            ...(under && { blocks: [...under], session_status: 'active' }),
          });
          part.mode = 'edit';
          part.sent = text;
          return;
        } catch (error) {
          if (codeOf(error) === 'message_not_found' || isGone(error) || isRevoked(error)) refuse(error);
          await toEdit(part);
        }
      }
    }
    if (part.mode === 'edit' && (under !== undefined || part.sent !== text)) await replace(part, text, under ?? []);
  };

  const flush = async (under?: readonly types.KnownBlock[]): Promise<void> => {
    try {
      const divided = portions(wanted, limits);
      for (const [i, portion] of divided.entries()) {
        const text = portion.before + wanted.slice(portion.start, portion.end) + portion.after;
        parts[i] ??= { mode: 'new', sent: '' };
        const last = i === divided.length - 1;
        await show(parts[i] as Part, text, { closing: !last, ...(last && under && { under }) });
      }
      // Messages that a shorter text leaves over.
      if (under) for (const part of parts.splice(divided.length)) await remove(part);
    } catch (error) {
      if (!(error instanceof ReplyImpossible)) refuse(error);
      throw error;
    }
  };

  const remove = async (part: Part): Promise<void> => {
    if (!part.ts) return;
    const ts = part.ts;
    if (part.mode === 'stream') await toEdit(part);
    try {
      await calls.sure(() => client.chat.delete(at(ts)));
    } catch (error) {
      if (codeOf(error) !== 'message_not_found') throw error;
    }
    delivery.messages = delivery.messages.filter((id) => tsOf(id) !== ts);
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

  const setStatus = (status: string) =>
    calls.looks(() => client.assistant.threads.setStatus({ channel_id: target.channel, thread_ts: threadTs, status }));

  /** One status at a time: of those that come while it is on its way, the last one follows. */
  const tellStatus = async () => {
    while (shownStatus !== toldStatus && !over) {
      toldStatus = shownStatus;
      await setStatus(`${toldStatus.charAt(0).toLowerCase()}${toldStatus.slice(1)}…`);
      await clock.sleep(paceMs);
    }
    telling = false;
  };

  /** The stop button comes with the session; it is of use once the work has begun, and first signs go before it. */
  let inSession = false;
  const openSession = () => {
    if (inSession || over) return;
    inSession = true;
    const session = { channel_id: target.channel, thread_ts: threadTs, status: 'processing' };
    void calls.looks(() => client.agents.sessions.setStatus(session));
  };

  const settle = async () => {
    over = true;
    await pump;
    if (impossible) throw impossible;
  };

  return {
    async begin() {
      await setStatus('is reading your question…');
    },
    status(text) {
      openSession();
      const line = text.trim().replace(/[.…]+$/, '');
      if (line === shownStatus || over) return;
      shownStatus = line;
      if (telling) return;
      telling = true;
      void tellStatus();
    },
    step(card) {
      openSession();
      tasks.set(card.id, { card, sent: tasks.get(card.id)?.sent });
      touch();
    },
    write(text) {
      openSession();
      wanted = text;
      touch();
    },
    async finish(final: Final) {
      await settle();
      for (const task of tasks.values())
        if (task.card.status === 'running' || task.card.status === 'pending')
          task.card = { ...task.card, status: 'done' };
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
      await setStatus('');
      if (direct || delivery.messages.length === 0)
        void calls.looks(() =>
          client.agents.sessions.setStatus({ channel_id: target.channel, thread_ts: threadTs, status: 'active' }),
        );
    },
    async leave() {
      over = true;
      await pump;
    },
    async withdraw() {
      over = true;
      await pump;
      for (const part of parts) await remove(part);
      await setStatus('');
    },
  };
};
