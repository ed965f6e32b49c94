import { App, type AppOptions, HTTPReceiver, SocketModeReceiver } from '@slack/bolt';
import { systemClock } from '../../core/clock.ts';
import { ParleyError } from '../../core/errors.ts';
import { openGuardedFetcher } from '../../runtime/guarded-fetcher.ts';
import { accessTo, type ChatHandle, type ChatOptions, createChat } from '../chat/chat.ts';
import { createOutbox } from '../chat/delivery/outbox.ts';
import type { BotSettings } from '../settings.ts';
import { suggestions } from '../suggestions.ts';
import { isRefusal } from './calls.ts';
import { createInstallationStore, stateSecret } from './installations.ts';
import { listen } from './listeners/listen.ts';
import { boltLogger } from './logger.ts';
import { botScopes } from './manifest.ts';
import { MAX_OPTIONS } from './modals.ts';
import { createSlackPlatform } from './platform.ts';
import { createReceive } from './receive.ts';
import { keepConnected } from './socket.ts';
import { localId, placeOnly, type SlackTarget, slackTarget } from './target.ts';
import { clientOptions, createWorkspaces } from './workspaces.ts';

export interface SlackOptions extends ChatOptions {
  /** Replaces the global `fetch`; tests use this to crash at a chosen call. */
  fetch?: typeof fetch;
}

export interface SlackHandle extends ChatHandle<SlackTarget> {
  /** Port of the HTTP receiver, if one is used. */
  readonly port?: number;
}

/** Maximum wait for the connection to Slack to close. */
const STOP_MS = 2_000;

/** Uses Socket Mode with SLACK_APP_TOKEN, otherwise HTTP with SLACK_SIGNING_SECRET. */
const createReceiver = (
  settings: BotSettings,
  logger: ReturnType<typeof boltLogger>,
  install: { clientId?: string; clientSecret?: string; stateSecret?: string },
): SocketModeReceiver | HTTPReceiver => {
  const { SLACK_API_URL: slackApiUrl, SLACK_PORT: port, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET } = settings;
  // This client opens sockets and exchanges OAuth codes, for which the SDK's default retries are appropriate.
  const installerOptions = { port, clientOptions: { ...(slackApiUrl && { slackApiUrl }), logger } };
  if (SLACK_APP_TOKEN)
    return new SocketModeReceiver({
      appToken: SLACK_APP_TOKEN,
      autoReconnectEnabled: false,
      logger,
      installerOptions,
      ...install,
    });
  if (SLACK_SIGNING_SECRET)
    return new HTTPReceiver({ signingSecret: SLACK_SIGNING_SECRET, port, logger, installerOptions, ...install });
  throw missing(
    'SLACK_APP_TOKEN or SLACK_SIGNING_SECRET',
    'Make an app-level token (xapp-…) with connections:write under Basic Information.',
  );
};

/**
 * Connects Parley to Slack: to the workspace of SLACK_BOT_TOKEN, or with SLACK_CLIENT_ID and SLACK_CLIENT_SECRET to every
 * workspace that installs it.
 *
 * @throws BAD_SETTING when a token is missing; PLATFORM_REFUSED when Slack rejects a token; PLATFORM_UNREACHABLE when Slack
 *   cannot be reached: no connection is left open, and the start can be retried
 */
export const startSlack = async ({ fetch: fetcher, ...options }: SlackOptions): Promise<SlackHandle> => {
  const { settings, log, clock = systemClock, pace = {} } = options;
  const { stores } = options.parley;
  const { keyValues } = stores;
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret } = settings;
  const several = clientId !== undefined && clientSecret !== undefined;
  if (!several && !settings.SLACK_BOT_TOKEN)
    throw missing('SLACK_BOT_TOKEN', 'Copy the Bot User OAuth Token (xoxb-…) from OAuth & Permissions.');

  const logger = boltLogger(log);
  const installations = several ? createInstallationStore(keyValues, clientSecret) : undefined;
  const install = installations && {
    clientId,
    clientSecret,
    stateSecret: await stateSecret(keyValues),
    installationStore: installations,
    scopes: Object.keys(botScopes),
  };
  const receiver = createReceiver(settings, logger, install ?? {});
  const access = accessTo('slack', options);
  const workspaces = createWorkspaces({
    settings,
    keyValues,
    installations,
    access,
    clock,
    log,
    logger,
    fetch: fetcher,
  });
  // Done before opening anything that would have to be closed, since a start without network is retried.
  if (!several) {
    await workspaces.of('').catch((cause: unknown) => {
      throw notOpened('SLACK_BOT_TOKEN', cause);
    });
  }
  const outbox = createOutbox(keyValues, { platform: 'slack', target: slackTarget, placeOnly, log });
  const guarded = openGuardedFetcher(settings);
  const platform = createSlackPlatform({
    access,
    workspaces,
    outbox,
    stores,
    settings,
    guarded,
    clock,
    log,
    paceMs: pace.updateMs,
  });
  const { deliveries, actions, ratings, handle } = createChat(options, {
    platform,
    outbox,
    maxOptions: MAX_OPTIONS,
    mention: (person) => `<@${localId(person)}>`,
    notAdmin: 'Only admins of this workspace may do that.',
  });

  const appOptions: AppOptions = {
    receiver,
    logger,
    clientOptions: { ...clientOptions(settings), logger },
    convoStore: false,
    // With several workspaces the receiver's installer authorizes events. With one, the result of `auth.test` is used.
    ...(!several && {
      authorize: async () => {
        const { team, token, botUser, botId } = await workspaces.of('');
        return { teamId: team, botToken: token, botUserId: botUser, botId };
      },
    }),
  };
  const app = new App(appOptions);
  const suggest = () => suggestions(options.parley);
  listen({ app, workspaces, deliveries, outbox, actions, ratings, stores, settings, suggest, installations, log });
  const receive = createReceive({
    workspaces,
    deliveries,
    stores,
    settings,
    suggest,
    pass: (event) => app.processEvent(event),
  });
  // `receive` handles every event before Bolt does.
  receiver.init({ processEvent: receive } as unknown as App);

  const socket = receiver instanceof SocketModeReceiver ? keepConnected(receiver.client, { clock, log }) : undefined;
  const started = handle(
    async () => {
      socket?.close();
      // While Slack is unreachable, the client would wait without end for a connection.
      await Promise.race([app.stop(), clock.sleep(STOP_MS)]);
    },
    () => guarded.close(),
  );
  try {
    await app.start(settings.SLACK_PORT);
  } catch (cause) {
    // `keepConnected` reopens a socket that Slack closes right away.
    if (!socket || isRefusal(cause)) {
      await started.close();
      throw socket ? notOpened('SLACK_APP_TOKEN', cause) : cause;
    }
  }
  await deliveries.sweep();
  return socket ? started : Object.defineProperty(started, 'port', { value: settings.SLACK_PORT });
};

const notOpened = (setting: string, cause: unknown): ParleyError => {
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (isRefusal(cause))
    return new ParleyError('PLATFORM_REFUSED', {
      message: `Slack does not accept ${setting}: ${reason}.`,
      remedy: 'Run `parley doctor`; it checks each token and says what to click.',
      cause,
    });
  return new ParleyError('PLATFORM_UNREACHABLE', {
    message: `Slack cannot be reached: ${reason}.`,
    remedy: 'Check the network, a proxy and SLACK_API_URL, if it is set.',
    cause,
  });
};

const missing = (name: string, remedy: string) =>
  new ParleyError('BAD_SETTING', {
    message: `Slack needs ${name}.`,
    remedy: `${remedy} docs/slack.md says where to click.`,
  });
