/** The fields of a message by which it is read, as Slack's API returns them and as an export holds them. */
export interface RawMessage {
  subtype?: string;
  text?: string;
  attachments?: readonly { text?: string | null; fallback?: string | null }[] | null;
}

/** Subtypes of messages with text; the others are notices of joining, topics or pins. */
const SAID = new Set([undefined, 'bot_message', 'file_share', 'me_message', 'thread_broadcast']);

/** True for what a person or an app wrote, not for a notice about the channel. */
export const isSaid = ({ subtype }: RawMessage): boolean => SAID.has(subtype);

/** The text in Slack's mrkdwn. Apps often write in attachments alone. */
export const writtenText = ({ text, attachments }: RawMessage): string =>
  text || (attachments ?? []).map((one) => one.text || one.fallback || '').join('\n');

/** The permalink of a message. @param workspace `https://acme.slack.com/` */
export const permalink = (workspace: string, channelId: string, ts: string): string =>
  `${workspace}archives/${channelId}/p${ts.replace('.', '')}`;

/** The time of a message, by its timestamp, which is also its id. */
export const timeOf = (ts: string): Date => new Date(Math.floor(Number(ts)) * 1000);
