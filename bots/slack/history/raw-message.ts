/** Subtypes of messages with text; the others are notices of joining, topics or pins. */
const SAID = new Set([undefined, 'bot_message', 'file_share', 'me_message', 'thread_broadcast']);

/** True for what a person or an app wrote, not for a notice about the channel. */
export const isSaid = ({ subtype }: { subtype?: string }): boolean => SAID.has(subtype);

/** The permalink of a message. @param workspace `https://acme.slack.com/` */
export const permalink = (workspace: string, channelId: string, ts: string): string =>
  `${workspace}archives/${channelId}/p${ts.replace('.', '')}`;

/** The time of a message, by its timestamp, which is also its id. */
export const timeOf = (ts: string): Date => new Date(Math.floor(Number(ts)) * 1000);
