import { type Clock, steadyMs } from '../../core/clock.ts';
import type { Model } from './model.ts';

/** When, on the steady clock in milliseconds, each model may be called again. */
const opensAt = new WeakMap<Model, number>();

/** Remembers that a provider asked for a pause, so that no other question's call runs into the same limit. */
export const pauseCalls = (model: Model, clock: Clock, ms: number): void => {
  opensAt.set(model, Math.max(opensAt.get(model) ?? 0, steadyMs(clock) + ms));
};

/** Milliseconds until the pause that a model's provider asked for is over; 0 if it asked for none. */
export const pauseLeft = (model: Model, clock: Clock): number =>
  Math.max(0, (opensAt.get(model) ?? 0) - steadyMs(clock));
