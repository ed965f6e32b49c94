import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { type Delivery, type Final, type Reply, ReplyImpossible, type StepCard } from '../chat/platform.ts';
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
import { type DiscordTarget, idOf, messageId } from './target.ts';

export interface DiscordReplyOptions {
  clock: Clock;
  log: Log;
  delivery: Delivery<DiscordTarget>;
  save: () => Promise<void>;
  giveUp: () => void;
  /** Parley may not write there: for whoever can change that. */
  mayNotWrite: () => void;
  /** Opens the place of the answer; makes the thread where there is to be one. */
  surface: () => Promise<{ channelId: string; surface: Surface }>;
  /** A message that a process which died left behind, when a post is too old for its nonce to be known. */
  orphan: () => Promise<string | undefined>;
  /** Tells the asker alone; for errors in channels. */
  tellAsker: (text: string) => Promise<boolean>;
  /** Least milliseconds between two edits: Discord limits edits to about one a second and channel. */
  paceMs?: number;
}

/** Discord knows a nonce for a few minutes; an older post is looked for in the channel. */
const NONCE_MS = 120_000;

/** A reply in Discord: one or more messages, edited as they grow. Every edit carries the whole, so any may be repeated. */
export const createReply = (parts: DiscordReplyOptions): Reply => {
  const { clock, log, delivery, save, giveUp, orphan, paceMs = 1100 } = parts;
  const alone = delivery.target.interaction !== undefined;
  const steps = new Map<string, StepCard>();
  const shown: (string | undefined)[] = delivery.messages.map(() => undefined);
  let place: ReturnType<DiscordReplyOptions['surface']> | undefined;
  let status = 'Reading your question';
  let written = '';
  let dirty = false;
  let over = false;
  let pump: Promise<void> | undefined;
  let impossible: ReplyImpossible | undefined;

  const refuse = (error: unknown): never => {
    const code = codeOf(error);
    if (code === UNKNOWN_MESSAGE && !alone) impossible = new ReplyImpossible('the reply was deleted');
    else if (alone && (code === INVALID_TOKEN || code === UNKNOWN_WEBHOOK || code === UNKNOWN_MESSAGE))
      impossible = new ReplyImpossible('the interaction has run out', OUT);
    else if (isClosed(error)) {
      if (lacksPermission(error)) parts.mayNotWrite();
      impossible = new ReplyImpossible(
        `closed (${code})`,
        'I could not answer where you asked me: I may not write there.',
      );
    } else throw error;
    giveUp();
    throw impossible;
  };

  const put = async (index: number, body: Body): Promise<void> => {
    const state = JSON.stringify(body);
    if (shown[index] === state) return;
    place ??= parts.surface();
    const { channelId, surface } = await place;
    const known = delivery.messages[index];
    if (known !== undefined) await surface.edit(idOf(known), body);
    else {
      const late = delivery.posting && clock.now() - Date.parse(delivery.createdAt) > NONCE_MS;
      const adopted = late ? await orphan() : undefined;
      if (adopted === undefined && !delivery.posting) {
        delivery.posting = true;
        await save();
      }
      const id = adopted ?? (await surface.create(index, body));
      delivery.messages.push(messageId(channelId, id));
      delivery.posting = false;
      await save();
      if (adopted !== undefined) await surface.edit(adopted, body);
      // A nonce may have brought back a message that an earlier attempt made, with what it said then.
      else if (delivery.revision > 0 || over) await surface.edit(id, body);
    }
    shown[index] = state;
  };

  const putAll = async (bodies: readonly Body[], ends: boolean): Promise<void> => {
    try {
      for (const [index, body] of bodies.entries()) await put(index, body);
      if (!ends) return;
      const left = delivery.messages.splice(bodies.length);
      shown.splice(bodies.length);
      for (const message of left) await remove(message);
    } catch (error) {
      if (!(error instanceof ReplyImpossible)) refuse(error);
      throw error;
    }
  };

  const remove = async (message: string): Promise<void> => {
    place ??= parts.surface();
    const { surface } = await place;
    await surface.remove(idOf(message)).catch((error: unknown) => {
      if (codeOf(error) !== UNKNOWN_MESSAGE) throw error;
    });
  };

  const run = async (): Promise<void> => {
    while (dirty && !over && !impossible) {
      dirty = false;
      try {
        await putAll(runningBodies(written, { key: delivery.key, status, steps: [...steps.values()] }), false);
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

  return {
    async begin() {
      try {
        place ??= parts.surface();
        const { surface } = await place;
        await surface.sign().catch((error: unknown) => (isClosed(error) ? refuse(error) : undefined));
      } catch (error) {
        place = undefined;
        if (!(error instanceof ReplyImpossible)) refuse(error);
        throw error;
      }
      touch();
    },
    status(text) {
      status = text.trim().replace(/[.…]+$/, '');
      touch();
    },
    step(card) {
      steps.set(card.id, card);
      touch();
    },
    write(text) {
      written = text;
      touch();
    },
    async finish(final: Final) {
      over = true;
      await pump;
      if (impossible) throw impossible;
      const refusal = final.kind === 'error' || (final.kind === 'answer' && final.rendered.refusal);
      if (refusal && !alone && delivery.target.guildId) {
        // Only an interaction can whisper in a channel; a message is answered by a DM, and in the open if that is closed.
        const words = final.kind === 'error' ? `${final.message} ${final.remedy}` : final.rendered.text;
        if (await parts.tellAsker(words)) return putAll([], true);
      }
      await putAll(
        finalBodies(final, { share: alone && delivery.target.guildId !== undefined && final.kind === 'answer' }),
        true,
      );
    },
    async leave() {
      over = true;
      await pump;
    },
    async withdraw() {
      over = true;
      await pump;
      for (const message of delivery.messages.splice(0)) await remove(message);
    },
  };
};

const OUT = 'Discord gives an answer to a command 15 minutes, and this one took longer. Ask again, or in a channel.';
