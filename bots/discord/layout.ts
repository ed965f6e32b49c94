import { type APIMessageTopLevelComponent, ButtonStyle, ComponentType, MessageFlags } from 'discord.js';
import type { Final, StepCard } from '../chat/platform.ts';
import type { SourceLine } from '../chat/render.ts';
import { portions } from '../chat/roll-over.ts';
import { discordMarkdown } from './markdown.ts';

type Component = APIMessageTopLevelComponent;

/** A message's body as REST takes it: components alone (Components V2), and nobody is pinged. */
export interface Body {
  flags: number;
  components: Component[];
  allowed_mentions: { parse: [] };
}

/** Displayed text of one message is 4,000 characters in all; what stands under it needs some of that. */
const LIMITS = { soft: 2500, hard: 3200 };
const DISPLAYED = 3900;

export const text = (content: string): Component => ({
  type: ComponentType.TextDisplay,
  content: content.slice(0, 4000) || '…',
});
export const body = (components: Component[]): Body => ({
  flags: MessageFlags.IsComponentsV2,
  components,
  allowed_mentions: { parse: [] },
});

const cut = (value: string, length: number) => (value.length > length ? `${value.slice(0, length - 1)}…` : value);
export const button = (customId: string, label: string) =>
  ({ type: ComponentType.Button, style: ButtonStyle.Secondary, label, custom_id: customId }) as const;
const MARKS = { pending: '○', running: '◐', done: '●', failed: '✕' } as const;

const sourceLine = ({ n, title, url, date }: SourceLine): string => {
  const name = cut(title, 100).replace(/[[\]()*_`~|\\]/g, '\\$&');
  return `-# ${n}. ${url ? `[${name}](<${url}>)` : name}${date ? ` · ${date}` : ''}`;
};

/** The messages of an answer that is still being written; the last one says what goes on and can be stopped. */
export const runningBodies = (
  written: string,
  { key, status, steps }: { key: string; status: string; steps: readonly StepCard[] },
): Body[] => {
  const shown = discordMarkdown(written);
  const parts = portions(shown, LIMITS);
  const progress = [
    ...steps.slice(-6).map(({ title, status: state }) => `-# ${MARKS[state]} ${cut(title.replace(/\s+/g, ' '), 80)}`),
    `-# ${cut(status, 100)}…`,
  ].join('\n');
  return parts.map(({ before, start, end, after }, i) => {
    const part = before + shown.slice(start, end) + after;
    const last = i === parts.length - 1;
    return body([
      ...(part.trim() ? [text(part)] : []),
      ...(last
        ? [text(progress), { type: ComponentType.ActionRow, components: [button(`stop:${key}`, 'Stop')] } as Component]
        : []),
    ]);
  });
};

/** What stands under a finished reply. */
const under = (final: Final, { share }: { share: boolean }): { notes: string; row: Component[] } => {
  if (final.kind === 'stopped') return { notes: '-# Stopped.', row: [] };
  if (final.kind === 'error') return { notes: `-# ${final.remedy}`, row: [] };
  const { rendered, turnId } = final;
  const notes = [
    ...rendered.lines.filter((line) => line !== rendered.text).map((line) => `-# ${line.replace(/\n/g, ' ')}`),
    ...rendered.sources.map(sourceLine),
  ];
  let kept = notes;
  while (kept.join('\n').length > 2500) kept = kept.slice(0, -1);
  if (kept.length < notes.length) kept = [...kept, `-# and ${notes.length - kept.length} more under “Show reasoning”`];
  return {
    notes: kept.join('\n'),
    row: [
      {
        type: ComponentType.ActionRow,
        components: [
          button(`up:${turnId}`, '👍'),
          button(`down:${turnId}`, '👎'),
          button(`why:${turnId}`, 'Show reasoning'),
          share
            ? button(`share:${turnId}`, 'Share with everyone here')
            : button(`verify:${turnId}`, 'Mark as verified'),
        ],
      },
    ],
  };
};

/** The messages of a finished reply. */
export const finalBodies = (final: Final, { share }: { share: boolean }): Body[] => {
  const words = final.kind === 'answer' ? final.rendered.text : final.kind === 'stopped' ? final.text : final.message;
  const shown = discordMarkdown(words);
  const { notes, row } = under(final, { share });
  const parts = portions(shown, LIMITS)
    .map(({ before, start, end, after }) => before + shown.slice(start, end) + after)
    .filter((part, i) => part.trim() || i === 0);
  const bodies = parts.map((part) => (part.trim() ? [text(part)] : []));
  const last = bodies.at(-1) as Component[];
  const end = [...(notes ? [text(notes)] : []), ...row];
  if ((parts.at(-1)?.length ?? 0) + notes.length <= DISPLAYED) last.push(...end);
  else bodies.push(end);
  return bodies.filter((components) => components.length > 0).map(body);
};
