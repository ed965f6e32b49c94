import type { Stores } from '../../../stores/index.ts';

const never = () => new Promise<never>(() => {});

/**
 * A process that dies at its n-th step: every write to a store and every call to a platform is a step. The n-th one still
 * happens, its caller never hears of it, and nothing that the process does afterwards has any effect: what `kill -9`
 * leaves behind.
 */
export const crashAtStep = (diesAt: number) => {
  let steps = 0;
  let dead = false;
  const step = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    if (dead) return never();
    steps += 1;
    if (steps < diesAt) return act();
    dead = true;
    await act().catch(() => {});
    return never();
  };
  const crashing = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name, receiver) {
        const value = Reflect.get(target, name, receiver) as unknown;
        if (typeof value !== 'function') return value;
        return (...values: unknown[]) => {
          const call = () => (value as (...all: unknown[]) => unknown).apply(target, values);
          // Reads change nothing: dying between two of them is dying before the next step.
          if (/^(get|list|turn|turns|turnByEvent|conversation|document|stamps|stampsOf|count)$/.test(String(name)))
            return dead ? never() : call();
          return step(async () => call());
        };
      },
    });
  return {
    step,
    stores: (stores: Stores): Stores => ({
      ...stores,
      keyValues: crashing(stores.keyValues),
      conversations: crashing(stores.conversations),
    }),
    get steps() {
      return steps;
    },
    get dead() {
      return dead;
    },
  };
};
