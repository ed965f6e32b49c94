import type { types, webApi } from '@slack/bolt';
import type { Log } from '../../core/log.ts';
import type { Delivery } from '../chat/delivery/delivery.ts';
import { noteGivenUp } from '../chat/delivery/given-up.ts';
import { markdownMessage } from './blocks.ts';
import { type Calls, codeOf, isAnswered } from './calls.ts';
import type { ReplyMessage } from './reply-message.ts';
import { type SlackTarget, tsOf } from './target.ts';

/** Slack keeps such a message for ever, as where compliance exports are on (methods/chat.delete). */
const NEVER_DELETED = new Set(['cant_delete_message', 'compliance_exports_prevent_deletion']);

/** Edits and removes existing messages. All calls can be repeated. */
export const createMessageEdits = ({
  client,
  calls,
  log,
  delivery,
  refuse,
}: {
  client: webApi.WebClient;
  calls: Calls;
  log: Log;
  delivery: Delivery<SlackTarget>;
  /**
   * Handles a failed call: throws ReplyImpossible when the channel is closed or the message was deleted, or else the error.
   */
  refuse: (error: unknown) => never;
}) => {
  const noting = noteGivenUp(delivery, isAnswered);
  const at = (ts: string) => ({ channel: delivery.target.channel, ts });

  /** Ends a stream, whatever its state, so that the message can be edited. */
  const toEdit = async (message: ReplyMessage): Promise<void> => {
    message.mode = 'edit';
    message.sent = undefined;
    if (!message.ts) return;
    const ts = message.ts;
    try {
      await calls.idempotent(() => client.chat.stopStream(at(ts)));
    } catch (error) {
      if (codeOf(error) !== 'message_not_in_streaming_state') throw error;
    }
  };

  const replace = async (message: ReplyMessage, text: string, footer: readonly types.KnownBlock[]): Promise<void> => {
    if (!message.ts) return;
    const ts = message.ts;
    const update = () =>
      calls.idempotent(() => noting(client.chat.update({ ...at(ts), ...markdownMessage(text || '…', footer) })));
    try {
      await update();
    } catch (error) {
      if (codeOf(error) !== 'streaming_state_conflict') refuse(error);
      await toEdit(message);
      await update();
    }
    message.sent = text;
  };

  /** Deletes a message. @returns false when Slack never does, so that it stays */
  const remove = async (message: ReplyMessage): Promise<boolean> => {
    if (!message.ts) return true;
    const ts = message.ts;
    const missing = (error: unknown): void => {
      if (codeOf(error) !== 'message_not_found') throw error;
    };
    if (message.mode === 'stream') await toEdit(message).catch(missing);
    try {
      await calls.idempotent(() => client.chat.delete(at(ts))).catch(missing);
    } catch (error) {
      const code = codeOf(error);
      if (!NEVER_DELETED.has(code ?? '')) throw error;
      log.warn({ key: delivery.key, code }, 'Slack does not let a message of a reply be deleted, so it stays');
      return false;
    }
    delivery.messages = delivery.messages.filter((id) => tsOf(id) !== ts);
    return true;
  };

  return { toEdit, replace, remove };
};
