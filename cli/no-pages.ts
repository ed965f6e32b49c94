import type { Stores } from '../stores/index.ts';
import { printError } from './output.ts';

/** Tells a newcomer to ingest pages first: without pages, an empty result looks like a failed search. */
export const hintIfEmpty = async (stores: Pick<Stores, 'documents'>): Promise<void> => {
  const { documents } = await stores.documents.count();
  if (documents > 0) return;
  printError('There are no pages yet. `parley ingest YOUR-FOLDER` adds some; `parley start` begins with a sample.');
};
