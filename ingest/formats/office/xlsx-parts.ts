import type { CellObject, WorkBook } from '@e965/xlsx';
import { isOle } from '../errors.ts';
import { asList, readDiagram } from './diagrams.ts';
import { named, parseXml, xmlDepth, xmlText } from './xml.ts';
import { unzipBounded } from './zip.ts';

/** Maximum nesting of a drawing. Deeper ones are attacks. */
const MAX_DEPTH = 500;

/** The text boxes of a workbook's sheets in the order of the drawings, then its diagrams; none for older formats. */
export const textBoxes = (bytes: Uint8Array): string[] => {
  if (isOle(bytes)) return [];
  const drawings = unzipBounded(bytes, 'workbook', (name) =>
    /^xl\/(?:drawings\/drawing|diagrams\/data)\d+\.xml$/.test(name),
  );
  return [...drawings.keys()].sort(drawingsFirst).flatMap((name) => {
    const drawing = drawings.get(name);
    if (drawing === undefined || xmlDepth(drawing) > MAX_DEPTH) return [];
    if (name.startsWith('xl/diagrams/')) {
      const lines = readDiagram(drawing);
      return lines.length === 0 ? [] : [asList(lines)];
    }
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

/** Orders drawings by their names, and puts diagrams behind them. */
const drawingsFirst = (a: string, b: string): number =>
  Number(a.includes('/diagrams/')) - Number(b.includes('/diagrams/')) || (a < b ? -1 : 1);

/** Formats the comments on cells: `Sheet!B3, Ana: what she says`. */
export const cellComments = ({ SheetNames, Sheets, Workbook }: WorkBook): string[] =>
  SheetNames.flatMap((name, index) =>
    Object.entries((!Workbook?.Sheets?.[index]?.Hidden && Sheets[name]) || {}).flatMap(([address, cell]) => {
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

/** How a cell ends whose formula has no result. A calculated empty text is written the same, but as text (`t="str"`). */
const WITHOUT_RESULT = ['</f><v></v>', '</f><v/>', '</f><v />', '</f></c>'];
/** Programs that cannot calculate ask Excel to do so when it opens the workbook. Some write 0 as each result until then. */
const CALCULATE_ON_OPENING = 'fullCalcOnLoad="1"';

/** True if a workbook, unpacked as `safeZip` leaves it, may have formulas that no program has calculated yet. */
export const mayLackResults = (unpacked: Uint8Array): boolean => {
  const data = Buffer.from(unpacked.buffer, unpacked.byteOffset, unpacked.byteLength);
  return [...WITHOUT_RESULT, CALCULATE_ON_OPENING].some((text) => data.includes(text));
};

/** The addresses of formulas without a result, by sheet: of those that are empty, or of all if each one is 0. */
export const uncalculatedCells = ({ SheetNames, Sheets }: WorkBook): Map<string, ReadonlySet<string>> => {
  const formulas = SheetNames.map((name): [string, [string, CellObject][]] => [
    name,
    Object.entries(Sheets[name] ?? {}).filter(([address, cell]) => !address.startsWith('!') && isFormula(cell)),
  ]);
  const all = formulas.flatMap(([, cells]) => cells);
  const areZeros = all.length >= MIN_ZEROS && all.every(([, { t, v }]) => t === 'n' && v === 0);
  return new Map(
    formulas.map(([name, cells]) => [
      name,
      new Set(cells.filter(([, { t }]) => areZeros || t === 'z').map(([address]) => address)),
    ]),
  );
};

const isFormula = (cell: CellObject): boolean => cell.f !== undefined;

/** Minimum formulas, all of them 0, that were never calculated. One alone may well be 0. */
const MIN_ZEROS = 2;
