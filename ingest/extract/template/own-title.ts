import type { Block } from '../blocks.ts';
import type { PageView } from '../main-text/view.ts';
import { type PageHead, titleBracket, titleParts } from '../metadata.ts';
import { familyTemplate } from './apply.ts';
import type { SiteTemplate } from './learn.ts';
import { headingLevel, lineHash } from './sketch.ts';

/**
 * The page's title. Of a declared title in several parts ("wait method - Lock class - Shop API"), those that few pages around it share
 * are kept, as pages of members are called alike. Where the title is missing, or is that of many pages, which is their site's, it is
 * the first heading of the text. Brackets at its end that many pages share name the site too ("Lid (Box Binding API)").
 */
export const ownTitle = (view: PageView, head: PageHead, kept: readonly Block[], site?: SiteTemplate): string => {
  const { title } = view;
  const shared = site && familyTemplate(site, head);
  const [first, ...others] = titleParts(head.title);
  const own = others.filter((part) => !shared?.titleParts.includes(lineHash(part)));
  if (first === title && own.length > 0 && own.length < others.length) return [first, ...own].join(' - ');
  if (title === '' || shared?.titles.includes(lineHash(title))) return firstHeading(kept) ?? title;
  const bracket = titleBracket(title);
  const isSite = bracket !== undefined && shared?.titleParts.includes(lineHash(bracket));
  return isSite ? title.slice(0, -bracket.length).trimEnd() : title;
};

/** A heading behind more blocks is that of a section. */
const MAX_FIRST_BLOCKS = 3;

const firstHeading = (kept: readonly Block[]): string | undefined =>
  kept.slice(0, MAX_FIRST_BLOCKS).find((block) => headingLevel(block) > 0)?.text;
