import { visibleText } from '../../../core/injection/visible-text.ts';
import { inertText } from '../../../core/text/inert-text.ts';

/**
 * Slack's `<!channel>`, `<@U1>`, `<#C1>`, `<url|text>`; Discord's `<@1>`, `<@&1>`, `<#1>`, `</command:1>`, `<id:guide>`,
 * `@everyone`.
 */
const COMMAND = /<([!@#][^>\n]*|\/[^<>\n]*:\d+|id:[^<>\n]*|https?:[^>\n|]*\|[^>\n]*)>?/gi;
const EVERYBODY = /@(everyone|here|channel)\b/gi;

/**
 * Makes Markdown safe to post: keeps only links to cited pages, and disables pings, even inside code, where platforms still
 * resolve them. Other links become plain text with their address, so that nothing is hidden. An answer has already passed
 * `inertText`, but a text that is assembled from parts of it must pass again.
 */
export const safeMarkdown = (markdown: string, citedUrls: ReadonlySet<string>): string =>
  inertText(
    visibleText(markdown).replace(COMMAND, (_, inside: string) => `‹${inside}›`),
    { links: citedUrls, fileNames: true },
  ).replace(EVERYBODY, '@\u200b$1');

/** Maximum length of an unfinished link; an older bracket is taken as plain text. */
const MAX_LINK_CHARS = 400;

/**
 * The length of the prefix of a streamed text whose rendering will not change as the text grows. Ends before an unfinished
 * word, before a bracket or backtick that is not closed, and before an angle bracket that may begin a platform command.
 */
export const settledLength = (text: string): number => {
  const space = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'));
  let end = space < 0 ? 0 : space + 1;
  for (const opener of ['[', '<', '`']) {
    const at = text.lastIndexOf(opener, end - 1);
    if (at < 0 || end - at > MAX_LINK_CHARS) continue;
    const rest = text.slice(at, end);
    const closed =
      opener === '['
        ? /^\[[^[\]]*\](?!\()/.test(rest) || /^\[[^[\]]*\]\([^)]*\)/.test(rest)
        : opener === '<'
          ? rest.includes('>') || /^<\s/.test(rest)
          : /^`[^`]*`/.test(rest) || (text.slice(0, at + 1).match(/`/g)?.length ?? 0) % 2 === 0;
    if (!closed) end = at;
  }
  return end;
};
