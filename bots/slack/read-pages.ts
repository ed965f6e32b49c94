import type { Calls } from './calls.ts';

/**
 * Slack's largest pages: a workspace of 6,000 in 6 calls, where 20 a minute are allowed
 * (docs.slack.dev/reference/methods/users.list).
 */
export const MAX_PAGE = 1000;

/** All items of a method that lists a page at a time. */
export const readPages = async <Item>(
  calls: Calls,
  read: (cursor: string | undefined) => Promise<{ items: Item[]; next?: string }>,
): Promise<Item[]> => {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await calls.sure(() => read(cursor));
    items.push(...page.items);
    cursor = page.next || undefined;
  } while (cursor);
  return items;
};
