/** Removes Markdown marks. Links keep their words, lists and quotes lose their bullets. */
export const plainText = (markdown: string): string =>
  (MARKED.test(markdown) ? withoutMarks(markdown) : markdown).replace(/\s+/g, ' ').trim();

/** What a text with any mark has. Most sentences have none. */
const MARKED = /[*_`\\\]]|^[^\S\n]*(?:[-+•]|\d{1,3}[.)]|>)\s/m;

const withoutMarks = (markdown: string): string =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:[-*+•]|\d{1,3}[.)]|>)\s+/gm, '')
    // A task's box.
    .replace(/^(\s*)\[[ xX]\]\s+/gm, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    // A sentence may contain only one end of bold text, like the question of "**May I …?** Yes."
    .replace(/^\s*\*\*\s*|\s*\*\*\s*$/g, ' ')
    // A name of which each part is in italics, as manuals have them: "*queue*_*id*".
    .replace(/(?<=[\p{L}\p{N}])\*_\*(?=[\p{L}\p{N}])/gu, '_')
    .replace(/(?<!\w)\*([\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+)\*(?!\w)/gu, '$1')
    .replace(/(?<!\w)[*_]([^*_]+)[*_](?!\w)/g, '$1')
    // A sentence may contain only one end of italics, like "*In force since 2026."
    .replace(/(?:^\s*\*(?=[^\s*]))|(?:(?<=[^\s*])\*\s*$)/g, '')
    // The same in underscores, which a name of code may begin with ("_exit").
    .replace(/^\s*_(?=\p{Lu}\p{L}*(?:\s|['’,]))|(?<=[.!?…]["”’)]?)_\s*$/gu, '')
    // A hard line break.
    .replace(/\\(?=\n|$)/g, '');
