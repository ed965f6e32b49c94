import { fileURLToPath } from 'node:url';

/** The folder of the sample handbook: the pages of a company that does not exist, for a first look and for tests. */
export const sampleHandbook = fileURLToPath(new URL('./handbook', import.meta.url));

/** Questions about it, with gold answers, in the format of `parley eval --questions`. */
export const sampleQuestions = fileURLToPath(new URL('./questions.jsonl', import.meta.url));
