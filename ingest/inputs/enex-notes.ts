import { asParleyError } from '../../core/errors.ts';
import { sha256 } from '../../core/sha256.ts';
import { damaged } from '../formats/errors.ts';
import { readerOf } from '../sandbox/index.ts';
import { createSeenIds } from '../seen-ids.ts';
import { MAX_FILE_BYTES } from './file-bounds.ts';
import { contentHash, failure, type Item } from './item.ts';
import { unpackedStream } from './unpacked-stream.ts';

/** True for the name of an export of Evernote. */
export const isEnex = (name: string): boolean => /\.enex(?:\.gz)?$/i.test(name);

/**
 * Streams an export of Evernote (.enex). Each note is a page. The format has no ids, so a note's is made from its title and the
 * time at which it was begun. The bytes of attached files, most of an export, are left out while it is read.
 *
 * @param id the export's id; the id of a note is `EXPORT/HASH`
 */
export async function* readNotes(file: string, id: string): AsyncGenerator<Item> {
  const ids = createSeenIds();
  let number = 0;
  try {
    for await (const note of notesOf(file)) {
      const input = `${file}:${++number}`;
      if (note === undefined) {
        const message = `The note has more than ${MAX_FILE_BYTES / 1e6} MB of text.`;
        yield failure(undefined, input, 'INPUT_TOO_LARGE', message, 'Take it out of the export; the others are read.');
        continue;
      }
      const bytes = Buffer.from(`<en-export>${note}</en-export>`);
      const named = shortHash(`${fieldOf(note, 'created')}\0${fieldOf(note, 'title')}`);
      // A note of the same title and time gets an id from its text.
      const page = `${id}/${ids.add(named, input) === undefined ? named : shortHash(note)}`;
      const extract = async () => {
        const read = await readEnex(bytes);
        return { ...read, title: read.title || 'A note without a title' };
      };
      yield { kind: 'page', input, id: page, hash: contentHash(page, bytes), extract };
    }
    if (number === 0) {
      const remedy = 'Export the notebook again, in the format ENEX.';
      yield failure(undefined, file, 'INPUT_UNREADABLE', 'It holds no note of Evernote.', remedy);
    }
  } catch (error) {
    const { code, message, remedy } = asParleyError(error);
    yield failure(undefined, file, code, message, remedy);
  }
}

const readEnex = readerOf({ name: 'enex', packed: false });

/** A hash for ids. Unlike `contentHash`, it does not depend on the version of the pipeline. */
const shortHash = (of: string): string => sha256(of).slice(0, 16);

const fieldOf = (note: string, name: string): string => {
  const start = note.indexOf(`<${name}>`);
  const end = start === -1 ? -1 : note.indexOf(`</${name}>`, start);
  return end === -1 ? '' : note.slice(start + name.length + 2, end).trim();
};

/** What is looked for outside of a note, in one, in its text, and in the bytes of a file. */
const NEXT = {
  outside: /<note(?:\s[^<>]{0,500})?>/g,
  note: /<!\[CDATA\[|<data\b[^<>]{0,500}>|<\/note>/g,
  text: /\]\]>/g,
  bytes: /<\/data>/g,
} as const;
/** No sign is longer. A part of one at the end of a chunk is kept for the next. */
const MAX_SIGN = 520;

/** Yields the notes of an export without the bytes of their files; undefined for a note that is too large. */
async function* notesOf(file: string): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder();
  let state: keyof typeof NEXT = 'outside';
  let parts: string[] = [];
  let size = 0;
  let rest = '';
  const keep = (text: string): void => {
    if (state === 'outside' || state === 'bytes') return;
    size += text.length;
    if (size <= MAX_FILE_BYTES) parts.push(text);
    else parts = [];
  };
  for await (const chunk of unpackedStream(file)) {
    const buffer = rest + decoder.decode(chunk as Buffer, { stream: true });
    let from = 0;
    for (;;) {
      const pattern: RegExp = NEXT[state];
      pattern.lastIndex = from;
      const found = pattern.exec(buffer);
      if (found === null) break;
      const [sign] = found;
      const until = found.index + sign.length;
      if (state === 'outside') {
        state = 'note';
        keep(sign);
      } else if (state === 'text') {
        keep(buffer.slice(from, until));
        state = 'note';
      } else if (state === 'bytes') {
        state = 'note';
        keep(sign);
      } else {
        keep(buffer.slice(from, until));
        if (sign === '</note>') {
          yield size > MAX_FILE_BYTES ? undefined : parts.join('');
          [state, parts, size] = ['outside', [], 0];
        } else state = sign.startsWith('<data') ? 'bytes' : 'text';
      }
      from = until;
    }
    const cut = Math.max(from, buffer.length - MAX_SIGN);
    keep(buffer.slice(from, cut));
    rest = buffer.slice(cut);
  }
  if (state !== 'outside') throw damaged('Evernote', new Error('it ends in the middle of a note'));
}
