import type { Answer, Usage } from '../../core/answer.ts';
import { addressOfPage } from '../api/door.ts';

/** A citation as OpenAI's clients know it: where its mark stands in the text, and what it leads to. */
export interface UrlCitation {
  /** UTF-16 offsets of the mark `[n]`. */
  start_index: number;
  end_index: number;
  title: string;
  url: string;
}

/** One citation for each mark `[n]` in the text. @param base where people reach Parley */
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
 * Joins the pieces of an answer with its final text, for clients that can take nothing back.
 * @returns what is still to be sent so that the reader has the whole final text
 */
export const restOf = (sent: string, final: string): string => {
  if (final.startsWith(sent)) return final.slice(sent.length);
  // The text was repaired after pieces of it were sent.
  return `\n\n---\n\n${final}`;
};
