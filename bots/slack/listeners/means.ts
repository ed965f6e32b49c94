import type { App, InstallationStore } from '@slack/bolt';
import type { Scope } from '../../../core/document.ts';
import type { Log } from '../../../core/log.ts';
import type { Settings } from '../../../core/settings.ts';
import type { Stores } from '../../../stores/index.ts';
import type { Deliveries } from '../../chat/deliveries.ts';
import type { DigestActions } from '../../chat/digest/index.ts';
import { errorText } from '../../chat/error-text.ts';
import type { HistorySwitch } from '../../chat/history/index.ts';
import type { OpenQuestion } from '../../chat/open-questions.ts';
import { scopesOf } from '../../chat/scopes.ts';
import type { Conversations } from '../../conversation/index.ts';
import type { SlackTarget } from '../target.ts';
import type { Workspaces } from '../workspaces.ts';

export interface ListenerParts {
  app: App;
  workspaces: Workspaces;
  deliveries: Deliveries<SlackTarget>;
  conversations: Conversations;
  stores: Pick<Stores, 'keyValues' | 'conversations' | 'documents'>;
  desk: DigestActions;
  maySee: (person: string, question: OpenQuestion) => Promise<boolean>;
  settings: Settings;
  strategies: readonly string[];
  linkTo?: (turnId: string) => string;
  installations?: InstallationStore;
  /** Absent where nothing can be ingested. */
  history?: HistorySwitch;
  log: Log;
}

/** The parts of an action's or view's body that say who acts, and where Parley is installed for them. */
export interface Body {
  team?: { id: string } | null;
  user: { id: string; team_id?: string };
  view?: { app_installed_team_id?: string };
}

export const teamOf = (body: Body): string =>
  body.view?.app_installed_team_id ?? body.team?.id ?? body.user.team_id ?? '';
export const askerOf = (body: Body): string => `slack:${teamOf(body)}/${body.user.id}`;

export const NOT_ADMIN = 'Only admins of this workspace may do that.';

const NOWHERE = { workspaceId: '', channelId: '', kind: 'direct', shared: false, guests: false } as const;

/** What the listeners share: a word to one person, and who is an admin. */
export const createMeans = ({ workspaces, log }: Pick<ListenerParts, 'workspaces' | 'log'>) => ({
  /** Says something to one person, where they pressed or typed. */
  async whisper(respondUrl: string | undefined, text: string): Promise<void> {
    if (!respondUrl) return;
    await fetch(respondUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ response_type: 'ephemeral', replace_original: false, text }),
      signal: AbortSignal.timeout(10_000),
    }).catch((error: unknown) => log.warn({ err: error }, 'a note to one person did not arrive'));
  },
  inWords: (error: unknown): string => errorText(error, log),
  /** What a person may see by themselves, and in this channel. */
  async scopesFor(team: string, user: string, channel: string | undefined): Promise<Scope[]> {
    const { people } = await workspaces.of(team);
    const [asker, place] = await Promise.all([people.asker(user), channel ? people.place(channel) : NOWHERE]);
    return [...scopesOf(asker, place, { alone: true }), ...(channel ? scopesOf(asker, place) : [])];
  },
  async isAdmin(team: string, user: string): Promise<boolean> {
    const { people } = await workspaces.of(team);
    return (await people.person(user)).admin;
  },
});
export type Means = ReturnType<typeof createMeans>;
