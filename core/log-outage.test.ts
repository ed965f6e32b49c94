import { expect, it } from 'vitest';
import { createOutageLog } from './log-outage.ts';

it('says once that something fails and once that it works again, each time that it does', () => {
  const said: string[] = [];
  const warn = (...[about, text]: unknown[]) => void said.push(String(text ?? about));
  const outage = createOutageLog({ warn } as never, { fails: 'away', works: 'back' });
  outage.worked();
  for (const _ of [1, 2, 3]) outage.failed(new Error('refused'));
  outage.worked();
  outage.worked();
  expect(said).toEqual(['away', 'back']);
  outage.failed(new Error('refused'));
  expect(said).toEqual(['away', 'back', 'away']);
});
