/** Words as Markdown that shows them as they are. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<]/g, '\\$&');

/** A link, where the address is one of the web; else its words alone. @param words Markdown */
export const markdownLink = (words: string, href: string | null | undefined): string =>
  href && /^https?:\/\//i.test(href) ? `[${words}](${href.replaceAll(')', '%29')})` : words;

/** Every line of a text further in. */
export const indentLines = (text: string, indent: string): string =>
  indent === '' ? text : text.replace(/^(?=.)/gm, indent);

/** Every line of a text as a quotation. */
export const quoteLines = (text: string): string => `> ${text.trim().replaceAll('\n', '\n> ')}`;

/** Rows of cells as a table; without a header its first row is empty. @returns an empty text for no cells */
export const markdownTable = (rows: readonly (readonly string[])[], hasHeader: boolean): string => {
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return '';
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => (cells[at] ?? '').replaceAll('\n', ' ').replaceAll('|', '\\|')).join(' | ')} |`;
  const [first = [], ...rest] = hasHeader ? rows : [[], ...rows];
  return [line(first), line(Array.from({ length: width }, () => '---')), ...rest.map(line)].join('\n');
};
