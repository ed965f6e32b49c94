import { decode } from '../../extract/decode.ts';
import { extractWholeHtml } from '../../extract/html.ts';
import { wikitextHtml } from '../../extract/mediawiki/wikitext.ts';
import type { Reader } from '../reader.ts';

/** Maximum names of templates in a notice. */
const MAX_NAMED = 10;

/** Reads a page of MediaWiki (`.mediawiki`, `.wikitext`, or a page of a dump). */
export const readWikitext: Reader = (bytes, { contentType, url } = {}) => {
  const { html, unfilled } = wikitextHtml(decode(bytes, contentType), url !== undefined);
  const page = extractWholeHtml(`<body>${html}</body>`, { url });
  if (unfilled.length === 0) return page;
  const names = unfilled.slice(0, MAX_NAMED).join(', ');
  const more = unfilled.length > MAX_NAMED ? ` and ${unfilled.length - MAX_NAMED} more` : '';
  const notice = `What these templates of the wiki show was left out: ${names}${more}.`;
  return { ...page, metadata: { ...page.metadata, notices: [...(page.metadata.notices ?? []), notice] } };
};
