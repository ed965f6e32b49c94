import type { types } from '@slack/bolt';
import { type Digest, digestTitle, type Owner, questionLine } from '../chat/digest/index.ts';
import type { OpenQuestionRow } from '../chat/open-questions.ts';
import { type SourceOption, sourceValue } from '../chat/source-options.ts';
import { actions, button, escapeText, plain } from './blocks.ts';
import { option, section, views } from './views.ts';

type Block = types.KnownBlock;

/** A digest of open questions, as a direct message. */
export const digestBlocks = (digest: Digest): Block[] => [
  section(`*${escapeText(digestTitle(digest))}*`),
  ...digest.questions.flatMap((open): Block[] => {
    const { question, note } = questionLine(open);
    return [
      section(`${escapeText(question)}\n_${note}_`),
      {
        type: 'actions',
        elements: [button('Answer', actions.answer, open.row), button('Mark as settled', actions.settle, open.row)],
      },
    ];
  }),
  ...(digest.more > 0 ? [section(`…and ${digest.more} more: \`/parley questions\` lists them.`)] : []),
  {
    type: 'actions',
    elements: [
      button(
        'No more of these',
        actions.resign,
        JSON.stringify({ source: sourceValue(digest.owner.source), workspace: digest.owner.workspace }),
      ),
    ],
  },
];

/** The form in which an owner answers. */
export const answerForm = ({ row, question }: OpenQuestionRow): types.ModalView => ({
  type: 'modal',
  callback_id: views.answer,
  private_metadata: JSON.stringify({ row }),
  title: plain('Answer'),
  submit: plain('Send'),
  close: plain('Cancel'),
  blocks: [
    section(`> ${escapeText(question).slice(0, 2500).replace(/\n/g, '\n> ')}`),
    {
      type: 'input',
      block_id: 'answer',
      label: plain('What is right?'),
      hint: plain('It is posted in the question’s thread with your name.'),
      element: { type: 'plain_text_input', action_id: 'value', multiline: true, max_length: 2500 },
    },
  ],
});

/** Who looks after which source. */
export const ownersForm = (
  owners: readonly Owner[],
  { workspace, sources }: { workspace: string; sources: readonly SourceOption[] },
): types.ModalView => {
  const named = Map.groupBy(owners, ({ source }) => source);
  const now = [...named].map(
    ([source, people]) =>
      `• ${escapeText(source)}: ${people.map(({ person, pace }) => `<@${person.split('/').at(-1)}> (${pace === 'day' ? 'daily' : 'weekly'})`).join(', ')}`,
  );
  const paces = [option('Every Monday', 'week'), option('Every day', 'day')];
  return {
    type: 'modal',
    callback_id: views.owners,
    private_metadata: JSON.stringify({ workspace }),
    title: plain('Owners of sources'),
    submit: plain('Save'),
    close: plain('Cancel'),
    blocks: [
      section(
        now.length > 0
          ? `*Now*\n${now.join('\n')}`
          : 'Owners get the questions that a source leaves open, by direct message.',
      ),
      {
        type: 'input',
        block_id: 'source',
        label: plain('Source'),
        element: {
          type: 'static_select',
          action_id: 'value',
          options: sources.slice(0, 100).map(({ label, value }) => option(label, value)),
        },
      },
      {
        type: 'input',
        block_id: 'people',
        optional: true,
        label: plain('Its owners here'),
        hint: plain('In place of those it has; nobody ends its digests.'),
        element: { type: 'multi_users_select', action_id: 'value', max_selected_items: 10 },
      },
      {
        type: 'input',
        block_id: 'pace',
        label: plain('How often?'),
        element: { type: 'radio_buttons', action_id: 'value', options: paces, initial_option: paces[0] },
      },
    ],
  };
};
