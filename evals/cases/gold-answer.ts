import { readFile, rename, writeFile } from 'node:fs/promises';
import { ParleyError } from '../../core/errors.ts';
import { parseJson } from '../../core/text/parse-json.ts';

/** What a person says is right for a case. */
export interface GoldAnswer {
  /** Every wording that is right; none with `unanswerable`. */
  answers: readonly string[];
  supportingIds?: readonly string[];
  /** The pages do not hold it: saying so is right. */
  unanswerable?: boolean;
}

/**
 * Writes a gold answer into a case of a JSONL file, in place; every other line stays byte for byte.
 * @throws INPUT_NOT_FOUND, UNKNOWN_ID, BAD_USAGE when neither an answer nor `unanswerable` is given
 */
export const writeGoldAnswer = async (path: string, id: string, gold: GoldAnswer): Promise<void> => {
  if ((gold.answers.length === 0) !== (gold.unanswerable === true)) {
    throw new ParleyError('BAD_USAGE', {
      message: 'A gold answer is either words or --unanswerable.',
      remedy: 'Give the answer as it should be said, once for each wording that is right.',
    });
  }
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: `There is no file at ${path}.`,
      remedy: 'Write one with `parley feedback --export FILE`.',
      cause,
    });
  });
  let found = false;
  const lines = text.split('\n').map((line) => {
    const row = parse(line);
    if (row?.id === undefined || String(row.id) !== id) return line;
    found = true;
    return JSON.stringify({
      ...row,
      answers: [...gold.answers],
      answerable: !gold.unanswerable,
      ...(gold.supportingIds?.length && { supporting_ids: [...gold.supportingIds] }),
    });
  });
  if (!found) {
    const ids = text.split('\n').flatMap((line) => parse(line)?.id ?? []);
    throw new ParleyError('UNKNOWN_ID', {
      message: `There is no case ${id} in ${path}.`,
      remedy: `Its first cases are ${ids.slice(0, 3).join(', ')}.`,
    });
  }
  await writeFile(`${path}.new`, lines.join('\n'));
  await rename(`${path}.new`, path);
};

const parse = (line: string) => parseJson(line) as Record<string, unknown> | undefined;
