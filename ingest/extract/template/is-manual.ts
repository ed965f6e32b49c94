import type { PageSketch } from './page-sketch.ts';

// Whose templates are learned: those of pages that document something. In a magazine or blog, what many pages repeat does not show
// that the rest is their text.

/** Names of generators of manuals. The template of their pages can be learned from one page. */
export const MANUAL_SOFTWARE =
  /docbook|docutils|sphinx|doxygen|makeinfo|^texi\b|texi2(?:html|any)|javadoc|asciidoc|mkdocs|docusaurus|gtk-doc|groff|mdbook|rustdoc|pod2html|antora|vitepress|typedoc|jsdoc|yard|rdoc|\btth\b|latex2html|hevea|scribble|\bexdoc\b|\bodoc\b|docfx|zensical|bookdown|pkgdown|gitbook|honkit/i;

/** Minimum pages of a family with few tables, terms and blocks of code. */
const MIN_PLAIN_PAGES = 10;

/** Names of parts of magazines and blogs, in which a repeated part does not show that the rest is the text. */
const MAGAZINE =
  /(?:^|[^a-z])(?:share|sharing|social|related-?(?:posts|articles)|newsletter|byline|author-?(?:box|bio)|advert\w*|ads?|teasers?|outbrain|taboola)(?=$|[^a-z])/i;
/** The name of what readers say below an article, and of what the sources of a program say of its members. */
const COMMENT = /(?:^|[^a-z])comments?(?=$|[^a-z])/i;
/** Number of such outermost parts with half of a page's running text, from which they are documentation of members, not comments. */
const MEMBER_COMMENTS = 8;
/** Elements that are common in manuals and rare in magazines. */
const MANUAL = /^(?:pre|dl|dt|table|code)(?:\.|$)/;

/**
 * True for a family of pages of a manual: at least a quarter of them has tables, terms or code, and hardly any text stands in parts
 * named as those of magazines are. Without such elements no part may be named so.
 */
export const isManual = (pages: readonly PageSketch[]): boolean => {
  const withParts = pages.filter(({ nodes }) => nodes.some(({ name }) => MANUAL.test(name))).length;
  const isLikeManual = withParts >= pages.length / 4;
  if (!isLikeManual && pages.length < MIN_PLAIN_PAGES) return false;
  const all = { length: 0, good: 0 };
  const magazine = { length: 0, good: 0, parts: 0 };
  const names = beginWithComments(pages) ? [MAGAZINE] : [MAGAZINE, COMMENT];
  for (const { nodes, blocks } of pages) {
    const inside = new Uint8Array(nodes.length);
    for (const [n, { name, id, parent }] of nodes.entries()) {
      const starts = inside[parent] !== 1 && names.some((one) => one.test(name) || one.test(id));
      inside[n] = Number(starts || inside[parent] === 1);
      magazine.parts += Number(starts);
    }
    for (const { node, length, good } of blocks)
      for (const sum of inside[node] === 1 ? [all, magazine] : [all]) {
        sum.length += length;
        sum.good += good ? length : 0;
      }
  }
  const areMembers = magazine.parts >= pages.length * MEMBER_COMMENTS && magazine.good >= all.good / 2;
  return isLikeManual ? areMembers || magazine.length < all.length / 20 : magazine.parts === 0;
};

/** True if the running text of most pages begins in a comment: it is of the sources. Readers' comments follow an article. */
const beginWithComments = (pages: readonly PageSketch[]): boolean => {
  const begin = pages.flatMap(({ nodes, blocks }) => {
    const first = blocks.find(({ good }) => good);
    if (first === undefined) return [];
    for (let node = nodes[first.node]; node !== undefined; node = nodes[node.parent])
      if (COMMENT.test(node.name) || COMMENT.test(node.id)) return [true];
    return [false];
  });
  return begin.filter(Boolean).length > begin.length / 2;
};
