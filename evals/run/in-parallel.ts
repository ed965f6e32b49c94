/**
 * Runs `work` over the items in their order, at most `bound` at once. Starts no more once `stopped` is true, and waits for those
 * that run. An error of `work` stops the rest, and is thrown once the running ones have ended.
 */
export const inParallel = async <Item>(
  items: readonly Item[],
  bound: number,
  work: (item: Item) => Promise<void>,
  stopped: () => boolean = () => false,
): Promise<void> => {
  let next = 0;
  let failed: { error: unknown } | undefined;
  const lane = async () => {
    while (next < items.length && failed === undefined && !stopped()) {
      const item = items[next++] as Item;
      try {
        await work(item);
      } catch (error) {
        failed ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(bound, items.length) }, lane));
  if (failed !== undefined) throw failed.error;
};
