import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Delivery } from '../chat/delivery/delivery.ts';
import { noteGivenUp } from '../chat/delivery/given-up.ts';
import { lastingStrays } from '../chat/delivery/strays.ts';
import { isForAsker, type Reply, type ReplyEnd, ReplyImpossible } from '../chat/platform.ts';
import { createPacedUpdates } from '../chat/reply/paced-updates.ts';
import { texts } from '../chat/reply/texts.ts';
import type { StepCard } from '../conversation/events.ts';
import { type Body, finalBodies, runningBodies } from './layout.ts';
import {
  codeOf,
  INVALID_TOKEN,
  isClosed,
  isRefused,
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
  /** Called when Parley may not write in the channel, to tell somebody who can change that. */
  reportForbidden: () => void;
  /** Opens the channel for the answer, and creates the thread if there should be one. */
  openSurface: () => Promise<{ channelId: string; surface: Surface }>;
  /** Finds a message that a dead process posted, when it is too old to be found by its nonce. */
  findOrphan: () => Promise<string | undefined>;
  /** Finds messages from Parley to the question that belong to nothing, once it is answered. */
  findStrays: () => Promise<string[]>;
  /** Sends messages that only the asker should see; false when the asker accepts no direct messages. */
  tellAsker: (messages: readonly Body[]) => Promise<boolean>;
  /** Minimum pause between two edits: Discord allows about one edit per second in a channel. */
  paceMs?: number;
}

/** Age from which a nonce is not relied on: Discord remembers nonces for a few minutes only. */
const NONCE_MS = 120_000;
const TOO_LATE =
  'This answer took longer than the 15 minutes that Discord allows after a command. Ask again, or ask in a channel.';

/**
 * Creates the handler of failed calls.
 * @returns a function that throws ReplyImpossible, or the error itself if it is temporary
 */
const createRefusal =
  ({ delivery, giveUp, reportForbidden, log }: DiscordReplyOptions) =>
  (error: unknown): never => {
    if (error instanceof ReplyImpossible) throw error;
    const code = codeOf(error);
    const { channelId, replyChannelId = channelId } = delivery.target;
    const ephemeral = delivery.target.interaction !== undefined;
    const gone = code === UNKNOWN_MESSAGE || (ephemeral && (code === INVALID_TOKEN || code === UNKNOWN_WEBHOOK));
    if (!gone && !isClosed(error) && !isRefused(error)) throw error;
    giveUp();
    if (gone && ephemeral) throw new ReplyImpossible('the interaction has expired', TOO_LATE);
    if (gone) throw new ReplyImpossible('the reply was deleted');
    if (lacksPermission(error)) reportForbidden();
    if (isClosed(error)) throw new ReplyImpossible(`closed (${code})`, texts.mayNotWrite);
    log.error({ err: error, channel: replyChannelId }, 'Discord refused a reply');
    const [why] = String(error instanceof Error ? error.message : code).split('\n');
    throw new ReplyImpossible(
      `refused (${code})`,
      `I could not answer your question in <#${replyChannelId}>. Discord refused my message: ${why?.replace(/[.:]$/, '')}.`,
    );
  };

/** Posts and edits the reply's messages. Every edit sends the whole body, so it can be repeated. */
const createMessages = (options: DiscordReplyOptions) => {
  const { clock, delivery, save } = options;
  const shown: (string | undefined)[] = delivery.messages.map(() => undefined);
  let opened: ReturnType<DiscordReplyOptions['openSurface']> | undefined;
  const open = () => (opened ??= options.openSurface());

  const noting = noteGivenUp(delivery, (error) => codeOf(error) !== undefined);

  const remove = async (message: string): Promise<void> => {
    const { surface } = await open();
    await surface.remove(localId(message)).catch((error: unknown) => {
      if (codeOf(error) !== UNKNOWN_MESSAGE) throw error;
    });
  };

  /** Removes the reply's messages from this one on, with one that a process posted before it crashed. */
  const removeFrom = async (first: number): Promise<void> => {
    if (delivery.posting && delivery.target.interaction === undefined) {
      const { channelId } = await open();
      const orphan = await options.findOrphan();
      if (orphan !== undefined) delivery.messages.push(messageId(channelId, orphan));
      delivery.posting = false;
    }
    // Each is forgotten only once it is gone, so that a later call finds those that could not be removed.
    for (const last of delivery.messages.slice(first).reverse()) {
      await remove(last);
      delivery.messages.pop();
    }
  };

  /** Posts the reply's next message, or continues one that an earlier attempt posted. */
  const create = async (index: number, body: Body, last: boolean): Promise<void> => {
    const { channelId, surface } = await open();
    const expired = delivery.posting && clock.now() - Date.parse(delivery.createdAt) > NONCE_MS;
    const orphan = expired ? await options.findOrphan() : undefined;
    if (orphan === undefined) {
      // Noted again also when an earlier try is known: that note may have failed, and a message without one is never found.
      delivery.posting = true;
      await save();
    }
    const id = orphan ?? (await noting(surface.create(index, body)));
    delivery.messages.push(messageId(channelId, id));
    delivery.posting = false;
    await save();
    // A message of an earlier attempt, found as an orphan or by its nonce, still has the text of that attempt.
    if (orphan !== undefined || delivery.revision > 0 || last) await noting(surface.edit(id, body));
  };

  return {
    /** Shows the first sign. If opening the surface fails, the next call tries again. */
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
    /** Brings the messages to these bodies. @param last true for the final state: deletes messages that are left over */
    async show(bodies: readonly Body[], last: boolean): Promise<void> {
      for (const [index, body] of bodies.entries()) {
        const state = JSON.stringify(body);
        if (shown[index] === state) continue;
        const known = delivery.messages[index];
        if (known === undefined) await create(index, body, last);
        else await noting((await open()).surface.edit(localId(known), body));
        shown[index] = state;
      }
      if (!last) return;
      shown.splice(bodies.length);
      await removeFrom(bodies.length);
    },
    async removeAll() {
      shown.splice(0);
      await removeFrom(0);
    },
    async removeStrays() {
      for (const stray of await lastingStrays(clock, options.findStrays)) await remove(stray);
    },
  };
};

/** Creates a reply in Discord, which is one or more messages that are edited as they grow. */
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
    async finish(end: ReplyEnd, stands = false) {
      await updates.settle();
      // Only an interaction allows ephemeral messages. For a question in a message, the asker gets a DM, or a public reply if
      // they accept no DMs.
      const inOpen = stands || !isForAsker(end) || interaction !== undefined || guildId === undefined;
      if (!inOpen && (await options.tellAsker(finalBodies(end, { share: false })))) return show([], true);
      const share = interaction !== undefined && guildId !== undefined && end.kind === 'answer';
      await show(finalBodies(end, { share }), true);
    },
    leave: () => updates.stop(),
    async startOver() {
      // An interaction has one reply, which every process edits.
      if (interaction === undefined) await messages.removeAll().catch(refuse);
    },
    async removeStrays() {
      if (interaction === undefined) await messages.removeStrays().catch(refuse);
    },
    async withdraw() {
      await updates.stop();
      await messages.removeAll().catch(refuse);
    },
  };
};
