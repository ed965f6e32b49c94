/** How often a digest is sent: every day or every Monday, at 8:00 UTC. */
export type Pace = 'day' | 'week';

const DAY_MS = 86_400_000;
const MORNING_MS = 8 * 3_600_000;
/** Offset that makes weeks begin on Monday: day 0 of the Unix epoch was a Thursday, three days after a Monday. */
const TO_MONDAY = 3;

/** The number of the period that contains a time. @param now epoch milliseconds */
export const periodOf = (pace: Pace, now: number): number => {
  const day = Math.floor((now - MORNING_MS) / DAY_MS);
  return pace === 'day' ? day : Math.floor((day + TO_MONDAY) / 7);
};

/** The start of a period in epoch milliseconds. */
export const beginOf = (pace: Pace, period: number): number =>
  (pace === 'day' ? period : period * 7 - TO_MONDAY) * DAY_MS + MORNING_MS;
