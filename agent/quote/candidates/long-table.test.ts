import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  // More rows than operators read. The last one is asked about.
  'harbours.csv': [
    'code,name,country',
    ...Array.from({ length: 2400 }, (_, at) => `Q${at}X,Harbour number ${at},Norland`),
    'KBV,Brindle Quay,Westmark',
    '',
  ].join('\n'),
});

it('finds a row behind those of a long table that are read whole', async () => {
  expect((await ask('Which harbour is KBV?')).text).toContain('Brindle Quay');
});
