import type { ReceiverEvent } from '@slack/bolt';
import type { Settings } from '../../core/settings.ts';
import type { Stores } from '../../stores/index.ts';
import type { Deliveries } from '../chat/deliveries.ts';
import { once } from '../chat/once.ts';
import { greetingText, type Suggest } from '../chat/welcome.ts';
import { type IncomingMessage, readMessage, type SlackMessage } from './incoming-message.ts';
import type { SlackTarget } from './target.ts';
import type { Workspaces } from './workspaces.ts';

export interface ReceiveOptions {
  workspaces: Workspaces;
  deliveries: Deliveries<SlackTarget>;
  stores: Pick<Stores, 'keyValues' | 'conversations' | 'documents'>;
  settings: Settings;
  suggest: Suggest;
  /** Hands an event on to Bolt and its listeners. */
  pass: (event: ReceiverEvent) => Promise<void>;
}

type Addressed = Extract<IncomingMessage, { kind: 'greeting' | 'off' }>;

interface Body {
  type?: string;
  event?: SlackMessage;
  team_id?: string;
  authorizations?: { team_id?: string }[];
}

/** Messages that say something of earlier ones; Bolt's listeners take care of them. */
const ABOUT_OTHERS = new Set(['message_changed', 'message_deleted']);

/**
 * The first stop of every event. Bolt acknowledges an event before its listeners run; here a question is written down
 * first, so that after the acknowledgement no crash can lose it. When it cannot be written down this throws, nothing is
 * acknowledged, and Slack sends it again. Messages need nothing else of Bolt and end here: in a busy workspace most of
 * them are no questions, and walking every listener for each is most of what they would cost.
 */
export const createReceive = ({ workspaces, deliveries, stores, settings, suggest, pass }: ReceiveOptions) => {
  const greet = async (team: string, { kind, channel, user, threadTs }: Addressed) => {
    const { client, calls } = await workspaces.of(team);
    const text = await greetingText(stores, settings, kind, suggest);
    await calls.looks(() =>
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
