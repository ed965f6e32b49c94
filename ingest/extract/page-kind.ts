import { jsonLdTypes, type PageHead } from './metadata.ts';

/** The declared kind of a page. */
export type PageKind = 'article' | 'forum' | 'documentation' | 'product' | 'listing' | 'unknown';

export const PAGE_KINDS: readonly PageKind[] = ['article', 'forum', 'documentation', 'product', 'listing', 'unknown'];

const FORUM_SOFTWARE =
  /discourse|phpbb|vbulletin|xenforo|mybb|flarum|lemmy|smf|simple machines|nodebb|invision|vanilla|discuz|fluxbb|woltlab|burning board/i;
const DOCS_SOFTWARE =
  /docusaurus|mkdocs|sphinx|gitbook|vitepress|vuepress|mdbook|antora|readthedocs|docsify|starlight|doxygen|javadoc|jekyll-docs|nextra|mintlify|readme\.io|document360|mediawiki/i;
const TYPES: readonly [RegExp, PageKind][] = [
  // Question alone is not enough, because every page with an FAQ has some.
  [/^(?:DiscussionForumPosting|QAPage)$/, 'forum'],
  [/^(?:TechArticle|APIReference|HowTo)$/, 'documentation'],
  [/^(?:Product|ProductGroup|IndividualProduct)$/, 'product'],
  [
    /^(?:NewsArticle|Article|BlogPosting|Report|Recipe|ReportageNewsArticle|AnalysisNewsArticle|OpinionNewsArticle|LiveBlogPosting)$/,
    'article',
  ],
  [/^(?:CollectionPage|ItemList|SearchResultsPage|ProductCollection)$/, 'listing'],
];
const FORUM_ADDRESS =
  /^(?:community|discuss|boards?|answers|talk)\.|^[^/]*(?:forum|bbs)|\/(?:forums?|threads?|viewtopic|showthread|showtopic|topic|questions\/\d|comments\/\w|t\/[\w-]+\/\d)/i;
const DOCS_ADDRESS =
  /^(?:docs?|developers?|devdocs|api|wiki|help|support|learn|manual|kb)\.|\/(?:docs?|documentation|reference|manual|guides?|tutorials?|api|wiki|help|kb)\//i;

/** Reads the kind from the generator, JSON-LD, og:type or address, the most reliable first. */
export const pageKind = (head: PageHead, url: string | undefined): PageKind => {
  const generator = head.meta.get('generator') ?? '';
  if (FORUM_SOFTWARE.test(generator)) return 'forum';
  if (DOCS_SOFTWARE.test(generator)) return 'documentation';
  const types = head.jsonLd.flatMap(jsonLdTypes);
  const places = [head.canonical, head.meta.get('og:url'), url].flatMap(
    (address) => address?.replace(/^https?:\/\/(?:www\.)?/, '') ?? [],
  );
  if (places.some((place) => FORUM_ADDRESS.test(place))) return 'forum';
  for (const [pattern, kind] of TYPES) if (types.some((type) => pattern.test(type))) return kind;
  if (places.some((place) => DOCS_ADDRESS.test(place))) return 'documentation';
  const og = head.meta.get('og:type')?.toLowerCase() ?? '';
  if (og.includes('product')) return 'product';
  return og === 'article' ? 'article' : 'unknown';
};
