import { diceOf, type Knobs } from '../reader/knobs.ts';
import { keyHash } from '../reader/reader.ts';

/** What keeps an attempt from its answer. */
export type Trouble = 'rate-limit' | 'outage' | 'cut' | undefined;

/** What befalls an attempt. A prompt in trouble meets it on its first attempts, counted by prompt, then gets through. */
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
