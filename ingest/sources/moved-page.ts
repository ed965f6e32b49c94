import type { FailedItem } from '../inputs/item.ts';
import type { ApiPlace } from './api-connector.ts';

/** A failure for a page that no list had but that still exists. It keeps the stored copy until the next sync. */
export const movedPage = (id: string, { location }: ApiPlace): FailedItem => ({
  kind: 'failure',
  id,
  failure: {
    input: `${location} ${id}`,
    code: 'FETCH_FAILED',
    message: 'The page was moved while the lists were read.',
    remedy: 'The next sync reads it where it is now.',
  },
});
