import { type App, type InstallationStore, webApi } from '@slack/bolt';
import type { Answer } from '../../core/answer.ts';
import { asParleyError, isParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Settings } from '../../core/settings.ts';
import type { Stores } from '../../stores/index.ts';
import {
  type ChannelSettings,
  changeChannelSettings,
  channelSettingsSchema,
  describeChange,
  readChannelSettings,
  settingsHistory,
} from '../chat/channel-settings.ts';
import type { Deliveries } from '../chat/deliveries.ts';
import { isReason, ratingOfReaction } from '../chat/feedback-form.ts';
import { forgetMe } from '../chat/forget.ts';
import { openQuestions } from '../chat/open-questions.ts';
import { scopesOf } from '../chat/place.ts';
import { reasoningOf } from '../chat/reasoning.ts';
import { renderAnswer } from '../chat/render.ts';
import { verify } from '../chat/verified.ts';
import { welcome } from '../chat/welcome.ts';
import type { Conversations } from '../conversation/index.ts';
import { actions, footer, withText } from './blocks.ts';
import { keyOf, plainText, type SlackMessage } from './intake.ts';
import { shortcuts } from './manifest.ts';
import { messageId, type SlackTarget } from './target.ts';
import { askForm, feedbackForm, forgetForm, homeView, page, reviewForm, settingsForm, views } from './views.ts';
import type { Workspaces } from './workspaces.ts';

export interface ListenerParts {
  app: App;
  workspaces: Workspaces;
  deliveries: Deliveries<SlackTarget>;
  conversations: Conversations;
  stores: Pick<Stores, 'fronts' | 'conversations' | 'documents'>;
  settings: Settings;
  strategies: readonly string[];
  linkTo?: (turnId: string) => string;
  installations?: InstallationStore;
  log: Log;
}

type Body = {
  team?: { id: string } | null;
  user: { id: string; team_id?: string };
  view?: { app_installed_team_id?: string };
};
const teamOf = (body: Body): string => body.view?.app_installed_team_id ?? body.team?.id ?? body.user.team_id ?? '';
const askerOf = (body: Body): string => `slack:${teamOf(body)}/${body.user.id}`;

const HELP =
  'Ask with `/ask your question`, a mention or a direct message. `/parley settings` · `/parley questions` · `/parley forget me`';
const NOT_ADMIN = 'Only admins of this workspace may do that.';

/** Joins people's actions to what Parley does. Every listener acknowledges within its first steps. */
export const listen = (parts: ListenerParts): void => {
  const { app, workspaces, deliveries, conversations, stores, settings, strategies, linkTo, installations, log } =
    parts;
  const { fronts } = stores;
  const now = () => new Date().toISOString();

  /** Says something to one person, where they pressed or typed. */
  const whisper = async (respondUrl: string | undefined, text: string) => {
    if (!respondUrl) return;
    await fetch(respondUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ response_type: 'ephemeral', replace_original: false, text }),
      signal: AbortSignal.timeout(10_000),
    }).catch((error: unknown) => log.warn({ err: error }, 'a note to one person did not arrive'));
  };
  const inWords = (error: unknown): string => {
    const known = asParleyError(error);
    if (known.code === 'INTERNAL') log.error({ err: error }, 'an action failed');
    return known.code === 'INTERNAL' ? 'That did not work. Try again in a moment.' : known.oneLine;
  };

  /** The answered turn, if this person may see everything that it was made from, here or by themselves. */
  const turnFor = async (body: Body, turnId: string, channel: string | undefined) => {
    const turn = await stores.conversations.turn(turnId);
    if (!turn?.answer) return undefined;
    const { people } = await workspaces.of(teamOf(body));
    const asker = await people.asker(body.user.id);
    const own = channel
      ? scopesOf(asker, await people.place(channel), { alone: true })
      : scopesOf(asker, NOWHERE, { alone: true });
    const here = channel ? scopesOf(asker, await people.place(channel)) : [];
    const visible = new Set([...own, ...here]);
    return turn.askerId === askerOf(body) || turn.scopes.every((scope) => visible.has(scope))
      ? { turn, answer: turn.answer }
      : undefined;
  };

  // ---- Questions ------------------------------------------------------------------------------------------------

  app.command('/ask', async ({ command, ack }) => {
    const { people } = await workspaces.of(command.team_id);
    const text = plainText(command.text, '');
    if (!text) return ack({ response_type: 'ephemeral', text: HELP });
    const key = `slack:${command.team_id}/${command.channel_id}/${command.trigger_id}`;
    await deliveries.take({
      key,
      conversationId: key,
      askerId: `slack:${command.team_id}/${command.user_id}`,
      text,
      target: {
        team: command.team_id,
        channel: command.channel_id,
        user: command.user_id,
        alone: true,
        files: [],
        joinsThread: false,
        channelType: (await people.place(command.channel_id)).kind === 'direct' ? 'im' : 'channel',
        responseUrl: command.response_url,
      },
    });
    // The question is kept: it is answered even if the connection went before Slack could be told.
    await ack({ response_type: 'ephemeral', text: 'Looking it up. The answer is for your eyes only.' }).finally(
      () => void deliveries.run(key),
    );
  });

  app.shortcut({ callback_id: shortcuts.askAbout, type: 'message_action' }, async ({ shortcut, ack, client }) => {
    await ack();
    if (shortcut.type !== 'message_action') return;
    const text = plainText(String(shortcut.message.text ?? ''), '');
    const threadTs = shortcut.message.thread_ts as string | undefined;
    await client.views.open({
      trigger_id: shortcut.trigger_id,
      view: askForm(text || 'This message', {
        channel: shortcut.channel.id,
        direct: shortcut.channel.id.startsWith('D'),
        ...(threadTs && { threadTs }),
      }),
    });
  });

  app.view(views.ask, async ({ ack, body, view }) => {
    const { channel, threadTs, direct, about } = JSON.parse(view.private_metadata) as {
      channel: string;
      threadTs?: string;
      direct: boolean;
      about: string;
    };
    const asked = view.state.values.question?.value?.value?.trim() ?? '';
    const key = `slack:${teamOf(body)}/${channel}/view-${view.id}`;
    await deliveries.take({
      key,
      conversationId: key,
      askerId: askerOf(body),
      text: asked === about || about === '' ? asked : `${asked}\n\n(About this message: “${about}”)`,
      target: {
        team: teamOf(body),
        channel,
        user: body.user.id,
        alone: true,
        files: [],
        joinsThread: false,
        channelType: direct ? 'im' : 'channel',
        ...(threadTs && { threadTs }),
      },
    });
    await ack().finally(() => void deliveries.run(key));
  });

  app.event('message', async ({ event, body, context }) => {
    const team = context.teamId ?? body.team_id;
    if (event.subtype === 'message_deleted') await deliveries.withdraw(keyOf(team, event.channel, event.deleted_ts));
    else if (event.subtype === 'message_changed') {
      const changed = event.message as unknown as SlackMessage;
      const before = event.previous_message as unknown as SlackMessage | undefined;
      if (changed.bot_id || changed.text === before?.text) return;
      const { botUser } = await workspaces.of(team);
      const text = plainText(changed.text ?? '', botUser);
      if (text) await deliveries.revise(keyOf(team, event.channel, changed.ts), text);
    }
  });

  app.event('agent_session_stopped', async ({ event, body, context }) => {
    const open = await deliveries.open(`slack:${context.teamId ?? body.team_id}/${event.channel}/`);
    await Promise.all(
      open.filter(({ target }) => target.threadTs === event.thread_ts).map(({ key }) => deliveries.stop(key)),
    );
  });

  // ---- Feedback -------------------------------------------------------------------------------------------------

  const rate = async (
    turnId: string,
    askerId: string,
    rating: 'up' | 'down',
    more: { reason?: string; comment?: string } = {},
  ) => {
    const { reason, comment } = more;
    await conversations.feedback({
      turnId,
      askerId,
      rating,
      at: now(),
      ...(isReason(reason) && { reason }),
      ...(comment && { comment }),
    });
  };

  app.action(actions.feedback, async ({ ack, body, action, client }) => {
    await ack();
    if (body.type !== 'block_actions' || !('value' in action)) return;
    const [rating, turnId = ''] = String(action.value).split(':');
    try {
      // The thumb counts at once; the form, when it comes, says more about it.
      await rate(turnId, askerOf(body), rating === 'up' ? 'up' : 'down');
      if (rating === 'down') await client.views.open({ trigger_id: body.trigger_id, view: feedbackForm({ turnId }) });
    } catch (error) {
      await whisper(body.response_url, inWords(error));
    }
  });

  app.view(views.feedback, async ({ ack, body, view }) => {
    const { turnId } = JSON.parse(view.private_metadata) as { turnId: string };
    const values = view.state.values;
    try {
      await rate(turnId, askerOf(body), 'down', {
        reason: values.reason?.value?.selected_option?.value,
        comment: values.comment?.value?.value ?? undefined,
      });
      await ack({
        response_action: 'update',
        view: page('Thank you', 'Noted. When it is fixed, I tell you in the thread.'),
      });
    } catch (error) {
      await ack({ response_action: 'errors', errors: { reason: inWords(error).slice(0, 1900) } });
    }
  });

  app.event('reaction_added', async ({ event, body, context }) => {
    const rating = ratingOfReaction(event.reaction);
    if (!rating || event.item.type !== 'message') return;
    const team = context.teamId ?? body.team_id;
    const delivery = await deliveries.byMessage(messageId({ team, channel: event.item.channel }, event.item.ts));
    if (!delivery?.turnId) return;
    await rate(delivery.turnId, `slack:${team}/${event.user}`, rating).catch((error: unknown) => {
      if (!isParleyError(error)) throw error;
    });
  });

  // ---- What can be pressed under an answer -----------------------------------------------------------------------

  app.action(actions.reasoning, async ({ ack, body, action, client }) => {
    await ack();
    if (body.type !== 'block_actions' || !('value' in action)) return;
    const found = await turnFor(body, String(action.value), body.channel?.id);
    const text = found
      ? reasoningOf(found.answer, 10_000) + (linkTo ? `\n\n[The whole reasoning](${linkTo(found.turn.id)})` : '')
      : 'That answer is not here any more, or rests on pages that you may not see.';
    await client.views.open({ trigger_id: body.trigger_id, view: page('How I got there', text) });
  });

  app.action(actions.verify, async ({ ack, body, action }) => {
    await ack();
    if (body.type !== 'block_actions' || !('value' in action)) return;
    try {
      const { people } = await workspaces.of(teamOf(body));
      if (!(await people.person(body.user.id)).admin) return await whisper(body.response_url, NOT_ADMIN);
      const found = await turnFor(body, String(action.value), body.channel?.id);
      if (!found) return await whisper(body.response_url, 'That answer is not here any more.');
      await verify(stores, {
        question: found.turn.standalone ?? found.turn.question,
        answer: found.answer,
        by: askerOf(body),
        at: now(),
      });
      await whisper(
        body.response_url,
        'Verified. Alike questions show this answer first, until a page that it cites changes.',
      );
    } catch (error) {
      await whisper(body.response_url, inWords(error));
    }
  });

  /** True when everybody in a channel may see every page that an answer cites. */
  const mayShare = async (answer: Answer, team: string, channel: string, user: string): Promise<boolean> => {
    const { people } = await workspaces.of(team);
    const scopes = scopesOf(await people.asker(user), await people.place(channel), { alone: false });
    const pages = await Promise.all(
      answer.citations.map(({ documentId }) => stores.documents.document(documentId, scopes)),
    );
    return answer.citations.length > 0 && pages.every((found) => found !== undefined);
  };

  app.action(actions.share, async ({ ack, body, action, client }) => {
    await ack();
    if (body.type !== 'block_actions' || !('value' in action) || !body.channel) return;
    const turn = await stores.conversations.turn(String(action.value));
    if (!turn?.answer || turn.askerId !== askerOf(body))
      return whisper(body.response_url, 'That answer is not here any more.');
    if (!(await mayShare(turn.answer, teamOf(body), body.channel.id, body.user.id)))
      return whisper(
        body.response_url,
        'Not everyone here may see the pages that this answer rests on. Mention me here to get an answer from what all may see.',
      );
    const rendered = renderAnswer(turn.answer, { inChannel: true });
    const text = `**<@${body.user.id}> asked:** ${turn.question}\n\n${rendered.text}`;
    await client.chat.postMessage({
      channel: body.channel.id,
      text,
      unfurl_links: false,
      unfurl_media: false,
      blocks: withText(text, footer({ kind: 'answer', turnId: turn.id, rendered })),
    });
  });

  // ---- Settings, open questions, forgetting ----------------------------------------------------------------------

  app.command('/parley', async ({ command, ack, client }) => {
    const what = command.text.trim().toLowerCase();
    const channel = `slack:${command.team_id}/${command.channel_id}`;
    const { people } = await workspaces.of(command.team_id);
    if (/^forget( me)?$/.test(what)) {
      await ack();
      await client.views.open({ trigger_id: command.trigger_id, view: forgetForm() });
    } else if (what === 'settings' || what === 'questions') {
      if (!(await people.person(command.user_id)).admin) return ack({ response_type: 'ephemeral', text: NOT_ADMIN });
      if (what === 'settings') {
        await ack();
        const [current, history] = await Promise.all([
          readChannelSettings(fronts, channel),
          settingsHistory(fronts, channel),
        ]);
        await client.views.open({
          trigger_id: command.trigger_id,
          view: settingsForm(current, { channel, strategies, history }),
        });
        return;
      }
      const since = new Date(Date.now() - 14 * 86_400_000).toISOString();
      const open = await openQuestions(stores, { workspace: `slack:${command.team_id}`, since });
      const lines = open.map(
        ({ question, at }) => `• ${question.replace(/\s+/g, ' ').slice(0, 200)} (${at.slice(0, 10)})`,
      );
      await ack({
        response_type: 'ephemeral',
        text:
          open.length > 0
            ? `Asked in channels in the last two weeks and found in no page:\n${lines.join('\n')}`
            : 'No open questions in the last two weeks.',
      });
    } else await ack({ response_type: 'ephemeral', text: HELP });
  });

  app.view(views.settings, async ({ ack, body, view }) => {
    const { channel, before } = JSON.parse(view.private_metadata) as { channel: string; before: ChannelSettings };
    const values = view.state.values;
    const strategy = values.strategy?.value?.selected_option?.value;
    const after = channelSettingsSchema.safeParse({
      mode: values.mode?.value?.selected_option?.value,
      ...(strategy && strategy !== 'auto' && { strategy }),
      ...(values.seconds?.value?.value && { seconds: Number(values.seconds.value.value) }),
    });
    if (!after.success) return ack({ response_action: 'errors', errors: { seconds: 'A whole number from 5 to 600.' } });
    await ack({
      response_action: 'push',
      view: reviewForm(describeChange(before, after.data), { channel, before, after: after.data }),
    });
    log.debug({ channel, by: askerOf(body) }, 'a change of settings is under review');
  });

  app.view(views.review, async ({ ack, body, view }) => {
    const { channel, before, after } = JSON.parse(view.private_metadata) as {
      channel: string;
      before: ChannelSettings;
      after: ChannelSettings;
    };
    try {
      const { people } = await workspaces.of(teamOf(body));
      if (!(await people.person(body.user.id)).admin)
        return await ack({ response_action: 'update', view: page('Settings', NOT_ADMIN) });
      if (describeChange(before, after).length > 0)
        await changeChannelSettings(fronts, { channel, by: askerOf(body), at: now(), before, after });
      await ack({ response_action: 'clear' });
    } catch (error) {
      await ack({ response_action: 'update', view: page('Settings', inWords(error)) });
    }
  });

  app.view(views.forget, async ({ ack, body }) => {
    try {
      await ack({ response_action: 'update', view: page('Forgotten', await forgetMe(stores, askerOf(body))) });
    } catch (error) {
      await ack({ response_action: 'update', view: page('Forget me', inWords(error)) });
    }
  });

  // ---- Arriving and leaving --------------------------------------------------------------------------------------

  app.event('app_home_opened', async ({ event, client }) => {
    const shown = await welcome(stores, settings);
    if (event.tab === 'home') await client.views.publish({ user_id: event.user, view: homeView(shown) });
    else {
      const prompts = shown.prompts.slice(0, 4) as [
        { title: string; message: string },
        ...{ title: string; message: string }[],
      ];
      await client.assistant.threads.setSuggestedPrompts({
        channel_id: event.channel,
        title: shown.next ?? 'Ask for example',
        prompts,
      });
    }
  });

  for (const name of [
    'member_joined_channel',
    'member_left_channel',
    'channel_shared',
    'channel_unshared',
    'user_change',
  ] as const)
    app.event(name, async ({ body }) => workspaces.clearPeople(body.team_id));

  const leave = async (team: string) => {
    workspaces.drop(team);
    await installations?.deleteInstallation?.({ teamId: team, enterpriseId: undefined, isEnterpriseInstall: false });
    log.info({ team }, 'Parley was removed from a workspace');
  };
  app.event('app_uninstalled', async ({ body }) => leave(body.team_id));
  app.event('tokens_revoked', async ({ event, body }) => {
    if (event.tokens.bot && event.tokens.bot.length > 0) await leave(body.team_id);
  });

  app.error(async (error) => {
    const code = error.original instanceof webApi.WebAPIPlatformError ? error.original.data.error : undefined;
    log.error({ err: error, code }, 'an event could not be handled');
  });
};

const NOWHERE = { workspaceId: '', channelId: '', kind: 'direct', shared: false, guests: false } as const;
