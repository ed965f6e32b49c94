import type { Settings } from '../../core/settings.ts';
import type { DailyLimits } from './allowance.ts';
import type { Limits } from './waiting-line.ts';

/** The limits of concurrency, of the waiting line and of each day, from the settings. */
export const limitsOf = (settings: Settings): { limits: Limits; daily: DailyLimits } => {
  const person = bounds(settings.PARLEY_DAILY_QUESTIONS_PER_PERSON, settings.PARLEY_DAILY_TOKENS_PER_PERSON);
  const workspace = bounds(settings.PARLEY_DAILY_QUESTIONS_PER_WORKSPACE, settings.PARLEY_DAILY_TOKENS_PER_WORKSPACE);
  return {
    limits: {
      atOnce: settings.PARLEY_AT_ONCE,
      perPerson: settings.PARLEY_AT_ONCE_PER_PERSON,
      perWorkspace: settings.PARLEY_AT_ONCE_PER_WORKSPACE ?? settings.PARLEY_AT_ONCE,
      waitingPerPerson: settings.PARLEY_WAITING_PER_PERSON,
      maxWaiting: settings.PARLEY_WAITING,
      maxWaitingPerAddress: settings.PARLEY_WAITING_PER_ADDRESS,
      maxExpectedMs: settings.PARLEY_WAITING_SECONDS * 1000,
    },
    daily: { ...(person && { person }), ...(workspace && { workspace }) },
  };
};

/**
 * The limits for a process whose questions are answered by workers. The job queue is the waiting line there, so as many
 * questions may run as may wait; the limits for each person stay.
 */
export const limitsBesideWorkers = (settings: Settings): { limits: Limits; daily: DailyLimits } => {
  const { limits, daily } = limitsOf(settings);
  return { limits: { ...limits, atOnce: settings.PARLEY_WAITING, perWorkspace: settings.PARLEY_WAITING }, daily };
};

const bounds = (questions: number | undefined, tokens: number | undefined) =>
  questions === undefined && tokens === undefined
    ? undefined
    : { ...(questions !== undefined && { questions }), ...(tokens !== undefined && { tokens }) };
