import type { Context } from 'hono';
import type { Scope } from '../../core/document.ts';
import type { Log } from '../../core/log.ts';
import type { Callers } from '../../runtime/access/caller.ts';
import type { AccessPolicy } from '../../runtime/access/policy.ts';
import type { Tokens } from '../../runtime/access/tokens.ts';
import type { Finding } from '../../runtime/doctor/index.ts';
import type { Parley } from '../../runtime/parley.ts';
import type { Webhooks } from '../../runtime/webhooks/webhooks.ts';
import type { StreamLimit } from '../api/stream-limit.ts';
import type { Conversations } from '../conversation/events.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { AnswerLinks } from './answer-links.ts';
import type { EvalRunComparison, EvalRunView } from './console-api.ts';
import type { EncoderOffer } from './knowledge/encoder-offer.ts';
import type { Jobs } from './knowledge/jobs.ts';
import type { LiveTurns } from './live-turns.ts';
import type { AccessTokens } from './people/access-tokens.ts';
import type { ConsoleTrail } from './people/audit.ts';
import type { FirstAdminLinks } from './people/first-admin.ts';
import type { Oidc } from './people/oidc.ts';
import type { Person } from './people/person.ts';
import type { Roles } from './people/roles.ts';
import type { Sessions } from './people/sessions.ts';
import type { PublicView } from './public-view.ts';

/** The parts of Parley that the web server uses; tests pass their own. */
export type WebParley = Pick<Parley, 'settings' | 'stores' | 'retriever' | 'ingest' | 'sync' | 'forget' | 'ask'> & {
  agent: Pick<Parley['agent'], 'strategies' | 'answer'>;
} & Partial<Pick<Parley, 'access' | 'encoder' | 'tokens' | 'webhooks'>> & { accessPolicy: AccessPolicy };

/** Services for sign-in, roles and the audit trail. */
export interface People {
  sessions: Sessions;
  roles: Roles;
  audit: ConsoleTrail;
  firstAdmin: FirstAdminLinks;
  /** Absent when no provider is configured. */
  oidc?: Oidc;
  /** Access tokens that the provider issues to other programs; absent when no provider is configured. */
  accessTokens?: AccessTokens;
}

/**
 * The eval runs that the console lists. Implemented in evals/trends/runs.ts and passed in, since bots/ must not import
 * evals/.
 */
export interface EvalRuns {
  list(): Promise<EvalRunView[]>;
  /** @throws UNKNOWN_ID */
  compare(before: string, after: string): Promise<EvalRunComparison>;
}

/** Everything that the routes need. */
export interface WebDependencies {
  parley: WebParley;
  conversations: Conversations;
  live: LiveTurns;
  links: AnswerLinks;
  /** The scopes that a person holds now, by the access rules. */
  scopes(person: Person): Promise<readonly Scope[]>;
  people: People;
  jobs: Jobs;
  encoderOffer: EncoderOffer;
  tokens: Tokens;
  webhooks: Webhooks;
  callers: Callers;
  streams: StreamLimit;
  /** The network address of a request's sender. */
  addressOf(c: Context): string | undefined;
  /** True when only people who have signed in may use the page. */
  signInRequired: boolean;
  /** PARLEY_PUBLIC_URL, without a slash at the end. */
  publicUrl?: string;
  /** Removes internal details from what the page shows. */
  view: PublicView;
  log: Log;
  /** Served at /metrics; without them, /metrics does not exist. */
  metrics?: Metrics;
  /** Names of the chat platforms that this process cannot reach now, for /readyz. */
  away?(): string[];
  /** When absent, the console lists no eval runs. */
  evalRuns?: EvalRuns;
  /** Checks every setting and connection, as `parley doctor` does. */
  examine(): Promise<Finding[]>;
}
