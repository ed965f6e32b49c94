import { open } from 'node:fs/promises';
import { isPdf } from '../formats/detect.ts';
import { isUnnamed, SAMPLE_BYTES, whyNoText } from '../formats/plain-text.ts';

/** Why a file without an ending is passed over, by its first bytes; undefined for a PDF, for text, and for one that cannot be opened. */
export const whyUnnamed = async (file: string): Promise<string | undefined> => {
  if (!isUnnamed(file)) return undefined;
  try {
    await using handle = await open(file);
    const sample = new Uint8Array(SAMPLE_BYTES);
    const { bytesRead } = await handle.read(sample);
    const { size } = await handle.stat();
    return isPdf(sample) ? undefined : whyNoText(sample.subarray(0, bytesRead), size);
  } catch {
    // Whoever reads it says why it cannot be opened.
    return undefined;
  }
};
