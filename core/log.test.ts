import { expect, it } from 'vitest';
import { createLog } from './log.ts';

const logged = (fields: object): Record<string, unknown> => {
  const lines: string[] = [];
  createLog('info', { write: (line) => void lines.push(line) }).info(fields, 'a question was answered');
  return JSON.parse(lines.join('')) as Record<string, unknown>;
};
const id = '0b9c1a52-55c9-4d3a-9f6e-0d1b7f2a4c11';

it.each([
  ['priya@example.com', `priya@example.com:${id}`, `api:${id}`],
  ['a provider that names people by address', `oidc:priya@example.com:key-77aa`, 'api:key-77aa'],
  ['a network address of version 6', `public:2001:db8::17:${id}`, `api:${id}`],
])('the id of an event does not name its caller: %s', (_, eventId, shown) => {
  expect(logged({ eventId })).toMatchObject({ eventId: shown });
});

it.each([`token:2095dcb553b0:${id}`, 'slack:T1/C1/17000.1', `web:77aa:${id}`])(
  'an id that names nobody stays as it is: %s',
  (eventId) => expect(logged({ eventId })).toMatchObject({ eventId }),
);

it('keeps no key, token or password', () => {
  expect(JSON.stringify(logged({ apiKey: 'sk-1', model: { token: 'sk-2' }, password: 'sk-3' }))).not.toContain('sk-');
});
