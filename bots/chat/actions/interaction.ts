import type { Scope } from '../../../core/document.ts';
import type { Log } from '../../../core/log.ts';
import type { Stores } from '../../../stores/index.ts';
import type { Conversations } from '../../conversation/index.ts';
import type { DigestOptions } from '../digest/index.ts';
import type { Confirmation, Form, FormValues } from '../forms.ts';
import type { HistorySwitch } from '../history/index.ts';
import type { RenderedAnswer } from '../render.ts';

/** A press, form or command of one person, as a platform translates it. All texts it shows are for that person alone. */
export interface Interaction {
  /** `slack:T1/U1` */
  person: string;
  /** `slack:T1`; undefined in a Discord DM, which belongs to no server. */
  workspace: string | undefined;
  /** `slack:T1/C1`; undefined where it happened in no channel. */
  channel: string | undefined;
  displayName(): Promise<string>;
  /** May change settings, verify answers and see open questions here. */
  isAdmin(): Promise<boolean>;
  /** What the person may see by themselves, and in this channel if one is named. */
  scopes(channel?: string): Promise<Scope[]>;
  /** What everybody who reads along in this channel may see. */
  audienceScopes(): Promise<Scope[]>;
  /** Says that an answer will follow, for platforms that wait only seconds. No form can be opened after. */
  acknowledge(): Promise<void>;
  whisper(text: string): Promise<void>;
  openForm(form: Form): Promise<void>;
  confirm(confirmation: Confirmation): Promise<void>;
  /** Shows a longer text in Markdown. */
  showPage(title: string, markdown: string): Promise<void>;
  /** Posts an answer for everybody in this channel, under the name of who asked. */
  shareAnswer(answer: { turnId: string; question: string; rendered: RenderedAnswer }): Promise<void>;
  /** Posts a line for everybody in a channel. */
  announce(channel: string, text: string): Promise<void>;
}

/** The outcome of a form or a confirmation. */
export type FormOutcome =
  /** A text to read. */
  | { kind: 'message'; title: string; text: string }
  /** It is done, and the form may close; `after` runs then. */
  | { kind: 'done'; text: string; after: () => Promise<void> }
  | { kind: 'invalid'; field: string; text: string }
  | { kind: 'confirm'; confirmation: Confirmation };

/** What people can do beside asking, by the names in buttons, forms and commands. */
export interface Actions {
  buttons: Record<string, (interaction: Interaction, value: string) => Promise<void>>;
  forms: Partial<
    Record<Form['name'], (interaction: Interaction, data: string, values: FormValues) => Promise<FormOutcome>>
  >;
  confirmations: Record<Confirmation['name'], (interaction: Interaction, data: string) => Promise<FormOutcome>>;
  /** `/parley NAME` */
  commands: Record<'settings' | 'questions' | 'owners' | 'forget', (interaction: Interaction) => Promise<void>>;
}

export interface ActionOptions<Target> extends DigestOptions<Target> {
  conversations: Conversations;
  stores: Pick<Stores, 'keyValues' | 'conversations' | 'documents' | 'cases'>;
  strategies: readonly string[];
  /** Where an answer and its whole reasoning can be opened (a signed link to the web chat), if people reach that. */
  linkTo?: (turnId: string) => string;
  /** Absent where nothing can be ingested. */
  history?: HistorySwitch;
  /** Options that a list of the platform's forms holds. */
  maxOptions: number;
  /** How the platform writes a person in text. */
  mention: (personId: string) => string;
  /** The text for somebody who lacks the right. */
  notAdmin: string;
  log: Log;
}
