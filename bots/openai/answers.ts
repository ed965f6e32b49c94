import type { Answer, Usage } from '../../core/answer.ts';
import { addressOfPage } from '../api/door.ts';

/** A citation in the format of OpenAI's API: the position of its mark in the text, and its target. */
export interface UrlCitation {
  /** UTF-16 offsets of the mark `[n]`. */
  start_index: number;
  end_index: number;
  title: string;
  url: string;
}

/** One citation for each mark `[n]` in the text. @param base Parley's base URL */
export const citationsOf = ({ text, citations }: Pick<Answer, 'text' | 'citations'>, base: string): UrlCitation[] => {
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
 * @returns empty when nothing is cited
 */
export const linkDefinitions = (text: string, citations: readonly UrlCitation[]): string => {
  const lines = citations.map(({ start_index, end_index, title, url }) => {
    const target = url.replace(/[<>\\\s]/g, (character) => encodeURIComponent(character));
    const name = title.replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&');
    return `${text.slice(start_index, end_index)}: <${target}> "${name}"`;
  });
  return lines.length === 0 ? '' : `\n\n${[...new Set(lines)].join('\n')}`;
};

/** An answer's sources in a chat completion: annotations of the text, and the definitions that follow it. */
export const chatSources = (answer: Pick<Answer, 'text' | 'citations'>, base: string) => {
  const citations = citationsOf(answer, base);
  return {
    annotations: citations.map((citation) => ({ type: 'url_citation' as const, url_citation: citation })),
    definitions: linkDefinitions(answer.text, citations),
  };
};

/** A text without the definitions that `linkDefinitions` put after it. */
export const withoutLinkDefinitions = (text: string): string => {
  const lines = text.trimEnd().split('\n');
  const last = lines.findLastIndex((line) => !/^\[\d+\]: </.test(line));
  return lines
    .slice(0, last + 1)
    .join('\n')
    .trimEnd();
};

export const chatUsage = ({ inputTokens, outputTokens }: Usage) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

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
