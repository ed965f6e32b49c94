import type { Log } from '../core/log.ts';
import type { Stores } from '../stores/index.ts';
import { createQuarantine, type PoisonedPage, type Quarantine } from '../tools/quarantine.ts';

/** The quarantine of one question: what it leaves out stands in the trace, and the page is flagged to its owners. */
export const createPageQuarantine = ({
  stores,
  log,
  record,
  question,
}: {
  stores: Pick<Stores, 'keyValues'>;
  log: Log;
  question: string;
  record(note: { kind: 'note'; name: 'poisoned-page'; data: PoisonedPage }): void;
}): Quarantine =>
  createQuarantine((page) => {
    record({ kind: 'note', name: 'poisoned-page', data: page });
    void flagPage(stores, log, page);
  }, question);

/** Kind under which pages that speak to the model are kept for their owners. */
const POISONED_PAGE = 'poisoned-page';

/** Flags a page to whoever looks after it, once. A store that is down loses the flag and not the answer. */
const flagPage = async (
  stores: Pick<Stores, 'keyValues'>,
  log: Log,
  { documentId, severity }: PoisonedPage,
): Promise<void> => {
  try {
    if (await stores.keyValues.add(POISONED_PAGE, documentId, { severity }))
      log.warn({ documentId, severity }, 'a page speaks to the model that reads it; it is left out of answers');
  } catch (error) {
    log.warn({ err: error }, 'a page that speaks to the model could not be flagged');
  }
};
