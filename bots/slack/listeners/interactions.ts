import type { BlockAction, types } from '@slack/bolt';
import { findCommand } from '../../chat/actions/commands.ts';
import type { FormOutcome } from '../../chat/actions/interaction.ts';
import type { Confirmation, Form } from '../../chat/forms.ts';
import { errorText } from '../../chat/reply/error-text.ts';
import { actionId, FEEDBACK_ACTION } from '../blocks.ts';
import { callbackOf, confirmationView, pageView, valuesOf } from '../modals.ts';
import { personId } from '../target.ts';
import { interactionOf, type ListenerContext, respond, teamOf } from './context.ts';
import { HELP } from './questions.ts';

/** Latest acknowledgement of a command: Slack waits three seconds. */
const ACKNOWLEDGE_MS = 2000;

const pressListeners = ({ app, workspaces, actions, log }: ListenerContext): void => {
  const listen = (id: string, press: (value: string) => { name: string; value: string }) =>
    app.action<BlockAction>(id, async ({ ack, body, action, client }) => {
      await ack();
      if (!('value' in action)) return;
      const { name, value } = press(String(action.value));
      const interaction = interactionOf(
        { workspaces },
        {
          team: teamOf(body),
          user: body.user.id,
          channel: body.channel?.id,
          client,
          triggerId: body.trigger_id,
          whisper: (text) => respond(body.response_url, text, log),
        },
      );
      await actions.buttons[name]?.(interaction, value);
    });
  for (const name of Object.keys(actions.buttons)) listen(actionId(name), (value) => ({ name, value }));
  // Slack's feedback buttons are one action; its value says which thumb was pressed.
  listen(FEEDBACK_ACTION, (value) => {
    const [name = '', turnId = ''] = value.split(':');
    return { name, value: turnId };
  });
};

type ViewResponse =
  | { response_action: 'errors'; errors: Record<string, string> }
  | { response_action: 'update' | 'push'; view: types.ModalView }
  | { response_action: 'clear' };

const viewResponse = (outcome: FormOutcome): ViewResponse => {
  switch (outcome.kind) {
    case 'message':
      return { response_action: 'update', view: pageView(outcome.title, outcome.text) };
    case 'invalid':
      return { response_action: 'errors', errors: { [outcome.field]: outcome.text } };
    case 'confirm':
      return { response_action: 'push', view: confirmationView(outcome.confirmation) };
    case 'done':
      return { response_action: 'clear' };
  }
};

const formListeners = ({ app, workspaces, actions, log }: ListenerContext): void => {
  const listen = (
    name: Form['name'] | Confirmation['name'],
    submit: (...values: Parameters<NonNullable<(typeof actions.forms)[Form['name']]>>) => Promise<FormOutcome>,
  ) =>
    app.view(callbackOf(name), async ({ ack, body, view, client }) => {
      const team = teamOf(body);
      const user = body.user.id;
      const interaction = interactionOf({ workspaces }, { team, user, client, whisper: async () => {} });
      const values = valuesOf(view.state.values, (id) => personId(team, id));
      const outcome = await submit(interaction, view.private_metadata, values).catch(
        (error: unknown): FormOutcome => ({ kind: 'message', title: 'Parley', text: errorText(error, log) }),
      );
      await ack(viewResponse(outcome));
      if (outcome.kind === 'done') await outcome.after();
    });
  for (const [name, submit] of Object.entries(actions.forms)) listen(name as Form['name'], submit);
  for (const [name, apply] of Object.entries(actions.confirmations)) listen(name as Confirmation['name'], apply);
};

/** The command `/parley` with what stands behind it: `chat/actions/commands.ts`. */
const commandListener = ({ app, workspaces, actions, log }: ListenerContext): void => {
  app.command('/parley', async ({ command, ack, client }) => {
    let acknowledged = false;
    const acknowledge = async (text?: string) => {
      if (acknowledged) return text === undefined ? undefined : respond(command.response_url, text, log);
      acknowledged = true;
      await ack(text === undefined ? undefined : { response_type: 'ephemeral', text });
    };
    const asked = findCommand(command.text);
    if (!asked) return acknowledge(HELP);
    const timer = setTimeout(() => void acknowledge(), ACKNOWLEDGE_MS);
    const interaction = interactionOf(
      { workspaces },
      {
        team: command.team_id,
        user: command.user_id,
        channel: command.channel_id,
        client,
        triggerId: command.trigger_id,
        whisper: acknowledge,
      },
    );
    try {
      await actions.commands[asked.name](interaction);
    } catch (error) {
      await interaction.whisper(errorText(error, log));
    } finally {
      clearTimeout(timer);
      await acknowledge();
    }
  });
};

/** Connects Slack's buttons, forms and `/parley` to the shared actions. */
export const interactionListeners = (context: ListenerContext): void => {
  pressListeners(context);
  formListeners(context);
  commandListener(context);
};
