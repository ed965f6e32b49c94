/** A tag of a division; the group holds its attributes. */
const DIVISION = /<div\b((?:[^<>"']|"[^"]*"|'[^']*')*)>|<\/div\s*>/gi;

/** Replaces a division of a note, or keeps it. @param inner what stands between its tags */
export type Replace = (attributes: string, inner: string) => string | undefined;

/**
 * Replaces divisions that Evernote marks as more than layout: lists of tasks and program text. A division inside of a replaced one
 * goes with it. Reads the note once.
 */
export const replaceDivisions = (html: string, replace: Replace): string => {
  const open: { attributes: string; start: number; inner: number }[] = [];
  const replaced: { start: number; end: number; html: string }[] = [];
  for (const { 0: tag, 1: attributes, index } of html.matchAll(DIVISION)) {
    if (attributes !== undefined) {
      if (!attributes.trimEnd().endsWith('/')) open.push({ attributes, start: index, inner: index + tag.length });
      continue;
    }
    const division = open.pop();
    if (division === undefined || !division.attributes.includes('--en-')) continue;
    const by = replace(division.attributes, html.slice(division.inner, index));
    if (by === undefined) continue;
    while ((replaced.at(-1)?.start ?? -1) > division.start) replaced.pop();
    replaced.push({ start: division.start, end: index + tag.length, html: by });
  }
  let from = 0;
  const parts = replaced.map(({ start, end, html: by }) => {
    const kept = html.slice(from, start);
    from = end;
    return kept + by;
  });
  return parts.join('') + html.slice(from);
};

/** Program text, each line of which is a division, as HTML shows it. */
export const asProgramText = (inner: string): string => {
  const lines = inner
    .replace(/<br\s*\/?>(?=\s*<\/div)/gi, '')
    .replace(/<br\s*\/?>|<\/div\s*>(?!\s*$)/gi, '\n')
    .replace(/<(?:[^<>"']|"[^"]*"|'[^']*')*>/g, '');
  return `<pre><code>${lines.replace(/^\n+/, '').trimEnd()}</code></pre>`;
};
