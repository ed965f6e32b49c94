/**
 * One message of a reply. Its mode is `new` before it is posted, `stream` while text can be appended, and `edit` when it is
 * not a stream (any more). A message in mode `edit` is replaced as a whole with `chat.update`, which is safe to repeat.
 */
export interface ReplyMessage {
  ts?: string;
  mode: 'new' | 'stream' | 'edit';
  /** The message's text in Slack; undefined when unknown. */
  sent: string | undefined;
}
