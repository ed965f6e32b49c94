import type { Stores } from '../stores/index.ts';
import { complain } from './output.ts';

/** Says what to do first where no page was ever taken in: to a newcomer, having found nothing looks like a failure to find. */
export const hintIfEmpty = async (stores: Pick<Stores, 'documents'>): Promise<void> => {
  const { documents } = await stores.documents.count();
  if (documents > 0) return;
  complain('There are no pages yet. `parley ingest YOUR-FOLDER` takes some in; `parley start` begins with a sample.');
};
