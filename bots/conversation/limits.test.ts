import { expect, it } from 'vitest';
import { readSettings } from '../../core/settings.ts';
import { limitsOf } from './limits.ts';
import { defaultLimits } from './waiting-line.ts';

it('have defaults without daily limits, and follow the settings', () => {
  expect(limitsOf(readSettings({}))).toEqual({ limits: defaultLimits, daily: {} });
  const given = readSettings({
    PARLEY_AT_ONCE: '8',
    PARLEY_AT_ONCE_PER_WORKSPACE: '3',
    PARLEY_WAITING_PER_PERSON: '1',
    PARLEY_WAITING: '40',
    PARLEY_WAITING_PER_ADDRESS: '7',
    PARLEY_WAITING_SECONDS: '60',
    PARLEY_DAILY_QUESTIONS_PER_PERSON: '50',
    PARLEY_DAILY_TOKENS_PER_WORKSPACE: '2000000',
  });
  expect(limitsOf(given)).toEqual({
    limits: {
      atOnce: 8,
      perPerson: 2,
      perWorkspace: 3,
      waitingPerPerson: 1,
      maxWaiting: 40,
      maxWaitingPerAddress: 7,
      maxExpectedMs: 60_000,
    },
    daily: { person: { questions: 50 }, workspace: { tokens: 2_000_000 } },
  });
  expect(() => readSettings({ PARLEY_DAILY_QUESTIONS_PER_PERSON: '0' })).toThrow(/PARLEY_DAILY_QUESTIONS_PER_PERSON/);
});
