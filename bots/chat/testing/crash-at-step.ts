import type { Stores } from '../../../stores/index.ts';

const never = () => new Promise<never>(() => {});

/**
 * Simulates a process that is killed (`kill -9`) at its n-th step, where each write to a store and each call to a platform is
 * a step. The n-th step still takes effect, but never returns to its caller, and no later step has an effect.
 * @param counts false while steps are not counted yet
 */
export const crashAtStep = (diesAt: number, counts: () => boolean = () => true) => {
  let steps = 0;
  let dead = false;
  const step = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    if (dead) return never();
    if (!counts()) return act();
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
          // Reads are not steps: dying between two reads has the same effect as dying before the next write.
          if (
            /^(get|list|turn|turns|turnByEvent|conversation|document|stamps|stampsOf|count|isClosed)$/.test(
              String(name),
            )
          )
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
