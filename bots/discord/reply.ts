import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Delivery } from '../chat/outbox.ts';
import { createPacedUpdates } from '../chat/paced-updates.ts';
import { isForAsker, type Reply, type ReplyEnd, ReplyImpossible } from '../chat/platform.ts';
import { texts } from '../chat/texts.ts';
import type { StepCard } from '../conversation/index.ts';
import { type Body, finalBodies, runningBodies } from './layout.ts';
import {
  codeOf,
  INVALID_TOKEN,
  isClosed,
  lacksPermission,
  type Surface,
  UNKNOWN_MESSAGE,
  UNKNOWN_WEBHOOK,
} from './surface.ts';
import { type DiscordTarget, localId, messageId } from './target.ts';

export interface DiscordReplyOptions {
  clock: Clock;
  log: Log;
  delivery: Delivery<DiscordTarget>;
  save: () => Promise<void>;
  giveUp: () => void;
  /** Parley may not write there: for whoever can change that. */
  reportForbidden: () => void;
  /** Opens the channel of the answer; makes the thread where there is to be one. */
  openSurface: () => Promise<{ channelId: string; surface: Surface }>;
  /** A message that a process which died left behind, when a post is too old for its nonce to be known. */
  findOrphan: () => Promise<string | undefined>;
  /** Writes to the asker alone what concerns nobody else; false when they take no direct messages. */
  tellAsker: (messages: readonly Body[]) => Promise<boolean>;
  /** Least milliseconds between two edits: Discord limits edits to about one a second and channel. */
  paceMs?: number;
}

/** Discord knows a nonce for a few minutes; an older post is looked for in the channel. */
const NONCE_MS = 120_000;
const TOO_LATE =
  'This answer took longer than the 15 minutes that Discord allows after a command. Ask again, or ask in a channel.';

/** What a refusal means for the reply. @throws ReplyImpossible, or the error itself when a later attempt may succeed */
const createRefusal =
  ({ delivery, giveUp, reportForbidden }: DiscordReplyOptions) =>
  (error: unknown): never => {
    if (error instanceof ReplyImpossible) throw error;
    const code = codeOf(error);
    const ephemeral = delivery.target.interaction !== undefined;
    const gone = code === UNKNOWN_MESSAGE || (ephemeral && (code === INVALID_TOKEN || code === UNKNOWN_WEBHOOK));
    if (!gone && !isClosed(error)) throw error;
    giveUp();
    if (gone && ephemeral) throw new ReplyImpossible('the interaction has expired', TOO_LATE);
    if (gone) throw new ReplyImpossible('the reply was deleted');
    if (lacksPermission(error)) reportForbidden();
    throw new ReplyImpossible(`closed (${code})`, texts.mayNotWrite);
  };

/** The reply's messages, brought to their bodies one by one. Every edit carries the whole, so any may be repeated. */
const createMessages = (options: DiscordReplyOptions) => {
  const { clock, delivery, save } = options;
  const shown: (string | undefined)[] = delivery.messages.map(() => undefined);
  let opened: ReturnType<DiscordReplyOptions['openSurface']> | undefined;
  const open = () => (opened ??= options.openSurface());

  const remove = async (message: string): Promise<void> => {
    const { surface } = await open();
    await surface.remove(localId(message)).catch((error: unknown) => {
      if (codeOf(error) !== UNKNOWN_MESSAGE) throw error;
    });
  };

  /** Posts the reply's next message, or continues one that is posted already. */
  const create = async (index: number, body: Body, last: boolean): Promise<void> => {
    const { channelId, surface } = await open();
    const expired = delivery.posting && clock.now() - Date.parse(delivery.createdAt) > NONCE_MS;
    const orphan = expired ? await options.findOrphan() : undefined;
    if (orphan === undefined && !delivery.posting) {
      delivery.posting = true;
      await save();
    }
    const id = orphan ?? (await surface.create(index, body));
    delivery.messages.push(messageId(channelId, id));
    delivery.posting = false;
    await save();
    // An orphan, and a message that a nonce brought back from an earlier attempt, have the text of that attempt.
    if (orphan !== undefined || delivery.revision > 0 || last) await surface.edit(id, body);
  };

  return {
    /** The first visible sign. A surface that could not be opened is opened anew by the next call. */
    async sign(): Promise<void> {
      try {
        const { surface } = await open();
        await surface.sign().catch((error: unknown) => {
          if (isClosed(error)) throw error;
        });
      } catch (error) {
        opened = undefined;
        throw error;
      }
    },
    /** @param last the reply ends with these: messages that a shorter text leaves over are deleted */
    async show(bodies: readonly Body[], last: boolean): Promise<void> {
      for (const [index, body] of bodies.entries()) {
        const state = JSON.stringify(body);
        if (shown[index] === state) continue;
        const known = delivery.messages[index];
        if (known === undefined) await create(index, body, last);
        else await (await open()).surface.edit(localId(known), body);
        shown[index] = state;
      }
      if (!last) return;
      shown.splice(bodies.length);
      for (const message of delivery.messages.splice(bodies.length)) await remove(message);
    },
    async removeAll(): Promise<void> {
      for (const message of delivery.messages.splice(0)) await remove(message);
    },
  };
};

/** A reply in Discord: one or more messages, edited as they grow. */
export const createReply = (options: DiscordReplyOptions): Reply => {
  const { clock, log, delivery, paceMs = 1100 } = options;
  const { interaction, guildId } = delivery.target;
  const steps = new Map<string, StepCard>();
  const refuse = createRefusal(options);
  const messages = createMessages(options);
  let status = 'Reading your question';
  let written = '';
  const show = (bodies: readonly Body[], last: boolean) => messages.show(bodies, last).catch(refuse);
  const updates = createPacedUpdates({
    clock,
    log,
    paceMs,
    update: () => show(runningBodies(written, { key: delivery.key, status, steps: [...steps.values()] }), false),
  });

  return {
    async begin() {
      await messages.sign().catch(refuse);
      updates.request();
    },
    status(text) {
      status = text.trim().replace(/[.…]+$/, '');
      updates.request();
    },
    step(card) {
      steps.set(card.id, card);
      updates.request();
    },
    write(text) {
      written = text;
      updates.request();
    },
    async finish(end: ReplyEnd) {
      await updates.settle();
      // Only an interaction can whisper in a channel; a message is answered by a DM, and in the open if that is closed.
      const inOpen = !isForAsker(end) || interaction !== undefined || guildId === undefined;
      if (!inOpen && (await options.tellAsker(finalBodies(end, { share: false })))) return show([], true);
      const share = interaction !== undefined && guildId !== undefined && end.kind === 'answer';
      await show(finalBodies(end, { share }), true);
    },
    leave: () => updates.stop(),
    async withdraw() {
      await updates.stop();
      await messages.removeAll();
    },
  };
};
