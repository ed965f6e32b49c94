import { decode, extractHtml, extractMarkdown } from '../../ingest/extract/index.ts';
import type { Ask } from '../conversation/index.ts';

/** A file that came with a question. */
export interface FileOfQuestion {
  name: string;
  /** Bytes. */
  size: number;
  type: string;
  url: string;
}

/** Larger files belong into a source; a question's files go into one prompt. */
export const LARGEST_FILE = 2_000_000;
/** Characters of one file that are read. */
const LONGEST_TEXT = 60_000;
const MOST_FILES = 5;

const TEXT_NAMES =
  /\.(txt|text|md|markdown|csv|tsv|json|jsonl|ya?ml|xml|log|ini|toml|sql|[cm]?[jt]sx?|py|rb|go|rs|java|sh|css)$/i;

const textOf = (bytes: Uint8Array, { name, type }: FileOfQuestion): string | undefined => {
  if (/html/i.test(type) || /\.html?$/i.test(name)) return extractHtml(bytes, { contentType: type }).markdown;
  if (/markdown/i.test(type) || /\.(md|markdown)$/i.test(name))
    return extractMarkdown(bytes, { contentType: type }).markdown;
  if (/^text\/|json|xml|yaml|csv/i.test(type) || TEXT_NAMES.test(name)) {
    // A byte of zero is in no text.
    return bytes.subarray(0, 4096).includes(0) ? undefined : decode(bytes, type);
  }
  return undefined;
};

/**
 * Reads the files of a question. What cannot be read is named with the reason, never dropped in silence.
 * @param download fetches one file's bytes; its failure makes that file an unread one
 */
export const readAttachments = async (
  files: readonly FileOfQuestion[],
  download: (file: FileOfQuestion) => Promise<Uint8Array>,
): Promise<NonNullable<Ask['attachments']>> =>
  Promise.all(
    files.map(async (file, i) => {
      const { name } = file;
      if (i >= MOST_FILES) return { name, unread: `only ${MOST_FILES} files are read with one question` };
      if (file.size > LARGEST_FILE) return { name, unread: `it is larger than ${LARGEST_FILE / 1_000_000} MB` };
      try {
        const text = textOf(await download(file), file)?.trim();
        if (text === undefined) return { name, unread: 'I cannot read this kind of file' };
        return text === '' ? { name, unread: 'there is no text in it' } : { name, text: text.slice(0, LONGEST_TEXT) };
      } catch {
        return { name, unread: 'it could not be downloaded' };
      }
    }),
  );
