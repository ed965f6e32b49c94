import { decode } from '../../extract/decode.ts';
import { extractWholeHtml } from '../../extract/html.ts';
import type { PageBuilder } from '../../extract/page-builder.ts';
import { savedPage } from '../mail/mhtml.ts';
import { named, parseXml } from './xml.ts';

/**
 * Writes the web pages that a Word file holds as they were (`altChunk`): Word shows them in its text, and its own elements name only
 * where. Names the parts of other formats.
 */
export const writeInserted = async (page: PageBuilder, files: ReadonlyMap<string, Uint8Array>): Promise<void> => {
  const relations = named(parseXml(files.get('word/_rels/document.xml.rels')), 'Relationship');
  for (const { attribs } of relations) {
    if (!/\/aFChunk$/i.test(attribs.Type ?? '')) continue;
    const target = attribs.Target ?? '';
    const bytes = files.get(target.startsWith('/') ? target.slice(1) : `word/${target}`);
    if (bytes !== undefined && /\.x?html?$/i.test(target)) page.page(extractWholeHtml(decode(bytes)));
    else if (bytes !== undefined && /\.mht(?:ml)?$/i.test(target))
      page.page(extractWholeHtml((await savedPage(bytes)).html));
    else page.notice(`The part ${target} of the Word file was not read.`);
  }
};
