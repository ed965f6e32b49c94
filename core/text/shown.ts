/** `[words](target)` and `![words](target "title")`; not `list[0](x)`, which is code. The target may hold brackets one deep. */
const INLINE =
  /!?(?<![\p{L}\p{N}_\])]!?)\[((?:[^[\]\n]|\[[^[\]\n]*\])*)\]\((?:<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\)/gu;
/** `[words][label]`, whose target stands elsewhere. */
const BY_LABEL = /!?(?<![\p{L}\p{N}_\])]!?)\[([^[\]\n]+)\]\[[^[\]\n]*\]/gu;
/** `[label]: target "title"`, a line of its own that is never shown. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:[ \t]*\S+(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\)))?[ \t]*$/gmu;

/**
 * What a reader of a Markdown page sees of its links and pictures: their words, without targets and titles of targets. A
 * path or a tracking parameter is no word of the page: it must not be found by, nor change what a page is about. Addresses
 * that are written out stay. Plain text comes back as it is.
 */
export const shown = (markdown: string): string => {
  if (!markdown.includes('](') && !markdown.includes('][') && !markdown.includes(']:')) return markdown;
  let text = markdown.replace(DEFINITION, '');
  // A picture inside a link is read first, then the link around it.
  for (let depth = 0; depth < 2; depth++) text = text.replace(INLINE, '$1').replace(BY_LABEL, '$1');
  return text;
};
