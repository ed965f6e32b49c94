import { posix } from 'node:path';
import { decode } from '../extract/decode.ts';
import { extractWholeHtml } from '../extract/html.ts';
import { isoDate } from '../extract/metadata.ts';
import { createPageBuilder } from '../extract/page-builder.ts';
import { damaged, locked } from './errors.ts';
import { named, parseXml, xmlText } from './office/xml.ts';
import { unzipBounded } from './office/zip.ts';
import type { Reader } from './reader.ts';

/** Reads an EPUB book: its chapters in reading order as one page. */
export const readEpub: Reader = (bytes) => {
  const files = unzipBounded(bytes, 'EPUB', (name) => /\.(?:x?html?|opf|xml|ncx)$/i.test(name));
  const encrypted = named(parseXml(files.get('META-INF/encryption.xml')), 'CipherReference');
  if (encrypted.some((one) => /\.x?html?$/i.test(one.attribs.URI ?? ''))) throw locked('EPUB');
  const root = named(parseXml(files.get('META-INF/container.xml')), 'rootfile')[0]?.attribs['full-path'];
  const opf = root === undefined ? undefined : files.get(root);
  if (root === undefined || opf === undefined) throw damaged('EPUB', new Error('it names no contents'));
  const contents = parseXml(opf);
  const items = new Map(named(contents, 'item').map((item) => [item.attribs.id, item.attribs]));
  const page = createPageBuilder();
  // Reads a chapter once, even if it is listed again.
  const order = new Set(named(contents, 'itemref').map(({ attribs }) => attribs.idref ?? ''));
  if (order.size === 0) throw damaged('EPUB', new Error('it lists no chapters'));
  for (const id of order) {
    const item = items.get(id);
    if (item?.href === undefined || item.properties?.split(' ').includes('nav')) continue;
    const chapter = files.get(posix.join(posix.dirname(root), decodeURIComponent(item.href)));
    if (chapter === undefined) page.notice(`The chapter ${item.href} is missing.`);
    else page.page(extractWholeHtml(decode(chapter)), 1);
  }
  const value = (name: string) => xmlText(named(contents, name)[0]).trim();
  const authors = named(contents, 'creator').map((one) => xmlText(one).trim());
  const date = isoDate(value('date'));
  return page.build(value('title'), {
    ...(authors.length > 0 ? { author: authors.join(', ') } : {}),
    ...(date === undefined ? {} : { published: date }),
    ...(value('language') === '' ? {} : { language: value('language') }),
  });
};
