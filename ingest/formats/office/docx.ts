import { zipSync } from 'fflate';
import { extractWholeHtml } from '../../extract/html.ts';
import { createPageBuilder } from '../../extract/page-builder.ts';
import { damaged } from '../errors.ts';
import type { Reader } from '../reader.ts';
import { withDiagrams, withRubyBases, writeCharts } from './docx-drawn.ts';
import { writeInserted } from './docx-inserted.ts';
import { commentsOf, headersAndFooters, withEquations } from './docx-parts.ts';
import { withoutUnseenRuns } from './docx-unseen.ts';
import { officeProperties } from './office.ts';
import { xmlDepth } from './xml.ts';
import { unzipBounded } from './zip.ts';

/** Maximum nesting of elements; a table in a table in a text box has about 40 levels. */
const MAX_DEPTH = 500;

const DOCUMENT = 'word/document.xml';

/** Names of paragraph styles for code: of people, pandoc, Word and LibreOffice. */
const CODE_STYLES = ['Code', 'Source Code', 'Code Block', 'HTML Preformatted', 'Preformatted Text', 'Macro Text'];

/** Reads a Word document: headings by style, lists, tables, links, equations, footnotes; then comments, headers and footers. */
export const readDocx: Reader = async (bytes) => {
  const files = unzipBounded(bytes, 'Word', (name) => !/\.(?:png|jpe?g|gif|emf|wmf|tiff?|bmp|mp4|bin)$/i.test(name));
  for (const [name, part] of files)
    if (name.endsWith('.xml') && xmlDepth(part) > MAX_DEPTH) throw damaged('Word', new Error(`${name} nests too deep`));
  const document = files.get(DOCUMENT);
  if (document !== undefined) {
    const seen = withoutUnseenRuns(new TextDecoder().decode(document), files.get('word/styles.xml'));
    files.set(DOCUMENT, new TextEncoder().encode(withDiagrams(withRubyBases(withEquations(seen)), files)));
  }
  const html = await toHtml(zipSync(Object.fromEntries(files), { level: 0 }));
  const { title, metadata } = officeProperties(files);
  const text = extractWholeHtml(html);
  const page = createPageBuilder();
  page.page(text);
  await writeInserted(page, files);
  writeCharts(page, files);
  const comments = commentsOf(files);
  if (comments.length > 0) page.heading(2, 'Comments');
  for (const { author, about, text: said } of comments)
    page.block(`${author || 'Somebody'}${about === '' ? '' : ` on “${about}”`}: ${said}`);
  const running = headersAndFooters(files);
  if (running.length > 0) page.heading(2, 'Headers and footers');
  for (const line of running) page.block(line);
  const built = page.build(!text.title || isSaid(title, text.text) ? title || text.title : text.title, metadata);
  return { ...built, ...(text.anchors && { anchors: text.anchors }) };
};

/**
 * True for a title with a word of the document. A file's properties are seen by no reader: without such a word they are those of
 * the template, or somebody hid them.
 */
const isSaid = (title: string, text: string): boolean => {
  const read = text.toLowerCase();
  return (title.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).some((word) => read.includes(word));
};

const toHtml = async (archive: Uint8Array): Promise<string> => {
  const { default: mammoth } = await import('mammoth');
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(archive) },
      {
        styleMap: [
          "p[style-name='Title'] => h1:fresh",
          "p[style-name='Subtitle'] => p:fresh",
          // Paragraphs one after the other are the lines of one listing.
          ...CODE_STYLES.map((name) => `p[style-name='${name}'] => pre:separator('\\n')`),
        ],
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    );
    // A box of a form or a checklist is an answer, wherever it stands.
    return value.replace(/<input\b[^>]*\btype="checkbox"[^>]*>/g, (box) => (/\bchecked\b/.test(box) ? '[x] ' : '[ ] '));
  } catch (cause) {
    throw damaged('Word', cause);
  }
};
