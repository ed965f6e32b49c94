import { indentOf } from '../../../core/text/list-items.ts';
import { wordTable } from '../../../core/word-table.ts';
import { decode } from '../../extract/decode.ts';
import { includesOf } from '../../extract/includes/in-text.ts';
import { withLeftOut } from '../../extract/includes/left-out.ts';
import { extractMarkdownText } from '../../extract/markdown/markdown.ts';
import type { Reader } from '../reader.ts';
import { csvTable, type DirectiveOptions, drawnTable, listTable, writeTable } from './rst-tables.ts';

/** Reads a reStructuredText file by converting it to Markdown: headings, code, tables, notes, definitions, links. */
export const readRst: Reader = (bytes, context = {}) => {
  const source = decode(bytes);
  return withLeftOut(extractMarkdownText(rstToMarkdown(source), context), includesOf('rst', source));
};

const UNDERLINE = /^([=\-~^"'`:.#*+_<>])\1{2,}\s*$/;
/** Directives without text of their own, or that only link to other pages. */
const LEFT_OUT =
  /^(?:image|figure|toctree|contents|index|include|highlight|meta|title|raw|only|sectionauthor|moduleauthor|codeauthor|currentmodule|module|default-role|role|tabularcolumns|testsetup|testcleanup|autoclass|automodule|autofunction|automethod|graphviz|plot|bibliography|header|footer)$/;
const CODE =
  /^(?:code|code-block|sourcecode|literalinclude|parsed-literal|math|testcode|testoutput|doctest|prompt|ipython|productionlist)$/;
const BOX =
  /^(?:note|warning|caution|tip|important|danger|attention|hint|error|seealso|admonition|versionadded|versionchanged|deprecated|todo|topic|sidebar|rubric|deprecated-removed)$/;
const TABLE = /^(?:table|list-table|csv-table)$/;
const TABLE_RULE = /^\s*(?:=+(?:\s+=+)+|\+[-=+]+\+)\s*$/;

/** A role whose words go on in the next line. */
const BROKEN_ROLE = /(:[a-z][\w:.+-]{0,40}:`[^`\n]{1,200})\n {0,40}([^`\n]{1,200}`)/g;
/** Boxes that are called otherwise than by their directive. */
const CALLED = wordTable<string>({
  versionadded: 'Added in version',
  versionchanged: 'Changed in version',
  deprecated: 'Deprecated since version',
  'deprecated-removed': 'Deprecated since version',
  seealso: 'See also',
});

const rstToMarkdown = (source: string): string => {
  const lines = source.replace(/\r\n?/g, '\n').replace(/\t/g, '        ').replace(BROKEN_ROLE, '$1 $2').split('\n');
  const levels: string[] = [];
  return convert(lines, levels).join('\n');
};

/** The lines from `at` on that are indented more than `indent`, and the index after them. */
const deeper = (lines: readonly string[], at: number, indent: number): { body: string[]; end: number } => {
  let end = at;
  while (end < lines.length && ((lines[end] ?? '').trim() === '' || indentOf(lines[end] ?? '') > indent)) end++;
  while (end > at && (lines[end - 1] ?? '').trim() === '') end--;
  const body = lines.slice(at, end);
  const least = Math.min(...body.filter((line) => line.trim() !== '').map(indentOf));
  return { body: body.map((line) => line.slice(Number.isFinite(least) ? least : 0)), end };
};

const fenced = (body: readonly string[], language = ''): string[] => {
  const text = body.join('\n').replace(/^\n+/, '').trimEnd();
  return text === '' ? [] : ['', `\`\`\`\`${language}`, text, '````', ''];
};

const heading = (
  lines: readonly string[],
  at: number,
  levels: string[],
): { text: string; level: number; end: number } | undefined => {
  const [first = '', second = '', third = ''] = lines.slice(at, at + 3);
  const over = UNDERLINE.exec(first)?.[1];
  const isOver = over !== undefined && second.trim() !== '' && third.trim() === first.trim();
  const under = UNDERLINE.exec(second)?.[1];
  if (
    !isOver &&
    (under === undefined ||
      first.trim() === '' ||
      indentOf(first) > 0 ||
      second.trim().length < first.trim().length - 1)
  )
    return undefined;
  if (!isOver && over !== undefined) return undefined;
  const style = isOver ? `${over}${over}` : (under ?? '');
  if (!levels.includes(style)) levels.push(style);
  return {
    text: (isOver ? second : first).trim(),
    level: Math.min(6, levels.indexOf(style) + 1),
    end: at + (isOver ? 3 : 2),
  };
};

const convert = (lines: readonly string[], levels: string[]): string[] => {
  const out: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const titled = heading(lines, at, levels);
    if (titled) {
      out.push('', `${'#'.repeat(titled.level)} ${inline(titled.text)}`, '');
      at = titled.end;
    } else if (TABLE_RULE.test(line)) {
      const table = drawnTable(lines, at);
      if (table !== undefined) {
        out.push(...writeTable(table, inline));
        at = table.end;
        continue;
      }
      // A table that is broken off is kept as it is drawn.
      let end = at + 1;
      while (end < lines.length && (lines[end] ?? '').trim() !== '') end++;
      out.push(...fenced(lines.slice(at, end)));
      at = end;
    } else if (/^\s*\.\.(?:\s|$)/.test(line)) at = directive(lines, at, levels, out);
    else if (/::\s*$/.test(line)) {
      const { body, end } = deeper(lines, at + 1, indentOf(line));
      const said = line.replace(/\s*::\s*$/, /\S::\s*$/.test(line) ? ':' : '');
      if (said.trim() !== '') out.push(inline(said));
      out.push(...fenced(body));
      at = Math.max(end, at + 1);
    } else if (/^\s*>>> /.test(line)) {
      let end = at + 1;
      while (end < lines.length && (lines[end] ?? '').trim() !== '') end++;
      out.push(...fenced(lines.slice(at, end), 'python'));
      at = end;
    } else if (/^:[\w ./-]+:(?:\s|$)/.test(line)) {
      const [, key = '', value = ''] = /^:([^:]+):\s*(.*)$/.exec(line) ?? [];
      out.push(`- **${key}:** ${inline(value)}`);
      at++;
    } else {
      out.push(inline(line));
      at++;
    }
  }
  return out;
};

const directive = (lines: readonly string[], at: number, levels: string[], out: string[]): number => {
  const line = lines[at] ?? '';
  const [, name = '', given = ''] = /^\s*\.\.\s+(?:\|[^|]+\|\s+)?([\w:.-]+?)::\s*(.*)$/.exec(line) ?? [];
  const { body: all, end } = deeper(lines, at + 1, indentOf(line));
  const options = all.findIndex((one) => !/^:[\w-]+:/.test(one));
  const body = options === -1 ? [] : all.slice(options);
  const next = Math.max(end, at + 1);
  const footnote = /^\s*\.\.\s+\[([^\]]+)\]\s*(.*)$/.exec(line);
  if (footnote) out.push('', `[${footnote[1]}] ${inline(footnote[2] ?? '')}`, ...convert(body, levels));
  else if (name === '' || LEFT_OUT.test(name)) return next;
  else if (TABLE.test(name)) {
    if (given !== '') out.push('', `**${inline(given)}**`, '');
    const table = tableOf(name, body, optionsOf(all.slice(0, all.length - body.length)));
    out.push(...(table === undefined ? convert(body, levels) : writeTable(table, inline)));
  } else if (CODE.test(name)) out.push(...fenced(body, /^[\w+#-]+$/.test(given) ? given : ''));
  else {
    const [title, said] = BOX.test(name) ? boxTitle(name, given) : [given && `\`${given}\``, ''];
    if (title !== '') out.push('', `**${title}**`, '');
    if (said !== '') out.push(inline(said));
    out.push(...convert(body, levels), '');
  }
  return next;
};

/** A box's title, and what stands behind it in the same line. */
const boxTitle = (name: string, given: string): [title: string, said: string] => {
  const words = CALLED[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
  if (/^(?:version|deprecated)/.test(name)) {
    const [version = '', ...said] = given.split(/\s+/);
    return [`${words} ${version}`.trim(), said.join(' ')];
  }
  // These are called as they are titled.
  if (given !== '' && /^(?:admonition|topic|sidebar|rubric)$/.test(name)) return [given, ''];
  return [given === '' ? words : `${words}: ${given}`, ''];
};

const tableOf = (name: string, body: readonly string[], options: DirectiveOptions) =>
  name === 'list-table' ? listTable(body, options) : name === 'csv-table' ? csvTable(body, options) : undefined;

const optionsOf = (lines: readonly string[]): DirectiveOptions =>
  new Map(
    lines.flatMap((line) => {
      const [, name, value = ''] = /^:([\w-]+):\s*(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value.trim()] as const];
    }),
  );

const inline = (line: string): string =>
  line
    .replace(/``(.+?)``/g, (_, code: string) => `\`${code}\``)
    .replace(/:[\w:.+-]+:`([^`]+?)\s*<[^`]*>`/g, '`$1`')
    .replace(/:[\w:.+-]+:`[!~]?([^`]+)`/g, '`$1`')
    .replace(/`([^`<]+?)\s*<([^`>]+)>`__?/g, '[$1]($2)')
    .replace(/`([^`]+)`__?/g, '$1')
    .replace(/(?<=\w|\[[\w#*-]{1,30}\])_(?=[\s.,;:)]|$)/g, '');
