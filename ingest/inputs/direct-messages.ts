import path from 'node:path';

/** Bytes at the beginning of a page that hold its style sheet, above the name of the chat. */
const HEAD_BYTES = 262_144;
/** What DiscordChatExporter writes in the place of a server: above a text, in a page, and in the name of a file. */
const IN_TEXT = /^\uFEFF?={20,}\r?\nGuild: Direct Messages\r?\n/;
const IN_PAGE = /<div class="?preamble__entry"?>\s*Direct Messages\s*<\/div>/;
const IN_NAME = /^Direct Messages - /;
const ROWS = /^\uFEFF?"?AuthorID"?,"?Author"?,"?Date"?,"?Content"?,/;

/**
 * True for direct messages that DiscordChatExporter wrote as a text, a page or a table. What two people said to each other is
 * read in no format; its JSON is an export of a chat, which keeps to that too.
 */
export const isDirectMessages = (file: string, bytes: Uint8Array): boolean => {
  if (!/\.(?:txt|html?|csv)$/i.test(file)) return false;
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES));
  return IN_TEXT.test(head) || IN_PAGE.test(head) || (IN_NAME.test(path.basename(file)) && ROWS.test(head));
};
