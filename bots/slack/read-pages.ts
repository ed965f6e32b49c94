import type { Calls } from './calls.ts';

/**
 * Items per page in Slack's lists. With this size, a workspace of 6,000 people takes 6 of the 20 calls allowed per minute
 * (docs.slack.dev/reference/methods/users.list).
 */
export const MAX_PAGE = 1000;

/** Reads all pages of a paginated method. */
export const readPages = async <Item>(
  calls: Calls,
  read: (cursor: string | undefined) => Promise<{ items: Item[]; next?: string }>,
): Promise<Item[]> => {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await calls.idempotent(() => read(cursor));
    items.push(...page.items);
    cursor = page.next || undefined;
  } while (cursor);
  return items;
};
