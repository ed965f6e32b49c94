/** A one-reader queue between code that pushes and a loop that pulls. */
export interface EventQueue<T> extends AsyncIterable<T> {
  push(item: T): void;
  /** Ends the loop once it has read what was pushed before. */
  end(): void;
}

/** Opens a channel; what is pushed after `end` is dropped. */
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
