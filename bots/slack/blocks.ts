import type { types } from '@slack/bolt';
import type { Final } from '../chat/platform.ts';
import type { SourceLine } from '../chat/render.ts';

type Block = types.KnownBlock;

/** Ids of what can be pressed; the listeners know them by these. */
export const actions = {
  feedback: 'parley_feedback',
  reasoning: 'parley_reasoning',
  verify: 'parley_verify',
  share: 'parley_share',
  settings: 'parley_settings',
  forget: 'parley_forget',
  answer: 'parley_answer',
  settle: 'parley_settle',
  resign: 'parley_resign',
} as const;

/** Text for Slack's own markup: its three special characters (docs.slack.dev/messaging/formatting-message-text#escaping). */
export const escapeText = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
export const plain = (text: string): types.PlainTextElement => ({ type: 'plain_text', text, emoji: true });

const sourceLine = ({ n, title, url, date }: SourceLine): string => {
  const name = escapeText(cut(title, 120)).replace(/\|/g, '∣');
  return `${n}. ${url ? `<${url.replace(/[<>|]/g, encodeURIComponent)}|${name}>` : name}${date ? ` · ${date}` : ''}`;
};

/** Context blocks of at most ten elements, each within 2,000 characters. */
const contexts = (lines: readonly string[]): Block[] => {
  const elements: string[] = [];
  for (const line of lines) {
    const last = elements.at(-1);
    if (last !== undefined && last.length + line.length < 2000) elements[elements.length - 1] = `${last}\n${line}`;
    else elements.push(cut(line, 2000));
  }
  return elements.length === 0
    ? []
    : [{ type: 'context', elements: elements.slice(0, 10).map((text) => ({ type: 'mrkdwn', text, verbatim: true })) }];
};

export const button = (text: string, actionId: string, value: string): types.Button => ({
  type: 'button',
  text: plain(text),
  action_id: actionId,
  value,
});

/** What stands under a reply: its lines, sources and buttons. */
export const footer = (final: Final, { share = false }: { share?: boolean } = {}): Block[] => {
  if (final.kind !== 'answer') return contexts([final.kind === 'stopped' ? 'Stopped.' : escapeText(final.remedy)]);
  const { rendered, turnId } = final;
  return [
    ...contexts(rendered.lines.filter((line) => line !== rendered.text).map((line) => `_${escapeText(line)}_`)),
    ...contexts(rendered.sources.map(sourceLine)),
    {
      type: 'actions',
      elements: [
        button('Show reasoning', actions.reasoning, turnId),
        ...(share
          ? [button('Share with everyone here', actions.share, turnId)]
          : [button('Mark as verified', actions.verify, turnId)]),
      ],
    },
    {
      type: 'context_actions',
      elements: [
        {
          type: 'feedback_buttons',
          action_id: actions.feedback,
          positive_button: {
            text: plain('Good answer'),
            value: `up:${turnId}`,
            accessibility_label: 'This answer helped',
          },
          negative_button: {
            text: plain('Bad answer'),
            value: `down:${turnId}`,
            accessibility_label: 'This answer is wrong',
          },
        },
      ],
    } as Block,
  ];
};

/** The text that a final reply shows. */
export const finalText = (final: Final): string =>
  final.kind === 'answer' ? final.rendered.text : final.kind === 'stopped' ? final.text : final.message;

/** A message of Markdown with what stands under it. */
export const withText = (text: string, under: readonly Block[]): Block[] => [
  ...(text.trim() ? [{ type: 'markdown', text } as Block] : []),
  ...under,
];
