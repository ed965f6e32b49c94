import { commandList } from '../../chat/actions/commands.ts';
import { askForm, questionAbout } from '../../chat/forms.ts';
import { head } from '../../chat/reply/cut.ts';
import { texts } from '../../chat/reply/texts.ts';
import { askedText, plainText, type SlackMessage } from '../incoming-message.ts';
import { shortcuts } from '../manifest.ts';
import { messageText } from '../message-text.ts';
import { callbackOf, formView, valuesOf } from '../modals.ts';
import { messageId, personId } from '../target.ts';
import { type ListenerContext, teamOf } from './context.ts';

export const HELP = `Ask with \`/ask your question\`, a mention or a direct message. ${commandList
  .map(({ typed }) => `\`/parley ${typed}\``)
  .join(' · ')}`;

/** Slack keeps that much with a form (docs.slack.dev/reference/views: `private_metadata`). Escapes in the JSON count. */
const MAX_METADATA_CHARS = 3000;

/** The data of the form "Ask about this". */
interface AskedAbout {
  channel: string;
  threadTs?: string;
  about: string;
}

/** Listeners for questions in a command, shortcut or form, whose answers only the asker sees. */
const privateQuestions = ({ app, deliveries }: ListenerContext): void => {
  const accept = async (
    id: string,
    question: { team: string; channel: string; user: string; text: string; direct: boolean },
    where: { responseUrl?: string; threadTs?: string },
  ): Promise<string> => {
    const { team, channel, user, text, direct } = question;
    const key = `slack:${team}/${channel}/${id}`;
    await deliveries.accept({
      key,
      conversationId: key,
      askerId: personId(team, user),
      workspace: `slack:${team}`,
      text,
      target: {
        team,
        channel,
        user,
        ephemeral: true,
        files: [],
        joinsThread: false,
        channelType: direct ? 'im' : 'channel',
        ...where,
      },
    });
    return key;
  };

  app.command('/ask', async ({ command, ack }) => {
    const { team_id: team, channel_id: channel, user_id: user } = command;
    const text = plainText(command.text, '');
    if (!text) return ack({ response_type: 'ephemeral', text: HELP });
    const question = { team, channel, user, text, direct: channel.startsWith('D') };
    const key = await accept(command.trigger_id, question, { responseUrl: command.response_url });
    // The question is stored, so it is answered even if the acknowledgement fails.
    await ack({ response_type: 'ephemeral', text: texts.lookingUp }).finally(() => void deliveries.run(key));
  });

  app.shortcut({ callback_id: shortcuts.askAbout, type: 'message_action' }, async ({ shortcut, ack, client }) => {
    await ack();
    if (shortcut.type !== 'message_action') return;
    const threadTs = shortcut.message.thread_ts as string | undefined;
    const dataOf = (about: string): string =>
      JSON.stringify({ channel: shortcut.channel.id, about, ...(threadTs && { threadTs }) } satisfies AskedAbout);
    const text = head(plainText(messageText(shortcut.message), ''), 2000) || 'This message';
    const tooLong = Math.max(0, dataOf(text).length - MAX_METADATA_CHARS);
    const about = text.slice(0, text.length - tooLong);
    await client.views.open({
      trigger_id: shortcut.trigger_id,
      view: formView(askForm(about, dataOf(about))),
    });
  });

  app.view(callbackOf('ask'), async ({ ack, body, view }) => {
    const { channel, threadTs, about } = JSON.parse(view.private_metadata) as AskedAbout;
    const [team, user, direct] = [teamOf(body), body.user.id, channel.startsWith('D')];
    const text = questionAbout(valuesOf(view.state.values, String).text('question').trim(), about);
    const where = threadTs ? { threadTs } : {};
    const key = await accept(`view-${view.id}`, { team, channel, user, text, direct }, where);
    await ack().finally(() => void deliveries.run(key));
  });
};

/** Listeners for private questions, and for messages that are edited, deleted or stopped. */
export const questionListeners = (context: ListenerContext): void => {
  privateQuestions(context);
  const { app, workspaces, deliveries, outbox } = context;

  app.event('message', async ({ event, body, context: { teamId } }) => {
    const team = teamId ?? body.team_id;
    const { channel } = event;
    if (event.subtype === 'message_deleted') await deliveries.withdraw(messageId({ team, channel }, event.deleted_ts));
    else if (event.subtype === 'message_changed') {
      const changed = event.message as unknown as SlackMessage;
      const key = messageId({ team, channel }, changed.ts);
      // A deleted message that has replies, such as an answer, stays as a placeholder.
      if (changed.subtype === 'tombstone') return deliveries.withdraw(key);
      if (changed.bot_id) return;
      const { botUser } = await workspaces.of(team);
      const before = event.previous_message as unknown as SlackMessage | undefined;
      const text = askedText(changed, botUser);
      if (text && !(before && text === askedText(before, botUser))) await deliveries.revise(key, text);
    }
  });

  app.event('agent_session_stopped', async ({ event, body, context: { teamId } }) => {
    const stopping: Promise<void>[] = [];
    for await (const { key, target } of outbox.questions(`slack:${teamId ?? body.team_id}/${event.channel}/`))
      if (target.threadTs === event.thread_ts) stopping.push(deliveries.stop(key));
    await Promise.all(stopping);
  });
};
