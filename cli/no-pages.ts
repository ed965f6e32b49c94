import type { Stores } from '../stores/index.ts';
import { complain } from './output.ts';

/** Says what to do first where no page was ingested yet: to a newcomer, an empty result looks like a failed search. */
export const hintIfEmpty = async (stores: Pick<Stores, 'documents'>): Promise<void> => {
  const { documents } = await stores.documents.count();
  if (documents > 0) return;
  complain('There are no pages yet. `parley ingest YOUR-FOLDER` adds some; `parley start` begins with a sample.');
};
