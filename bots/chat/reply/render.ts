import type { Answer, Citation, NearestPage } from '../../../core/answer.ts';
import { nearestName } from '../../../core/nearest-name.ts';
import { unconfirmedLine } from '../../../core/verdict.ts';
import { plainWords } from '../../conversation/plain-words.ts';
import { safeMarkdown } from './safe-markdown.ts';

/** A source in the list below an answer. */
export interface SourceLine {
  n: number;
  title: string;
  url?: string;
  /** Date of the last change, such as `12 Mar 2026`. */
  date?: string;
}

/** The parts of an answer, which each platform lays out in its own way. */
export interface RenderedAnswer {
  text: string;
  sources: SourceLine[];
  /** Short notes to show below the text. */
  lines: string[];
  verdict: Answer['verdict'];
  /** A similar question with a verified answer; a button shows that answer to the person who presses it. */
  alike?: { id: string; question: string };
}

const VERDICTS: Partial<Record<Answer['verdict'], string>> = {
  unknown: 'I could not find this in the pages that I may use here.',
  'invalid-premise': 'The question takes something for granted that the pages contradict.',
  declined: 'I did not answer this.',
};

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Formats an ISO 8601 date as `12 Mar 2026`, in UTC; undefined when the text is not a date. */
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

/** The URLs that an answer may link to, which are those of its citations. */
export const citedUrls = (citations: readonly Citation[]): Set<string> =>
  new Set(citations.flatMap(({ url }) => (url ? [url] : [])));

/** Links to the nearest pages, by the lines in which an answer lists them. A page without an address stays a line of text. */
const nearestLinks = (nearest: readonly NearestPage[]): Map<string, { line: string; url: string }> =>
  new Map(
    nearest.toReversed().flatMap((page) => {
      const name = nearestName(page);
      // A bracket would end the link's text, a parenthesis its address.
      if (!page.url || !/^https?:\/\//i.test(page.url) || /[[\]]/.test(name)) return [];
      const url = page.url.replaceAll('(', '%28').replaceAll(')', '%29');
      return [[`- ${name}`, { line: `- [${name}](${url})`, url }]];
    }),
  );

const textOf = ({ text, citations, nearest = [] }: Answer): string => {
  const links = nearestLinks(nearest);
  const lines = text
    .trim()
    .split('\n')
    .map((line) => links.get(line)?.line ?? line);
  const urls = [...links.values()].map(({ url }) => url);
  return safeMarkdown(lines.join('\n'), new Set([...citedUrls(citations), ...urls]));
};

/**
 * Renders an answer.
 * @param options `inChannel`: other people can read it, so private pages were not searched. `sources`: the sources to which
 *   the channel's settings limit the search
 */
export const renderAnswer = (
  answer: Answer,
  { inChannel, sources: only }: { inChannel: boolean; sources?: readonly string[] },
): RenderedAnswer => {
  const verdict = VERDICTS[answer.verdict];
  const unconfirmed = unconfirmedLine(answer);
  const sources = [...new Map(answer.citations.map((citation) => [citation.n, sourceOf(citation)])).values()];
  return {
    text: textOf(answer) || verdict || 'I have nothing to say to this.',
    sources: sources.sort((a, b) => a.n - b.n),
    verdict: answer.verdict,
    lines: [
      ...(unconfirmed ? [safeMarkdown(unconfirmed, new Set())] : []),
      // The text must not depend on private pages, so that it does not reveal whether one has the answer.
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
