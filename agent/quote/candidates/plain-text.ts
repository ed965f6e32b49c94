/** Text without the marks of Markdown: links keep their words, lists and quotes lose their bullets. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:[-*+•]|\d{1,3}[.)]|>)\s+/gm, '')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    // A sentence may hold one end of a stretch in bold: the question of "**May I …?** Yes."
    .replace(/^\s*\*\*\s*|\s*\*\*\s*$/g, ' ')
    .replace(/(?<!\w)[*_]([^*_]+)[*_](?!\w)/g, '$1')
    // "*In force since 2026." is the first half of two sentences in italics.
    .replace(/(?:^\s*\*(?=[^\s*]))|(?:(?<=[^\s*])\*\s*$)/g, '')
    // Markdown's sign for a line's end.
    .replace(/\\(?=\n|$)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
