/**
 * Runs `work` over the items, at most `bound` at once, in order of start. Stops starting when `stopped` says so; what is under
 * way is waited for. An error that `work` throws stops the rest and is thrown once all under way has ended.
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
      const item = items[next++]!;
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
