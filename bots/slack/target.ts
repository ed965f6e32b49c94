import { z } from 'zod';
import { questionFileSchema } from '../chat/attachments.ts';

/** Where a question was asked in Slack; kept with its delivery as JSON. */
const targetSchema = z.object({
  team: z.string(),
  channel: z.string(),
  user: z.string(),
  /** The asker's own workspace, where it is another one (Slack Connect). */
  userTeam: z.string().optional(),
  /** The question's own message, if it is one. */
  ts: z.string().optional(),
  /** The thread that the answer belongs to. */
  threadTs: z.string().optional(),
  channelType: z.enum(['im', 'channel']),
  /** Only the asker sees the answer: a slash command or a shortcut. */
  ephemeral: z.boolean(),
  responseUrl: z.string().optional(),
  files: z.array(questionFileSchema),
  /** The thread was there before Parley was asked into it: its earlier messages count. */
  joinsThread: z.boolean(),
});
export type SlackTarget = z.infer<typeof targetSchema>;

/** Reads targets of earlier versions too, which called `ephemeral` `alone`. */
export const slackTarget = z.preprocess((target) => {
  const { alone, ...rest } = target as { alone?: boolean };
  return alone === undefined ? rest : { ephemeral: alone, ...rest };
}, targetSchema) as z.ZodType<SlackTarget>;

/** A message's id in the outbox; that of a question's message is the question's key. */
export const messageId = ({ team, channel }: Pick<SlackTarget, 'team' | 'channel'>, ts: string): string =>
  `slack:${team}/${channel}/${ts}`;
export const tsOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
export const personId = (team: string, user: string): string => `slack:${team}/${user}`;
/** The last part of `slack:T1/U1` and `slack:T1/C1`. */
export const localId = (id: string): string => id.slice(id.indexOf('/') + 1);
