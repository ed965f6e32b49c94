import { open } from 'node:fs/promises';
import { isPdf } from '../formats/detect.ts';
import { isTransferredMail } from '../formats/mail/transferred-mail.ts';
import { unpackedName, unpackedStart } from '../formats/packed.ts';
import { isManSource, isSectionName } from '../formats/roff/detect.ts';
import { isUnnamed, SAMPLE_BYTES, whyNoText } from '../formats/text/plain-text.ts';

/**
 * The reason for skipping a file without an extension, by its first bytes. Undefined for a PDF, a mail, for text, and for a file that
 * cannot be opened.
 */
export const whyUnnamed = async (file: string): Promise<string | undefined> => {
  if (!isUnnamed(file)) return undefined;
  try {
    await using handle = await open(file);
    const sample = new Uint8Array(SAMPLE_BYTES);
    const { bytesRead } = await handle.read(sample);
    const { size } = await handle.stat();
    const read = sample.subarray(0, bytesRead);
    const start = unpackedName(file) === undefined ? read : unpackedStart(read);
    if (isTransferredMail(start)) return undefined;
    if (isSectionName(file))
      return isManSource(start) ? undefined : 'the ending is one of manual pages, and the file is none';
    return isPdf(start) ? undefined : whyNoText(start, size);
  } catch {
    // The error is reported when the file is read.
    return undefined;
  }
};
