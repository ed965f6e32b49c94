import { extractWholeHtml } from '../extract/html.ts';
import { damaged } from './errors.ts';
import { officeProperties } from './office.ts';
import type { Reader } from './reader.ts';
import { xmlDepth } from './xml.ts';
import { safeZip, unzipBounded } from './zip.ts';

/** Elements inside one another; a table in a table in a text box has about 40. */
const MAX_DEPTH = 500;

/** A Word document, by its styles: headings, lists, tables, links, footnotes. */
export const readDocx: Reader = async (bytes) => {
  const archive = safeZip(bytes, 'Word', (name) => !/\.(?:png|jpe?g|gif|emf|wmf|tiff?|bmp|mp4|bin)$/i.test(name));
  for (const [name, part] of unzipBounded(archive, 'Word', (name) => name.endsWith('.xml')))
    if (xmlDepth(part) > MAX_DEPTH) throw damaged('Word', new Error(`${name} nests too deep`));
  const { default: mammoth } = await import('mammoth');
  let html: string;
  try {
    const result = await mammoth.convertToHtml(
      { buffer: Buffer.from(archive) },
      {
        styleMap: [
          "p[style-name='Title'] => h1:fresh",
          "p[style-name='Subtitle'] => p:fresh",
          "p[style-name='Code'] => pre:fresh",
        ],
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    );
    html = result.value;
  } catch (cause) {
    throw damaged('Word', cause);
  }
  const properties = officeProperties(unzipBounded(archive, 'Word', (name) => name === 'docProps/core.xml'));
  const page = extractWholeHtml(html);
  return { ...page, title: properties.title || page.title, metadata: properties.metadata };
};
