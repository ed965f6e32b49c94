import type { Inline } from '../blocks.ts';

/** The address that a link leads to; undefined for one that is not kept. */
export type Resolve = (href: string) => string | undefined;

/** Writes runs with their marks. White space stays outside the marks, and consecutive bold runs become one. */
export const inlineMarkdown = (written: readonly Inline[], resolve: Resolve, plain = false): string => {
  const inlines = joinCode(written, resolve);
  let markdown = '';
  for (let at = 0; at < inlines.length; ) {
    let end = at + 1;
    if (!plain && inlines[at]?.strong) while (inlines[end]?.strong) end++;
    const runs = inlines.slice(at, end);
    at = end;
    const [first] = runs;
    if (!first) continue;
    if (runs.length === 1 || runs.every(({ code }) => code)) {
      for (const run of runs) markdown += runMarkdown(run, resolve, plain);
      continue;
    }
    const stretch = runs.map((run) => runMarkdown({ ...run, strong: false, emphasis: false }, resolve, plain)).join('');
    const words = stretch.trim();
    const marked = /[\p{L}\p{N}]/u.test(words) ? `**${words}**` : words;
    markdown += `${/^\s/.test(stretch) ? ' ' : ''}${marked}${/\s$/.test(stretch) && words !== '' ? ' ' : ''}`;
  }
  return markdown.replace(/ {2,}/g, ' ').trim();
};

/** Joins consecutive runs of code that lead nowhere: two of them side by side would be one with wrong marks. */
const joinCode = (inlines: readonly Inline[], resolve: Resolve): Inline[] => {
  const joined: Inline[] = [];
  const leadsNowhere = ({ href }: Inline) => href === undefined || resolve(href) === undefined;
  for (const run of inlines) {
    const last = joined.at(-1);
    if (last?.code && run.code && leadsNowhere(last) && leadsNowhere(run))
      joined[joined.length - 1] = { ...last, href: undefined, text: last.text + run.text };
    else joined.push(run);
  }
  return joined;
};

const runMarkdown = ({ text, href, strong, emphasis, code }: Inline, resolve: Resolve, plain: boolean): string => {
  const words = text.trim().replace(/\s+/g, ' ');
  const before = /^\s/.test(text) ? ' ' : '';
  const after = /\s$/.test(text) && words !== '' ? ' ' : '';
  let marked = words;
  if (words !== '' && /[\p{L}\p{N}]/u.test(words)) {
    if (code && !words.includes('``')) marked = words.includes('`') ? `\`\` ${marked} \`\`` : `\`${marked}\``;
    else if (!plain && strong) marked = `**${marked}**`;
    else if (!plain && emphasis) marked = `*${marked}*`;
    const target = href === undefined ? undefined : resolve(href);
    if (target !== undefined)
      marked = `[${marked.replace(/[[\]]/g, '\\$&')}](${target.replace(/[()\s]/g, encodeParenthesis)})`;
  }
  return before + marked + after;
};

const encodeParenthesis = (character: string) => (character === '(' ? '%28' : character === ')' ? '%29' : '%20');

/** Escapes a paragraph that starts like a heading, list, quote or rule. */
export const escapeStart = (content: string): string =>
  content.replace(/^(#{1,6}\s|[-+*]\s|>|=+$|-+$|~~~|```)/, '\\$1').replace(/^(\d{1,9})([.)]\s)/, '$1\\$2');
