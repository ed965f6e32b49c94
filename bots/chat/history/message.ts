import { extractMarkdownText } from '../../../ingest/extract/markdown/markdown.ts';
import type { ExtractedPage } from '../../../ingest/extract/page.ts';

/** A file that somebody posted in a channel. */
export interface DroppedFile {
  id: string;
  name: string;
  /** Bytes, as stated by the platform. */
  size: number;
  /** The content type. */
  type: string;
  url: string;
}

/** A message of a channel's history, independent of the platform. */
export interface ChatMessage {
  id: string;
  at: Date;
  author: string;
  /** Markdown. */
  text: string;
  /** Changes when the message is edited. */
  version: string;
  /** `parley`: written by Parley. `to-parley`: a question to Parley. Neither can be cited by itself. */
  part?: 'parley' | 'to-parley';
  files?: readonly DroppedFile[];
  /** The id of the message that this one answers, on platforms where that makes no thread. */
  replyTo?: string;
  /** A line above the text in Markdown: what this message answers, where that stands on another page. */
  replied?: string;
}

/** The messages of a thread or talk; at least one. */
export type Messages = readonly [ChatMessage, ...ChatMessage[]];

/** Maximum words of a message, or of the thread's name, in a title. */
const TITLE_WORDS = 10;
/**
 * Threads with fewer words, such as "thanks!" or "done", cannot answer a question and are left out. A message with fewer,
 * such as "hello!", says nothing of what a thread is about.
 */
const MIN_WORDS = 4;

/**
 * The messages that a later answer may cite: those of people and other bots. Leaves out Parley's own answers, which would
 * otherwise be cited as evidence. A question to Parley stays only when somebody else replied.
 * @param subject what the first author wrote above the message, which counts as said
 * @returns undefined when too few words of others are left
 */
export const citableMessages = (messages: readonly ChatMessage[], subject = ''): Messages | undefined => {
  const written = messages.filter(({ part, text }) => part !== 'parley' && text.trim() !== '');
  const others = written.filter(({ part }) => part === undefined);
  const words = others.reduce(
    (sum, { replied = '', text }) => sum + countWords(replied) + countWords(text),
    countWords(subject),
  );
  const [first, ...later] = written;
  return first && words >= MIN_WORDS ? [first, ...later] : undefined;
};

const countWords = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** `2026-03-01 14:05`, UTC. */
const minute = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');

/** `#support: How do we rotate the staging key? (2026-03-01)` */
const titleOf = (channel: string, messages: Messages, name?: string): string => {
  const [first] = messages;
  const telling = messages.find(({ text }) => countWords(text) >= MIN_WORDS) ?? first;
  return `#${channel}: ${firstWords(name ?? telling.text, TITLE_WORDS)} (${minute(first.at).slice(0, 10)})`;
};

/** How a message begins, in plain words: without its code, links and signs of emphasis. */
export const firstWords = (text: string, count: number): string => {
  const plain = text
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\\(?=[\\`*_[\]<>\n])/g, '')
    .replace(/[*_~`>#<]+/g, ' ')
    .trim()
    .split(/\s+/);
  return plain.slice(0, count).join(' ') + (plain.length > count ? ' …' : '');
};

/** Turns a thread or talk into a page. Each message begins with its author's name and time. */
export const pageOf = (channel: string, messages: Messages, name?: string): ExtractedPage => {
  const said = messages.map(
    ({ author, at, replied, text }) =>
      `**${author.replace(/[*_`[\]]/g, '')}** (${minute(at)}): ${replied ? `${replied}\n\n` : ''}${text.trim()}`,
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
