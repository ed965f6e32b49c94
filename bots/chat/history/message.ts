import { extractMarkdownText } from '../../../ingest/extract/markdown.ts';
import type { ExtractedPage } from '../../../ingest/extract/page.ts';

/** A file that somebody dropped into a channel. */
export interface DroppedFile {
  id: string;
  name: string;
  /** Bytes, as the platform says. */
  size: number;
  /** The content type. */
  type: string;
  url: string;
}

/** A message of a channel's history, whatever the platform. */
export interface ChatMessage {
  id: string;
  at: Date;
  author: string;
  /** As Markdown. */
  text: string;
  /** Changes when the message is edited. */
  version: string;
  /** `parley`: said by Parley; `to-parley`: a question to it. Neither is a source of answers by itself. */
  part?: 'parley' | 'to-parley';
  files?: readonly DroppedFile[];
}

/** Messages of a thread or a talk, of which there is at least one. */
export type Messages = readonly [ChatMessage, ...ChatMessage[]];

/** Words in which a title tells what a thread is about. */
const TITLE_WORDS = 10;
/** Fewer words than these answer no question: "thanks!", "done". */
const MIN_WORDS = 4;

/**
 * What may answer a later question: what people and other bots said, without Parley's own answers, which would be cited as if
 * somebody had said so. A question to Parley stays only where somebody else said something to it.
 * @returns undefined when nothing of that is left
 */
export const citableMessages = (messages: readonly ChatMessage[]): Messages | undefined => {
  const written = messages.filter(({ part, text }) => part !== 'parley' && text.trim() !== '');
  const others = written.filter(({ part }) => part === undefined);
  const words = others.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);
  const [first, ...later] = written;
  return first && words >= MIN_WORDS ? [first, ...later] : undefined;
};

/** `2026-03-01 14:05`, UTC. */
const minute = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');

/** `#support: How do we rotate the staging key? (2026-03-01)` */
const titleOf = (channel: string, [first]: Messages, name?: string): string => {
  const plain = (name ?? first.text)
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_~`>#<]+/g, ' ')
    .trim()
    .split(/\s+/);
  const start = plain.slice(0, TITLE_WORDS).join(' ') + (plain.length > TITLE_WORDS ? ' …' : '');
  return `#${channel}: ${start} (${minute(first.at).slice(0, 10)})`;
};

/** A thread as a page: each message under its author's name and time. */
export const pageOf = (channel: string, messages: Messages, name?: string): ExtractedPage => {
  const said = messages.map(
    ({ author, at, text }) => `**${author.replace(/[*_`[\]]/g, '')}** (${minute(at)}): ${text.trim()}`,
  );
  const page = extractMarkdownText(said.join('\n\n'), {});
  const authors = [...new Set(messages.map(({ author }) => author))];
  return {
    ...page,
    title: titleOf(channel, messages, name),
    metadata: {
      ...page.metadata,
      author: authors.join(', '),
      published: messages[0].at.toISOString(),
      updated: (messages.at(-1) ?? messages[0]).at.toISOString(),
    },
  };
};
