import { EVERYONE, type Scope } from '../../core/document.ts';
import { type Log, silentLog } from '../../core/log.ts';
import { createCallers } from '../../runtime/access/caller.ts';
import { createTokens } from '../../runtime/access/tokens.ts';
import type { Finding } from '../../runtime/doctor/index.ts';
import { openWebhooks } from '../../runtime/webhooks/webhooks.ts';
import type { Stores } from '../../stores/index.ts';
import { createStreamLimit } from '../api/stream-limit.ts';
import type { Conversations } from '../conversation/events.ts';
import { serve } from '../operations/listening.ts';
import type { Metrics } from '../operations/metrics.ts';
import { widgetScript } from '../widget/bundle.ts';
import { createClientAddress } from './addresses.ts';
import { openAnswerLinks } from './answer-links.ts';
import { createApp } from './app.ts';
import { bundlePage } from './bundle.ts';
import { compressed } from './compressed.ts';
import type { EvalRuns, People, WebDependencies, WebParley } from './dependencies.ts';
import { createEncoderOffer, type EncoderOfferParts } from './knowledge/encoder-offer.ts';
import { createJobs } from './knowledge/jobs.ts';
import { createLiveTurns } from './live-turns.ts';
import { openAccessTokens } from './people/access-tokens.ts';
import { isOpenToOthers } from './people/at-the-machine.ts';
import { createConsoleTrail } from './people/audit.ts';
import { createFirstAdminLinks } from './people/first-admin.ts';
import { openOidc } from './people/oidc.ts';
import type { Person } from './people/person.ts';
import { createRoles } from './people/roles.ts';
import { createSessions } from './people/sessions.ts';
import { askerOf, signedInPeople } from './people/signed-in.ts';
import { createPublicView } from './public-view.ts';

/** Options of `startWeb`. */
export interface WebOptions {
  parley: WebParley;
  conversations: Conversations;
  /** 0 picks any free port. */
  port: number;
  log?: Log;
  /** Served at /metrics; none by default. */
  metrics?: Metrics;
  /** Names of the chat platforms that this process cannot reach now, for /readyz; none by default. */
  away?(): string[];
  /** Shown in the console; none by default. */
  evalRuns?: EvalRuns;
  /** Runs the console's check of the settings; by default without the chat platforms. */
  examine?: () => Promise<Finding[]>;
  /** Scopes that everybody at the page gets; by default the access rules decide for each person. */
  scopes?: readonly Scope[];
  /** Replaces how the offered encoder is downloaded, opened and saved; for tests. */
  encoderParts?: EncoderOfferParts;
}

/**
 * Starts the web server on the address in PARLEY_HOST, by default loopback, since whoever reaches the server may ask.
 * Before `close`, abort the `closing` signal of `conversations`, so that running turns end.
 *
 * @example
 * const web = await startWeb({ parley, conversations, port: 3000 });
 * console.log(`Parley is at ${web.url}`);
 * @throws BAD_SETTING when the port is taken or may not be opened
 */
export const startWeb = async ({
  parley,
  conversations,
  port,
  log = silentLog,
  metrics,
  away,
  evalRuns,
  examine = async () => (await import('../../runtime/doctor/index.ts')).examine(() => parley.settings),
  scopes,
  encoderParts,
}: WebOptions): Promise<{ url: string; port: number; close(): Promise<void> }> => {
  const live = createLiveTurns(conversations, log, parley.stores.keyValues);
  const [bundle, links] = await Promise.all([bundlePage('client'), openAnswerLinks(parley.stores.keyValues)]);
  // So that the first reader does not wait for it.
  for (const asset of bundle.assets.values()) void compressed(asset, 'br');
  const { PARLEY_HOST: host, PARLEY_PUBLIC_URL: publicUrl } = parley.settings;
  const view = createPublicView(parley.settings);
  const people = openPeople(parley);
  const jobs = createJobs(log);
  const encoderOffer = createEncoderOffer({ ...parley, log }, encoderParts);
  const { accessPolicy: policy, stores } = parley;
  const callers = createCallers({ policy, stores, lookUp: signedInPeople(stores.keyValues, parley.settings) });
  const web: WebDependencies = {
    parley,
    conversations,
    live,
    links,
    scopes: scopesOf(parley, scopes),
    people,
    jobs,
    encoderOffer,
    callers,
    tokens: parley.tokens ?? createTokens({ keyValues: stores.keyValues, rights: callers }),
    webhooks: parley.webhooks ?? openWebhooks(parley.settings, parley.stores, log),
    streams: createStreamLimit(parley.settings.PARLEY_STREAMS),
    addressOf: createClientAddress(parley.settings.PARLEY_TRUST_PROXY),
    signInRequired: (parley.settings.PARLEY_SIGN_IN ?? (people.oidc ? 'required' : 'optional')) === 'required',
    publicUrl: publicUrl?.replace(/\/+$/, ''),
    view,
    log,
    metrics,
    away,
    evalRuns,
    examine,
  };
  const app = createApp(web, { page: bundle, console: once(() => bundlePage('console')), widget: once(widgetScript) });
  const server = await serve(app.fetch, { port, host, setting: 'PORT' });
  return {
    url: publicUrl ?? `http://localhost:${server.port}`,
    port: server.port,
    async close() {
      await server.close();
      await Promise.all([live.idle(), jobs.close(), encoderOffer.close()]);
    },
  };
};

/** Calls `load` on first use only, so that the start does not wait for bundles that nobody may open. */
const once = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
};

const openPeople = ({ stores: { keyValues }, settings }: WebParley): People => {
  const oidc = openOidc(settings);
  return {
    sessions: createSessions(keyValues),
    roles: createRoles(keyValues),
    audit: createConsoleTrail(keyValues),
    firstAdmin: createFirstAdminLinks(keyValues),
    oidc,
    accessTokens: openAccessTokens(settings, oidc),
  };
};

/** The scopes of a person: `given`, or what the access rules grant; somebody who has not signed in gets the public scopes. */
const scopesOf =
  ({ access, settings }: WebParley, given: readonly Scope[] | undefined) =>
  async ({ id, email, groups, by }: Person): Promise<readonly Scope[]> => {
    if (given) return given;
    if (by !== 'oidc') return (await access?.('web').publicScopes()) ?? [EVERYONE];
    return (await access?.('oidc').scopesOfPerson(askerOf({ id, email, groups }, settings))) ?? [EVERYONE];
  };

/** Creates a link that signs its holder in as admin, once, and returns its path. */
export const signInLink = ({ keyValues }: Pick<Stores, 'keyValues'>): Promise<string> =>
  createFirstAdminLinks(keyValues).make();

/** Creates a link for the first admin and returns its path; undefined when none is needed or there is an admin already. */
export const firstAdminPath = async ({ settings, stores: { keyValues } }: WebParley): Promise<string | undefined> =>
  isOpenToOthers(settings) && !(await createRoles(keyValues).hasAdmin()) ? signInLink({ keyValues }) : undefined;
