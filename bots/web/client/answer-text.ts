import type { Citation } from '../../../core/answer.ts';
import { h } from './dom.ts';
import { renderMarkdown } from './markdown.ts';
import { pageName } from './page-name.ts';

/** Renders an answer's text with its citations as buttons. Keeps only links to pages that the answer cites. */
export const answerText = (
  text: string,
  citations: readonly Citation[],
  open: (citation: Citation) => void,
): DocumentFragment => {
  const byNumber = new Map(citations.map((citation) => [citation.n, citation]));
  const urls = new Set(citations.flatMap(({ url }) => (url && /^https?:/i.test(url) ? [url] : [])));
  return renderMarkdown(text, {
    link: (href) => (urls.has(href) ? h('a', { href, target: '_blank', rel: 'noopener noreferrer' }) : undefined),
    citation: (n) => {
      const citation = byNumber.get(n);
      if (!citation) return undefined;
      return h(
        'button',
        {
          type: 'button',
          class: 'cite',
          title: pageName(citation.title),
          attr: { 'aria-label': `Source ${n}: ${pageName(citation.title)}` },
          on: { click: () => open(citation) },
        },
        String(n),
      );
    },
  });
};
