import { webApi } from '@slack/bolt';
import type { Finding } from '../../runtime/doctor/index.ts';
import type { BotSettings } from '../settings.ts';
import { codeOf, isRefusal } from './calls.ts';
import { botScopes } from './manifest.ts';

const options = (settings: BotSettings): webApi.WebClientOptions => ({
  ...(settings.SLACK_API_URL && { slackApiUrl: settings.SLACK_API_URL }),
  retryConfig: { retries: 1, minTimeout: 200 },
  timeout: 10_000,
  logLevel: webApi.LogLevel.ERROR,
});

const reason = (error: unknown): string => codeOf(error) ?? (error instanceof Error ? error.message : String(error));

const unreachable = (what: string, error: unknown): Finding => ({
  what,
  state: 'broken',
  detail: `Slack cannot be reached: ${reason(error)}.`,
  remedy: 'Check the network, a proxy and SLACK_API_URL, if it is set. `parley start` tries again by itself.',
});

const botToken = async (settings: BotSettings): Promise<Finding[]> => {
  const what = 'slack token';
  if (!settings.SLACK_BOT_TOKEN?.startsWith('xoxb-'))
    return [
      {
        what,
        state: 'broken',
        detail: 'SLACK_BOT_TOKEN is not a bot token (xoxb-…).',
        remedy: 'Copy the Bot User OAuth Token from OAuth & Permissions of the app.',
      },
    ];
  try {
    const client = new webApi.WebClient(settings.SLACK_BOT_TOKEN, options(settings));
    const who = await client.auth.test();
    const given = new Set(who.response_metadata?.scopes ?? []);
    const lacking = Object.keys(botScopes).filter((scope) => !given.has(scope));
    return [
      { what, state: 'ok', detail: `Parley is ${String(who.user)} in ${String(who.team)}.` },
      lacking.length === 0
        ? { what: 'slack scopes', state: 'ok', detail: `All ${Object.keys(botScopes).length} scopes are there.` }
        : {
            what: 'slack scopes',
            state: 'broken',
            detail: `Missing: ${lacking.map((scope) => `${scope} (to ${botScopes[scope]})`).join(', ')}.`,
            remedy:
              'Paste the output of `parley slack-manifest` under App Manifest of the app, save, and press Reinstall to Workspace.',
          },
    ];
  } catch (error) {
    if (!isRefusal(error)) return [unreachable(what, error)];
    return [
      {
        what,
        state: 'broken',
        detail: `Slack refuses SLACK_BOT_TOKEN: ${reason(error)}.`,
        remedy: 'Open the app at https://api.slack.com/apps, press Install to Workspace, and copy the new token.',
      },
    ];
  }
};

const appToken = async (settings: BotSettings): Promise<Finding> => {
  const what = 'slack socket';
  if (!settings.SLACK_APP_TOKEN?.startsWith('xapp-'))
    return {
      what,
      state: 'broken',
      detail: 'SLACK_APP_TOKEN is not an app-level token (xapp-…).',
      remedy: 'Basic Information > App-Level Tokens > Generate, with the scope connections:write.',
    };
  try {
    await new webApi.WebClient(settings.SLACK_APP_TOKEN, options(settings)).apps.connections.open({});
    return { what, state: 'ok', detail: 'A socket can be opened.' };
  } catch (error) {
    if (!isRefusal(error)) return unreachable(what, error);
    return {
      what,
      state: 'broken',
      detail: `Slack refuses SLACK_APP_TOKEN: ${reason(error)}.`,
      remedy: 'Switch Socket Mode on, and generate the token with the scope connections:write.',
    };
  }
};

/** The checks of `parley doctor` for Slack. */
export const checkSlack = async (settings: BotSettings): Promise<Finding[]> => {
  const { SLACK_APP_TOKEN, SLACK_SIGNING_SECRET, SLACK_CLIENT_ID, SLACK_CLIENT_SECRET } = settings;
  const several = SLACK_CLIENT_ID !== undefined;
  return [
    ...(several
      ? [
          SLACK_CLIENT_SECRET
            ? { what: 'slack installs', state: 'ok' as const, detail: 'Workspaces install Parley at /slack/install.' }
            : {
                what: 'slack installs',
                state: 'broken' as const,
                detail: 'SLACK_CLIENT_ID is set without SLACK_CLIENT_SECRET.',
                remedy: 'Copy the Client Secret from Basic Information.',
              },
        ]
      : await botToken(settings)),
    ...(SLACK_APP_TOKEN
      ? [await appToken(settings)]
      : SLACK_SIGNING_SECRET
        ? [
            {
              what: 'slack http',
              state: 'ok' as const,
              detail: `Requests are checked with the signing secret; Slack must reach /slack/events on port ${settings.SLACK_PORT}.`,
            },
          ]
        : [
            {
              what: 'slack connection',
              state: 'broken' as const,
              detail: 'Neither SLACK_APP_TOKEN nor SLACK_SIGNING_SECRET is set.',
              remedy: 'Generate an app-level token (xapp-…) under Basic Information and set SLACK_APP_TOKEN.',
            },
          ]),
  ];
};
