import { z } from 'zod';
import { isParleyError } from '../../core/errors.ts';
import { decode } from '../../ingest/extract/decode.ts';
import { readerFor } from '../../ingest/sandbox/index.ts';
import type { Ask } from '../conversation/index.ts';

/** A file that came with a question. */
export const questionFileSchema = z.object({
  name: z.string(),
  /** Bytes, as the platform says. */
  size: z.number(),
  /** The content type. */
  type: z.string(),
  url: z.string(),
});
export type QuestionFile = z.infer<typeof questionFileSchema>;

/** Larger files belong into a source; a question's files go into one prompt. */
export const MAX_FILE_BYTES = 10_000_000;
/** Characters of one file that are read. */
const MAX_TEXT_CHARS = 60_000;
const MAX_FILES = 5;

/** Text that is no page: read as it stands. */
const TEXT_NAMES = /\.(tsv|json|jsonl|ya?ml|xml|log|ini|toml|sql|[cm]?[jt]sx?|py|rb|go|rs|java|sh|css)$/i;

/** What ingest can read is read the same way (PDF, Office, mail, pages); code and data as they stand. */
const textOf = async (bytes: Uint8Array, { name, type }: QuestionFile): Promise<string | undefined> => {
  const isCode = TEXT_NAMES.test(name) || /json|xml|yaml/i.test(type.replace(/openxml\S*|xhtml\S*/i, ''));
  const read = isCode ? undefined : readerFor({ name, contentType: type, bytes });
  if (read) return (await read(bytes, { contentType: type, maxCharacters: MAX_TEXT_CHARS })).markdown;
  // A byte of zero is in no text.
  if ((isCode || /^text\//i.test(type)) && !bytes.subarray(0, 4096).includes(0)) return decode(bytes, type);
};

/**
 * Reads the files of a question. What cannot be read is named with the reason, never dropped in silence.
 * @param download fetches one file's bytes; its failure makes that file an unread one
 */
export const readAttachments = async (
  files: readonly QuestionFile[],
  download: (file: QuestionFile) => Promise<Uint8Array>,
): Promise<NonNullable<Ask['attachments']>> =>
  Promise.all(
    files.map(async (file, i) => {
      const { name } = file;
      if (i >= MAX_FILES) return { name, unread: `only ${MAX_FILES} files are read with one question` };
      if (file.size > MAX_FILE_BYTES) return { name, unread: `it is larger than ${MAX_FILE_BYTES / 1_000_000} MB` };
      try {
        const text = (await textOf(await download(file), file))?.trim();
        if (text === undefined) return { name, unread: 'I cannot read this kind of file' };
        return text === '' ? { name, unread: 'there is no text in it' } : { name, text: text.slice(0, MAX_TEXT_CHARS) };
      } catch (error) {
        return { name, unread: isParleyError(error) ? withoutStop(error.message) : 'it could not be downloaded' };
      }
    }),
  );

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');
