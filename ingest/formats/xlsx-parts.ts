import type { WorkBook } from '@e965/xlsx';
import { isOle } from './errors.ts';
import { named, parseXml, xmlDepth, xmlText } from './xml.ts';
import { unzipBounded } from './zip.ts';

/** Maximum nesting of a drawing. Deeper ones are attacks. */
const MAX_DEPTH = 500;

/** The text boxes of a workbook's sheets, in the order of the drawings; none for older formats. */
export const textBoxes = (bytes: Uint8Array): string[] => {
  if (isOle(bytes)) return [];
  const drawings = unzipBounded(bytes, 'workbook', (name) => /^xl\/drawings\/drawing\d+\.xml$/.test(name));
  return [...drawings.keys()].sort().flatMap((name) => {
    const drawing = drawings.get(name);
    if (drawing === undefined || xmlDepth(drawing) > MAX_DEPTH) return [];
    return named(parseXml(drawing), 'txBody')
      .map((box) =>
        named(box, 'p')
          .map((paragraph) => named(paragraph, 't').map(xmlText).join('').trim())
          .filter((line) => line !== '')
          .join('\n'),
      )
      .filter((text) => text !== '');
  });
};

/** Formats the comments on cells: `Sheet!B3, Ana: what she says`. */
export const cellComments = ({ SheetNames, Sheets }: WorkBook): string[] =>
  SheetNames.flatMap((name) =>
    Object.entries(Sheets[name] ?? {}).flatMap(([address, cell]) => {
      if (address.startsWith('!')) return [];
      const comments = ((cell as { c?: { a?: string; t?: string }[] }).c ?? []).map(({ a: author = '', t = '' }) => {
        // Excel starts a comment with its author's name.
        const text = (author !== '' && t.startsWith(`${author}:`) ? t.slice(author.length + 1) : t)
          .replace(/\s+/g, ' ')
          .trim();
        return text === '' ? '' : `${name}!${address}${author.trim() === '' ? '' : `, ${author.trim()}`}: ${text}`;
      });
      return comments.filter((line) => line !== '');
    }),
  );
