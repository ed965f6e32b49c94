import type { Element } from '../dom.ts';

/**
 * Patterns for an element's class, id, role and similar attributes that name its part of the page. The order determines the bits
 * and the order of features: only append, and train again.
 */
const PATTERNS = {
  nav: 'nav|navs|navbar|navigation|menu|menus|submenu|toc|tab|tabs|pagination|pager|paging|topbar|toolbar|dropdown|skip|sitemap',
  footer: 'footer|foot|bottom|colophon|copyright|legal|disclaimer',
  header: 'header|masthead|banner|branding|logo|top',
  side: 'side|sidebar|aside|rail|complementary|secondary|tertiary|right|left',
  widget: 'widget|widgets|module|panel|box|component|block',
  related:
    'related|relateds|recommend|recommended|recommendation|recommendations|similar|also|popular|trending|latest|recent|suggested|' +
    'suggestions|next|prev|previous|outbrain|taboola|readmore|more|recirculation|upnext|mostread|most|others',
  share:
    'share|shares|sharing|sharer|social|socials|facebook|twitter|addthis|sharethis|follow|whatsapp|linkedin|pinterest',
  comment: 'comment|comments|commentlist|respond|reply|replies|disqus|discussion|livefyre|fb-comments|reader',
  ad: 'ad|ads|advert|adverts|advertisement|advertising|sponsor|sponsored|promo|promotion|promoted|dfp|gpt|adsense|adslot|affiliate',
  newsletter: 'newsletter|subscribe|subscription|signup|optin|mailchimp|paywall|membership|donate|cta|mailing',
  cookie: 'cookie|cookies|consent|gdpr|privacy|onetrust',
  bread: 'breadcrumb|breadcrumbs|crumb|crumbs|trail',
  author: 'author|authors|byline|bio|biography|profile|avatar|vcard|contributor|contributors|writer',
  meta: 'meta|metadata|date|time|published|timestamp|info|posted|postmeta|dateline|details|updated|stats|views|count',
  tag: 'tag|tags|keyword|keywords|category|categories|topic|topics|label|labels|taxonomy|terms',
  caption:
    'caption|captions|figcaption|credit|credits|gallery|image|img|photo|photos|picture|media|video|slideshow|carousel|slider',
  login: 'login|signin|register|registration|account|auth|password|user',
  hidden:
    'hidden|hide|invisible|sronly|sr|modal|popup|overlay|lightbox|tooltip|collapse|collapsed|offscreen|visuallyhidden|noprint|print',
  teaser:
    'teaser|teasers|excerpt|summary|snippet|card|cards|tile|tiles|thumb|thumbnail|grid|item|items|promo|listing|feed',
  search: 'search|filter|filters|sort|facet|facets|refine|form',
  rate: 'rating|ratings|star|stars|vote|votes|score|like|likes|poll|survey|feedback|helpful',
  contact: 'contact|address|phone|email|tel|location|hours|map|store|office',
  shop: 'price|prices|cart|buy|basket|checkout|sku|stock|quantity|shop|product|products|variant|wishlist',
  content: 'content|contents|body|text|copy|rte|richtext|wysiwyg|prose|markdown|formatted|description|editorial',
  article:
    'article|articles|post|posts|story|entry|blog|news|hentry|single|articlebody|articletext|blogpost|news-article',
  main: 'main|primary|page|maincontent|mainbody',
  intro: 'intro|lead|lede|standfirst|dek|subtitle|subhead|subheading|abstract|deck|chapo|kicker|summary|headline|title',
  thread:
    'thread|message|messages|answer|answers|question|questions|topicbody|postbody|postcontent|forum|reply|cooked|bbcode|usertext',
  docs: 'doc|docs|documentation|readme|markdown|rst|section|reference|api|method|param|parameters|docstring|highlight|code|wiki|mw|parser',
  faq: 'faq|accordion|step|steps|feature|features|service|services|hero|testimonial|testimonials|team|about|benefit|benefits',
} as const;

export type Group = keyof typeof PATTERNS;

/** Every group in the order of its bit. */
export const GROUPS = Object.keys(PATTERNS) as Group[];

const expressions = GROUPS.map((group) => new RegExp(` (?:${PATTERNS[group]}) `));

/** The bits of these groups. */
export const groupMask = (...groups: Group[]): number =>
  groups.reduce((mask, group) => mask | (1 << GROUPS.indexOf(group)), 0);

/** Groups of content. All others are signs of boilerplate. */
export const POSITIVE = groupMask('content', 'article', 'main', 'intro', 'thread', 'docs', 'faq');

/** Inside one of these groups, even a well-formed paragraph is not the page's text. */
export const UNCLEAN = groupMask(
  'footer',
  'side',
  'related',
  'comment',
  'cookie',
  'nav',
  'hidden',
  'newsletter',
  'teaser',
  'author',
  'ad',
  'share',
);

const TAG_GROUPS: Readonly<Record<string, number>> = {
  nav: groupMask('nav'),
  footer: groupMask('footer'),
  header: groupMask('header'),
  aside: groupMask('side'),
  figcaption: groupMask('caption'),
  figure: groupMask('caption'),
  form: groupMask('search'),
  dialog: groupMask('hidden'),
  article: groupMask('article'),
  main: groupMask('main'),
  address: groupMask('contact'),
};
const HIDDEN = groupMask('hidden');

const known = new Map<string, number>();
const MAX_KNOWN = 50_000;

/** Bit mask of the groups that match an element's attributes and name. */
export const elementGroups = (element: Element): number => {
  const { attribs } = element;
  let mask = TAG_GROUPS[element.name] ?? 0;
  if (
    attribs.hidden !== undefined ||
    attribs['aria-hidden'] === 'true' ||
    (attribs.style !== undefined && /display:\s*none/i.test(attribs.style))
  )
    mask |= HIDDEN;
  const words = `${attribs.class ?? ''} ${attribs.id ?? ''} ${attribs.role ?? ''} ${attribs.itemprop ?? ''} ${attribs['data-component'] ?? ''}`;
  if (words.length === 4) return mask;
  let bits = known.get(words);
  if (bits === undefined) {
    bits = wordGroups(words);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(words, bits);
  }
  return mask | bits;
};

/** What stands behind a tab is content; the row of tabs is navigation. */
const BEHIND_TAB = /\btabs?[-_]{0,2}(?=(?:content|pane|panel)s?(?![a-z]))/gi;

const wordGroups = (attributes: string): number => {
  const words = ` ${attributes
    .slice(0, 400)
    .replace(BEHIND_TAB, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.join('  ')} `;
  let bits = 0;
  for (let i = 0; i < expressions.length; i++) if (expressions[i]!.test(words)) bits |= 1 << i;
  return bits;
};
