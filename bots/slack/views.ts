import type { types } from '@slack/bolt';
import { type ChannelSettings, MAX_SOURCES, modeNames, type SettingsChange } from '../chat/channel-settings.ts';
import { reasons } from '../chat/feedback-form.ts';
import type { SourceOption } from '../chat/source-options.ts';
import type { Welcome } from '../chat/welcome.ts';
import { escapeText, plain } from './blocks.ts';

type ModalView = types.ModalView;
type Block = types.KnownBlock;

export const views = {
  feedback: 'parley_feedback_form',
  ask: 'parley_ask_form',
  settings: 'parley_settings_form',
  review: 'parley_settings_review',
  forget: 'parley_forget_form',
  owners: 'parley_owners_form',
  answer: 'parley_answer_form',
} as const;

export const section = (text: string): Block => ({
  type: 'section',
  text: { type: 'mrkdwn', text: text.slice(0, 3000) || ' ' },
});
export const option = (text: string, value: string): types.PlainTextOption => ({
  text: plain(text.slice(0, 75)),
  value,
});

/** The form behind a thumbs down. `turnId` and where it was pressed travel in it. */
export const feedbackForm = (metadata: { turnId: string }): ModalView => ({
  type: 'modal',
  callback_id: views.feedback,
  private_metadata: JSON.stringify(metadata),
  title: plain('What was wrong?'),
  submit: plain('Send'),
  close: plain('Cancel'),
  blocks: [
    {
      type: 'input',
      block_id: 'reason',
      label: plain('What is wrong with this answer?'),
      element: {
        type: 'radio_buttons',
        action_id: 'value',
        options: reasons.map(({ value, label }) => option(label, value)),
      },
    },
    {
      type: 'input',
      block_id: 'comment',
      optional: true,
      label: plain('What would be right?'),
      hint: plain('You are told in the thread when it is fixed.'),
      element: { type: 'plain_text_input', action_id: 'value', multiline: true, max_length: 3000 },
    },
  ],
});

/** The form of "Ask about this": the message's words as a question to finish. */
export const askForm = (
  text: string,
  metadata: { channel: string; threadTs?: string; direct: boolean },
): ModalView => ({
  type: 'modal',
  callback_id: views.ask,
  private_metadata: JSON.stringify({ ...metadata, about: text.slice(0, 2000) }),
  title: plain('Ask about this'),
  submit: plain('Ask'),
  close: plain('Cancel'),
  blocks: [
    section(`> ${escapeText(text).slice(0, 2500).replace(/\n/g, '\n> ')}`),
    {
      type: 'input',
      block_id: 'question',
      label: plain('Your question'),
      hint: plain('The answer is for your eyes only.'),
      element: {
        type: 'plain_text_input',
        action_id: 'value',
        multiline: true,
        max_length: 3000,
        initial_value: text.slice(0, 3000),
      },
    },
  ],
});

/** Slack's select holds 100 options; where there are more sources, their names are typed. */
const MOST_OPTIONS = 100;

const sourcesInput = (sources: readonly SourceOption[], chosen: readonly string[]): Block[] => {
  if (sources.length === 0) return [];
  const listed = sources.length <= MOST_OPTIONS;
  const options = sources.slice(0, MOST_OPTIONS).map(({ label, value }) => option(label, value));
  const initial = options.filter((_, i) => chosen.includes(sources[i]?.id ?? ''));
  return [
    {
      type: 'input',
      block_id: 'sources',
      optional: true,
      label: plain('Where does it look?'),
      hint: plain(listed ? 'Nothing chosen: in every source.' : 'Names with commas; empty: in every source.'),
      element: listed
        ? {
            type: 'multi_static_select',
            action_id: 'value',
            options,
            max_selected_items: MAX_SOURCES,
            ...(initial.length > 0 && { initial_options: initial }),
          }
        : {
            type: 'plain_text_input',
            action_id: 'value',
            ...(chosen.length > 0 && { initial_value: chosen.join(', ').slice(0, 3000) }),
          },
    },
  ];
};

/** Whether what is said in the channel is a source; left out where it can't be one. */
const historyInput = (on: boolean | undefined): Block[] => {
  if (on === undefined) return [];
  const read = option('Read what is said here, and cite it', 'on');
  return [
    {
      type: 'input',
      block_id: 'history',
      optional: true,
      label: plain('Is this channel a source?'),
      hint: plain('Only those who may read the channel get it in answers. The channel is told.'),
      element: {
        type: 'checkboxes',
        action_id: 'value',
        options: [read],
        ...(on && { initial_options: [read] }),
      },
    },
  ];
};

/** The settings of one channel. */
export const settingsForm = (
  current: ChannelSettings,
  {
    channel,
    strategies,
    sources,
    changes,
  }: {
    channel: string;
    strategies: readonly string[];
    sources: readonly SourceOption[];
    changes: readonly SettingsChange[];
  },
): ModalView => {
  const modes = Object.entries(modeNames).map(([value, label]) => option(label, value));
  const named = [
    option('Automatic', 'auto'),
    ...strategies
      .filter((name) => name !== 'auto')
      .slice(0, 98)
      .map((name) => option(name, name)),
  ];
  const chosen = named.find(({ value }) => value === current.strategy) ?? named[0];
  return {
    type: 'modal',
    callback_id: views.settings,
    private_metadata: JSON.stringify({ channel, before: current }),
    title: plain('Parley in this channel'),
    submit: plain('Review'),
    close: plain('Cancel'),
    blocks: [
      {
        type: 'input',
        block_id: 'mode',
        label: plain('When does it answer?'),
        element: {
          type: 'radio_buttons',
          action_id: 'value',
          options: modes,
          initial_option: modes.find(({ value }) => value === current.mode),
        },
      },
      {
        type: 'input',
        block_id: 'strategy',
        label: plain('How does it reason?'),
        element: { type: 'static_select', action_id: 'value', options: named, initial_option: chosen },
      },
      {
        type: 'input',
        block_id: 'seconds',
        optional: true,
        label: plain('Seconds an answer may take (5 to 600)'),
        element: {
          type: 'number_input',
          action_id: 'value',
          is_decimal_allowed: false,
          min_value: '5',
          max_value: '600',
          ...(current.seconds && { initial_value: String(current.seconds) }),
        },
      },
      ...sourcesInput(sources, current.sources ?? []),
      ...historyInput(current.history),
      ...(changes.length > 0
        ? [
            {
              type: 'context' as const,
              elements: [
                {
                  type: 'mrkdwn' as const,
                  text: `Last changed by ${changes.map(({ by, at }) => `<@${by.split('/').at(-1)}> on ${at.slice(0, 10)}`).join(', ')}`.slice(
                    0,
                    2000,
                  ),
                },
              ],
            },
          ]
        : []),
    ],
  };
};

/** What a change would do, before it is done. */
export const reviewForm = (lines: readonly string[], metadata: unknown): ModalView => ({
  type: 'modal',
  callback_id: views.review,
  private_metadata: JSON.stringify(metadata),
  title: plain('Review the change'),
  submit: plain(lines.length > 0 ? 'Apply' : 'Close'),
  close: plain('Back'),
  blocks: [
    section(lines.length > 0 ? lines.map((line) => `• ${escapeText(line)}`).join('\n') : 'Nothing would change.'),
  ],
});

export const forgetForm = (): ModalView => ({
  type: 'modal',
  callback_id: views.forget,
  title: plain('Forget me'),
  submit: plain('Erase'),
  close: plain('Keep'),
  blocks: [section('This erases your questions, their answers and traces, and your feedback. It cannot be undone.')],
});

/** A page of text in a modal. */
export const page = (title: string, text: string): ModalView => ({
  type: 'modal',
  title: plain(title.slice(0, 24)),
  close: plain('Close'),
  blocks: [{ type: 'markdown', text: text.slice(0, 11_000) || ' ' } as Block],
});

/** The home tab. */
export const homeView = ({ greeting, next, prompts }: Welcome): types.HomeView => ({
  type: 'home',
  blocks: [
    { type: 'header', text: plain('Ask your team’s pages') },
    section(escapeText(greeting)),
    ...(next ? [section(`*Next step:* ${escapeText(next)}`)] : []),
    { type: 'divider' },
    section(
      `*Ask in any of these ways*\n• Write to me in the *Messages* tab: your private pages are included, for your eyes only.\n• Mention me in a channel; I answer in the thread, from what everyone there may see.\n• \`/ask\` anywhere, for your eyes only.\n• Press *Ask about this* in the menu of a message.`,
    ),
    section(`*For example*\n${prompts.map(({ message }) => `• ${escapeText(message)}`).join('\n')}`),
    section('`/parley settings` sets when I answer in a channel · `/parley forget me` erases what I keep of you'),
  ],
});
