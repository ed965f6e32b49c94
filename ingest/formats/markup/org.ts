import { decode } from '../../extract/decode.ts';
import { extractMarkdownText } from '../../extract/markdown/markdown.ts';
import type { Reader } from '../reader.ts';

/** Reads an Org file by converting it to Markdown: headings, lists, code, tables, links. Leaves out drawers and settings. */
export const readOrg: Reader = (bytes, context = {}) => extractMarkdownText(orgToMarkdown(decode(bytes)), context);

const orgToMarkdown = (source: string): string => {
  const out: string[] = [];
  let block: string | undefined;
  let isDrawer = false;
  let isTable = false;
  const lines = source.replace(/\r\n?/g, '\n').split('\n');
  for (const [i, line] of lines.entries()) {
    const text = line.trim();
    if (block !== undefined) {
      const isEnd = new RegExp(`^#\\+end_${block}\\b`, 'i').test(text);
      out.push(isEnd ? '````\n' : line);
      if (isEnd) block = undefined;
      continue;
    }
    const begin = /^#\+begin_(src|example|export)\b\s*([\w+#-]*)/i.exec(text);
    if (begin) {
      block = begin[1];
      out.push(`\n\`\`\`\`${/^src$/i.test(begin[1] ?? '') ? begin[2] : ''}`);
      continue;
    }
    if (/^:(?:properties|logbook):$/i.test(text)) isDrawer = true;
    if (isDrawer) {
      if (/^:end:$/i.test(text)) isDrawer = false;
      continue;
    }
    // What a drawer of another name holds is text; its marks and the editor's settings are not.
    if (/^:(?:[\w-]+):$/.test(text) || (i === 0 && /^-\*-.*-\*-/.test(text))) continue;
    const title = /^#\+title:\s*(.+)$/i.exec(text)?.[1];
    const caption = /^#\+caption:\s*(.+)$/i.exec(text)?.[1];
    const heading = /^(\*+)\s+(.*?)(?:\s+:[\w@:]+:)?$/.exec(line);
    const isRow = text.startsWith('|');
    if (title !== undefined) out.push(`# ${title}\n`);
    else if (caption !== undefined) out.push(`\n**${inline(caption)}**\n`);
    else if (/^#(?:\+|\s|$)/.test(text) || /^(?:SCHEDULED|DEADLINE|CLOSED):/.test(text)) continue;
    else if (heading)
      out.push(`\n${'#'.repeat(Math.min(6, (heading[1] ?? '').length + 1))} ${inline(heading[2] ?? '')}\n`);
    else if (/^\|[-+]+\|?$/.test(text)) {
      // Only the first rule of a table ends its header.
      if (isTable && !/^\|(?: --- \|)+$/m.test(out.at(-1) ?? '') && !/^\|(?: --- \|)+$/.test(out.at(-2) ?? ''))
        out.push(`|${' --- |'.repeat(Math.max(1, (out.at(-1) ?? '').split('|').length - 2))}`);
    } else {
      // A table whose first row is not ruled off has no names of columns.
      if (isRow && !isTable && !/^\s*\|[-+]/.test(lines[i + 1] ?? '')) {
        const width = Math.max(1, text.replace(/\|$/, '').split('|').length - 1);
        out.push(`|${'  |'.repeat(width)}`, `|${' --- |'.repeat(width)}`);
      }
      out.push(line.replace(/\S.*$/, (words) => inline(words)));
    }
    isTable = isRow;
  }
  return out.join('\n');
};

const inline = (text: string): string =>
  text
    .replace(/\[\[([^\]]+)\]\[([^\]]+)\]\]/g, '[$2]($1)')
    .replace(/\[\[([^\]]+)\]\]/g, '$1')
    .replace(/(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?!\w)/g, '**$1**')
    .replace(/(?<!\w)[=~](?=\S)([^=~\n]+?)(?<=\S)[=~](?!\w)/g, '`$1`');
