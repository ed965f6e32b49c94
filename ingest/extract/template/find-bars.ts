import { COMMON_SHARE, MAX_HASHES } from './limits.ts';
import type { Place } from './places.ts';

/** Minimum share of links and repeated words in a bar; less is enough if its name says that it is a bar. */
const BAR_SHARE = 0.75;
const NAMED_BAR_SHARE = 0.15;
/** Maximum share of running text in a bar or list, and minimum share of a bar's occurrences at an edge. */
const MAX_GOOD = 0.05;
const EDGE_PLACES = 0.8;
const LIST_SHARE = 0.8;

/** Usual names of parts that are not text. */
const BAR_NAME =
  /(?:^|[^a-z])(?:nav\w*|\w*nav|navigation|\w*header|footer|\w*footer|breadcrumbs?|crumbs?|menu|sidebar|sphinxsidebar\w*|related|pager|pagination|prev-?next|toolbar|skip\w*|toc\w*|\w*toc|up|path)(?=$|[^a-z])/i;
/** Names used only for bars. Their links may be pictures, and their text the titles of this page and its chapter. */
const NAVIGATION_NAME = /(?:^|[^a-z])nav(?:bar|header|footer)(?=$|[^a-z])/i;
/** Names of headers with the first words of a page's text (odoc). */
const PREAMBLE_NAME = /(?:^|[^a-z])(?:preamble|abstract|summary|intro(?:duction)?)(?=$|[^a-z])/i;
const LIST_NAME =
  /(?:^|[^a-z])(?:nav|toc\w*|\w*toc|breadcrumbs?|menu|sidebar|sphinxsidebar\w*|pagination|quickview)(?=$|[^a-z])/i;

/** True for a list of links by its name and content. */
export const isNamedList = (label: string, link: number, length: number): boolean =>
  link >= length * LIST_SHARE && LIST_NAME.test(label);

/** True for navigation by its name, but not for a list of contents, which may be a page's only text. */
export const isNamedBar = (label: string): boolean => BAR_NAME.test(label) && !LIST_NAME.test(label);

/** The paths of bars at the edges of the pages' text, and of lists of links in it. @param pages how many have such a text */
export const findBars = (
  all: ReadonlyMap<number, Place>,
  root: number,
  pages: number,
): { bars: number[]; lists: number[] } => {
  const bars = new Set<number>();
  const lists = new Set<number>();
  for (const [path, place] of all) {
    const { length, link, local, repeated, same, good, label, count, atEdge, control, running } = place;
    if (path === root || bars.has(place.parent) || lists.has(place.parent) || good > MAX_GOOD * length) continue;
    // A term is not navigation, even with links: its explanation is below it.
    if (/^dt\b/.test(label)) continue;
    // Nor is a page's own title that leads to its line in the contents.
    if (/^h[1-6]\b/.test(label) && same < length / 2) continue;
    const common = place.pages >= pages * COMMON_SHARE;
    const frame = (link + repeated) / length;
    const edge = atEdge >= count * EDGE_PLACES;
    const isNamed = NAVIGATION_NAME.test(label);
    const isBarName = BAR_NAME.test(label) && !PREAMBLE_NAME.test(label);
    if (common && edge && (isNamed || frame >= (isBarName ? NAMED_BAR_SHARE : BAR_SHARE))) bars.add(path);
    // Away from the edges, repeated text may be shared documentation. Around a control, it is the control's options.
    else if (common && control && frame >= BAR_SHARE && running <= MAX_GOOD * length) bars.add(path);
    else if ((common && local >= length * LIST_SHARE) || isNamedList(label, link, length)) lists.add(path);
  }
  return { bars: [...bars].slice(0, MAX_HASHES), lists: [...lists].slice(0, MAX_HASHES) };
};
