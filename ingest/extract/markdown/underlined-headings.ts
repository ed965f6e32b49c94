import type MarkdownIt from 'markdown-it';

/** Maximum characters of an underlined heading. Longer text above a rule is a paragraph without an empty line. */
const MAX_PARAGRAPH = 200;

/**
 * Rewrites underlined Markdown headings ("Hotels" above "------") as "## Hotels", so that chunking has to handle only one kind of
 * heading. Other lines of dashes (in tables, code) stay.
 */
export const markdownHeadings = (parser: InstanceType<typeof MarkdownIt>, markdown: string): string => {
  if (!/^ {0,3}(?:=+|-+)[ \t]*$/m.test(markdown)) return markdown;
  const lines = markdown.split('\n');
  for (const { type, tag, markup, map, level } of parser.parse(markdown, {})) {
    if (type !== 'heading_open' || level > 0 || map === null || (markup !== '=' && markup !== '-')) continue;
    const [from, to] = map;
    const title = lines
      .slice(from, to - 1)
      .map((line) => line.trim())
      .join(' ');
    if (title.length > MAX_PARAGRAPH) continue;
    // Keeps the number of lines, so that line numbers in the text stay valid.
    lines.splice(from, to - from, `${'#'.repeat(Number(tag[1]))} ${title}`, ...Array<string>(to - from - 1).fill(''));
  }
  return lines.join('\n');
};

/** Maximum difference in length between a heading and its underline. */
const MAX_DIFFERENCE = 2;
const MAX_TITLE = 100;
const UNDERLINE = /^([=\-~^"*+#])\1{2,}$/;

/**
 * The same for plain text, with other characters for underlines too. As in reStructuredText, the first character found is the
 * highest level. A heading is at the text's start or below an empty line.
 */
export const textHeadings = (text: string): { text: string; title: string } => {
  const lines = text.split('\n');
  const levels: string[] = [];
  let title = '';
  for (let at = 0; at + 1 < lines.length; at += 1) {
    const words = (lines[at] ?? '').trimEnd();
    const sign = UNDERLINE.exec((lines[at + 1] ?? '').trimEnd())?.[1];
    if (sign === undefined || !/^[^\s|#>*-].*\p{L}/u.test(words) || words.length > MAX_TITLE) continue;
    if (Math.abs((lines[at + 1] ?? '').trimEnd().length - words.length) > MAX_DIFFERENCE) continue;
    if (at > 0 && !standsApart(lines[at - 1] ?? '', words)) continue;
    if (!levels.includes(sign)) levels.push(sign);
    if (at <= 1) title = words;
    lines[at] = `${'#'.repeat(Math.min(6, levels.indexOf(sign) + 1))} ${words}`;
    lines[at + 1] = '';
    // Removes the rule above a heading between two rules.
    if (at > 0 && UNDERLINE.test((lines[at - 1] ?? '').trimEnd())) lines[at - 1] = '';
  }
  return { text: lines.join('\n').trimEnd(), title };
};

/** True if the line above a title is empty, a rule, or the end of an item, an indented block or a sentence. */
const standsApart = (above: string, title: string): boolean =>
  above.trim() === '' ||
  UNDERLINE.test(above.trimEnd()) ||
  (/^(?:[\p{Lu}\d])/u.test(title) &&
    !/[.,;]$/.test(title) &&
    /^\s|^(?:[-*+•]|\d{1,3}[.)])\s|[.!?]$/.test(above.trimEnd()));
