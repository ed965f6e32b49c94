import { App, type AppOptions, HTTPReceiver, SocketModeReceiver } from '@slack/bolt';
import { type Clock, systemClock } from '../../core/clock.ts';
import { ParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Settings } from '../../core/settings.ts';
import type { Parley } from '../../runtime/parley.ts';
import { createDeliveries } from '../chat/deliveries.ts';
import { createDigestActions, type DigestParts, mayReadQuestion } from '../chat/digest/index.ts';
import { createFollowUps } from '../chat/follow-ups.ts';
import { createHistorySwitch } from '../chat/history/index.ts';
import type { Conversations } from '../conversation/index.ts';
import { createInstallationStore, stateSecret } from './installations.ts';
import { listen } from './listeners/index.ts';
import { boltLogger } from './logger.ts';
import { botScopes } from './manifest.ts';
import { createSlackPlatform } from './platform.ts';
import { createReceive } from './receive.ts';
import { keepConnected } from './socket.ts';
import type { SlackTarget } from './target.ts';
import { clientOptions, createWorkspaces } from './workspaces.ts';

export interface SlackOptions {
  parley: Pick<Parley, 'stores' | 'agent'> & Partial<Pick<Parley, 'ingest'>>;
  conversations: Conversations;
  settings: Settings;
  log: Log;
  /** Where an answer and its whole reasoning can be opened (a signed link to the web chat), if people reach that. */
  linkTo?: (turnId: string) => string;
  clock?: Clock;
  /** In place of the global one, such as a test's that dies in the middle. */
  fetch?: typeof fetch;
  /** For tests: the pace of updates, of the sweep for lost questions, and of notices, in milliseconds. */
  pace?: { updateMs?: number; sweepMs?: number; followUpMs?: number };
}

export interface SlackHandle {
  /** Stops taking events and gives running answers a moment; what is not done is taken up at the next start. */
  close(): Promise<void>;
  /** Looks at once for questions left behind and notices to tell; both run by themselves. */
  sweep(): Promise<void>;
  followUp(): Promise<void>;
  /** What digests of open questions are sent with. */
  readonly digests: DigestParts<SlackTarget>;
  readonly running: number;
  /** Where the HTTP receiver listens, if there is one. */
  readonly port?: number;
}

/**
 * Opens Parley in Slack: over Socket Mode with SLACK_APP_TOKEN, else over HTTP with SLACK_SIGNING_SECRET; in the workspace
 * of SLACK_BOT_TOKEN, or in every one that installs it with SLACK_CLIENT_ID and SLACK_CLIENT_SECRET.
 *
 * @throws BAD_SETTING when a token is missing; PLATFORM_REFUSED when Slack does not take one
 */
export const startSlack = async ({
  parley,
  conversations,
  settings,
  log,
  linkTo,
  fetch: fetcher,
  clock = systemClock,
  pace = {},
}: SlackOptions): Promise<SlackHandle> => {
  const { stores } = parley;
  const { keyValues } = stores;
  const several = settings.SLACK_CLIENT_ID !== undefined && settings.SLACK_CLIENT_SECRET !== undefined;
  const overSocket = settings.SLACK_APP_TOKEN !== undefined;
  if (!several && !settings.SLACK_BOT_TOKEN)
    throw missing('SLACK_BOT_TOKEN', 'Copy the Bot User OAuth Token (xoxb-…) from OAuth & Permissions.');
  if (!overSocket && !settings.SLACK_SIGNING_SECRET)
    throw missing(
      'SLACK_APP_TOKEN or SLACK_SIGNING_SECRET',
      'Make an app-level token (xapp-…) with connections:write under Basic Information.',
    );

  const logger = boltLogger(log);
  const installations = several
    ? createInstallationStore(keyValues, settings.SLACK_CLIENT_SECRET as string)
    : undefined;
  const workspaces = createWorkspaces({ settings, keyValues, installations, clock, log, logger, fetch: fetcher });
  const front = createSlackPlatform({ workspaces, keyValues, clock, log, paceMs: pace.updateMs });
  const deliveries = createDeliveries<SlackTarget>({ front, conversations, stores, log, clock, sweepMs: pace.sweepMs });
  const care = createFollowUps({ front, deliveries, stores, log, everyMs: pace.followUpMs });

  const { SLACK_API_URL: slackApiUrl, SLACK_PORT: port } = settings;
  const install = several
    ? {
        clientId: settings.SLACK_CLIENT_ID,
        clientSecret: settings.SLACK_CLIENT_SECRET,
        stateSecret: await stateSecret(keyValues),
        installationStore: installations,
        scopes: Object.keys(botScopes),
      }
    : {};
  // The receiver's own client opens sockets and exchanges OAuth codes; there, long repetition is right.
  const installerOptions = { port, clientOptions: { ...(slackApiUrl && { slackApiUrl }), logger } };
  const receiver = overSocket
    ? new SocketModeReceiver({
        appToken: settings.SLACK_APP_TOKEN as string,
        autoReconnectEnabled: false,
        logger,
        installerOptions,
        ...install,
      })
    : new HTTPReceiver({
        signingSecret: settings.SLACK_SIGNING_SECRET as string,
        port,
        logger,
        installerOptions,
        ...install,
      });

  const options: AppOptions = {
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
  const app = new App(options);
  const history = parley.ingest && createHistorySwitch({ stores, ingest: parley.ingest, log });
  listen({
    app,
    workspaces,
    deliveries,
    conversations,
    stores,
    desk: createDigestActions({ front, find: deliveries.find, stores, conversations }),
    maySee: (person, question) => mayReadQuestion({ front, find: deliveries.find }, person, question),
    settings,
    strategies: parley.agent.strategies,
    linkTo,
    installations,
    history,
    log,
  });

  const receive = createReceive({
    workspaces,
    deliveries,
    stores,
    settings,
    pass: (event) => app.processEvent(event),
  });
  // Every event passes `receive` before Bolt.
  receiver.init({ processEvent: receive } as unknown as App);

  if (!several) {
    await workspaces.of('').catch((cause: unknown) => {
      throw new ParleyError('PLATFORM_REFUSED', {
        message: `Slack does not take SLACK_BOT_TOKEN: ${cause instanceof Error ? cause.message : String(cause)}.`,
        remedy: 'Run `parley doctor`; it checks each token and says what to click.',
        cause,
      });
    });
  }
  const socket = receiver instanceof SocketModeReceiver ? keepConnected(receiver.client, { clock, log }) : undefined;
  await app.start(port);
  await deliveries.sweep();

  return {
    async close() {
      care.close();
      socket?.close();
      await app.stop();
      await history?.close();
      await deliveries.close();
    },
    sweep: () => deliveries.sweep(),
    followUp: () => care.round(),
    digests: { front, keyValues, find: deliveries.find },
    get running() {
      return deliveries.running;
    },
    ...(!overSocket && { port }),
  };
};

const missing = (name: string, remedy: string) =>
  new ParleyError('BAD_SETTING', {
    message: `Slack needs ${name}.`,
    remedy: `${remedy} docs/slack.md says where to click.`,
  });
