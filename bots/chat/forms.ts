import type { Feedback } from '../../core/conversation.ts';
import { type ChannelSettings, MAX_SOURCES, modeNames } from './channel-settings.ts';
import type { Owner } from './digest/owners.ts';
import { cut, head } from './reply/cut.ts';
import type { SourceOption } from './source-options.ts';

/** An option of a field. The form sends back its `value`. */
export interface Option {
  value: string;
  label: string;
}

/** An input of a form. */
export type FormInput = { id: string; label: string; hint?: string; optional?: boolean } & (
  | { type: 'radio' | 'select'; options: readonly Option[]; value?: string }
  | { type: 'multiselect'; options: readonly Option[]; values: readonly string[]; max: number }
  | { type: 'text'; multiline?: boolean; maxLength: number; value?: string }
  | { type: 'number'; min: number; max: number; value?: number }
  | { type: 'checkbox'; option: string; checked: boolean }
  | { type: 'people'; max: number }
);
/** An input, or a text between inputs. Each platform renders them with its own components. */
export type FormField = { type: 'note' | 'quote'; text: string } | FormInput;

/** A form as data, which every platform renders. The form sends back `data` unchanged. */
export interface Form {
  name: 'feedback' | 'ask' | 'settings' | 'owners' | 'answer';
  data: string;
  title: string;
  submit: string;
  fields: readonly FormField[];
}

/** A dialog with two buttons. `confirm` runs the confirmation handler of this name with `data`. */
export interface Confirmation {
  name: 'apply' | 'forget';
  data: string;
  title: string;
  text: string;
  confirm: string;
  cancel: string;
}

/** The submitted values by field id. People are given as ids (`slack:T1/U1`). */
export interface FormValues {
  text(id: string): string;
  list(id: string): readonly string[];
}

/** Reasons to choose from after a thumb down. */
const reasons: readonly { value: NonNullable<Feedback['reason']>; label: string }[] = [
  { value: 'wrong', label: 'It is wrong' },
  { value: 'outdated', label: 'It is outdated' },
  { value: 'not-grounded', label: 'Its sources do not say so' },
  { value: 'missing-source', label: 'It misses a source' },
  { value: 'other', label: 'Something else' },
];
/** True for a reason that the form of a thumb down offers. */
export const isReason = (value: unknown): value is NonNullable<Feedback['reason']> =>
  reasons.some((reason) => reason.value === value);

/** The form that opens after a thumb down. */
export const feedbackForm = (turnId: string): Form => ({
  name: 'feedback',
  data: turnId,
  title: 'What was wrong?',
  submit: 'Send',
  fields: [
    { type: 'radio', id: 'reason', label: 'What is wrong with this answer?', options: reasons },
    {
      type: 'text',
      id: 'answer',
      label: 'What would have been right?',
      hint: 'If you know. I tell you in the thread when it is fixed.',
      optional: true,
      multiline: true,
      maxLength: 3000,
    },
  ],
});

/** The form of "Ask about this", prefilled with the message's text as a question. */
export const askForm = (about: string, data: string): Form => ({
  name: 'ask',
  data,
  title: 'Ask about this',
  submit: 'Ask',
  fields: [
    { type: 'quote', text: about },
    {
      type: 'text',
      id: 'question',
      label: 'Your question',
      hint: 'Only you see the answer.',
      multiline: true,
      maxLength: 3000,
      value: head(about, 3000),
    },
  ],
});

/** The question from "Ask about this". Appends the message that it is about, unless the question is the message itself. */
export const questionAbout = (question: string, about: string | undefined): string =>
  !about || about === question ? question : `${question}\n\n(About this message: “${cut(about, 2000)}”)`;

/** The field to choose a channel's sources; a text field when the platform's select menu cannot hold all sources. */
const sourcesField = (sources: readonly SourceOption[], chosen: readonly string[], maxOptions: number): FormField[] => {
  if (sources.length === 0) return [];
  const field = { id: 'sources', label: 'Where does it look?', optional: true };
  if (sources.length > maxOptions)
    return [
      {
        ...field,
        type: 'text',
        hint: 'Names, separated by commas. Empty: every source.',
        maxLength: 3000,
        value: head(chosen.join(', '), 3000),
      },
    ];
  const values = sources.filter(({ id }) => chosen.includes(id)).map(({ value }) => value);
  const max = Math.min(MAX_SOURCES, sources.length);
  return [{ ...field, type: 'multiselect', hint: 'Nothing chosen: every source.', options: sources, values, max }];
};

/** The form for a channel's settings. */
export const settingsForm = (
  current: ChannelSettings,
  {
    channel,
    strategies,
    sources,
    maxOptions,
  }: { channel: string; strategies: readonly string[]; sources: readonly SourceOption[]; maxOptions: number },
): Form => ({
  name: 'settings',
  data: channel,
  title: 'Parley in this channel',
  submit: 'Review',
  fields: [
    {
      type: 'radio',
      id: 'mode',
      label: 'When does it answer?',
      options: Object.entries(modeNames).map(([value, label]) => ({ value, label })),
      value: current.mode,
    },
    {
      type: 'select',
      id: 'strategy',
      label: 'How does it reason?',
      options: ['auto', ...strategies.filter((name) => name !== 'auto')]
        .slice(0, maxOptions)
        .map((value) => ({ value, label: value === 'auto' ? 'Automatic' : value })),
      value: current.strategy ?? 'auto',
    },
    {
      type: 'number',
      id: 'seconds',
      label: 'Seconds an answer may take (5 to 600)',
      optional: true,
      min: 5,
      max: 600,
      value: current.seconds,
    },
    ...sourcesField(sources, current.sources ?? [], maxOptions),
    ...(current.history === undefined
      ? []
      : [
          {
            type: 'checkbox' as const,
            id: 'history',
            label: 'Is this channel a source?',
            hint: 'Only those who may read the channel get it in answers. The channel is told.',
            option: 'Read the messages here, and cite them',
            checked: current.history,
          },
        ]),
  ],
});

/** The form in which an owner answers an open question. */
export const answerForm = (row: string, question: string): Form => ({
  name: 'answer',
  data: row,
  title: 'Answer',
  submit: 'Send',
  fields: [
    { type: 'quote', text: question },
    {
      type: 'text',
      id: 'answer',
      label: 'What is right?',
      hint: 'It is posted in the question’s thread with your name.',
      multiline: true,
      maxLength: 2500,
    },
  ],
});

/** The form that sets the owners of a source. @param mention formats a person's id in the platform's markup */
export const ownersForm = (
  owners: readonly Owner[],
  {
    workspace,
    sources,
    maxOptions,
    mention,
  }: {
    workspace: string;
    sources: readonly SourceOption[];
    maxOptions: number;
    mention: (personId: string) => string;
  },
): Form => {
  const bySource = [...Map.groupBy(owners, ({ source }) => source)].map(([source, people]) => {
    const names = people.map(({ person, pace }) => `${mention(person)} (${pace === 'day' ? 'daily' : 'weekly'})`);
    return `• ${source}: ${names.join(', ')}`;
  });
  return {
    name: 'owners',
    data: workspace,
    title: 'Owners of sources',
    submit: 'Save',
    fields: [
      {
        type: 'note',
        text: bySource.join('\n') || 'Owners get the questions that a source leaves open, by direct message.',
      },
      { type: 'select', id: 'source', label: 'Source', options: sources.slice(0, maxOptions) },
      {
        type: 'people',
        id: 'people',
        label: 'Its owners here',
        hint: 'They replace the present owners. Choose nobody to end the digests.',
        optional: true,
        max: 10,
      },
      {
        type: 'radio',
        id: 'pace',
        label: 'How often?',
        options: [
          { value: 'week', label: 'Every Monday' },
          { value: 'day', label: 'Every day' },
        ],
        value: 'week',
      },
    ],
  };
};
