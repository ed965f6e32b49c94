import { extractHtmlText } from '../../extract/html.ts';
import { isoDate } from '../../extract/metadata.ts';
import { damaged } from '../errors.ts';
import type { Reader } from '../reader.ts';

/** The end of a page. What follows are the pages of its frames: advertisements, and forms of other sites. */
const END = /<\/html\s*>/i;
/** What a browser writes where a page has no title of its own: its address. */
const ADDRESS = /^[a-z]+:\/\//i;

/** The page that an MHTML file holds, and the headers above it. @throws INPUT_UNREADABLE if it holds none */
export const savedPage = async (bytes: Uint8Array) => {
  const { default: PostalMime } = await import('postal-mime');
  const saved = await PostalMime.parse(bytes, { forceRfc822Attachments: true }).catch((cause) => {
    throw damaged('MHTML', cause);
  });
  const html = saved.html?.trim() ?? '';
  if (html === '') throw damaged('MHTML', new Error('it holds no page'));
  const end = END.exec(html);
  return { ...saved, html: end === null ? html : html.slice(0, end.index + end[0].length) };
};

/** Reads a web page that a browser or Word saved in one file (MHTML), as the page itself is read. */
export const readMhtml: Reader = async (bytes) => {
  const saved = await savedPage(bytes);
  const address = saved.headers.find(({ key }) => /^(?:snapshot-)?content-location$/i.test(key))?.value.trim();
  const page = extractHtmlText(saved.html, address !== undefined && /^https?:/i.test(address) ? { url: address } : {});
  const subject = saved.subject?.trim() ?? '';
  const date = isoDate(saved.date);
  return {
    ...page,
    title: page.title || (ADDRESS.test(subject) ? '' : subject),
    metadata: { ...(date === undefined ? {} : { updated: date }), ...page.metadata },
  };
};
