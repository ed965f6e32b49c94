import { isOle } from './errors.ts';

/** What an OLE container holds; the same container serves programs before 2007, Outlook and files with a password. */
export type OleContent = 'word' | 'word-locked' | 'word-95' | 'workbook' | 'slides' | 'outlook' | 'encrypted' | 'other';

/** Word's mark at the start of its stream before Word 97, and the bit that says the text is encrypted (MS-DOC, FibBase). */
const WORD_95 = [0xa5dc, 0xa5db, 0xa599];
const ENCRYPTED = 0x01;

/** What the library, which has no types for it, says of a container. */
interface Container {
  FullPaths: string[];
  FileIndex: { content?: ArrayLike<number> }[];
}

/** @returns undefined for bytes that are no OLE container, or a broken one */
export const oleContent = async (bytes: Uint8Array): Promise<OleContent | undefined> => {
  if (!isOle(bytes)) return undefined;
  const { CFB } = await import('@e965/xlsx');
  let container: Container;
  try {
    container = CFB.read(Buffer.from(bytes), { type: 'buffer' }) as Container;
  } catch {
    return undefined;
  }
  const has = (name: string) => container.FullPaths.some((path) => path.split('/')[1] === name);
  const word = container.FullPaths.findIndex((path) => path.split('/')[1] === 'WordDocument');
  if (word !== -1) {
    const start = Buffer.from(container.FileIndex[word]?.content ?? []);
    if (start.length < 12) return undefined;
    if (WORD_95.includes(start.readUInt16LE(0))) return 'word-95';
    return ((start[11] ?? 0) & ENCRYPTED) === 0 ? 'word' : 'word-locked';
  }
  if (has('EncryptedPackage')) return 'encrypted';
  if (has('Workbook') || has('Book')) return 'workbook';
  if (has('PowerPoint Document')) return 'slides';
  return has('__properties_version1.0') ? 'outlook' : 'other';
};
