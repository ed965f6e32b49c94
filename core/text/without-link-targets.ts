/**
 * `[words](target)` and `![words](target "title")`, but not `list[0](x)`, which is code. The target may contain one
 * level of brackets.
 */
const INLINE =
  /!?(?<![\p{L}\p{N}_\])]!?)\[((?:[^[\]\n]|\[[^[\]\n]*\])*)\]\((?:<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\)/gu;
/** `[words][label]`, with its target in a definition. */
const BY_LABEL = /!?(?<![\p{L}\p{N}_\])]!?)\[([^[\]\n]+)\]\[[^[\]\n]*\]/gu;
/** `[label]: target "title"`, a definition on its own line, which is never displayed. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:[ \t]*\S+(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\)))?[ \t]*$/gmu;

/**
 * Replaces a Markdown page's links and images by their words, without targets and titles, because a path or a tracking
 * parameter must not match a search. Keeps addresses in the text. Leaves plain text unchanged.
 */
export const withoutLinkTargets = (markdown: string): string => {
  if (!markdown.includes('](') && !markdown.includes('][') && !markdown.includes(']:')) return markdown;
  let text = markdown.replace(DEFINITION, '');
  // The first pass handles an image inside a link, the second the link.
  for (let depth = 0; depth < 2; depth++) text = text.replace(INLINE, '$1').replace(BY_LABEL, '$1');
  return text;
};
