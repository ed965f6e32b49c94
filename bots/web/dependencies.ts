import type { Context } from 'hono';
import type { Scope } from '../../core/document.ts';
import type { Log } from '../../core/log.ts';
import type { Callers } from '../../runtime/access/caller.ts';
import type { AccessPolicy } from '../../runtime/access/policy.ts';
import type { Tokens } from '../../runtime/access/tokens.ts';
import type { Finding } from '../../runtime/doctor.ts';
import type { Parley } from '../../runtime/parley.ts';
import type { Webhooks } from '../../runtime/webhooks/webhooks.ts';
import type { StreamLimit } from '../api/stream-limit.ts';
import type { Conversations } from '../conversation/index.ts';
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

/** What the web chat asks of Parley, and what a test hands in. */
export type WebParley = Pick<Parley, 'settings' | 'stores' | 'retriever' | 'ingest' | 'sync' | 'forget' | 'ask'> & {
  agent: Pick<Parley['agent'], 'strategies' | 'answer'>;
} & Partial<Pick<Parley, 'access' | 'encoder' | 'tokens' | 'webhooks'>> & { accessPolicy: AccessPolicy };

/** Who is who at the page. */
export interface People {
  sessions: Sessions;
  roles: Roles;
  audit: ConsoleTrail;
  firstAdmin: FirstAdminLinks;
  /** Absent where no provider is set. */
  oidc?: Oidc;
  /** The provider's tokens for other programs; absent where no provider is set. */
  accessTokens?: AccessTokens;
}

/** The runs of evals that are at hand (evals/trends/runs.ts); handed in, as bots know nothing of evals. */
export interface EvalRuns {
  list(): Promise<EvalRunView[]>;
  /** @throws UNKNOWN_ID */
  compare(before: string, after: string): Promise<EvalRunComparison>;
}

/** What the routes work with. */
export interface WebDependencies {
  parley: WebParley;
  conversations: Conversations;
  live: LiveTurns;
  links: AnswerLinks;
  /** What a person at the page may see now, by the access rules. */
  scopes(person: Person): Promise<readonly Scope[]>;
  people: People;
  jobs: Jobs;
  encoderOffer: EncoderOffer;
  tokens: Tokens;
  webhooks: Webhooks;
  callers: Callers;
  streams: StreamLimit;
  /** The network address that a request comes from. */
  addressOf(c: Context): string | undefined;
  /** Whether the page answers only to people who have signed in. */
  signInRequired: boolean;
  /** Where people reach the page, if the settings say; without a slash at the end. */
  publicUrl?: string;
  /** What the page may show of answers, traces and failures. */
  view: PublicView;
  log: Log;
  /** Served at /metrics, where there are any. */
  metrics?: Metrics;
  /** Chat platforms that this process cannot reach, for /readyz. */
  away?(): string[];
  /** Absent where nobody hands them in: the console then knows of none. */
  evalRuns?: EvalRuns;
  /** Checks every setting and connection, as `parley doctor` does. */
  examine(): Promise<Finding[]>;
}
