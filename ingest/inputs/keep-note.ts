import { readFile } from 'node:fs/promises';
import { isHtmlFile } from './folder-templates.ts';

/** Says of a note of Google Keep, in the JSON that Takeout writes beside its page, that it lies in the bin. */
const TRASHED = /"isTrashed"\s*:\s*true/;

/**
 * The reason for not reading the page of a note of Google Keep that was deleted; undefined for any other file. The page itself does
 * not say so, the JSON beside it does.
 */
export const whyTrashed = async (file: string): Promise<string | undefined> => {
  if (!isHtmlFile(file)) return undefined;
  const beside = await readFile(file.replace(/\.x?html?$/i, '.json'), 'utf8').catch(() => '');
  return TRASHED.test(beside) ? 'a note of Google Keep that was deleted' : undefined;
};
