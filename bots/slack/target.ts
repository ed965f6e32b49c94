import { z } from 'zod';
import { questionFileSchema } from '../chat/attachments.ts';

/** Where a question was asked in Slack. Stored as JSON with its delivery. */
const targetSchema = z.object({
  team: z.string(),
  channel: z.string(),
  user: z.string(),
  /** The asker's home workspace when it is another one (Slack Connect). */
  userTeam: z.string().optional(),
  /** Timestamp of the message with the question; absent for commands and forms. */
  ts: z.string().optional(),
  /** Timestamp of the thread in which to answer. */
  threadTs: z.string().optional(),
  channelType: z.enum(['im', 'channel']),
  /** True for slash commands and shortcuts: only the asker sees the answer. */
  ephemeral: z.boolean(),
  responseUrl: z.string().optional(),
  files: z.array(questionFileSchema),
  /** True when the thread existed before Parley was asked in it: its earlier messages are then read too. */
  joinsThread: z.boolean(),
});
export type SlackTarget = z.infer<typeof targetSchema>;

/** Also accepts targets stored by earlier versions, where `ephemeral` was named `alone`. */
export const slackTarget = z.preprocess((target) => {
  const { alone, ...rest } = target as { alone?: boolean };
  return alone === undefined ? rest : { ephemeral: alone, ...rest };
}, targetSchema) as z.ZodType<SlackTarget>;

/** Where a reply is, without who asked and what came with the question. */
export const placeOnly = ({ userTeam: _, responseUrl: __, ...target }: SlackTarget): SlackTarget => ({
  ...target,
  user: '',
  files: [],
});

/** A message's id in the outbox. For a message with a question, this is also the question's key. */
export const messageId = ({ team, channel }: Pick<SlackTarget, 'team' | 'channel'>, ts: string): string =>
  `slack:${team}/${channel}/${ts}`;
/** Slack's own id of a message: the part of Parley's id after the last `/`. */
export const tsOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
/** A person as Parley names them: `slack:T1/U1`. */
export const personId = (team: string, user: string): string => `slack:${team}/${user}`;
/** The part after the slash in ids such as `slack:T1/U1` and `slack:T1/C1`. */
export const localId = (id: string): string => id.slice(id.indexOf('/') + 1);
