import { open } from 'node:fs/promises';
import { isPdf } from '../formats/detect.ts';
import { isTransferredMail } from '../formats/mail/transferred-mail.ts';
import { unpackedName, unpackedStart } from '../formats/packed.ts';
import { isManSource, isSectionName } from '../formats/roff/detect.ts';
import { isUnnamed, SAMPLE_BYTES, whyNoText } from '../formats/text/plain-text.ts';
import { whyUnwantedInMaildir } from './mail-state.ts';
import { startsAsMbox } from './mbox.ts';

/**
 * The reason for skipping a file without an extension, by its first bytes. Undefined for a PDF, for text, a mail or an archive of
 * mails, and for a file that cannot be opened.
 */
export const whyUnnamed = async (file: string): Promise<string | undefined> => {
  if (!isUnnamed(file)) return undefined;
  const unwanted = whyUnwantedInMaildir(file);
  if (unwanted !== undefined) return unwanted;
  try {
    await using handle = await open(file);
    const sample = new Uint8Array(SAMPLE_BYTES);
    const { bytesRead } = await handle.read(sample);
    const { size } = await handle.stat();
    const read = sample.subarray(0, bytesRead);
    const start = unpackedName(file) === undefined ? read : unpackedStart(read);
    if (isTransferredMail(start) || startsAsMbox(Buffer.from(start).toString('latin1'))) return undefined;
    if (isSectionName(file))
      return isManSource(start) ? undefined : 'the ending is one of manual pages, and the file is none';
    return isPdf(start) ? undefined : whyNoText(start, size);
  } catch {
    // The error is reported when the file is read.
    return undefined;
  }
};
