/** Removes Markdown marks. Links keep their words, lists and quotes lose their bullets. */
export const plainText = (markdown: string): string =>
  (MARKED.test(markdown) ? withoutMarks(markdown) : markdown).replace(/\s+/g, ' ').trim();

/** What a text with any mark has. Most sentences have none. */
const MARKED = /[*_`\\\]]|^[^\S\n]*(?:[-+•]|\d{1,3}[.)]|>)\s/m;

/** A link's target, which may have brackets of its own: "guide_(new).md". */
const TARGET = '\\((?:[^()]|\\([^()]{0,500}\\))*\\)';
const IMAGE = new RegExp(`!\\[[^\\]]*\\]${TARGET}`, 'g');
const LINK = new RegExp(`\\[([^\\]]+)\\]${TARGET}`, 'g');
/** A word of code, in which signs are shown as they are, or the mark of a footnote: behind a word, or before the note. */
const CODE_OR_NOTE = /(`[^`]*`)|(?<=[\p{L}\p{N}.,;:!?)"”’*_])\[\^[\w-]{1,40}\](?!\()|(?<=^|\s)\[\^[\w-]{1,40}\]:\s/gu;

const withoutMarks = (markdown: string): string =>
  markdown
    .replace(CODE_OR_NOTE, '$1')
    .replace(IMAGE, '')
    .replace(LINK, '$1')
    .replace(/^\s*(?:[-*+•]|\d{1,3}[.)]|>)\s+/gm, '')
    // A task's box.
    .replace(/^(\s*)\[[ xX]\]\s+/gm, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    // A sentence may contain only one end of bold text, like the question of "**May I …?** Yes."
    .replace(/^\s*\*\*\s*|\s*\*\*\s*$/g, ' ')
    // A name of which each part is in italics, as manuals have them: "*queue*_*id*".
    .replace(/(?<=[\p{L}\p{N}])\*_\*(?=[\p{L}\p{N}])/gu, '_')
    .replace(/(?<!\w)\*([\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+)\*(?!\w)/gu, '$1')
    .replace(/(?<![\w\\])[*_]([^*_]*[^*_\\])[*_](?!\w)/g, '$1')
    // A sentence may contain only one end of italics, like "*In force since 2026."
    .replace(/(?:^\s*\*(?=[^\s*]))|(?:(?<=[^\s*])\*\s*$)/g, '')
    // The same in underscores, which a name of code may begin with ("_exit").
    .replace(/^\s*_(?=\p{Lu}\p{L}*(?:\s|['’,]))|(?<=[.!?…]["”’)]?)_\s*$/gu, '')
    // A hard line break.
    .replace(/\\(?=\n|$)/g, '');
