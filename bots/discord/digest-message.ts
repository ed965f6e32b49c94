import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import { type Digest, digestTitle, type Owner, questionLine } from '../chat/digest/index.ts';
import { type SourceOption, sourceValue } from '../chat/source-options.ts';
import { type Body, body, button, text } from './layout.ts';

type Modal = APIModalInteractionResponseCallbackData;

/** A digest of open questions, as a direct message. */
export const digestBody = (digest: Digest): Body =>
  body([
    text(`**${digestTitle(digest)}**`),
    ...digest.questions.flatMap((open) => {
      const { question, note } = questionLine(open);
      return [
        text(`${question.replace(/[<@]/g, '$&\u200b')}\n-# ${note}`),
        {
          type: ComponentType.ActionRow as const,
          components: [button(`reply:${open.row}`, 'Answer'), button(`settle:${open.row}`, 'Mark as settled')],
        },
      ];
    }),
    ...(digest.more > 0 ? [text(`…and ${digest.more} more: \`/parley\` lists them.`)] : []),
    {
      type: ComponentType.ActionRow as const,
      components: [button(`resign:${digest.owner.workspace}|${sourceValue(digest.owner.source)}`, 'No more of these')],
    },
  ]);

/** The form in which an owner answers. */
export const answerForm = (row: string): Modal => ({
  custom_id: `reply:${row}`,
  title: 'Answer',
  components: [
    {
      type: ComponentType.Label,
      label: 'What is right?',
      description: 'It is posted in the question’s thread with your name.',
      component: {
        type: ComponentType.TextInput,
        custom_id: 'answer',
        style: TextInputStyle.Paragraph,
        required: true,
        max_length: 2500,
      },
    },
  ],
});

/** Who looks after which source. */
export const ownersForm = (
  owners: readonly Owner[],
  { guildId, sources }: { guildId: string; sources: readonly SourceOption[] },
): Modal => ({
  custom_id: `owners:${guildId}`,
  title: 'Owners of sources',
  components: [
    {
      type: ComponentType.TextDisplay,
      content:
        owners.length > 0
          ? `**Now**\n${owners.map(({ source, person, pace }) => `${source}: <@${person.split(':')[1]}> (${pace === 'day' ? 'daily' : 'weekly'})`).join('\n')}`.slice(
              0,
              4000,
            )
          : 'Owners get the questions that a source leaves open, by direct message.',
    },
    {
      type: ComponentType.Label,
      label: 'Source',
      component: {
        type: ComponentType.StringSelect,
        custom_id: 'source',
        required: true,
        options: sources.slice(0, 25).map(({ label, value }) => ({ label, value })),
      },
    },
    {
      type: ComponentType.Label,
      label: 'Its owners here',
      description: 'In place of those it has; nobody ends its digests.',
      component: {
        type: ComponentType.UserSelect,
        custom_id: 'people',
        required: false,
        min_values: 0,
        max_values: 10,
      },
    },
    {
      type: ComponentType.Label,
      label: 'How often?',
      component: {
        type: ComponentType.RadioGroup,
        custom_id: 'pace',
        required: true,
        options: [
          { value: 'week', label: 'Every Monday', default: true },
          { value: 'day', label: 'Every day' },
        ],
      },
    },
  ],
});
