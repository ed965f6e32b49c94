/** Maximum bytes of a redirect page. */
const MAX_BYTES = 8_192;
const MAX_WORDS = 40;

/**
 * True for an HTML file that only redirects: `<meta http-equiv="refresh">` without a delay, and a line of text for programs that
 * do not follow it. Generators of manuals write such a file for each renamed page.
 */
export const isRedirect = (bytes: Uint8Array): boolean => {
  if (bytes.length > MAX_BYTES) return false;
  const html = new TextDecoder().decode(bytes);
  const meta = html.match(/<meta\b[^>]{0,500}>/gi)?.find((tag) => /http-equiv\s*=\s*["']?refresh\b/i.test(tag));
  const target = meta && /content\s*=\s*["']\s*[01]\s*[;,]\s*(?:url\s*=)?\s*['"]?([^"'>\s]+)/i.exec(meta)?.[1];
  if (target === undefined) return false;
  const body = html
    .replace(/<head\b[\s\S]*?<\/head>/i, ' ')
    .replace(/<(script|style|title)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/gi, ' ');
  return (body.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) <= MAX_WORDS;
};
