import type { App, InstallationStore, webApi } from '@slack/bolt';
import type { Log } from '../../../core/log.ts';
import type { Settings } from '../../../core/settings.ts';
import type { Stores } from '../../../stores/index.ts';
import type { RatingOptions } from '../../chat/actions/answers.ts';
import type { Actions, Interaction } from '../../chat/actions/interaction.ts';
import type { Deliveries } from '../../chat/delivery/deliveries.ts';
import type { Outbox } from '../../chat/delivery/outbox.ts';
import { portionTexts } from '../../chat/reply/roll-over.ts';
import type { Suggest } from '../../chat/reply/welcome.ts';
import { footerBlocks, MESSAGE_LIMITS, markdownMessage, NO_UNFURL } from '../blocks.ts';
import { confirmationView, formView, pageView } from '../modals.ts';
import { localId, personId, type SlackTarget } from '../target.ts';
import type { Workspaces } from '../workspaces.ts';

/** Dependencies of Slack's listeners. */
export interface ListenerContext {
  app: App;
  workspaces: Workspaces;
  deliveries: Deliveries<SlackTarget>;
  outbox: Outbox<SlackTarget>;
  actions: Actions;
  ratings: RatingOptions;
  stores: Pick<Stores, 'documents'>;
  settings: Settings;
  /** Suggests questions that public pages answer. */
  suggest: Suggest;
  installations?: InstallationStore;
  log: Log;
}

/** The parts of an action's or view's body that identify the person and the workspace of the installation. */
export interface Body {
  team?: { id: string } | null;
  user: { id: string; team_id?: string };
  view?: { app_installed_team_id?: string };
}
/** The workspace of the installation that an action or view belongs to. */
export const teamOf = (body: Body): string =>
  body.view?.app_installed_team_id ?? body.team?.id ?? body.user.team_id ?? '';

/** Shows a text to the person only, where they pressed a button or typed a command. A failure is only logged. */
export const respond = async (responseUrl: string | undefined, text: string, log: Log): Promise<void> => {
  if (!responseUrl) return;
  await fetch(responseUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ response_type: 'ephemeral', replace_original: false, text }),
    signal: AbortSignal.timeout(10_000),
  }).catch((error: unknown) => log.warn({ err: error }, 'a reply to one person did not arrive'));
};

/** Translates a button press, form or command in Slack for the shared actions. */
export const interactionOf = (
  { workspaces }: Pick<ListenerContext, 'workspaces'>,
  {
    team,
    user,
    channel,
    client,
    triggerId = '',
    whisper,
  }: {
    team: string;
    user: string;
    channel?: string;
    client: webApi.WebClient;
    /** Allows opening a modal; valid for three seconds. */
    triggerId?: string;
    whisper: (text: string) => Promise<void>;
  },
): Interaction => {
  const people = async () => (await workspaces.of(team)).people;
  const open = async (view: ReturnType<typeof pageView>) => {
    await client.views.open({ trigger_id: triggerId, view });
  };
  const audienceScopes = async (of: string) => (await people()).scopesOfAudience(user, of);
  return {
    person: personId(team, user),
    workspace: `slack:${team}`,
    channel: channel && `slack:${team}/${channel}`,
    displayName: async () => (await (await people()).person(user)).name,
    isAdmin: async () => (await (await people()).person(user)).admin,
    async scopes(of) {
      return [...(await (await people()).scopesOfPerson(user)), ...(of ? await audienceScopes(localId(of)) : [])];
    },
    audienceScopes: async () => (channel ? audienceScopes(channel) : []),
    async acknowledge() {},
    whisper,
    openForm: (form) => open(formView(form)),
    confirm: (confirmation) => open(confirmationView(confirmation)),
    showPage: (title, markdown) => open(pageView(title, markdown)),
    async shareAnswer({ turnId, question, rendered }) {
      if (!channel) return;
      const messages = portionTexts(`**<@${user}> asked:** ${question}\n\n${rendered.text}`, MESSAGE_LIMITS);
      for (const [i, text] of messages.entries()) {
        const footer = i === messages.length - 1 ? footerBlocks({ kind: 'answer', turnId, rendered }) : [];
        await client.chat.postMessage({ channel, ...NO_UNFURL, ...markdownMessage(text, footer) });
      }
    },
    async announce(to, text) {
      const { calls } = await workspaces.of(team);
      await calls.bestEffort(() => client.chat.postMessage({ channel: localId(to), text, ...NO_UNFURL }));
    },
  };
};
