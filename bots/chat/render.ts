import type { Answer, Citation } from '../../core/answer.ts';
import { unconfirmedLine } from '../../core/verdict.ts';
import { plainWords } from '../conversation/plain-words.ts';
import { safeMarkdown } from './safe-markdown.ts';

/** A source as it stands under an answer. */
export interface SourceLine {
  n: number;
  title: string;
  url?: string;
  /** Such as `12 Mar 2026`. */
  date?: string;
}

/** An answer in the pieces that a platform lays out its own way. */
export interface RenderedAnswer {
  text: string;
  sources: SourceLine[];
  /** Short lines under the text. */
  lines: string[];
  verdict: Answer['verdict'];
  /** A verified question that may be the same: a press shows its answer to who presses. */
  alike?: { id: string; question: string };
}

const VERDICTS: Partial<Record<Answer['verdict'], string>> = {
  unknown: 'I could not find this in the pages that I may use here.',
  'invalid-premise': 'The question takes something for granted that the pages contradict.',
  declined: 'I did not answer this.',
};

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A page's date in words; undefined for what is not a date. */
export const dateOf = (iso: string | undefined): string | undefined => {
  const time = iso === undefined ? Number.NaN : Date.parse(iso);
  return Number.isNaN(time) ? undefined : day.format(time);
};

const sourceOf = ({ n, title, url, updatedAt }: Citation): SourceLine => ({
  n,
  title: title.replace(/\s+/g, ' ').trim() || 'Untitled',
  ...(url && /^https?:\/\//i.test(url) && { url }),
  ...(dateOf(updatedAt) && { date: dateOf(updatedAt) }),
});

/** The addresses that an answer may link to: those of its citations. */
export const citedUrls = (citations: readonly Citation[]): Set<string> =>
  new Set(citations.flatMap(({ url }) => (url ? [url] : [])));

/**
 * Puts an answer into words.
 * @param inChannel others read along, so that private pages were left out
 * @param sources what alone was looked in, where the channel is set so
 */
export const renderAnswer = (
  answer: Answer,
  { inChannel, sources: only }: { inChannel: boolean; sources?: readonly string[] },
): RenderedAnswer => {
  const verdict = VERDICTS[answer.verdict];
  const unconfirmed = unconfirmedLine(answer);
  const sources = [...new Map(answer.citations.map((citation) => [citation.n, sourceOf(citation)])).values()];
  return {
    text: safeMarkdown(answer.text.trim(), citedUrls(answer.citations)) || verdict || 'I have nothing to say to this.',
    sources: sources.sort((a, b) => a.n - b.n),
    verdict: answer.verdict,
    lines: [
      ...(unconfirmed ? [safeMarkdown(unconfirmed, new Set())] : []),
      // The same words whatever private pages hold, so that they tell nothing.
      ...(answer.verdict === 'unknown' && inChannel
        ? ['I looked only at what everyone here may see. Ask me in a direct message to include what only you may see.']
        : []),
      ...(answer.verdict === 'unknown' && only ? [`In this channel I look only in ${only.join(', ')}.`] : []),
      ...(answer.notices ?? [])
        .map(plainWords)
        .flatMap((notice) => (notice === '' ? [] : safeMarkdown(notice, new Set()))),
    ],
  };
};
