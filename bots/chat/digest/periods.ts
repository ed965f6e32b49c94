/** How often a digest comes: every day, or every Monday; both at eight in the morning, UTC. */
export type Pace = 'day' | 'week';

const DAY_MS = 86_400_000;
const MORNING_MS = 8 * 3_600_000;
/** Day 0 of the epoch was a Thursday: three days later the days are counted from Mondays. */
const TO_MONDAY = 3;

/** The number of the period that a moment (milliseconds) lies in. */
export const periodOf = (pace: Pace, now: number): number => {
  const day = Math.floor((now - MORNING_MS) / DAY_MS);
  return pace === 'day' ? day : Math.floor((day + TO_MONDAY) / 7);
};

/** When a period begins, in milliseconds. */
export const beginOf = (pace: Pace, period: number): number =>
  (pace === 'day' ? period : period * 7 - TO_MONDAY) * DAY_MS + MORNING_MS;
