/**
 * One message of a reply. `new`: nothing posted; `stream`: takes appends; `edit`: was a stream (cut at five minutes, or of
 * unknown state) or never was one, and is replaced as a whole by chat.update, which may be repeated.
 */
export interface ReplyMessage {
  ts?: string;
  mode: 'new' | 'stream' | 'edit';
  /** What stands in the message; undefined when that is not known. */
  sent: string | undefined;
}
