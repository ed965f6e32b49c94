import type { types } from '@slack/bolt';
import type { DigestMessage, ReplyEnd } from '../chat/platform.ts';
import { cut, head, linesWithin } from '../chat/reply/cut.ts';
import type { SourceLine } from '../chat/reply/render.ts';
import type { PortionLimits } from '../chat/reply/roll-over.ts';
import { labels } from '../chat/reply/texts.ts';
import type { Welcome } from '../chat/reply/welcome.ts';

type Block = types.KnownBlock;

/** Slack then shows no previews of the pages that a message links to. */
export const NO_UNFURL = { unfurl_links: false, unfurl_media: false };

/** The action id of the button that runs a shared action. */
export const actionId = (name: string): string => `parley_${name}`;
/** The action id of Slack's feedback buttons. Their value holds the thumb and the turn's id. */
export const FEEDBACK_ACTION = actionId('feedback');

/** Escapes the three special characters of Slack's mrkdwn (docs.slack.dev/messaging/formatting-message-text#escaping). */
export const escapeText = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** A text without markup, for titles, labels and buttons. */
export const plain = (text: string): types.PlainTextElement => ({ type: 'plain_text', text, emoji: true });

/** Characters after which an answer continues in a new message: Slack's limit is 12,000 (methods/chat.appendStream). */
export const MESSAGE_LIMITS: PortionLimits = { soft: 8000, hard: 11_000 };

/** Slack counts all texts of a message's blocks together, and refuses about 13,200 characters (slackapi/bolt-js#2509). */
const MAX_FOOTER_CHARS = 2000;
/** What notices may take of it. */
const MAX_NOTES_CHARS = 1000;

/** `chat.update` refuses more as `text` (docs.slack.dev/reference/methods/chat.update#errors); some count its bytes. */
const MAX_FALLBACK_BYTES = 4000;

const sourceLine = ({ n, title, url, date }: SourceLine): string => {
  const name = escapeText(cut(title, 120)).replace(/\|/g, '∣');
  return `${n}. ${url ? `<${url.replace(/[<>|]/g, encodeURIComponent)}|${name}>` : name}${date ? ` · ${date}` : ''}`;
};

/** Puts lines into context blocks, which hold at most ten elements of 2,000 characters. */
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

/** A paragraph of mrkdwn, cut to the 3,000 characters that Slack allows. */
export const section = (text: string): Block => ({
  type: 'section',
  text: { type: 'mrkdwn', text: head(text, 3000) || ' ' },
});

/** A button that runs a shared action. */
const button = (name: keyof typeof labels | 'resign', label: string, value: string): types.Button => ({
  type: 'button',
  text: plain(label),
  action_id: actionId(name),
  value,
});

const thumbs = (turnId: string): Block => ({
  type: 'context_actions',
  elements: [
    {
      type: 'feedback_buttons',
      action_id: FEEDBACK_ACTION,
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
});

/** The blocks below a reply: notes, sources and buttons. @param options `share`: adds a button that posts it for everybody */
export const footerBlocks = (end: ReplyEnd, { share = false }: { share?: boolean } = {}): Block[] => {
  if (end.kind !== 'answer') return contexts([end.kind === 'stopped' ? 'Stopped.' : escapeText(end.remedy)]);
  const { rendered } = end;
  const more = (count: number) => `and ${count} more under “${labels.reasoning}”`;
  const notes = linesWithin(
    rendered.lines.filter((line) => line !== rendered.text).map((line) => `_${escapeText(cut(line, 500))}_`),
    MAX_NOTES_CHARS,
    more,
  );
  const room = MAX_FOOTER_CHARS - notes.join('\n').length;
  const sources = linesWithin(rendered.sources.map(sourceLine), room, more);
  return [
    ...contexts(notes),
    ...contexts(sources),
    ...(rendered.verdict === 'smalltalk' ? [] : answerButtons(end, share)),
  ];
};

/** The buttons below an answer. */
const answerButtons = (end: Extract<ReplyEnd, { kind: 'answer' }>, share: boolean): Block[] => {
  const { turnId } = end;
  return [
    {
      type: 'actions',
      elements: [
        button('reasoning', labels.reasoning, turnId),
        end.forAsker
          ? button('owners', labels.owners, turnId)
          : share
            ? button('share', labels.share, turnId)
            : button('verify', labels.verify, turnId),
        ...(end.rendered.alike
          ? [button('same', labels.same(end.rendered.alike.question), end.rendered.alike.id)]
          : []),
      ],
    },
    ...(end.forAsker ? [] : [thumbs(turnId)]),
  ];
};

/** The blocks of a Markdown message with its footer. */
const withText = (text: string, footer: readonly Block[]): Block[] => [
  ...(text.trim() ? [{ type: 'markdown' as const, text }] : []),
  ...footer,
];

/**
 * The content of a Markdown message with its footer. Its `text` stands where blocks are not shown, as in a notification, and is
 * as much of the message as Slack takes.
 */
export const markdownMessage = (text: string, footer: readonly Block[]): { text: string; blocks: Block[] } => {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_FALLBACK_BYTES));
  return { text: text.slice(0, read) || 'Parley', blocks: withText(text, footer) };
};

/** The blocks of a direct message with a digest of open questions. */
export const digestBlocks = ({ title, questions, notes = [], more, unsubscribe }: DigestMessage): Block[] => [
  section(`*${escapeText(title)}*`),
  ...questions.flatMap(({ id, question, note }): Block[] => [
    section(`${escapeText(question)}\n_${note}_`),
    {
      type: 'actions',
      elements: [button('answer', labels.answer, id), button('settle', labels.settle, id)],
    },
  ]),
  ...notes.map((note) => section(escapeText(note))),
  ...(more > 0 ? [section(`…and ${more} more: \`/parley questions\` lists them.`)] : []),
  { type: 'actions', elements: [button('resign', labels.unsubscribe, unsubscribe)] },
];

/** The view of the app's home tab. */
export const homeView = ({ greeting, next, prompts, promptsAre }: Welcome): types.HomeView => ({
  type: 'home',
  blocks: [
    { type: 'header', text: plain('Ask your team’s pages') },
    section(escapeText(greeting)),
    ...(next ? [section(`*Next step:* ${escapeText(next)}`)] : []),
    { type: 'divider' },
    section(
      `*Ask in any of these ways*\n• Write to me in the *Messages* tab: your private pages are included, and only you see the answer.\n• Mention me in a channel: I answer in the thread, from pages that everyone there may see.\n• \`/ask\` anywhere: only you see the answer.\n• Press *Ask about this* in the menu of a message.`,
    ),
    section(`*${promptsAre}*\n${prompts.map(({ message }) => `• ${escapeText(message)}`).join('\n')}`),
    section('`/parley settings` sets when I answer in a channel · `/parley forget me` erases what I keep of you'),
  ],
});
