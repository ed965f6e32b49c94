import type { PageView } from './main-text/view.ts';

/** Maximum blocks of a page that only says what it waits for, and maximum characters of each. */
const MAX_BLOCKS = 5;
const MAX_CHARS = 200;
const LOADING = /^(?:loading|please wait|initiali[sz]ing)\b[\s.…!]*(?:please wait[\s.…!]*)?$/i;
const NEEDS_SCRIPT =
  /\b(?:enable|activate|turn on|requires?|needs?|without|have)\s+(?:\w+\s+){0,3}javascript\b|\bjavascript\b(?:\s+\w+){0,4}\s+(?:enabled|disabled|required|turned (?:on|off))/i;

/**
 * True for a page whose text a script draws: all that it says is that it loads, or, at its beginning, that it needs JavaScript. A
 * page that is called so is about that.
 */
export const isScriptDrawn = ({ blocks, title }: PageView, html: string): boolean => {
  if (blocks.length === 0 || blocks.length > MAX_BLOCKS || !/<script\b/i.test(html)) return false;
  const texts = blocks.map(({ text }) => text);
  if (texts.some((text) => text.length > MAX_CHARS)) return false;
  if (texts.every((text) => LOADING.test(text))) return true;
  return !/javascript/i.test(title) && texts.slice(0, 2).some((text) => NEEDS_SCRIPT.test(text));
};
