import { createHash } from 'node:crypto';
import type { FileOfQuestion } from '../chat/attachments.ts';

/** Where a question was asked in Discord; kept with its delivery as JSON. */
export interface DiscordTarget {
  guildId?: string;
  /** Where it was asked: a channel, a thread, a DM. */
  channelId: string;
  /** The channel that decides who may see: the thread's parent, else the channel itself. */
  placeId: string;
  userId: string;
  /** The question's own message, if it is one. */
  messageId?: string;
  /** Where the answer stands; a thread is made at the question when it was asked in a channel. */
  replyChannelId?: string;
  opensThread: boolean;
  /** A slash command, a message command, a form: the answer goes to its token, for the asker's eyes alone. */
  interaction?: { applicationId: string; token: string; at: number };
  files: FileOfQuestion[];
  /** The thread was there before Parley was asked into it. */
  joinsThread: boolean;
}

export const messageId = (channelId: string, id: string): string => `discord:${channelId}/${id}`;
export const idOf = (message: string): string => message.slice(message.lastIndexOf('/') + 1);
export const keyOf = (guildId: string | undefined, channelId: string, id: string): string =>
  `discord:${guildId ?? 'dm'}/${channelId}/${id}`;

/** The nonce of a delivery's n-th message: within minutes, Discord makes one message of two posts with it. */
export const nonceOf = (key: string, index: number): string =>
  BigInt(`0x${createHash('sha256').update(`${key} ${index}`).digest('hex').slice(0, 20)}`)
    .toString()
    .slice(0, 24);
