import type { FileOfQuestion } from '../chat/attachments.ts';

/** Where a question was asked in Slack; kept with its delivery as JSON. */
export interface SlackTarget {
  team: string;
  channel: string;
  user: string;
  /** The asker's own workspace, where it is another one (Slack Connect). */
  userTeam?: string;
  /** The question's own message, if it is one. */
  ts?: string;
  /** The thread that the answer belongs to. */
  threadTs?: string;
  channelType: 'im' | 'channel';
  /** For the asker's eyes alone: a slash command or a shortcut. */
  alone: boolean;
  responseUrl?: string;
  files: FileOfQuestion[];
  /** The thread was there before Parley was asked into it: what was said counts. */
  joinsThread: boolean;
}

/** The id by which a message of Parley's is known in the records. */
export const messageId = ({ team, channel }: Pick<SlackTarget, 'team' | 'channel'>, ts: string): string =>
  `slack:${team}/${channel}/${ts}`;
export const tsOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
