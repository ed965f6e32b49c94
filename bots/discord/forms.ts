import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import { type ChannelSettings, MAX_SOURCES, modeNames } from '../chat/channel-settings.ts';
import { reasons } from '../chat/feedback-form.ts';
import type { SourceOption } from '../chat/source-options.ts';

type Modal = APIModalInteractionResponseCallbackData;

/** The form behind a thumbs down. */
export const feedbackForm = (turnId: string): Modal => ({
  custom_id: `why:${turnId}`,
  title: 'What was wrong?',
  components: [
    {
      type: ComponentType.Label,
      label: 'What is wrong with this answer?',
      component: {
        type: ComponentType.RadioGroup,
        custom_id: 'reason',
        required: true,
        options: reasons.map(({ value, label }) => ({ value, label })),
      },
    },
    {
      type: ComponentType.Label,
      label: 'What would be right?',
      description: 'You are told here when it is fixed.',
      component: {
        type: ComponentType.TextInput,
        custom_id: 'comment',
        style: TextInputStyle.Paragraph,
        required: false,
        max_length: 3000,
      },
    },
  ],
});

/** The form of "Ask about this": the message's words as a question to finish. */
export const askForm = (about: string, messageId: string): Modal => ({
  custom_id: `ask:${messageId}`,
  title: 'Ask about this',
  components: [
    {
      type: ComponentType.Label,
      label: 'Your question',
      description: 'The answer is for your eyes only.',
      component: {
        type: ComponentType.TextInput,
        custom_id: 'question',
        style: TextInputStyle.Paragraph,
        required: true,
        max_length: 4000,
        value: about.slice(0, 4000),
      },
    },
  ],
});

/** Discord's select holds 25 options; where there are more sources, their names are typed. */
const MOST_OPTIONS = 25;

const sourcesInput = (sources: readonly SourceOption[], chosen: readonly string[]): Modal['components'] => {
  if (sources.length === 0) return [];
  const listed = sources.length <= MOST_OPTIONS;
  return [
    {
      type: ComponentType.Label,
      label: 'Where does it look?',
      description: listed ? 'Nothing chosen: in every source.' : 'Names with commas; empty: in every source.',
      component: listed
        ? {
            type: ComponentType.StringSelect,
            custom_id: 'sources',
            required: false,
            min_values: 0,
            max_values: Math.min(MAX_SOURCES, sources.length),
            options: sources.map(({ id, label, value }) => ({ label, value, default: chosen.includes(id) })),
          }
        : {
            type: ComponentType.TextInput,
            custom_id: 'sources',
            style: TextInputStyle.Short,
            required: false,
            ...(chosen.length > 0 && { value: chosen.join(', ').slice(0, 4000) }),
          },
    },
  ];
};

/** Whether what is said in the channel is a source; left out where it can't be one. */
const historyInput = (on: boolean | undefined): Modal['components'] =>
  on === undefined
    ? []
    : [
        {
          type: ComponentType.Label,
          label: 'Is this channel a source?',
          description: 'Only those who may read the channel get it in answers. The channel is told.',
          component: {
            type: ComponentType.CheckboxGroup,
            custom_id: 'history',
            required: false,
            min_values: 0,
            max_values: 1,
            options: [{ value: 'on', label: 'Read what is said here, and cite it', default: on }],
          },
        },
      ];

/** The settings of one channel; the channel's id travels in the form. */
export const settingsForm = (
  current: ChannelSettings,
  {
    channelId,
    strategies,
    sources,
  }: { channelId: string; strategies: readonly string[]; sources: readonly SourceOption[] },
): Modal => ({
  custom_id: `settings:${channelId}`,
  title: 'Parley in this channel',
  components: [
    {
      type: ComponentType.Label,
      label: 'When does it answer?',
      component: {
        type: ComponentType.RadioGroup,
        custom_id: 'mode',
        required: true,
        options: Object.entries(modeNames).map(([value, label]) => ({ value, label, default: value === current.mode })),
      },
    },
    {
      type: ComponentType.Label,
      label: 'How does it reason?',
      component: {
        type: ComponentType.StringSelect,
        custom_id: 'strategy',
        required: true,
        options: ['auto', ...strategies.filter((name) => name !== 'auto')].slice(0, 25).map((value) => ({
          value,
          label: value === 'auto' ? 'Automatic' : value,
          default: value === (current.strategy ?? 'auto'),
        })),
      },
    },
    {
      type: ComponentType.Label,
      label: 'Seconds an answer may take (5 to 600)',
      component: {
        type: ComponentType.TextInput,
        custom_id: 'seconds',
        style: TextInputStyle.Short,
        required: false,
        max_length: 3,
        ...(current.seconds && { value: String(current.seconds) }),
      },
    },
    ...sourcesInput(sources, current.sources ?? []),
    ...historyInput(current.history),
  ],
});
