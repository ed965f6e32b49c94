import path from 'node:path';
import { formatOf } from '../formats/detect.ts';
import { unpackedName } from '../formats/packed.ts';
import { isArchive } from '../inputs/archives/names.ts';
import { readerFor } from '../sandbox/index.ts';
import { patternTest } from './addresses.ts';
import type { PathRules } from './connector.ts';

/**
 * The rules by which a folder or a repository is read: hidden files, installed packages, what the patterns leave out and
 * formats that no reader takes are passed over. Paths are relative, with forward slashes.
 *
 * @param isReadable by default: some reader takes a file of that name
 * @returns a function that gives the reason, as a person reads it; undefined for what is read
 */
export const passedOver = (
  { include = [], exclude = [] }: PathRules,
  isReadable: (file: string) => boolean = (name) => readerFor({ name }) !== undefined,
) => {
  const wanted = include.map(patternTest);
  const unwanted = exclude.map(patternTest);
  return (file: string, kind: 'file' | 'folder' = 'file'): string | undefined => {
    const parts = file.split('/');
    if (parts.includes('node_modules')) return 'installed packages (node_modules)';
    if (parts.some((part) => part.startsWith('.'))) return 'hidden';
    const tested = kind === 'folder' ? `${file}/` : file;
    if (unwanted.some((test) => test(tested))) return 'left out by --exclude';
    if (kind === 'folder') return undefined;
    if (!isReadable(file)) return unreadFormat(file);
    return wanted.length > 0 && !wanted.some((test) => test(file)) ? 'not named by --include' : undefined;
  };
};

/** Many files in one, such as the export of a chat platform. */
const ARCHIVE = /\.(?:zip|7z|rar|tar(?:\.\w+)?|tgz|tbz2?|txz)$/i;

/** Formats that are read after their own program saved them otherwise, and what to do there. */
const SAVED_OTHERWISE: readonly [RegExp, string][] = [
  [/^(?:one|onepkg|onetoc2)$/, 'OneNote’s own format: export its pages as Word (File, Export), and ingest that'],
  [/^(?:pages|numbers|key)$/, 'a format of Apple’s own: export it as Word, Excel or PowerPoint, and ingest that'],
  [/^(?:ppt|pps|pot)$/, 'PowerPoint of 97 to 2003: save it as .pptx, and ingest that'],
  [
    /^(?:gdoc|gsheet|gslides|gdraw)$/,
    'a link to a document of Google Drive, not its text: connect Drive, or download the document',
  ],
  [/^(?:pst|ost|olm)$/, 'Outlook’s own store: save its messages as .eml or .msg, and ingest those'],
  [/^(?:wpd|wps|sxw|sxc|sxi|fodt|abw)$/, 'a format of a word processor: save it as .docx or .odt, and ingest that'],
  [/^(?:vsd|vsdx|mpp|pub)$/, 'a format of Office that is not read: save it as PDF, and ingest that'],
  [
    /^json$/,
    'of these it reads exports of other tools, descriptions of APIs, and lists of records whose values are texts or numbers',
  ],
  [/^chm$/, 'Windows’ compiled help: unpack it (7-Zip opens it), and ingest the folder of its pages'],
  [/^(?:qch|qhc)$/, 'Qt’s compiled help: ingest the folder of pages that it was made from'],
  [
    /^(?:info(?:-\d+)?|texi|texinfo|txi)$/,
    'a manual of Texinfo: write it as pages (`makeinfo --html`), and ingest that folder',
  ],
  [/^(?:ditamap|bookmap)$/, 'the contents of a manual: its topics (.dita) are read'],
  [/^opml$/, 'an outline, or a list of feeds: export it as Markdown or text, and ingest that'],
  [/^jex$/, 'Joplin’s own archive: export “MD - Markdown + Front Matter”, and ingest that folder'],
  [/^edn$/, 'Roam’s or Logseq’s own store: export it as Markdown, and ingest that zip'],
  [/^(?:dayone|dayone2)$/, 'Day One’s own store: export the journal as text, and ingest that'],
  [/^(?:mobi|azw3?|fb2|djvu)$/, 'a format of books that is not read: convert it to EPUB or PDF, and ingest that'],
];

/** Why a file's name leads to no reader. */
export const unreadFormat = (file: string): string => {
  if (formatOf({ name: file, pictures: true })?.name === 'image') return 'a picture; --ocr reads the text in it';
  const ending = path.posix
    .extname(unpackedName(file) ?? file)
    .slice(1)
    .toLowerCase();
  if (isArchive(file)) return 'an archive; `parley ingest` reads it where it is given alone';
  if (ARCHIVE.test(file)) return 'an archive: unpack it, and ingest the folder';
  const advice = SAVED_OTHERWISE.find(([endings]) => endings.test(ending))?.[1];
  if (advice !== undefined) return `Parley does not read .${ending} files: ${advice}`;
  return ending === '' ? 'the name has no ending that tells its format' : `Parley does not read .${ending} files`;
};
