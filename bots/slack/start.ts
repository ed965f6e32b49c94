import { App, type AppOptions, HTTPReceiver, SocketModeReceiver } from '@slack/bolt';
import { systemClock } from '../../core/clock.ts';
import { ParleyError } from '../../core/errors.ts';
import { openGuardedFetcher } from '../../runtime/guarded-fetcher.ts';
import { accessTo, type ChatHandle, type ChatOptions, createChat } from '../chat/chat.ts';
import { createOutbox } from '../chat/outbox.ts';
import type { BotSettings } from '../settings.ts';
import { suggestions } from '../suggestions.ts';
import { isRefusal } from './calls.ts';
import { createInstallationStore, stateSecret } from './installations.ts';
import { listen } from './listeners/index.ts';
import { boltLogger } from './logger.ts';
import { botScopes } from './manifest.ts';
import { MAX_OPTIONS } from './modals.ts';
import { createSlackPlatform } from './platform.ts';
import { createReceive } from './receive.ts';
import { keepConnected } from './socket.ts';
import { localId, type SlackTarget, slackTarget } from './target.ts';
import { clientOptions, createWorkspaces } from './workspaces.ts';

export interface SlackOptions extends ChatOptions {
  /** In place of the global one, such as a test's that crashes at some step. */
  fetch?: typeof fetch;
}

export interface SlackHandle extends ChatHandle<SlackTarget> {
  /** Where the HTTP receiver listens, if there is one. */
  readonly port?: number;
}

/** How long the end of the connection to Slack is waited for. */
const STOP_MS = 2_000;

/** Events come over Socket Mode with SLACK_APP_TOKEN, else over HTTP with SLACK_SIGNING_SECRET. */
const createReceiver = (
  settings: BotSettings,
  logger: ReturnType<typeof boltLogger>,
  install: { clientId?: string; clientSecret?: string; stateSecret?: string },
): SocketModeReceiver | HTTPReceiver => {
  const { SLACK_API_URL: slackApiUrl, SLACK_PORT: port, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET } = settings;
  // The receiver's own client opens sockets and exchanges OAuth codes; there, long repetition is right.
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
 * Opens Parley in Slack: in the workspace of SLACK_BOT_TOKEN, or in every one that installs it with SLACK_CLIENT_ID and
 * SLACK_CLIENT_SECRET.
 *
 * @throws BAD_SETTING when a token is missing; PLATFORM_REFUSED when Slack does not accept one; PLATFORM_UNREACHABLE when
 *   Slack cannot be asked: nothing is left open then, and the start can be tried again
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
  // Before anything is opened that would have to be closed: a start that fails for want of a network is tried again.
  if (!several) {
    await workspaces.of('').catch((cause: unknown) => {
      throw notOpened('SLACK_BOT_TOKEN', cause);
    });
  }
  const outbox = createOutbox(keyValues, { platform: 'slack', target: slackTarget, log });
  const guarded = openGuardedFetcher(settings);
  const platform = createSlackPlatform({
    access,
    workspaces,
    outbox,
    keyValues,
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
    // With several workspaces the receiver's installer authorizes; with one, what auth.test said at the start.
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
  // Every event passes `receive` before Bolt.
  receiver.init({ processEvent: receive } as unknown as App);

  const socket = receiver instanceof SocketModeReceiver ? keepConnected(receiver.client, { clock, log }) : undefined;
  const started = handle(
    async () => {
      socket?.close();
      // Where Slack cannot be reached the client waits for a connection that does not come: the answers under way go first.
      await Promise.race([app.stop(), clock.sleep(STOP_MS)]);
    },
    () => guarded.close(),
  );
  try {
    await app.start(settings.SLACK_PORT);
  } catch (cause) {
    // A socket that Slack takes down at once is opened again by `keepConnected`.
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
