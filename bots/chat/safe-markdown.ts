import { inertText } from '../../core/text/inert-text.ts';

/** Slack's `<!channel>`, `<@U1>`, `<#C1>`, `<url|text>`; Discord's `<@1>`, `<@&1>`, `<#1>`, `@everyone`. */
const COMMAND = /<([!@#][^>\n]*|https?:[^>\n|]*\|[^>\n]*)>?/gi;
const EVERYBODY = /@(everyone|here|channel)\b/gi;

/**
 * Markdown that can do nothing but be read: links only to pages that the answer cites, no pings, also where a platform reads
 * them in code. The words of a page or a model never become a link of their own; what is not cited stays as plain text, so
 * that nothing is hidden. An answer has passed `inertText` before; what is put together from pieces of it passes it again.
 */
export const safeMarkdown = (markdown: string, citedUrls: ReadonlySet<string>): string =>
  inertText(
    markdown.replace(COMMAND, (_, inside: string) => `‹${inside}›`),
    { links: citedUrls, fileNames: true },
  ).replace(EVERYBODY, '@\u200b$1');

/** How far back an unfinished link may begin. */
const MAX_LINK_CHARS = 400;

/**
 * The part of a text that is still being written which will not change its meaning as it grows: it ends before a word that
 * may go on, before a bracket that may become a link, and before an angle that may become a command.
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
