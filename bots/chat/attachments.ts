import { z } from 'zod';
import { isParleyError } from '../../core/errors.ts';
import { decode } from '../../ingest/extract/decode.ts';
import { readerFor } from '../../ingest/sandbox/index.ts';
import type { Ask } from '../conversation/events.ts';

/** A file that is attached to a question. */
export const questionFileSchema = z.object({
  name: z.string(),
  /** Bytes, as stated by the platform. */
  size: z.number(),
  /** The content type. */
  type: z.string(),
  url: z.string(),
});
export type QuestionFile = z.infer<typeof questionFileSchema>;

/** Files go into a single prompt, so larger files belong in a source. */
export const MAX_FILE_BYTES = 10_000_000;
/** Text of a file beyond this length is cut off. */
const MAX_TEXT_CHARS = 60_000;
const MAX_FILES = 5;

/** Code and data files, whatever type a platform states for them. */
const CODE_NAMES = /\.(json|jsonl|ya?ml|xml|log|ini|toml|sql|[cm]?[jt]sx?|py|rb|go|rs|java|sh|css)$/i;
const TEXT_TYPES = /^text\/|\b(?:json|xml|yaml)\b/i;

/** Reads what ingest reads with its readers, and code and data as plain text; undefined for other files. */
const textOf = async (bytes: Uint8Array, { name, type }: QuestionFile): Promise<string | undefined> => {
  const isCode = CODE_NAMES.test(name);
  const read = isCode ? undefined : readerFor({ name, contentType: type, bytes });
  if (read) return (await read(bytes, { contentType: type, maxCharacters: MAX_TEXT_CHARS })).markdown;
  // A zero byte means that the file is binary.
  if ((isCode || TEXT_TYPES.test(type)) && !bytes.subarray(0, 4096).includes(0)) return decode(bytes, type);
};

/**
 * Reads the files of a question. A file that cannot be read is returned with the reason in `unread`.
 * @param download fetches one file's bytes; when it throws, that file counts as unread
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
