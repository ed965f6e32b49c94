import type { Block } from '../blocks.ts';
import { closest, type Element, isTag } from '../dom.ts';
import { EMBEDDED } from '../embedded.ts';
import { TYPED } from '../preformatted/preformatted-prose.ts';
import { titleBlock } from './features/place.ts';
import { headingLevel } from './features/text.ts';
import { groupMask, UNCLEAN } from './groups.ts';
import { linkedSections } from './linked-sections.ts';
import { longTexts } from './long-texts.ts';
import { panelBlocks } from './panels.ts';
import { PHRASES } from './phrases.ts';
import { recordBlocks } from './records.ts';
import type { PageView, ViewNode } from './view.ts';

/** Thresholds for a block's probability (docs/reading.md, steps 9 to 12; tuned out of fold on WCXB's development pages). */
interface Strictness {
  /** Thresholds for blocks up to 40 and from 160 characters, with linear interpolation between them. */
  short: number;
  long: number;
  /** Maximum factor of the thresholds for a page with a confidence above `MIN_CONFIDENCE`. */
  maxFactor: number;
}
const SHORT_LENGTH = 40;
const LONG_LENGTH = 160;
/** Running text is told from its frame with ease; posts, code and rows are not, and are the page's point. */
const RUNNING: Strictness = { short: 0.58, long: 0.46, maxFactor: 1.2 };
const PIECES: Strictness = { short: 0.5, long: 0.4, maxFactor: 1 };
/** Pages with a lower confidence get lower thresholds, down to `MIN_FACTOR` of them. */
const MIN_CONFIDENCE = 0.8;
const MIN_FACTOR = 0.4;

/** Chooses the main text's blocks from their probabilities. */
export const selectBlocks = (view: PageView, probability: ArrayLike<number>): Block[] => {
  const embedded = view.nodes.findIndex(({ element }) => EMBEDDED in element.attribs);
  if (embedded !== -1) return view.blocks.slice(view.nodes[embedded]!.first, view.nodes[embedded]!.last + 1);
  const strictness = view.kind === 'article' || view.kind === 'unknown' ? RUNNING : PIECES;
  const factor = Math.min(
    strictness.maxFactor,
    Math.max(MIN_FACTOR, meanProbability(view, probability) / MIN_CONFIDENCE),
  );
  const title = titleBlock(view);
  const intro = introBlocks(view, probability);
  const tables = tableProbabilities(view, probability);
  const main = plainMain(view);
  const comments = dropsComments(view);
  const sections = linkedSections(view);
  const keep = (scale: number) =>
    view.blocks.filter((block, i) => {
      if (sections !== undefined && i >= sections.first && i <= sections.last) return !isUnder(view, i, FRAME);
      const own = block.table === undefined ? probability[i]! : tables.get(block.table)!;
      const trusted = main !== undefined && i >= main.first && i <= main.last;
      const least = threshold(strictness, block.text.length) * factor * scale * (trusted ? TRUST : 1);
      if (own < least && !intro.has(i) && !(i === title && isHeadline(view, i))) return false;
      return (
        !(comments && isUnder(view, i, COMMENTS)) && (trusted || strictness === PIECES || !isAside(view, i, title))
      );
    });
  let kept = keep(1);
  // If little of a long page is kept, it was misread, so the thresholds are lowered.
  for (const [characters, scale] of [
    [200, 0.5],
    [100, 0.2],
  ] as const)
    if (view.totals.length > SMALL && textLength(kept) < characters) kept = keep(scale);
  if (view.totals.length > SMALL && kept.length > 0)
    return withHeadings(
      view,
      withInsets(
        view,
        withTyped(
          view,
          withGaps(view, withCode(view, withPanels(view, withLongTexts(view, withRecords(view, probability, kept))))),
        ),
      ),
    );
  // On a page with few words, only declared boilerplate is removed.
  const plain = view.blocks.filter((_, i) => !isUnder(view, i, FRAME));
  return plain.length > 0 ? plain : [...view.blocks];
};

/** Maximum characters of a page that is too small for the classifier. */
const SMALL = 400;
const FRAME = groupMask('nav', 'footer', 'side', 'cookie', 'bread', 'hidden', 'ad', 'share');

/** Adds the blocks of a listing's records. */
const withRecords = (view: PageView, probability: ArrayLike<number>, kept: Block[]): Block[] => {
  const chosen = new Set(kept);
  const records = recordBlocks(view, probability, (i) => chosen.has(view.blocks[i]!));
  return records.size === 0 ? kept : view.blocks.filter((block, i) => chosen.has(block) || records.has(i));
};

/** Adds the rest of very long running text of which a part is kept. */
const withLongTexts = (view: PageView, kept: Block[]): Block[] => {
  const chosen = new Set(kept.map(({ index }) => index));
  const long = longTexts(view, (i) => chosen.has(i));
  return long.size === 0 ? kept : view.blocks.filter((_, i) => chosen.has(i) || long.has(i));
};

/** Adds the panels of a page that is built of them, and leaves out the paths and rows of tabs within. */
const withPanels = (view: PageView, kept: Block[]): Block[] => {
  const chosen = new Set(kept);
  const panels = panelBlocks(view, (i) => chosen.has(view.blocks[i]!));
  return panels.size === 0 ? kept : view.blocks.filter((block, i) => panels.get(i) ?? chosen.has(block));
};

/** Minimum kept blocks of code of a page that is a manual. */
const MANUAL_CODE = 5;

/**
 * Adds code between kept blocks, near one or on a manual's page, and behind one that leads to it ("for example:") with the paragraph
 * that goes on from there. The classifier was trained on pages with little code.
 */
const withCode = (view: PageView, kept: readonly Block[]): Block[] => {
  const chosen = new Set(kept);
  const first = kept[0]!.index;
  const last = kept.at(-1)!.index;
  const near = (i: number) => [-2, -1, 1, 2].some((step) => chosen.has(view.blocks[i + step]!));
  const isCode = (block: Block | undefined): block is Block =>
    block?.pre === true && !isUnder(view, block.index, UNCLEAN);
  const isManual = kept.filter(({ pre }) => pre).length >= MANUAL_CODE;
  const added = view.blocks.filter((block, i) => i > first && i < last && isCode(block) && (isManual || near(i)));
  const end = view.blocks[last]!;
  const example = view.blocks[last + 1];
  const goesOn = view.blocks[last + 2];
  if (isCode(example) && end.text.trimEnd().endsWith(':')) {
    added.push(example);
    const holder = example.element?.parent;
    const isBeside = goesOn?.element === holder || goesOn?.element?.parent === holder;
    if (isBeside && goesOn?.links === 0 && view.good[last + 2] === 1) added.push(goesOn);
  }
  if (added.length === 0) return [...kept];
  for (const block of added) chosen.add(block);
  return view.blocks.filter((block) => chosen.has(block));
};

/** Minimum share of a manual's text that the classifier has kept. */
const MOSTLY = 0.85;
const MAX_LINKS = 0.5;

/**
 * Adds what stands between the kept blocks of a manual of which nearly all is kept: labels such as "Where:" and tables of
 * parameters. The classifier was trained on articles, between whose paragraphs short lines are teasers.
 */
const withGaps = (view: PageView, kept: Block[]): Block[] => {
  if (kept.filter(({ pre }) => pre).length < MANUAL_CODE) return kept;
  const chosen = new Set(kept);
  const [first, last] = [kept[0]!.index, kept.at(-1)!.index];
  const between = view.blocks
    .slice(first, last + 1)
    .filter(({ index }) => view.density[index]! <= MAX_LINKS && !isUnder(view, index, UNCLEAN));
  const own = between.filter((block) => chosen.has(block));
  if (textLength(own) < MOSTLY * textLength(between)) return kept;
  for (const block of between) chosen.add(block);
  return view.blocks.filter((block) => chosen.has(block));
};

/** Adds the rest of typed text of which a part, or a block beside it, is kept. */
const withTyped = (view: PageView, kept: readonly Block[]): readonly Block[] => {
  const typed = view.nodes.filter(({ element }) => TYPED in element.attribs);
  if (typed.length === 0) return kept;
  const chosen = new Set(kept.map(({ index }) => index));
  const added = new Set(chosen);
  for (const { first, last } of typed) {
    let isNear = false;
    for (let i = first - 1; i <= last + 1 && !isNear; i++) isNear = chosen.has(i);
    if (isNear) for (let i = first; i <= last; i++) if (!isUnder(view, i, UNCLEAN)) added.add(i);
  }
  return view.blocks.filter(({ index }) => added.has(index));
};

/** Maximum blocks of a list or quotation between two paragraphs, and maximum characters of it. */
const MAX_INSET_BLOCKS = 4;
const MAX_INSET_CHARS = 300;

/** Adds short lists and quotations between two kept paragraphs beside them: what the first introduces and the second goes on from. */
const withInsets = (view: PageView, kept: readonly Block[]): Block[] => {
  const chosen = new Set(kept);
  const added = new Set<Block>();
  for (const [nth, before] of kept.entries()) {
    const after = kept[nth + 1];
    if (after === undefined || after.index === before.index + 1 || after.index > before.index + 1 + MAX_INSET_BLOCKS)
      continue;
    const between = view.blocks.slice(before.index + 1, after.index);
    const parent = before.element?.parent;
    const isInset = (block: Block) =>
      parent !== undefined &&
      block.element !== undefined &&
      block.links === 0 &&
      !isUnder(view, block.index, UNCLEAN) &&
      closest(block.element, ({ name }) => /^(?:ul|ol|blockquote)$/.test(name))?.parent === parent;
    if (
      before.element?.name === 'p' &&
      after.element?.name === 'p' &&
      after.element.parent === parent &&
      textLength(between) <= MAX_INSET_CHARS &&
      between.every(isInset)
    )
      for (const block of between) added.add(block);
  }
  return added.size === 0 ? [...kept] : view.blocks.filter((block) => chosen.has(block) || added.has(block));
};

/**
 * Adds the headings directly above kept tables: without its own heading a table stands below that of the section before it. The
 * classifier takes a heading of one word for a label.
 */
const withHeadings = (view: PageView, kept: readonly Block[]): Block[] => {
  const chosen = new Set(kept);
  const added = new Set<Block>();
  for (const { index, table } of kept) {
    if (table === undefined) continue;
    for (let i = index - 1; i >= 0; i--) {
      const above = view.blocks[i]!;
      if (chosen.has(above) || !isSectionHeading(above, table) || isUnder(view, i, UNCLEAN)) break;
      added.add(above);
    }
  }
  return added.size === 0 ? [...kept] : view.blocks.filter((block) => chosen.has(block) || added.has(block));
};

/** True for a heading below the page's own that stands beside an element, or beside one around it. */
const isSectionHeading = ({ element }: Block, beside: Element): boolean => {
  if (headingLevel(element) < 2) return false;
  let holder = element?.parent;
  while (holder && isTag(holder) && /^h[1-6]$|^header$/.test(holder.name)) holder = holder.parent;
  return holder === beside.parent || holder === beside.parent?.parent;
};

/** Factor of the threshold for blocks in the page's own main element. */
const TRUST = 0.2;

/**
 * The main element of a page made by hand or by a documentation generator: the only one, with most of the page, with running text
 * rather than links, and without parts named as something else. Its author has already separated text from boilerplate.
 */
const plainMain = ({ nodes, totals }: PageView): ViewNode | undefined => {
  const mains = nodes.filter(({ element }) => element.name === 'main');
  const [main] = mains;
  if (main === undefined || mains.length > 1) return undefined;
  const whole = main.length >= 0.75 * totals.length && main.link < 0.3 * main.length;
  const claims = (node: ViewNode) =>
    (node.groups & UNCLEAN) !== 0 && node.first >= main.first && node.last <= main.last && node.depth > main.depth;
  return whole && !nodes.some(claims) ? main : undefined;
};

const textLength = (blocks: readonly Block[]) => blocks.reduce((sum, block) => sum + block.text.length, 0);

const threshold = ({ short, long }: Strictness, length: number): number => {
  const along = Math.min(1, Math.max(0, (length - SHORT_LENGTH) / (LONG_LENGTH - SHORT_LENGTH)));
  return short + along * (long - short);
};

/** Mean probability of the page's likely text: Σ length·p² / Σ length·p. */
const meanProbability = ({ length }: PageView, probability: ArrayLike<number>): number => {
  let squares = 0;
  let sum = 0;
  for (let i = 0; i < length.length; i++) {
    squares += length[i]! * probability[i]! ** 2;
    sum += length[i]! * probability[i]!;
  }
  return sum === 0 ? 1 : squares / sum;
};

/** The mean probability of each data table's cells, weighted by length. A table is kept or dropped as a whole. */
const tableProbabilities = ({ blocks, length }: PageView, probability: ArrayLike<number>) => {
  const sums = new Map<Block['table'], { p: number; length: number }>();
  for (const [i, { table }] of blocks.entries()) {
    if (table === undefined) continue;
    const sum = sums.get(table) ?? { p: 0, length: 0 };
    sum.p += probability[i]! * length[i]!;
    sum.length += length[i]!;
    sums.set(table, sum);
  }
  return new Map([...sums].map(([table, { p, length }]) => [table, p / Math.max(1, length)]));
};

const NOT_INTRO = groupMask('caption', 'author', 'meta', 'related', 'ad', 'comment');

/** True for the page's headline, which belongs to its text at any position. */
const isHeadline = ({ blocks, title }: PageView, i: number): boolean => {
  const { text, element } = blocks[i]!;
  // An h1 that shares no text with the title is the site's name.
  const shared = title.toLowerCase().includes(text.toLowerCase()) || text.toLowerCase().includes(title.toLowerCase());
  return headingLevel(element) === 1 && title !== '' && shared;
};

/** Running text directly after the title: the standfirst, which the classifier takes for a teaser. */
const introBlocks = (view: PageView, probability: ArrayLike<number>): Set<number> => {
  const found = new Set<number>();
  const title = titleBlock(view);
  if (title === -1) return found;
  for (let i = title + 1; i <= title + 8 && i < view.blocks.length; i++)
    if (view.good[i] === 1 && probability[i]! > 0.05 && !isUnder(view, i, NOT_INTRO)) found.add(i);
  return found;
};

/** True if an ancestor within ten levels matches one of the groups. A listing's own name says of what it is, such as of one tab. */
const isUnder = ({ nodes, leaf }: PageView, block: number, groups: number): boolean => {
  for (let n = leaf[block]!, up = 0; n !== -1 && up < 10; n = nodes[n]!.parent, up++)
    if (nodes[n]!.element.name !== 'pre' && (nodes[n]!.groups & groups) !== 0) return true;
  return false;
};

/** Lines to drop even if they look like text. Limited in length, so that sentences stay. */
const DROPS: readonly { upTo: number; pattern: RegExp }[] = [
  { upTo: 60, pattern: PHRASES.ad },
  {
    upTo: 80,
    pattern:
      /^(?:\(?(?:photos?|image|picture|pic|foto|bild|source|quelle|credits?|crédits?|fuente|fonte|illustration|graphic|video|copyright|via|photograph|featured image|bildquelle|textquelle|autor|crédit photo|fotos?|agenturen)\b[^.!?]{0,12}[:/©-]|(?:photo|image|video|picture)s? (?:by|via|courtesy|from)\b|©|\(c\) )|\b(?:getty images|shutterstock|istock|unsplash|picture alliance)\b/i,
  },
  {
    upTo: 120,
    pattern:
      /^(?:(?:read|see|watch|listen)(?: more| also| next)? ?:|(?:also|more) (?:read|on|from|in)\b.{0,80}:|read (?:more|also|next)\b|see also\b|also read\b|related(?: \w+)?:|related (?:articles?|stories|posts?|content|news|links?|reading)|recommended (?:reading|articles?|stories|for you)|you (?:may|might) (?:also )?(?:like|be interested|enjoy)|don.t miss:|click here|lesen sie (?:auch|hier|mehr)|mehr (?:zum thema|dazu)|siehe auch|auch interessant|lire (?:aussi|également)|à lire|voir aussi|leer también|lee también|te puede interesar|leggi anche|lees ook|läs (?:också|mer)|les også|läs även|czytaj (?:też|także|więcej)|read the (?:full|original|whole)|learn more\b|find out more|for more (?:information|details|news|stories|on)\b|click (?:here|below|on)\b|(?:this|the) (?:article|post|story|piece)(?: was)? (?:first |originally )?(?:appeared|published|posted)|originally published|weiterlesen|weitere (?:artikel|informationen|themen|nachrichten|beiträge|infos)|mehr (?:informationen|infos|lesen|news)|das könnte (?:sie|dich)|zum thema|lesetipps?|ähnliche (?:beiträge|artikel|themen)|verwandte (?:artikel|themen)|en savoir plus|lire la suite|pour aller plus loin|sur le même (?:sujet|thème)|más (?:información|noticias)|noticias relacionadas|ver también|artículos? relacionad|articoli correlati|potrebbe interessarti|lees meer|lisää aiheesta|leia (?:também|mais)|[→»►▶] )/i,
  },
  {
    upTo: 180,
    pattern:
      /^(?:please )?(?:subscribe|sign up|follow (?:us|me|@|\w+ on)|like us|join (?:our|us on)|download (?:our|the) app|get (?:our|the) (?:latest|best|free)|become a (?:member|patron)|share this|abonnieren|abonnez|suscr[ií]b|iscriviti|folgen sie|suivez|síguenos|seguici)\b|\b(?:we|i) (?:may|might) (?:earn|receive|get) (?:a |an )?(?:small )?(?:affiliate )?commission|\baffiliate (?:links?|commission)|all rights reserved|sign up (?:for|to) (?:our|the|receive)|subscribe to (?:our|the)|\bour newsletter\b|follow (?:us|me|him|her|them) on\b|^(?:jetzt (?:anmelden|abonnieren|kostenlos)|newsletter\b|folge? (?:uns|mir)\b|gefällt (?:mir|dir|ihnen)\b|teilen (?:mit|auf)\b|hat (?:dir|ihnen) (?:der|dieser) (?:artikel|beitrag)|if you (?:liked|enjoyed|like|found) (?:this|what)|have (?:a|any) (?:news )?(?:tip|story|question)|sponsored by|support (?:us|our|independent)|contact (?:us|the (?:author|writer|reporter))|e-?mail (?:us|me|him|her|the)\b|inscrivez-vous|rejoignez|únete|sigue a\b|seguimi)/i,
  },
];

const COMMENTS = groupMask('comment');

/** True if comments are dropped: on articles, and on pages with most running text outside of them. */
const dropsComments = (view: PageView): boolean => {
  if (view.kind === 'article') return true;
  if (view.kind === 'forum' || view.kind === 'product') return false;
  let inside = 0;
  for (let i = 0; i < view.blocks.length; i++)
    if (view.good[i] === 1 && isUnder(view, i, COMMENTS)) inside += view.length[i]!;
  return inside < 0.5 * view.totals.good;
};

/** True for a line beside the content, except in documentation, threads and pages made by hand, where "see also" is content. */
const isAside = ({ blocks }: PageView, i: number, title: number): boolean => {
  const { text, table, pre } = blocks[i]!;
  return (
    table === undefined &&
    !pre &&
    i !== title &&
    DROPS.some(({ upTo, pattern }) => text.length <= upTo && pattern.test(text))
  );
};
