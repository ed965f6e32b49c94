import { DiscordAPIError, MessageFlags, type REST, Routes } from 'discord.js';
import { ReplyImpossible } from '../chat/platform.ts';
import type { Body } from './layout.ts';
import { nonceOf } from './target.ts';

/** The place of a reply's messages: a channel or thread, or an interaction's token. */
export interface Surface {
  /** Posts the reply's n-th message and returns its id. Repeating it within minutes posts no second message. */
  create(index: number, body: Body): Promise<string>;
  edit(id: string, body: Body): Promise<void>;
  remove(id: string): Promise<void>;
  /** Shows a first sign at once, such as a typing indicator. */
  sign(): Promise<void>;
}

/** Discord's error code of a refused call; undefined for other errors. */
export const codeOf = (error: unknown): number | undefined =>
  error instanceof DiscordAPIError && typeof error.code === 'number' ? error.code : undefined;

const UNKNOWN_CHANNEL = 10003;
export const UNKNOWN_MESSAGE = 10008;
export const UNKNOWN_WEBHOOK = 10015;
export const INVALID_TOKEN = 50027;
export const THREAD_EXISTS = 160004;
const ARCHIVED = 50083;
const CLOSED = new Set([UNKNOWN_CHANNEL, 50001, 50013, ARCHIVED, 50007, 30033, 160005]);

/** True when the channel exists but Parley lacks the permission. */
export const lacksPermission = (error: unknown): boolean => [50001, 50013].includes(codeOf(error) ?? -1);

/** True for a permanent refusal: the channel was deleted, is archived and locked, or is closed to Parley. */
export const isClosed = (error: unknown): boolean => CLOSED.has(codeOf(error) ?? -1);

/** True when Discord understood the call and refuses it, as it would again. Status 401 is about the bot, 429 a limit. */
export const isRefused = (error: unknown): error is DiscordAPIError =>
  error instanceof DiscordAPIError && [400, 403, 404].includes(error.status);

/** Turns a refusal into ReplyImpossible, which is not retried; other errors stay. */
export const asImpossible = (error: unknown): unknown =>
  isRefused(error) ? new ReplyImpossible(`refused (${error.code})`) : error;

/**
 * The surface of a channel, thread or DM.
 * @param options `replyTo`: the question's message, if the answer gets no own thread
 */
export const channelSurface = (
  rest: REST,
  { channelId, key, replyTo }: { channelId: string; key: string; replyTo?: string },
): Surface => ({
  async create(index, body) {
    const reference =
      replyTo && index === 0 ? { message_reference: { message_id: replyTo, fail_if_not_exists: false } } : {};
    const made = (await rest.post(Routes.channelMessages(channelId), {
      body: { ...body, ...reference, nonce: nonceOf(key, index), enforce_nonce: true },
    })) as { id: string };
    return made.id;
  },
  async edit(id, body) {
    const edit = () => rest.patch(Routes.channelMessage(channelId, id), { body });
    try {
      await edit();
    } catch (error) {
      // Discord archives a thread after a day of silence. A new message would open it again, and an edit does not.
      if (codeOf(error) !== ARCHIVED) throw error;
      await rest.patch(Routes.channel(channelId), { body: { archived: false } }).catch(() => {
        throw error;
      });
      await edit();
    }
  },
  async remove(id) {
    await rest.delete(Routes.channelMessage(channelId, id));
  },
  async sign() {
    await rest.post(Routes.channelTyping(channelId));
  },
});

/**
 * The surface of an interaction's token. The first message is the deferred reply, and further ones are follow-ups. Only the
 * asker sees them. The token is valid for 15 minutes.
 */
export const interactionSurface = (
  rest: REST,
  { applicationId, token }: { applicationId: string; token: string },
): Surface => ({
  async create(index, body) {
    if (index === 0) {
      // Components V2 allow no content or embeds in the same message, so those of the existing reply are removed.
      const cleared = { ...body, content: null, embeds: null };
      await rest.patch(Routes.webhookMessage(applicationId, token, '@original'), { body: cleared, auth: false });
      return '@original';
    }
    const made = (await rest.post(Routes.webhook(applicationId, token), {
      body: { ...body, flags: body.flags | MessageFlags.Ephemeral },
      auth: false,
    })) as { id: string };
    return made.id;
  },
  async edit(id, body) {
    await rest.patch(Routes.webhookMessage(applicationId, token, id), { body, auth: false });
  },
  async remove(id) {
    await rest.delete(Routes.webhookMessage(applicationId, token, id), { auth: false });
  },
  async sign() {},
});
