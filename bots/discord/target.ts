import { createHash } from 'node:crypto';
import { z } from 'zod';
import { questionFileSchema } from '../chat/attachments.ts';

/** Where a question was asked in Discord; kept with its delivery as JSON. */
export const discordTarget = z.object({
  guildId: z.string().optional(),
  /** Where it was asked: a channel, a thread, a DM. */
  channelId: z.string(),
  /** The channel that decides who may see: the thread's parent, else the channel itself. */
  placeId: z.string(),
  userId: z.string(),
  /** The question's own message, if it is one. */
  messageId: z.string().optional(),
  /** Where the answer is posted; a thread is made at the question when it was asked in a channel. */
  replyChannelId: z.string().optional(),
  opensThread: z.boolean(),
  /** A slash command, a message command, a form: the answer goes to its token, and only the asker sees it. */
  interaction: z.object({ applicationId: z.string(), token: z.string(), at: z.number() }).optional(),
  files: z.array(questionFileSchema),
  /** The thread was there before Parley was asked into it. */
  joinsThread: z.boolean(),
});
export type DiscordTarget = z.infer<typeof discordTarget>;

export const personId = (userId: string): string => `discord:${userId}`;
/** The id of a person, or that of a message or channel, as Discord knows it. */
export const localId = (id: string): string => id.slice(Math.max(id.lastIndexOf('/'), id.lastIndexOf(':')) + 1);
export const messageId = (channelId: string, id: string): string => `discord:${channelId}/${id}`;
/** `discord:8388608000`, or `discord:dm` for direct messages, which belong to no server. */
export const workspaceOf = (guildId: string | undefined): string => `discord:${guildId ?? 'dm'}`;
export const questionKey = (guildId: string | undefined, channelId: string, id: string): string =>
  `${workspaceOf(guildId)}/${channelId}/${id}`;

/** The nonce of a delivery's n-th message: within minutes, Discord makes one message of two posts with it. */
export const nonceOf = (key: string, index: number): string =>
  BigInt(`0x${createHash('sha256').update(`${key} ${index}`).digest('hex').slice(0, 20)}`)
    .toString()
    .slice(0, 24);
