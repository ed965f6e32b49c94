import { z } from 'zod';
import { sha256 } from '../../core/sha256.ts';
import { questionFileSchema } from '../chat/attachments.ts';

/** Where a question was asked in Discord; stored with its delivery as JSON. */
export const discordTarget = z.object({
  guildId: z.string().optional(),
  /** The channel, thread or DM in which it was asked. */
  channelId: z.string(),
  /** The channel whose permissions apply: the parent of a thread, or else the channel itself. */
  placeId: z.string(),
  userId: z.string(),
  /** Id of the question's message; absent for an interaction. */
  messageId: z.string().optional(),
  /** The channel or thread for the answer; absent until it is known. */
  replyChannelId: z.string().optional(),
  opensThread: z.boolean(),
  /** Set for a slash command, message command or form. The answer is posted with its token, so only the asker sees it. */
  interaction: z.object({ applicationId: z.string(), token: z.string(), at: z.number() }).optional(),
  files: z.array(questionFileSchema),
  /** True when Parley was mentioned in a thread that already existed. */
  joinsThread: z.boolean(),
});
export type DiscordTarget = z.infer<typeof discordTarget>;

/** Where a reply is, without who asked and what came with the question. */
export const placeOnly = (target: DiscordTarget): DiscordTarget => ({ ...target, userId: '', files: [] });

/** A person as Parley names them: `discord:3000`. */
export const personId = (userId: string): string => `discord:${userId}`;
/** Discord's own id of a person, message or channel: the part after the last `:` or `/`. */
export const localId = (id: string): string => id.slice(Math.max(id.lastIndexOf('/'), id.lastIndexOf(':')) + 1);
/** A message as Parley names it: `discord:CHANNEL/MESSAGE`. */
export const messageId = (channelId: string, id: string): string => `discord:${channelId}/${id}`;
/** `discord:8388608000`, or `discord:dm` for direct messages, which belong to no server. */
export const workspaceOf = (guildId: string | undefined): string => `discord:${guildId ?? 'dm'}`;
/** A question's key in the outbox: `discord:SERVER/CHANNEL/MESSAGE`. */
export const questionKey = (guildId: string | undefined, channelId: string, id: string): string =>
  `${workspaceOf(guildId)}/${channelId}/${id}`;

/** The nonce of a delivery's n-th message. Discord posts only one message for it within a few minutes. */
export const nonceOf = (key: string, index: number): string =>
  BigInt(`0x${sha256(`${key} ${index}`).slice(0, 20)}`)
    .toString()
    .slice(0, 24);
