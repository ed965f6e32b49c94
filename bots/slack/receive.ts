import type { ReceiverEvent } from '@slack/bolt';
import type { Settings } from '../../core/settings.ts';
import type { Stores } from '../../stores/index.ts';
import type { Deliveries } from '../chat/delivery/deliveries.ts';
import { once } from '../chat/delivery/once.ts';
import { greetingText, type Suggest } from '../chat/reply/welcome.ts';
import { type IncomingMessage, readMessage, type SlackMessage } from './incoming-message.ts';
import type { SlackTarget } from './target.ts';
import type { Workspaces } from './workspaces.ts';

export interface ReceiveOptions {
  workspaces: Workspaces;
  deliveries: Deliveries<SlackTarget>;
  stores: Pick<Stores, 'keyValues' | 'conversations' | 'documents'>;
  settings: Settings;
  suggest: Suggest;
  /** Passes an event to Bolt and its listeners. */
  pass: (event: ReceiverEvent) => Promise<void>;
}

type Addressed = Extract<IncomingMessage, { kind: 'greeting' | 'off' }>;

interface Body {
  type?: string;
  event?: SlackMessage;
  team_id?: string;
  authorizations?: { team_id?: string }[];
}

/** Subtypes of events about earlier messages; Bolt's listeners handle these. */
const ABOUT_OTHERS = new Set(['message_changed', 'message_deleted']);

/**
 * Handles every event before Bolt does. Bolt acknowledges an event before its listeners run, but a question must be stored
 * first, so that a crash after the acknowledgement cannot lose it. When storing fails, this throws without acknowledging, and
 * Slack sends the event again. New messages are not passed to Bolt: in a busy workspace most are not questions, and running
 * all listeners would be most of their cost.
 */
export const createReceive = ({ workspaces, deliveries, stores, settings, suggest, pass }: ReceiveOptions) => {
  const greet = async (team: string, { kind, channel, user, threadTs }: Addressed) => {
    const { client, calls } = await workspaces.of(team);
    const text = await greetingText(stores, settings, kind, suggest);
    await calls.bestEffort(() =>
      client.chat.postEphemeral({ channel, user, text, ...(threadTs && { thread_ts: threadTs }) }),
    );
  };

  return async (event: ReceiverEvent): Promise<void> => {
    const body = event.body as Body;
    const message = body.type === 'event_callback' ? body.event : undefined;
    const says = message?.type === 'message' || message?.type === 'app_mention';
    if (!message || !says || ABOUT_OTHERS.has(message.subtype ?? '')) return pass(event);
    const team = body.authorizations?.[0]?.team_id ?? body.team_id ?? '';
    const { botUser } = await workspaces.of(team);
    const read = await readMessage(stores, { team, botUser, message });
    const accepted = read.kind === 'question' && (await deliveries.accept(read.question));
    try {
      await event.ack();
    } finally {
      if (accepted) void deliveries.run(read.question.key);
    }
    if (read.kind === 'question' || read.kind === 'nothing') return;
    if (await once(stores.conversations, `slack-greeting:${team}/${read.channel}/${message.ts}`))
      await greet(team, read);
  };
};
