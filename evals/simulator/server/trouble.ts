import { diceOf, type Knobs } from '../reader/knobs.ts';
import { keyHash } from '../reader/reader.ts';

/** Why an attempt fails. */
export type Trouble = 'rate-limit' | 'outage' | 'cut' | undefined;

/** Decides whether an attempt fails. The first attempts at an affected prompt fail, counted by prompt; later ones succeed. */
export const troubles = (seed: number, knobs: Knobs): ((key: string) => Trouble) => {
  const attempts = new Map<string, number>();
  const mostRemembered = 100_000;
  return (key) => {
    const dice = diceOf(seed, key);
    const kind: Trouble =
      dice.roll('rate-limit') < knobs.rateLimits
        ? 'rate-limit'
        : dice.roll('outage') < knobs.outages
          ? 'outage'
          : dice.roll('cut') < knobs.cutStreams
            ? 'cut'
            : undefined;
    if (!kind) return undefined;
    const made = attempts.get(keyHash(key)) ?? 0;
    if (attempts.size >= mostRemembered) attempts.clear();
    attempts.set(keyHash(key), made + 1);
    return made < knobs.failures ? kind : undefined;
  };
};
