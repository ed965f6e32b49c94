/** A word, a sign, a string or a comment of a language of definitions. */
export interface Token {
  kind: 'word' | 'sign' | 'string' | 'comment';
  text: string;
  /** True if nothing but spaces stands before it on its line. */
  startsLine: boolean;
  line: number;
}

/** What the languages of definitions are made of: comments, strings in one or three quotes, words, signs. */
const TOKEN =
  /(?<space>[ \t\r,]+)|(?<newline>\n)|(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|#[^\n]*)|(?<string>"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|(?<word>[\w.$@-]+)|(?<sign>.)/gy;

/** Splits a text of definitions (GraphQL, Protocol Buffers) into its parts. */
export const tokensOf = (source: string): Token[] => {
  const tokens: Token[] = [];
  let startsLine = true;
  let line = 1;
  for (const { groups = {} } of source.matchAll(TOKEN)) {
    const { newline, comment, string, word, sign } = groups;
    if (newline !== undefined) [startsLine, line] = [true, line + 1];
    else if (comment !== undefined) tokens.push({ kind: 'comment', text: commentText(comment), startsLine, line });
    else if (string !== undefined) tokens.push({ kind: 'string', text: unquoted(string), startsLine, line });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, startsLine, line });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, startsLine, line });
    if (groups.space === undefined && newline === undefined) startsLine = false;
    line += (comment ?? string ?? '').split('\n').length - 1;
  }
  return tokens;
};

const commentText = (comment: string): string =>
  comment.startsWith('/*')
    ? comment
        .replace(/^\/\*+|\*+\/$/g, '')
        .split('\n')
        .map((line) => line.replace(/^\s*\* ?/, ''))
        .join('\n')
        .trim()
    : comment.replace(/^(?:\/{2,}|#+) ?/, '').trimEnd();

const unquoted = (string: string): string => {
  if (!string.startsWith('"""')) return string.slice(1, -1).replace(/\\(.)/g, '$1');
  const lines = string.slice(3, string.endsWith('"""') && string.length >= 6 ? -3 : undefined).split('\n');
  const least = lines
    .slice(1)
    .filter((one) => one.trim() !== '')
    .reduce((min, one) => Math.min(min, one.length - one.trimStart().length), Number.POSITIVE_INFINITY);
  return lines
    .map((one, at) => (at === 0 ? one.trimStart() : one.slice(least)))
    .join('\n')
    .trim();
};
