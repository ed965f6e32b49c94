import { open } from 'node:fs/promises';
import { isPdf } from '../formats/detect.ts';
import { isUnnamed, SAMPLE_BYTES, whyNoText } from '../formats/plain-text.ts';

/**
 * The reason for skipping a file without an extension, by its first bytes. Undefined for a PDF, for text, and for a file that
 * cannot be opened.
 */
export const whyUnnamed = async (file: string): Promise<string | undefined> => {
  if (!isUnnamed(file)) return undefined;
  try {
    await using handle = await open(file);
    const sample = new Uint8Array(SAMPLE_BYTES);
    const { bytesRead } = await handle.read(sample);
    const { size } = await handle.stat();
    return isPdf(sample) ? undefined : whyNoText(sample.subarray(0, bytesRead), size);
  } catch {
    // The error is reported when the file is read.
    return undefined;
  }
};
