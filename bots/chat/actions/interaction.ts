import type { Scope } from '../../../core/document.ts';
import type { Log } from '../../../core/log.ts';
import type { Stores } from '../../../stores/index.ts';
import type { Conversations } from '../../conversation/events.ts';
import type { DigestOptions } from '../digest/send-digests.ts';
import type { Confirmation, Form, FormValues } from '../forms.ts';
import type { HistorySwitch } from '../history/history-switch.ts';
import type { RenderedAnswer } from '../reply/render.ts';
import type { CommandName } from './commands.ts';

/** A person's button press, form or command, independent of the platform. Only `shareAnswer` and `announce` post for others. */
export interface Interaction {
  /** `slack:T1/U1` */
  person: string;
  /** `slack:T1`; undefined in a Discord DM, which belongs to no server. */
  workspace: string | undefined;
  /** `slack:T1/C1`; undefined outside of a channel. */
  channel: string | undefined;
  displayName(): Promise<string>;
  /** True when the person may change settings, verify answers and list open questions here. */
  isAdmin(): Promise<boolean>;
  /** The person's own scopes; with `channel`, also those of that channel. */
  scopes(channel?: string): Promise<Scope[]>;
  /** The scopes that everybody in this channel holds. */
  audienceScopes(): Promise<Scope[]>;
  /** Acknowledges the interaction, for platforms that wait a few seconds only. After this, no form can be opened. */
  acknowledge(): Promise<void>;
  /** Shows a text to this person only. */
  whisper(text: string): Promise<void>;
  openForm(form: Form): Promise<void>;
  confirm(confirmation: Confirmation): Promise<void>;
  /** Shows a longer text in Markdown. */
  showPage(title: string, markdown: string): Promise<void>;
  /** Posts an answer for everybody in this channel, and names the asker. */
  shareAnswer(answer: { turnId: string; question: string; rendered: RenderedAnswer }): Promise<void>;
  /** Posts a text for everybody in a channel. */
  announce(channel: string, text: string): Promise<void>;
}

/** The outcome of a form or a confirmation. */
export type FormOutcome =
  /** A text to read. */
  | { kind: 'message'; title: string; text: string }
  /** Done: the platform closes the form and shows `text`, and then calls `after`. */
  | { kind: 'done'; text: string; after: () => Promise<void> }
  | { kind: 'invalid'; field: string; text: string }
  | { kind: 'confirm'; confirmation: Confirmation };

/** Handlers by the names that buttons, forms, confirmations and commands carry. */
export interface Actions {
  buttons: Record<string, (interaction: Interaction, value: string) => Promise<void>>;
  forms: Partial<
    Record<Form['name'], (interaction: Interaction, data: string, values: FormValues) => Promise<FormOutcome>>
  >;
  confirmations: Record<Confirmation['name'], (interaction: Interaction, data: string) => Promise<FormOutcome>>;
  /** `/parley NAME` */
  commands: Record<CommandName, (interaction: Interaction) => Promise<void>>;
}

export interface ActionOptions<Target> extends DigestOptions<Target> {
  conversations: Conversations;
  stores: Pick<Stores, 'keyValues' | 'conversations' | 'documents' | 'cases' | 'relay'>;
  strategies: readonly string[];
  /** Makes a signed link to an answer and its reasoning in the web chat; absent when people cannot reach the web chat. */
  linkTo?: (turnId: string) => string;
  /** Turns channels into sources; absent when nothing can be ingested. */
  history?: HistorySwitch;
  /** Maximum options in a select menu of the platform. */
  maxOptions: number;
  /** Formats a person's id as a mention in the platform's markup. */
  mention: (personId: string) => string;
  /** The message for somebody who is not an admin. */
  notAdmin: string;
  log: Log;
}
