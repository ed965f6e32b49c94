import { expect, it } from 'vitest';
import { createPlainLog } from './plain-log.ts';

it('prints each warning once, at the end, and nothing that the command printed already', () => {
  const printed: string[] = [];
  const log = createPlainLog((line) => printed.push(line));
  log.error({ code: 'MODEL_UNAVAILABLE', details: { model: 'x' } }, 'The model x can’t be reached.');
  log.warn({ err: new Error('secret') }, 'The encoder is down.');
  log.warn('The encoder is down.');
  log.info('nobody asked');
  expect(printed).toEqual([]);
  log.alreadyPrinted('The model x can’t be reached. Check that it is up; until then Parley quotes its sources.');
  log.release();
  log.release();
  expect(printed).toEqual(['The encoder is down.']);
});
