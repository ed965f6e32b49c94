import { fileURLToPath } from 'node:url';

/** The folder of the sample handbook: the pages of a company that does not exist, for a first look and for tests. */
export const sampleHandbook = fileURLToPath(new URL('./handbook', import.meta.url));

/** Questions about it, with gold answers, in the format of `parley eval --questions`. */
export const sampleQuestions = fileURLToPath(new URL('./questions.jsonl', import.meta.url));

/**
 * The source under which `parley start` ingests the sample handbook. A folder of the user's is never called so by chance, so that
 * `parley forget` of the one cannot remove the other.
 */
export const SAMPLE_SOURCE = 'parley-sample';
