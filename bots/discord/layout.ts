import { type APIMessageTopLevelComponent, ButtonStyle, ComponentType, MessageFlags } from 'discord.js';
import { inertText } from '../../core/text/inert-text.ts';
import { type DigestMessage, endText, type ReplyEnd } from '../chat/platform.ts';
import { cut, head, linesWithin } from '../chat/reply/cut.ts';
import type { SourceLine } from '../chat/reply/render.ts';
import { portions } from '../chat/reply/roll-over.ts';
import { labels } from '../chat/reply/texts.ts';
import type { StepCard } from '../conversation/events.ts';
import { discordMarkdown } from './markdown.ts';

type Component = APIMessageTopLevelComponent;

/** The body of a message for the REST API: Components V2 only, without pings. */
export interface Body {
  flags: number;
  components: Component[];
  allowed_mentions: { parse: [] };
}

/** Discord allows 4,000 characters of text in a message, including the notes below the answer. */
const LIMITS = { soft: 2500, hard: 3200 };
const MAX_DISPLAYED_CHARS = 3900;
const MAX_NOTES_CHARS = 2500;
const MAX_STEPS = 6;

/** A block of Markdown, cut to the 4,000 characters that Discord allows. */
export const text = (content: string): Component => ({
  type: ComponentType.TextDisplay,
  content: head(content, 4000) || '…',
});
/** A message of components. It notifies nobody, whatever names its text has. */
export const body = (components: Component[]): Body => ({
  flags: MessageFlags.IsComponentsV2,
  components,
  allowed_mentions: { parse: [] },
});

/** A row of buttons. A custom id begins with the name of the shared action that the button runs. */
const buttons = (...row: [customId: string, label: string][]): Component => ({
  type: ComponentType.ActionRow,
  components: row.map(([custom_id, label]) => ({
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label,
    custom_id,
  })),
});
const MARKS = { pending: '○', running: '◐', done: '●', failed: '✕' } as const;

/**
 * A page's title in a line of Markdown. Code in it stays code: an address stands in code so that Discord does not link it, and
 * cutting may have opened it again.
 */
const titleText = (title: string): string =>
  inertText(cut(title, 100))
    .split(/(`[^`\n]+`)/)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(/[[\]()*_`~|\\]/g, '\\$&')))
    .join('');

const sourceLine = ({ n, title, url, date }: SourceLine): string => {
  const name = titleText(title);
  return `-# ${n}. ${url ? `[${name}](<${url}>)` : name}${date ? ` · ${date}` : ''}`;
};

/** The messages of a streaming answer. The last one shows the status and has a stop button. */
export const runningBodies = (
  written: string,
  { key, status, steps }: { key: string; status: string; steps: readonly StepCard[] },
): Body[] => {
  const shown = discordMarkdown(written);
  const parts = portions(shown, LIMITS);
  const progress = [
    ...steps
      .slice(-MAX_STEPS)
      .map(({ title, status: state }) => `-# ${MARKS[state]} ${cut(title.replace(/\s+/g, ' '), 80)}`),
    `-# ${cut(status, 100)}…`,
  ].join('\n');
  return parts.map(({ before, start, end, after }, i) => {
    const part = before + shown.slice(start, end) + after;
    const last = i === parts.length - 1;
    return body([
      ...(part.trim() ? [text(part)] : []),
      ...(last ? [text(progress), buttons([`stop:${key}`, 'Stop'])] : []),
    ]);
  });
};

/** The notes below a finished reply. Notes that do not fit are only counted. */
const notesOf = (end: ReplyEnd): string => {
  if (end.kind === 'stopped') return '-# Stopped.';
  if (end.kind === 'error') return `-# ${end.remedy}`;
  const { rendered } = end;
  const notes = [
    ...rendered.lines.filter((line) => line !== rendered.text).map((line) => `-# ${line.replace(/\n/g, ' ')}`),
    ...rendered.sources.map(sourceLine),
  ];
  return linesWithin(notes, MAX_NOTES_CHARS, (count) => `-# and ${count} more under “${labels.reasoning}”`).join('\n');
};

/** The messages of a finished reply. @param options `share`: adds a button that posts the answer for everybody */
export const finalBodies = (end: ReplyEnd, { share }: { share: boolean }): Body[] => {
  const shown = discordMarkdown(endText(end));
  const notes = notesOf(end);
  const parts = portions(shown, LIMITS)
    .map(({ before, start, end: stop, after }) => before + shown.slice(start, stop) + after)
    .filter((part, i) => part.trim() || i === 0);
  const bodies = parts.map((part) => (part.trim() ? [text(part)] : []));
  const footer = notes ? [text(notes)] : [];
  if (end.kind === 'answer' && end.rendered.verdict !== 'smalltalk') {
    const { turnId } = end;
    footer.push(
      end.forAsker
        ? buttons([`reasoning:${turnId}`, labels.reasoning], [`owners:${turnId}`, labels.owners])
        : buttons(
            [`up:${turnId}`, '👍'],
            [`down:${turnId}`, '👎'],
            [`reasoning:${turnId}`, labels.reasoning],
            share ? [`share:${turnId}`, labels.share] : [`verify:${turnId}`, labels.verify],
          ),
    );
    const { alike } = end.rendered;
    if (alike) footer.push(buttons([`same:${alike.id}`, labels.same(alike.question)]));
  }
  const fits = (parts.at(-1)?.length ?? 0) + notes.length <= MAX_DISPLAYED_CHARS;
  const last = bodies.at(-1);
  if (fits && last) last.push(...footer);
  else bodies.push(footer);
  return bodies.filter((components) => components.length > 0).map(body);
};

/** The body of a direct message with a digest of open questions. */
export const digestBody = ({ title, questions, notes = [], more, unsubscribe }: DigestMessage): Body =>
  body([
    text(`**${title}**`),
    ...questions.flatMap(({ id, question, note }) => [
      text(`${question.replace(/[<@]/g, '$&\u200b')}\n-# ${note}`),
      buttons([`answer:${id}`, labels.answer], [`settle:${id}`, labels.settle]),
    ]),
    ...notes.map((note) => text(note)),
    ...(more > 0 ? [text(`…and ${more} more: \`/parley\` lists them.`)] : []),
    buttons([`resign:${unsubscribe}`, labels.unsubscribe]),
  ]);
