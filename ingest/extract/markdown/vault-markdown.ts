import { CODE } from './markdown-comments.ts';
import { outsideCode } from './outside-code.ts';

/**
 * A link of Obsidian, Logseq or a wiki: `[[note#heading|words]]`, with `!` before what is shown in its place. Not the words of
 * another link (`[[1]](…)`), a condition of bash (`[[ -f x ]]`), an index of R (`x[["a"]]`) or a list of numbers.
 */
const LINK =
  /(?<![\p{L}\p{N}_\])])(!?)\[\[(?=[^\]\n]{0,300}\p{L})([^[\]|\n\s\\][^[\]|\n\\]{0,300})(?:\\?\|([^[\]\n]*))?\]\](?![([:])/u;
/** The same with spaces inside of the brackets, which Obsidian takes off. Only beside other links: bash writes conditions so. */
const SPACED =
  /(?<![\p{L}\p{N}_\])])\[\[[ \t]{1,9}([\p{L}\p{N}_][^[\]|\n$=<>&!]{0,300})(?:\|([^[\]\n]*))?\]\](?![([:])/u;
/** A comment of Obsidian: lines between two that hold `%%` alone. Its drawing program keeps its data so. */
const BLOCK_COMMENT = /^[ \t]*%%[ \t]*\n(?:[^%\n]*(?:%(?!%)[^%\n]*)*\n){0,20000}?[ \t]*%%[ \t]*$/;
/** A comment inside of a line. Other programs write such signs too, so it counts beside links between notes alone. */
const COMMENT = /%%[^%\n]+%%/;
/** The name of a paragraph, to which links lead: `^4f2a9c` at its end. */
const BLOCK_ID = /(?<![ \t])[ \t]+\^[A-Za-z0-9-]{4,40}[ \t]*$/;
/** The first line of a callout, as GitHub and Obsidian write it: `> [!warning]- Wet paint`. */
const CALLOUT = /^([ \t]*(?:>[ \t]?)+)\[!([A-Za-z][\w -]{0,30})(?:\|[^\]\n]*)?\][+-]?[ \t]*([^\n]*)$/;
/** A fence in which Obsidian shows what it finds by a query. */
const QUERY = /^([ \t]*)(`{3,}|~{3,})(?:dataview(?:js)?|tasks|query)[ \t]*\n[\s\S]{0,4000}?^[ \t]*\2[ \t]*$/gm;
/** Words that an editor shows marked: `==words==`. */
const MARKED = /(?<![=\w])==(?=[^\s=])([^=\n]{0,300}[^\s=])==(?![=\w])/;
const PICTURE = /\.(?:png|jpe?g|gif|svg|webp|bmp|avif|mp[34]|mov|webm|wav|ogg|m4a)$/i;

const CODE_OR_LINK = new RegExp(`${CODE.source}|${LINK.source}`, 'gmu');
const CODE_OR_SPACED = new RegExp(`${CODE.source}|${SPACED.source}`, 'gmu');
const CODE_OR_CALLOUT = new RegExp(`${CODE.source}|${CALLOUT.source}`, 'gm');
const CODE_OR_COMMENT = new RegExp(`${CODE.source}|${BLOCK_COMMENT.source}`, 'gm');
const CODE_OR_SIGN = new RegExp(`${CODE.source}|${COMMENT.source}|${BLOCK_ID.source}`, 'gm');
/** Groups of `CODE` before those of a pattern behind it. */
const OWN = 3;

/**
 * Writes links between notes and callouts in words: `[[Leave|how to ask]]` as "how to ask", `> [!NOTE]` as a bold "Note", and
 * leaves out comments of whole lines, queries and the signs around marked words. In a text with such links also leaves out comments
 * inside of a line and names of paragraphs. Code stays as it is.
 */
export const vaultMarkdown = (markdown: string): string => {
  const shown = markdown.includes('==') ? outsideCode(markdown, MARKED, (_all, _at, [words = '']) => words) : markdown;
  const asked = shown.replace(QUERY, '');
  const called = asked.includes('[!') ? asked.replace(CODE_OR_CALLOUT, calloutTitle) : asked;
  const said = called.includes('%%')
    ? called.replace(CODE_OR_COMMENT, (all) => (/^[ \t]*%%/.test(all) ? '' : all))
    : called;
  if (!said.includes('[[')) return said;
  let links = 0;
  const linked = said.replace(CODE_OR_LINK, (all: string, ...groups: unknown[]) => {
    const [embeds, target, words] = groups.slice(OWN) as (string | undefined)[];
    if (target === undefined) return all;
    links++;
    return embeds && PICTURE.test(target.replace(/#.*$/, '').trim()) ? '' : words?.trim() || nameOf(target);
  });
  if (links === 0) return said;
  return linked
    .replace(CODE_OR_SPACED, (all: string, ...groups: unknown[]) => {
      const [target, words] = groups.slice(OWN) as (string | undefined)[];
      return target === undefined ? all : words?.trim() || nameOf(target);
    })
    .replace(CODE_OR_SIGN, (all) => (/^[ \t]*(?:%%|\^)/.test(all) ? '' : all));
};

/** `note#Heading` as "note > Heading", as Obsidian shows it; a paragraph's name is nothing to read. */
const nameOf = (target: string): string =>
  target
    .replace(/#?\^[\w-]+\s*$/, '')
    .split('#')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' > ');

const calloutTitle = (all: string, ...groups: unknown[]): string => {
  const [quote, type, title] = groups.slice(OWN) as (string | undefined)[];
  if (quote === undefined || type === undefined) return all;
  const words = title?.trim() || type.charAt(0).toUpperCase() + type.slice(1).toLowerCase();
  // The empty line of the quotation parts the title from what follows.
  return `${quote}**${words.replace(/^\*\*|\*\*$/g, '')}**\n${quote.trimEnd()}`;
};
