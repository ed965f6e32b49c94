import MarkdownIt from 'markdown-it';
import type { PassageLink } from '../../../core/document.ts';
import { readMarkdownTable } from '../../tables/markdown.ts';
import { decode, decodeText } from '../decode.ts';
import { fold } from '../dom.ts';
import { includesOf, linesIn } from '../includes/in-text.ts';
import type { Include } from '../includes/include.ts';
import { withLeftOut } from '../includes/left-out.ts';
import type { ExtractedPage, PageMetadata, TableDraft } from '../page.ts';
import { withCharacters } from './character-references.ts';
import { withChatDays } from './chat-days.ts';
import { dokuWikiMarkdown } from './dokuwiki.ts';
import { type FrontMatter, splitFrontMatter } from './front-matter.ts';
import { htmlInMarkdown, withoutUnseenSpans } from './html-in-markdown.ts';
import { CODE, withoutComments } from './markdown-comments.ts';
import { outlineMarkdown } from './outline-markdown.ts';
import { propertiesAsList, propertyLines } from './page-properties.ts';
import { referenceLinks } from './reference-links.ts';
import { withoutRowMarks } from './row-heads.ts';
import { siteMarkup } from './site-markup.ts';
import { shownByTerminal } from './terminal-text.ts';
import { bareHeadings } from './text-headings.ts';
import { markdownHeadings, textHeadings } from './underlined-headings.ts';
import { vaultMarkdown } from './vault-markdown.ts';
import { wikiText } from './wiki-text.ts';

const parser = new MarkdownIt({ html: true, linkify: false });

/** Origin of a text. `url` resolves its relative links. */
export interface TextContext {
  url?: string;
  contentType?: string;
}

/**
 * Reads a Markdown file: YAML front matter (title, date, updated_at, scopes, url, author, language) and the text as it is.
 * Without a title in the front matter, the first level-one heading is the title; the first heading where several of level one
 * come below it, as below `## Spam` of a page whose parts are written one level too high.
 *
 * @throws INPUT_UNREADABLE when the front matter is not YAML.
 */
export const extractMarkdown = (bytes: Uint8Array, context: TextContext = {}): ExtractedPage => {
  const source = decode(bytes, context.contentType);
  const includes = includesOf('markdown', source);
  if (includes.length === 0) return extractMarkdownText(source, context);
  return withLeftOut(extractMarkdownText(withoutIncludes(linesIn(source), includes), context), includes);
};

/** A page without lines that its builder puts another file in the place of. */
const withoutIncludes = (lines: readonly string[], includes: readonly Include[]): string => {
  const left = [...lines];
  for (const { from, to } of includes) left.fill('', from, to);
  return left.join('\n');
};

/** The same for a string. */
export const extractMarkdownText = (source: string, { url }: TextContext = {}): ExtractedPage => {
  const { matter, body } = splitFrontMatter(source.replace(/\r\n?/g, '\n').replace(/^\uFEFF/, ''));
  const outline = outlineMarkdown(body);
  const own =
    vaultMarkdown(
      htmlInMarkdown(
        parser,
        withoutLayout(
          withoutRowMarks(siteMarkup(referenceLinks(withoutUnseenSpans(withoutComments(outline?.markdown ?? body))))),
        ),
      ),
    ).trim() ||
    (matter.description ?? '');
  const markdown = withCharacters(
    markdownHeadings(
      parser,
      withProperties(propertiesAsList(own), vaultMarkdown(propertyLines(matter.fields, matter.title))),
    ),
    parser.utils.unescapeAll,
  );
  const base = matter.url ?? url;
  const { text, tables, links, heading } = readMarkdown(markdown, base);
  return {
    // An outline's headings are those of its parts: the page is called as its file is.
    title: withoutSiteName(matter, heading) ?? outline?.title ?? heading ?? '',
    text,
    markdown,
    tables,
    links,
    metadata: compact({
      author: matter.author,
      published: matter.published,
      updated: matter.updated,
      language: matter.language,
      canonical: matter.url,
      description: matter.description,
      scopes: matter.scopes,
    }),
  };
};

/** "Where we work | Handbook" as "Where we work", where that is the page's heading or another field of its own. */
const withoutSiteName = ({ title, fields }: FrontMatter, heading: string | undefined): string | undefined => {
  const own = title?.split(/\s+[|·•–—]\s+/)[0];
  return own && (heading === own || Object.values(fields).includes(own)) ? own : title;
};

/** Puts the properties of a page below the title that it begins with. */
const withProperties = (markdown: string, properties: string): string => {
  if (properties === '') return markdown;
  const title = /^#[ \t][^\n]*(?:\n|$)/.exec(markdown)?.[0] ?? '';
  return [title.trim(), properties, markdown.slice(title.length).trim()].filter(Boolean).join('\n\n');
};

/** A script's or a configuration's comments: lines with one `#` each, one below the other. Headings have other lines between them. */
const COMMENT_LINES = /^#(?: .*)?\n(?:#[ \t]*.*\n)*#(?: .*)?$/m;
const MARKS = /^#{1,6}(?=[ \t]|$)/gm;
/** The line in which a version control names the file, its version and who changed it: "# $Id: gate.txt,v 1.2 … $". */
const VERSION_LINE = /^#{1,6}(?=[ \t]+\$\w+: [^\n]*\$[ \t]*$)/gm;

/**
 * Reads plain text: pages of DokuWiki whole, of others only headings: a wiki's, underlined ones, those at the left margin of an indented text, and single lines
 * above a paragraph. Without a heading at its start, the title is the file's name.
 */
export const extractText = (bytes: Uint8Array, { contentType }: TextContext = {}): ExtractedPage => {
  const source = shownByTerminal(
    decodeText(bytes, contentType)
      .replace(/\r\n?/g, '\n')
      .replace(/^\uFEFF/, ''),
  )
    .replace(/^\s*\n/, '')
    .trimEnd();
  const doku = dokuWikiMarkdown(source);
  if (doku !== undefined) return extractMarkdownText(doku);
  const unmarked = source.replace(COMMENT_LINES.test(source) ? MARKS : VERSION_LINE, '\\$&');
  const wiki = wikiText(unmarked);
  const underlined = textHeadings(wiki.text);
  const { text: headed, title: called } = bareHeadings(underlined.text);
  const text = withChatDays(headed);
  const title = wiki.title || underlined.title || called;
  return { title, text, markdown: text, tables: [], links: [], metadata: wiki.metadata };
};

/**
 * A line of tags alone that only lay out what is between them (`<div class="note">`, `</details>`), or a place for links that
 * holds nothing: `<a id="keys"></a>`.
 */
const LAYOUT =
  /^ {0,3}(?:<\/?(?:div|center|section|article|details|aside)(?:\s[^<>\n]*)?>[ \t]*)+$|(?<![ \t])[ \t]*<a\s+(?:id|name)=["'][^"'<>\n]*["']\s*(?:\/>|><\/a>)/;

/** Returns a function that removes what matches a pattern outside of code. @param sign what each match begins with */
const remover = (pattern: RegExp, sign: string): ((body: string) => string) => {
  const codeOrMatch = new RegExp(`${CODE.source}|${pattern.source}`, 'gm');
  return (body) =>
    body.includes(sign)
      ? body.replace(codeOrMatch, (found) => (found.trimStart().startsWith(sign) ? '' : found))
      : body;
};

/** Tags around words that only change their look, as pandoc and editors write them: `<span class="x">`. */
const LOOKS = /<\/?(?:span|font)(?:\s[^<>]*)?>/;

/** Without tags that only lay out: they are neither text nor a border of Markdown. */
const withoutLayout = remover(new RegExp(`${LAYOUT.source}|${LOOKS.source}`), '<');

const readMarkdown = (markdown: string, base: string | undefined) => {
  const lines = lineStarts(markdown);
  const links = new Map<string, string>();
  const tables: TableDraft[] = [];
  const texts: string[] = [];
  let headings: { level: number; text: string }[] = [];
  let opening: string | undefined;
  const titles: string[] = [];
  let heading = 0;
  let lastParagraph = '';
  let inTable = false;
  for (const token of parser.parse(markdown, {})) {
    if (token.type === 'heading_open') heading = Number(token.tag[1]);
    else if (token.type === 'table_open' && token.map !== null) {
      inTable = true;
      const start = lines[token.map[0]]!;
      const source = markdown.slice(start, lines[token.map[1]] ?? markdown.length).trimEnd();
      const table = readMarkdownTable(source);
      if (table !== undefined) {
        const caption =
          /:$|^table\s/i.test(lastParagraph) && lastParagraph.length < 150 ? lastParagraph.replace(/:$/, '') : '';
        tables.push({
          ...table,
          caption,
          headings: headings.map(({ text }) => text),
          start,
          end: start + source.length,
        });
        texts.push(table.columns.map((path) => path.join(' ')).join('\t'));
        for (const row of table.rows) texts.push(row.join('\t'));
      }
    } else if (token.type === 'table_close') inTable = false;
    else if (token.type === 'fence' || token.type === 'code_block') texts.push(token.content.trimEnd());
    else if (token.type === 'inline') {
      const text = inlineText(token);
      for (const [href, linkText] of inlineLinks(token, base)) if (!links.get(href)) links.set(href, linkText);
      if (heading > 0) {
        opening ??= text;
        if (heading === 1) titles.push(text);
        headings = [...headings.filter(({ level }) => level < heading), { level: heading, text }];
        heading = 0;
      }
      if (!inTable && text !== '') texts.push(text);
      lastParagraph = text;
    }
  }
  return {
    text: texts.join('\n'),
    tables,
    links: [...links].map(([href, text]): PassageLink => ({ href, text })),
    /** What the page is called by its headings. */
    heading: titles.length > 1 ? opening : titles[0],
  };
};

type Token = ReturnType<typeof parser.parse>[number];

const inlineText = (token: Token): string =>
  fold(
    (token.children ?? [])
      .map((child) =>
        child.type === 'text' || child.type === 'code_inline'
          ? child.content
          : /break$/.test(child.type) || /^<br\b/i.test(child.content)
            ? ' '
            : '',
      )
      .join(''),
  );

/** Links of an inline token: target (resolved if there is a base) and text. */
const inlineLinks = (token: Token, base: string | undefined): [string, string][] => {
  const found: [string, string][] = [];
  let open: { href: string; text: string } | undefined;
  for (const child of token.children ?? []) {
    if (child.type === 'link_open') open = { href: String(child.attrGet('href') ?? ''), text: '' };
    else if (child.type === 'link_close' && open !== undefined) {
      const { href, text } = open;
      if (href !== '' && !href.startsWith('#'))
        found.push([URL.canParse(href, base) ? new URL(href, base).href : href, text]);
      open = undefined;
    } else if (open !== undefined) open.text += child.content;
  }
  return found;
};

/** Offset of the start of each line. */
const lineStarts = (text: string): number[] => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
};

const compact = (metadata: PageMetadata): PageMetadata =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined));
