import { isoDate } from '../metadata.ts';
import type { PageMetadata } from '../page.ts';

/** "== Boats ==": the signs before a title are the same as behind it. A single sign counts beside others only. */
const HEADING = /^(={1,6})[ \t]*([^=\s](?:[^\n]*[^=\s])?)[ \t]*\1[ \t]*$/;
const MAX_TITLE = 120;
/** The lines above a page of a wiki that is kept in files: "Content-Type: text/x-zim-wiki", then others of the same form. */
const HEADER = /^Content-Type: text\/[^\n]*\n(?:[A-Z][\w-]*: [^\n]*(?:\n|$))*(?=\n|$)/;

/** A line of Zim's that begins or ends code. */
const FENCE = /^'''$/gm;

/**
 * Marks the headings of a wiki's text ("== Boats ==") as in Markdown, and takes off the lines about the file above it. In some
 * wikis more signs make a higher heading, in others a lower one: the first heading of a page with several levels tells which.
 */
export const wikiText = (source: string): { text: string; title: string; metadata: PageMetadata } => {
  const header = HEADER.exec(source)?.[0] ?? '';
  const body = source.slice(header.length).trimStart();
  const isZim = header.includes('x-zim-wiki') && (body.match(FENCE)?.length ?? 0) % 2 === 0;
  const lines = (isZim ? body.replace(FENCE, '```') : body).split('\n');
  let inCode = false;
  const code = new Set<number>();
  const found = lines.flatMap((line, at) => {
    if (/^(?:```|''')/.test(line)) inCode = !inCode;
    if (inCode) code.add(at);
    const [, signs = '', words = ''] = inCode ? [] : (HEADING.exec(line) ?? []);
    return signs === '' || words.length > MAX_TITLE || !/\p{L}|\p{N}/u.test(words)
      ? []
      : [{ at, signs: signs.length, words }];
  });
  const counts = found.map(({ signs }) => signs);
  const least = counts.reduce((a, b) => Math.min(a, b), 6);
  const most = counts.reduce((a, b) => Math.max(a, b), 0);
  const text = () => lines.join('\n').trimEnd();
  if (most < 2) return { text: text(), title: '', metadata: metadataOf(header) };
  const isHighest = (signs: number) => (counts[0] === most ? most - signs : signs - least) === 0;
  const first = found[0]!;
  const isTitle =
    isHighest(first.signs) &&
    counts.filter(isHighest).length === 1 &&
    lines.slice(0, first.at).every((line) => line.trim() === '');
  for (const { at, signs, words } of found) {
    const level = (counts[0] === most && most > least ? most - signs : signs - least) + (isTitle ? 1 : 2);
    // Empty lines, so that the text around it is not part of the heading.
    const above = lines[at - 1]?.trim() && !lines[at - 1]?.endsWith('\n') ? '\n' : '';
    lines[at] = `${above}${'#'.repeat(Math.min(6, level))} ${words}${lines[at + 1]?.trim() ? '\n' : ''}`;
  }
  let isLiteral = false;
  for (const [at, line] of lines.entries()) {
    const starts = LITERAL.test(line);
    if (!starts && !isLiteral && !code.has(at)) lines[at] = withoutWikiSigns(line);
    isLiteral = (isLiteral || starts) && !LITERAL_END.test(line);
  }
  return { text: text(), title: isTitle ? first.words : '', metadata: metadataOf(header) };
};

/** Where a wiki shows signs as they are. */
const LITERAL = /<(?:code|file|nowiki|pre|html)\b|%%/i;
const LITERAL_END = /<\/(?:code|file|nowiki|pre|html)>|%%/i;
/** A link: `[[place]]`, `[[place|its words]]`; and DokuWiki's picture: `{{wiki:boat.png?200|A boat}}`. */
const LINK = /\[\[([^[\]|\n]{1,500})(?:\|([^[\]\n]{0,500}))?\]\]/g;
const PICTURE = /\{\{[^{}|\n]{1,300}\.(?:png|jpe?g|gif|svg|webp)[^{}|\n]{0,40}(?:\|([^{}\n]{0,300}))?\}\}/gi;
/** Italics or program text between two single quotes. Three make bold letters and are kept for their own sign. */
const QUOTED = /(?<!')''(?!')([^'\n]{1,300})''(?!')/g;

/** A line of a wiki without the signs of links, pictures and letters. A link to another site stays one. */
export const withoutWikiSigns = (line: string): string =>
  line
    .replace(PICTURE, (_, words: string | undefined) => words?.trim() ?? '')
    .replace(LINK, (_, place: string, words: string | undefined) => {
      const named = words?.trim() ?? '';
      if (/^https?:\/\//.test(place)) return named === '' ? place : `[${named}](${place.trim()})`;
      // Without words of its own, a link shows the page's name, not the wiki or folder that it is in.
      return (
        named ||
        (place
          .replace(/^[\w-]*>/, '')
          .split(/[:#]/)
          .findLast((part) => part.trim() !== '')
          ?.trim() ??
          place)
      );
    })
    .replace(QUOTED, '$1');

const metadataOf = (header: string): PageMetadata => {
  const dateOf = (name: string) => isoDate(new RegExp(`^${name}-Date: (.+)$`, 'm').exec(header)?.[1] ?? '');
  const published = dateOf('Creation');
  const updated = dateOf('Modification');
  return { ...(published && { published }), ...(updated && { updated }) };
};
