import { webApi } from '@slack/bolt';
import type { Settings } from '../../core/settings.ts';
import type { Check } from '../chat/check.ts';
import { codeOf } from './calls.ts';
import { botScopes } from './manifest.ts';

export type { Check } from '../chat/check.ts';

const options = (settings: Settings): webApi.WebClientOptions => ({
  ...(settings.SLACK_API_URL && { slackApiUrl: settings.SLACK_API_URL }),
  retryConfig: { retries: 1, minTimeout: 200 },
  timeout: 10_000,
  logLevel: webApi.LogLevel.ERROR,
});

const reason = (error: unknown): string => codeOf(error) ?? (error instanceof Error ? error.message : String(error));

const botToken = async (settings: Settings): Promise<Check[]> => {
  const name = 'Slack bot token';
  if (!settings.SLACK_BOT_TOKEN?.startsWith('xoxb-'))
    return [
      {
        name,
        ok: false,
        message: 'SLACK_BOT_TOKEN is not a bot token (xoxb-…).',
        remedy: 'Copy the Bot User OAuth Token from OAuth & Permissions of the app.',
      },
    ];
  try {
    const client = new webApi.WebClient(settings.SLACK_BOT_TOKEN, options(settings));
    const who = await client.auth.test();
    const given = new Set(who.response_metadata?.scopes ?? []);
    const lacking = Object.keys(botScopes).filter((scope) => !given.has(scope));
    return [
      { name, ok: true, message: `Parley is ${String(who.user)} in ${String(who.team)}.` },
      lacking.length === 0
        ? { name: 'Slack scopes', ok: true, message: `All ${Object.keys(botScopes).length} scopes are there.` }
        : {
            name: 'Slack scopes',
            ok: false,
            message: `Missing: ${lacking.map((scope) => `${scope} (to ${botScopes[scope]})`).join(', ')}.`,
            remedy:
              'Paste the output of `parley slack-manifest` under App Manifest of the app, save, and press Reinstall to Workspace.',
          },
    ];
  } catch (error) {
    return [
      {
        name,
        ok: false,
        message: `Slack refuses SLACK_BOT_TOKEN: ${reason(error)}.`,
        remedy: 'Open the app at https://api.slack.com/apps, press Install to Workspace, and copy the new token.',
      },
    ];
  }
};

const appToken = async (settings: Settings): Promise<Check> => {
  const name = 'Slack Socket Mode';
  if (!settings.SLACK_APP_TOKEN?.startsWith('xapp-'))
    return {
      name,
      ok: false,
      message: 'SLACK_APP_TOKEN is not an app-level token (xapp-…).',
      remedy: 'Basic Information > App-Level Tokens > Generate, with the scope connections:write.',
    };
  try {
    await new webApi.WebClient(settings.SLACK_APP_TOKEN, options(settings)).apps.connections.open({});
    return { name, ok: true, message: 'A socket can be opened.' };
  } catch (error) {
    return {
      name,
      ok: false,
      message: `Slack refuses SLACK_APP_TOKEN: ${reason(error)}.`,
      remedy: 'Switch Socket Mode on, and generate the token with the scope connections:write.',
    };
  }
};

/** What `parley doctor` finds about Slack; empty when nothing of Slack is set. */
export const checkSlack = async (settings: Settings): Promise<Check[]> => {
  const { SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET, SLACK_CLIENT_ID, SLACK_CLIENT_SECRET } = settings;
  if (![SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET, SLACK_CLIENT_ID].some(Boolean)) return [];
  const several = SLACK_CLIENT_ID !== undefined;
  return [
    ...(several
      ? [
          SLACK_CLIENT_SECRET
            ? { name: 'Slack installations', ok: true, message: 'Workspaces install Parley at /slack/install.' }
            : {
                name: 'Slack installations',
                ok: false,
                message: 'SLACK_CLIENT_ID is set without SLACK_CLIENT_SECRET.',
                remedy: 'Copy the Client Secret from Basic Information.',
              },
        ]
      : await botToken(settings)),
    ...(SLACK_APP_TOKEN
      ? [await appToken(settings)]
      : SLACK_SIGNING_SECRET
        ? [
            {
              name: 'Slack over HTTP',
              ok: true,
              message: `Requests are checked with the signing secret; Slack must reach /slack/events on port ${settings.SLACK_PORT}.`,
            },
          ]
        : [
            {
              name: 'Slack connection',
              ok: false,
              message: 'Neither SLACK_APP_TOKEN nor SLACK_SIGNING_SECRET is set.',
              remedy: 'Generate an app-level token (xapp-…) under Basic Information and set SLACK_APP_TOKEN.',
            },
          ]),
  ];
};
