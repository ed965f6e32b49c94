import { isOle } from '../errors.ts';

/** Content of an OLE container, the format of Office before 2007, of Outlook and of files with a password. */
export type OleContent = 'word' | 'word-locked' | 'word-95' | 'workbook' | 'slides' | 'outlook' | 'encrypted' | 'other';

/** The first bytes of Word's stream before Word 97, and the bit of an encrypted text (MS-DOC, FibBase). */
const WORD_95 = [0xa5dc, 0xa5db, 0xa599];
const ENCRYPTED = 0x01;

/** The parts of a container in use, for which the library has no types. */
interface Container {
  FullPaths: string[];
  FileIndex: { content?: ArrayLike<number> }[];
}

/** Detects the content of an OLE container; undefined for other bytes or a broken container. */
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
