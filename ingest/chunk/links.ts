import type { PassageLink } from '../../core/document.ts';
import type { Span } from '../../core/text/sentences.ts';
import type { Anchor } from '../extract/page.ts';
import type { MarkdownBlock } from './blocks.ts';

// Where the links of a passage lead, and which links a part of a block has.

/** Returns a function from an offset to the link of the nearest anchor at or above it, or of the page above the first anchor. */
export const placeLinks = (
  url: string | undefined,
  anchors: readonly Anchor[],
): ((start: number) => string | undefined) => {
  if (url === undefined || anchors.length === 0) return () => url;
  const page = url.replace(/#.*$/, '');
  return (start) => {
    if (start === 0) return url;
    const near = anchors.findLast((anchor) => anchor.start <= start);
    return near === undefined ? url : `${page}#${encodeURI(near.id)}`;
  };
};

/** A link with its whole address. @param page the address of the page that it is on */
export const resolved = ({ href, text }: PassageLink, page: string | undefined): PassageLink => ({
  href: URL.canParse(href, page) ? new URL(href, page).href : href,
  text,
});

/** The parts of a block, each with its links. */
export const withLinks = (
  text: string,
  block: MarkdownBlock,
  parts: readonly Span[],
): (Span & { links: PassageLink[] })[] => {
  if (parts[0] === block) return [block];
  const pieces = parts.map((part) => text.slice(part.start, part.end));
  const links = linksOf(pieces, block.links);
  return parts.map((part, i) => ({ ...part, links: links[i] ?? [] }));
};

/** Maximum comparisons of pieces with links. If there are more, each piece is not searched for each link. */
const MAX_COMPARISONS = 100_000;
/** Number of links to try after one whose words are not found, for instance because of formatting between them. */
const LOOK_AHEAD = 20;

/**
 * Finds the links of each piece by their words. If there are many of both, each link belongs to the first piece with its words,
 * because links are in the order of the text.
 */
export const linksOf = (pieces: readonly string[], links: readonly PassageLink[]): PassageLink[][] => {
  if (pieces.length * links.length <= MAX_COMPARISONS)
    return pieces.map((piece) => links.filter((link) => piece.includes(link.text)));
  let next = 0;
  return pieces.map((piece) => {
    const found: PassageLink[] = [];
    let from = 0;
    for (let i = next; i < links.length && i < next + LOOK_AHEAD; i++) {
      const link = links[i];
      const at = link === undefined ? -1 : piece.indexOf(link.text, from);
      if (link === undefined || at === -1) continue;
      found.push(link);
      from = at + link.text.length;
      next = i + 1;
    }
    return found;
  });
};
