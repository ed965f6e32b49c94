import { EVERYONE, type Scope } from '../../core/document.ts';
import { type Log, silentLog } from '../../core/log.ts';
import { createCallers } from '../../runtime/access/caller.ts';
import { createTokens } from '../../runtime/access/tokens.ts';
import type { Finding } from '../../runtime/doctor.ts';
import { openWebhooks } from '../../runtime/webhooks/webhooks.ts';
import type { Stores } from '../../stores/index.ts';
import { createStreamLimit } from '../api/stream-limit.ts';
import type { Conversations } from '../conversation/index.ts';
import { serve } from '../operations/listening.ts';
import type { Metrics } from '../operations/metrics.ts';
import { widgetScript } from '../widget/bundle.ts';
import { createClientAddress } from './addresses.ts';
import { openAnswerLinks } from './answer-links.ts';
import { createApp } from './app.ts';
import { bundlePage } from './bundle.ts';
import type { EvalRuns, People, WebDependencies, WebParley } from './dependencies.ts';
import { createEncoderOffer, type EncoderOfferParts } from './knowledge/encoder-offer.ts';
import { createJobs } from './knowledge/jobs.ts';
import { createLiveTurns } from './live-turns.ts';
import { openAccessTokens } from './people/access-tokens.ts';
import { isForOthers } from './people/at-the-machine.ts';
import { createConsoleTrail } from './people/audit.ts';
import { createFirstAdminLinks } from './people/first-admin.ts';
import { openOidc } from './people/oidc.ts';
import type { Person } from './people/person.ts';
import { createRoles } from './people/roles.ts';
import { createSessions } from './people/sessions.ts';
import { askerOf, signedInPeople } from './people/signed-in.ts';
import { createPublicView } from './public-view.ts';

export { type AnswerLinks, openAnswerLinks } from './answer-links.ts';
export type { EvalRuns, WebParley } from './dependencies.ts';

/** How the web chat is opened. */
export interface WebOptions {
  parley: WebParley;
  conversations: Conversations;
  /** 0 for any free port. */
  port: number;
  log?: Log;
  /** Served at /metrics; none by default. */
  metrics?: Metrics;
  /** Chat platforms that this process cannot reach, for /readyz; none by default. */
  away?(): string[];
  /** Shown in the console; none by default. */
  evalRuns?: EvalRuns;
  /** What the console's check of the settings finds; the parts of Parley alone by default, without the chat platforms. */
  examine?: () => Promise<Finding[]>;
  /** What everybody at the page may see; by default what the access rules give to anybody. */
  scopes?: readonly Scope[];
  /** What the offered encoder is fetched and opened with; by default as the settings say, written into .env. */
  encoderParts?: EncoderOfferParts;
}

/**
 * Opens the web chat on the address in PARLEY_HOST: by default only this machine reaches it, since whoever reaches it may
 * ask. Before `close`, abort the `closing` signal of `conversations`, so that running turns end.
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
  examine = async () => (await import('../../runtime/doctor.ts')).examine(() => parley.settings),
  scopes,
  encoderParts,
}: WebOptions): Promise<{ url: string; port: number; close(): Promise<void> }> => {
  const live = createLiveTurns(conversations, log, { keyValues: parley.stores.keyValues });
  const [bundle, links] = await Promise.all([bundlePage('client'), openAnswerLinks(parley.stores.keyValues)]);
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

/** Bundles what is asked for when it is first asked for, so that the start waits for nothing that may not be opened. */
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

/** A person's scopes: those given, or what the access rules leave them; of somebody unknown, of the pages for everyone. */
const scopesOf =
  ({ access, settings }: WebParley, given: readonly Scope[] | undefined) =>
  async ({ id, email, groups, by }: Person): Promise<readonly Scope[]> => {
    if (given) return given;
    if (by !== 'oidc') return (await access?.('web').publicScopes()) ?? [EVERYONE];
    return (await access?.('oidc').scopesOfPerson(askerOf({ id, email, groups }, settings))) ?? [EVERYONE];
  };

/** Path of a link that signs its holder in as admin, once. */
export const signInLink = ({ keyValues }: Pick<Stores, 'keyValues'>): Promise<string> =>
  createFirstAdminLinks(keyValues).make();

/** The link for the first admin, where somebody must sign in to become one and nobody has yet. */
export const firstAdminPath = async ({ settings, stores: { keyValues } }: WebParley): Promise<string | undefined> =>
  isForOthers(settings) && !(await createRoles(keyValues).hasAdmin()) ? signInLink({ keyValues }) : undefined;
