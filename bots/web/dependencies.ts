import type { Scope } from '../../core/document.ts';
import type { Log } from '../../core/log.ts';
import type { Parley } from '../../runtime/parley.ts';
import type { Conversations } from '../conversation/index.ts';
import type { AnswerLinks } from './answer-links.ts';
import type { LiveTurns } from './live-turns.ts';
import type { PublicView } from './public-view.ts';

/** What the web chat asks of Parley, and what a test hands in. */
export type WebParley = Pick<Parley, 'settings' | 'stores' | 'retriever'> & {
  agent: Pick<Parley['agent'], 'strategies'>;
} & Partial<Pick<Parley, 'access'>>;

/** What the routes work with. */
export interface WebDependencies {
  parley: WebParley;
  conversations: Conversations;
  live: LiveTurns;
  links: AnswerLinks;
  /** What everybody at the page may see now, by the access rules. */
  scopes(): Promise<readonly Scope[]>;
  /** What the page may show of answers, traces and failures. */
  view: PublicView;
  log: Log;
}
