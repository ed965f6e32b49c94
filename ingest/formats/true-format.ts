import type { FormatName } from '../../core/file-formats.ts';

/** What a zip of each format holds: names of its files, or the type that it begins with. */
const HELD: readonly [FormatName, string][] = [
  ['docx', 'word/document'],
  ['xlsx', 'xl/workbook'],
  ['pptx', 'ppt/presentation'],
  ['xlsx', 'opendocument.spreadsheet'],
  ['odt', 'opendocument.text'],
  ['odt', 'opendocument.presentation'],
  ['epub', 'META-INF/container.xml'],
];
/** Formats whose files are renamed to one another. */
const OFFICE: ReadonlySet<FormatName> = new Set(['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'epub', 'doc', 'rtf']);

/** The format that a file has by its bytes, where its name says another: a Word file that somebody called .odt. */
export const trueFormat = (name: FormatName, bytes: Uint8Array): FormatName => {
  if (name === 'contacts' || name === 'calendar') {
    const begins = /^\uFEFF?\s*BEGIN:(VCARD|VCALENDAR)\b/i.exec(new TextDecoder().decode(bytes.subarray(0, 100)))?.[1];
    return begins === undefined ? name : begins.toUpperCase() === 'VCARD' ? 'contacts' : 'calendar';
  }
  if (!OFFICE.has(name)) return name;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = file.subarray(0, 5).toString('latin1');
  if (start === '%PDF-') return 'pdf';
  if (start === '{\\rtf') return 'rtf';
  if (!start.startsWith('PK')) return name;
  const holds = ([, sign]: readonly [FormatName, string]) => file.includes(sign, 0, 'latin1');
  // A file of its own format may hold others inside.
  if (HELD.some((one) => one[0] === name && holds(one))) return name;
  return HELD.find(holds)?.[0] ?? name;
};
