import { seededIntegers } from '../../evals/metrics/random.ts';
import type { Action, Story } from './story.ts';

/** The furthest that an action moves, in milliseconds. Most move far less, as nearby moments are worth more. */
const MAX_MOVE_MS = 20_000;
/** The furthest that the number of a call moves. */
const MAX_MOVE_CALLS = 16;
/** Each action changes in so many of a thousand stories. */
const CHANGED_OF_1000 = 500;

/**
 * A story close to another one: the same actions at slightly different moments. A story goes by milliseconds and by the numbers
 * of calls, so that any change of the product may make it miss the moment for which it was kept.
 * @param number which of the stories near this one
 */
export const varyStory = (story: Story, number: number): Story => {
  const draw = seededIntegers(number);
  /** Either way, by up to `max`, every order of magnitude as often as any other. */
  const move = (max: number): number => {
    const distance = Math.floor(max ** (draw(1001) / 1000));
    return draw(2) === 0 ? distance : -distance;
  };
  const actions = story.actions.map((action): Action => {
    if (draw(1000) >= CHANGED_OF_1000) return action;
    const moved = { ...action, at: Math.max(0, action.at + move(MAX_MOVE_MS)) };
    switch (moved.do) {
      case 'crash':
        return { ...moved, calls: Math.max(1, moved.calls + move(MAX_MOVE_CALLS)) };
      case 'fault':
        return { ...moved, skip: Math.max(0, moved.skip + move(MAX_MOVE_CALLS)) };
      case 'pause':
        return moved.calls === undefined ? moved : { ...moved, calls: Math.max(1, moved.calls + move(MAX_MOVE_CALLS)) };
      default:
        return moved;
    }
  });
  return {
    ...story,
    // Latencies are drawn from the seed.
    seed: draw(2) === 0 ? story.seed : story.seed + number,
    actions: actions.sort((a, b) => a.at - b.at),
  };
};
