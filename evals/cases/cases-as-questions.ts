import { join } from 'node:path';
import { ParleyError } from '../../core/errors.ts';
import { makeOutputFolder } from '../../core/output-place.ts';
import { exportCases } from '../../runtime/cases/case-file.ts';
import type { Stores } from '../../stores/index.ts';

/** What `--questions` takes for the reviewed cases of the data folder. */
export const REVIEWED_CASES = 'cases';

/**
 * Writes the reviewed cases into a run's folder, as the question file of the run.
 * @returns the file. @throws BAD_INPUT where no case is reviewed
 */
export const writeReviewedCases = async ({ cases }: Pick<Stores, 'cases'>, out: string): Promise<string> => {
  makeOutputFolder(out);
  const file = join(out, 'cases.jsonl');
  if ((await exportCases(cases, file)).cases > 0) return file;
  const { 'needs-answer': open, new: proposed } = await cases.counts();
  throw new ParleyError('BAD_INPUT', {
    message: `No case is reviewed yet; ${proposed} wait for a review and ${open} for an answer.`,
    remedy: '`parley cases list` shows them, `parley cases review ID "the right answer"` reviews one.',
  });
};
