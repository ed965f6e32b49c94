import type { Answer, NearestPage, Usage } from '../../core/answer.ts';
import { nearestName } from '../../core/nearest-name.ts';
import { addressOfPage } from '../api/door.ts';

/** The part of an answer that names its sources. */
type Sourced = Pick<Answer, 'text' | 'citations' | 'nearest'>;

/** A citation in the format of OpenAI's API: the position of its mark in the text, and its target. */
export interface UrlCitation {
  /** UTF-16 offsets of the mark `[n]`. */
  start_index: number;
  end_index: number;
  title: string;
  url: string;
}

/** One citation for each mark `[n]` in the text. @param base Parley's base URL */
const citationsOf = ({ text, citations }: Pick<Answer, 'text' | 'citations'>, base: string): UrlCitation[] => {
  const byNumber = new Map(citations.map((citation) => [citation.n, citation]));
  return Array.from(text.matchAll(/\[(\d+)\]/g)).flatMap((mark) => {
    const cited = byNumber.get(Number(mark[1]));
    if (!cited) return [];
    const { title } = cited;
    return [
      { start_index: mark.index, end_index: mark.index + mark[0].length, title, url: addressOfPage(cited, base) },
    ];
  });
};

/**
 * Markdown definitions of the marks `[n]`, which follow an answer's text. Most clients of chat completions drop annotations,
 * so that their users could open no source. A client that renders Markdown shows each mark as a link and no definitions; one
 * that does not shows them as a list.
 */
const definitionsOf = (text: string, citations: readonly UrlCitation[]): string[] =>
  citations.map(({ start_index, end_index, title, url }) => {
    const name = title.replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&');
    return `${text.slice(start_index, end_index)}: <${asTarget(url)}> "${name}"`;
  });

const asTarget = (url: string): string => url.replace(/[<>\\\s]/g, (character) => encodeURIComponent(character));

const asLines = (definitions: readonly string[]): string =>
  definitions.length === 0 ? '' : `\n\n${[...new Set(definitions)].join('\n')}`;

/** What a chat completion says of an answer and its sources. */
export interface ChatAnswer {
  text: string;
  annotations: { type: 'url_citation'; url_citation: UrlCitation }[];
  /** Markdown definitions that follow the text. */
  definitions: string;
}

/** An answer's text and sources in a chat completion: annotations of the text, and the definitions that follow it. */
export const chatAnswer = (answer: Sourced, base: string): ChatAnswer => {
  const citations = citationsOf(answer, base);
  const { text, targets } = linkNearest(answer, base);
  return {
    text,
    annotations: citations.map((citation) => ({ type: 'url_citation', url_citation: citation })),
    definitions: asLines([...definitionsOf(text, citations), ...targets]),
  };
};

/** Where the text names a page as the nearest: UTF-16 offsets of its name. */
interface NamedPage {
  start: number;
  end: number;
  page: NearestPage;
}

/**
 * Finds where an answer without citations names its nearest pages: in its list, and below the one that it quotes. In
 * the order of the text.
 */
const namedPages = ({ text, citations, nearest = [] }: Sourced): NamedPage[] => {
  if (citations.length > 0) return [];
  const byLine = new Map(nearest.toReversed().map((page) => [`- ${nearestName(page)}`, page]));
  const named: NamedPage[] = [];
  let quoted: NamedPage | undefined;
  const [first] = nearest;
  let at = 0;
  for (const line of text.split('\n')) {
    const page = byLine.get(line);
    if (page) named.push({ start: at + 2, end: at + line.length, page });
    // The name of a table may stand before the title.
    const start = first?.quote !== undefined && line.startsWith('_') ? line.lastIndexOf(first.title) : -1;
    if (first && start >= 0) quoted ??= { start: at + start, end: at + start + first.title.length, page: first };
    at += line.length + 1;
  }
  return quoted ? [quoted, ...named].sort((one, other) => one.start - other.start) : named;
};

/** Makes links of the nearest pages: `[name]` and a definition, as with the marks. */
const linkNearest = (answer: Sourced, base: string) => {
  const targets = new Set<string>();
  let text = '';
  let copied = 0;
  for (const { start, end, page } of namedPages(answer)) {
    const label = `[${answer.text.slice(start, end).replace(/[[\]\\]/g, '\\$&')}]`;
    targets.add(`${label}: <${asTarget(addressOfPage(page, base))}>`);
    text += `${answer.text.slice(copied, start)}${label}`;
    copied = end;
  }
  return { text: text + answer.text.slice(copied), targets: [...targets] };
};

/** The annotations of a response: its citations, or the nearest pages that an answer without any names. */
export const responseCitations = (answer: Sourced, base: string): UrlCitation[] => [
  ...citationsOf(answer, base),
  ...namedPages(answer).map(({ start, end, page }) => ({
    start_index: start,
    end_index: end,
    title: answer.text.slice(start, end),
    url: addressOfPage(page, base),
  })),
];

/** A text without the definitions that `chatAnswer` put after it. */
export const withoutLinkDefinitions = (text: string): string => {
  const lines = text.trimEnd().split('\n');
  const last = lines.findLastIndex((line) => !/^\[.+\]: </.test(line));
  return lines
    .slice(0, last + 1)
    .join('\n')
    .trimEnd();
};

/** Usage as the Chat Completions API writes it. */
export const chatUsage = ({ inputTokens, outputTokens }: Usage) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

/** Usage as the Responses API writes it. */
export const responsesUsage = ({ inputTokens, outputTokens }: Usage) => ({
  input_tokens: inputTokens,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: outputTokens,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: inputTokens + outputTokens,
});

/**
 * The text that is still to be sent after the streamed pieces, for clients that cannot replace text.
 * @returns the rest of the final text, or all of it after a divider if it does not begin with the pieces
 */
export const restOf = (sent: string, final: string): string => {
  if (final.startsWith(sent)) return final.slice(sent.length);
  // The answer's text was repaired after some pieces had been sent.
  return `\n\n---\n\n${final}`;
};
