import { CODE } from './markdown-comments.ts';

/** A page of an outliner in Markdown that other readers understand too. */
export interface OutlinePage {
  markdown: string;
  /** What the page says of its own name; empty if it says nothing, and then the file's name is its name. */
  title: string;
}

/** A property of Logseq: `alias:: heater`, alone on a line, in a list item, or below the words of one. */
const PROPERTY = /^([ \t]*)([-*] )?([\p{L}][\p{L}\p{N}_./-]{0,40}):: ?(.*)$/u;
/** Properties that only the program reads. */
const INTERNAL =
  /^(?:id|collapsed|background-color|heading|icon|public|filters|template|template-including-parent|exclude-from-graph-view|(?:query|card|hl|ls|logseq)[-.].*)$/;
/** The name of a block, to which others refer. */
const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const REFERENCE = new RegExp(`\\(\\((${ID})\\)\\)`, 'g');
const NAMED_REFERENCE = new RegExp(`\\[([^\\]\\n]{1,300})\\]\\(\\(\\(${ID}\\)\\)\\)`, 'g');
const FENCE = /^[ \t]*(?:[-*] )?(`{3,}|~{3,})/;
/** Org's frames around a quotation, a note or a query. */
const FRAME = /^([ \t]*(?:[-*] )?)#\+(BEGIN|END)_(\w+)/i;
const DRAWER = /^[ \t]*:(?:LOGBOOK|PROPERTIES):[ \t]*$/;
const DRAWER_END = /^[ \t]*:END:[ \t]*$/;
/** Maximum lines of a drawer: one without an end does not hide the page. */
const MAX_DRAWER = 500;
const MACRO = /\{\{(?:query|renderer|cloze|tweet|zotero[\w-]*|function|namespace)\b[^\n{}]{0,500}\}\}/g;
const EMBED = /\{\{(?:embed|video|youtube|pdf) +([^\n{}]{1,300})\}\}/g;
const PICTURE_SIZE = /(?<=\))\{:[^\n{}]{1,80}\}/g;
const PLANNED = /^([ \t]*)(SCHEDULED|DEADLINE): <([^>\n]{8,40})>/;

const CODE_PARTS = new RegExp(CODE.source, 'gm');

/** What only pages of Logseq hold. */
const SIGNS = new RegExp(
  `^[ \\t]*(?:[-*] )?(?:id|collapsed|title|alias):: ?\\S|^[ \\t]*:LOGBOOK:[ \\t]*$|\\(\\(${ID}\\)\\)`,
  'mu',
);
const PAGE_PROPERTY = /^\p{L}[\p{L}\p{N}_-]{0,40}:: \S/u;

/** True for properties right above an item, with an empty line between them at most: those of a page of Logseq. */
const hasPageProperties = (markdown: string): boolean => {
  let isAfterProperties = false;
  let emptyLines = 0;
  for (const line of markdown.split('\n')) {
    if (isAfterProperties && line.startsWith('- ')) return true;
    if (line === '' && isAfterProperties && emptyLines === 0) emptyLines++;
    else {
      isAfterProperties = PAGE_PROPERTY.test(line) || (isAfterProperties && emptyLines === 0 && line.includes(':: '));
      emptyLines = 0;
    }
  }
  return false;
};

/**
 * Writes a page of Logseq without what only the program reads: ids, folded blocks, working times, queries. Properties become
 * `property: value`, references to blocks of the same page their words. Code stays as it is.
 *
 * @returns undefined for a text that holds none of its signs
 */
export const outlineMarkdown = (markdown: string): OutlinePage | undefined => {
  if (!/:: |\(\(|:LOGBOOK:/.test(markdown)) return undefined;
  const prose = markdown.replace(CODE_PARTS, '');
  if (!SIGNS.test(prose) && !hasPageProperties(prose)) return undefined;
  const lines = markdown.split('\n');
  const blocks = namedBlocks(lines);
  const kept: string[] = [];
  /** An item whose own words were taken out. It stays if a line below goes on with it. */
  let empty: string | undefined;
  const keep = (line: string): void => {
    if (empty !== undefined && line.trim() === '') return;
    if (empty !== undefined && /^[ \t]+(?![-*](?: |$))\S/.test(line)) kept.push(`${empty} ${line.trim()}`);
    else if (!/^[ \t]*[-*][ \t]*$/.test(line)) kept.push(line);
    empty = /^[ \t]*[-*][ \t]*$/.test(line) ? line.trimEnd() : undefined;
  };
  let title = '';
  let fence: string | undefined;
  let hidden = 0;
  for (const line of lines) {
    const mark = FENCE.exec(line)?.[1];
    const isInside = fence !== undefined;
    if (mark !== undefined) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence;
    if (mark !== undefined || fence !== undefined) {
      if (isInside) kept.push(line);
      else keep(line);
      continue;
    }
    if (hidden > 0) {
      hidden = DRAWER_END.test(line) || /^[ \t]*#\+END_QUERY/i.test(line) ? 0 : hidden - 1;
      continue;
    }
    const frame = FRAME.exec(line);
    if (DRAWER.test(line) || (frame?.[2]?.toUpperCase() === 'BEGIN' && /^QUERY$/i.test(frame[3] ?? ''))) {
      hidden = MAX_DRAWER;
      continue;
    }
    if (frame !== null) {
      // The item that the frame is in stays.
      if (/\S/.test(frame[1] ?? '')) keep(frame[1] ?? '');
      continue;
    }
    const [, indent = '', bullet, key, value = ''] = PROPERTY.exec(line) ?? [];
    if (key === undefined) {
      keep(written(line, blocks));
      continue;
    }
    if (key === 'title' && indent === '' && bullet === undefined && title === '') title = written(value, blocks).trim();
    else if (!INTERNAL.test(key) && value.trim() !== '') keep(`${indent}- ${key}: ${written(value, blocks)}`);
    else if (bullet !== undefined) keep(`${indent}${bullet}`);
  }
  return { markdown: kept.join('\n'), title: title.replace(/\[\[|\]\]/g, '') };
};

/** The words of the blocks that have a name, by that name. */
const namedBlocks = (lines: readonly string[]): Map<string, string> => {
  const blocks = new Map<string, string>();
  let words = '';
  for (const line of lines) {
    const [, , , key, value = ''] = PROPERTY.exec(line) ?? [];
    if (key === 'id') blocks.set(value.trim(), words);
    else if (/^[ \t]*[-*] /.test(line)) words = line.replace(/^[ \t]*[-*] (?:#{1,6} )?/, '').trim();
  }
  return blocks;
};

const written = (line: string, blocks: ReadonlyMap<string, string>): string =>
  line
    .replace(NAMED_REFERENCE, '$1')
    .replace(EMBED, '$1')
    // The words of a block may refer to another one, whose name would not be followed for ever.
    .replace(REFERENCE, (_, id: string) => (blocks.get(id) ?? '').replace(REFERENCE, ''))
    .replace(MACRO, '')
    .replace(PICTURE_SIZE, '')
    .replace(
      PLANNED,
      (_, indent: string, kind: string, day: string) =>
        `${indent}${kind === 'DEADLINE' ? 'Deadline' : 'Scheduled'}: ${day}`,
    )
    .trimEnd();
