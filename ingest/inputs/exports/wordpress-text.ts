import { escapeHtml, unescapeHtml } from '../../extract/escape-html.ts';

/** An element that stands between paragraphs, at the beginning of a text. */
const BLOCK =
  /^<\/?(?:address|article|aside|blockquote|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b/i;
/** A code of WordPress in brackets: the end of one, or the beginning, perhaps with attributes. */
const SHORTCODE =
  /\[(\/?)([a-z][\w-]{0,40})((?:\s+[\w-]{1,40}=(?:"[^"]{0,2000}"|'[^']{0,2000}'|[^\s\]"']{1,2000}))*)\s*\/?\]/g;
/** Code as WordPress.com writes it. */
const CODE = /\[((?:source)?code)\b[^\]]{0,400}\]([\s\S]*?)\[\/\1\]/gi;

/**
 * The HTML of a post as WordPress keeps it: paragraphs are parted by empty lines where no element parts them, and codes in
 * brackets (`[caption width="300"]The hall[/caption]`) stand for what its program draws. Text between them stays.
 */
export const htmlOfPost = (content: string): string =>
  content
    // Code keeps its lines and its brackets.
    .replace(CODE, (_, _name, code: string) => `<pre>${escapeHtml(unescapeHtml(code.trim()))}</pre>`)
    .split(/(<pre\b[\s\S]*?<\/pre>)/i)
    .map((part, at) => (at % 2 === 1 ? part : paragraphsOf(withoutShortcodes(part))))
    .join('\n');

/** Takes out codes that have attributes or an end. A word in brackets without either is text. */
const withoutShortcodes = (text: string): string => {
  const closed = new Set([...text.matchAll(SHORTCODE)].filter(([, end]) => end !== '').map(([, , name]) => name));
  return text.replace(SHORTCODE, (all, end: string, name: string, attributes: string) =>
    end !== '' || attributes !== '' || closed.has(name) ? '' : all,
  );
};

const paragraphsOf = (text: string): string =>
  text
    // Editors' marks of blocks.
    .replace(/<!--\s*\/?wp:[\s\S]*?-->/g, '\n\n')
    .split(/\r?\n[ \t]*\r?\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (BLOCK.test(part) ? part : `<p>${part.replace(/\r?\n/g, '<br>\n')}</p>`))
    .join('\n');
