/** An asynchronous queue with one reader. */
export interface EventQueue<T> extends AsyncIterable<T> {
  push(item: T): void;
  /** Ends the iteration after the items that were already pushed. */
  end(): void;
}

/** Creates a queue. Items that are pushed after `end` are dropped. */
export const createEventQueue = <T>(): EventQueue<T> => {
  const items: T[] = [];
  let ended = false;
  let wake: (() => void) | undefined;
  const stir = () => {
    wake?.();
    wake = undefined;
  };
  return {
    push(item) {
      if (ended) return;
      items.push(item);
      stir();
    },
    end() {
      ended = true;
      stir();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (items.length > 0) yield items.shift() as T;
        if (ended) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
};
