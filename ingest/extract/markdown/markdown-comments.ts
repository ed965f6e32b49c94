/**
 * A fenced block, also in an item or a quotation, which may lack its end, and program text within a line: signs in them are shown
 * as they are.
 */
export const CODE =
  /^((?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t])))*[ \t]*)(`{3,}(?=[^`\n]*\n)|~{3,}(?!~))[^\n]*\n[\s\S]*?(?:^[ \t>]*\2[`~]*[ \t]*$|$(?![\s\S]))|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\3(?!`)/;

/**
 * A link's definition that leads nowhere, a way of writing a comment: `[//]: # (for the next editor)`.
 */
const DEFINITION = /^ {0,3}\[[^\]\n]{1,40}\]:[ \t]*(?:#|<>)[ \t]+(?:\([^\n]*\)|"[^\n]*"|'[^\n]*')[ \t]*$/;
const COMMENT_ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '{/*': '*/}' };
const CODE_OR_COMMENT = new RegExp(`${CODE.source}|${DEFINITION.source}|<!--|\\{/\\*`, 'gm');

/**
 * Markdown without comments, which are for writers and which no reader sees: HTML's, MDX's and definitions of links that lead
 * nowhere. In code they are shown, and stay. A sign without its end is no comment. Reads the text once.
 */
export const withoutComments = (markdown: string): string => {
  if (!/<!--|\{\/\*|\]:[ \t]*(?:#|<>)/.test(markdown)) return markdown;
  const kept: string[] = [];
  /** Signs whose end does not come any more. */
  const unended = new Set<string>();
  let from = 0;
  CODE_OR_COMMENT.lastIndex = 0;
  for (let found = CODE_OR_COMMENT.exec(markdown); found; found = CODE_OR_COMMENT.exec(markdown)) {
    const [sign] = found;
    const end = COMMENT_ENDS[sign];
    let until: number;
    if (end !== undefined) {
      if (unended.has(sign)) continue;
      const at = markdown.indexOf(end, found.index + sign.length);
      if (at === -1) {
        unended.add(sign);
        continue;
      }
      until = at + end.length;
    } else if (DEFINITION.test(sign)) until = found.index + sign.length;
    else continue;
    kept.push(markdown.slice(from, endBeforeSpaces(markdown, from, found.index)));
    from = until;
    CODE_OR_COMMENT.lastIndex = until;
  }
  return kept.join('') + markdown.slice(from);
};

/** Where a part of a text ends without the spaces and tabs at its end. */
const endBeforeSpaces = (text: string, start: number, end: number): number => {
  let at = end;
  while (at > start && (text[at - 1] === ' ' || text[at - 1] === '\t')) at--;
  return at;
};
