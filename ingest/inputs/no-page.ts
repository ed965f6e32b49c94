import path from 'node:path';
import { unpackedName, unpackedStart } from '../formats/packed.ts';
import { isSectionName } from '../formats/roff/detect.ts';
import { otherPage } from '../formats/roff/other-page.ts';
import { isDirectMessages } from './direct-messages.ts';
import { isHtmlFile } from './folder-templates.ts';
import { isRedirect } from './redirect-page.ts';
import { isSearchData } from './search-data.ts';

/** The reason for not reading a file of a folder as a page, by its bytes; undefined for a page. */
export const whyNoPage = (file: string, bytes: Uint8Array): string | undefined => {
  if (isSectionName(file)) {
    const other = otherPage(unpackedName(file) === undefined ? bytes : unpackedStart(bytes));
    return other === undefined ? undefined : 'another name of a manual page';
  }
  if (FRAME.test(path.basename(file)) || isContents(file, bytes))
    return 'only the links beside or below the pages of a site';
  if (isGuideOfLinks(file, bytes)) return 'a page of links alone, which the help’s reader makes';
  if (isDirectMessages(file, bytes)) return 'direct messages of Discord';
  if (!isHtmlFile(file)) return undefined;
  if (isRedirect(bytes)) return 'a page that only leads to another';
  if (isStorybook(bytes)) return 'a Storybook, whose pages a script draws: ingest the .mdx files that it was made from';
  return isSearchData(bytes) ? 'a page that only the search of its manual reads' : undefined;
};

/** The two pages of a Storybook: the bar around it, and the frame that holds nothing but the messages for stories that fail. */
const isStorybook = (bytes: Uint8Array): boolean =>
  /<div id="storybook-root"|\bclass="sb-nopreview\b|[/"']sb-manager\//.test(
    new TextDecoder().decode(bytes.subarray(0, 65_536)),
  );

/** Maximum bytes of a guide of links; longer pages have a text. */
const MAX_GUIDE_BYTES = 32_768;

/** True for a page of Mallard to which other pages say that they belong, without a text of its own. */
const isGuideOfLinks = (file: string, bytes: Uint8Array): boolean =>
  /\.page$/i.test(file) &&
  bytes.length <= MAX_GUIDE_BYTES &&
  !/<(?:p|item|code|screen|td)\b/.test(
    new TextDecoder()
      .decode(bytes)
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/<(info|comment)\b[\s\S]*?<\/\1>/g, ''),
  );

/** What wikis of GitHub and GitLab, Docsify and Logseq show beside, above and below each page. */
const FRAME =
  /^_(?:sidebar|footer|header|navbar|coverpage)\.(?:md|markdown|mdx|rst|adoc|asciidoc|org|mediawiki|wikitext)$/i;

/** The list of contents of mdBook and GitBook, and Antora's. */
const CONTENTS = /^(?:SUMMARY\.(?:md|adoc)|nav\.adoc)$/i;
/** Maximum share of lines of a list of contents that are neither a heading, a rule nor a link. */
const MAX_OTHER_LINES = 0.1;

const isContents = (file: string, bytes: Uint8Array): boolean => {
  if (!CONTENTS.test(path.basename(file))) return false;
  const lines = new TextDecoder()
    .decode(bytes)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isLink = (line: string) =>
    /^(?:[*+.-]{1,9}|\d{1,3}\.)?\s*(?:\[[^\]]*\]\([^)]*\)|xref:[^\s[]+\[[^\]]*\])\s*$/.test(line);
  const isOther = (line: string) =>
    !isLink(line) && !/^(?:[#=]{1,6}\s|\.\S|:|\/\/|<!--|[*-]{3,}$|[*+.-]{1,9}\s+[^.]{1,60}$)/.test(line);
  return lines.some(isLink) && lines.filter(isOther).length <= lines.length * MAX_OTHER_LINES;
};
