import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { reachServer } from '../index.ts';
import { serverError, wasCutOff, wasNotCarriedOut } from './server-error.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

it('says that the server speaks no TLS where POSTGRES_URL asks for it', async () => {
  // A Postgres without TLS answers the driver's request for it with the one letter N.
  server = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.write('N')));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const POSTGRES_URL = `postgres://parley:secret@127.0.0.1:${port}/parley?sslmode=require`;
  const refusal = await reachServer('POSTGRES_URL', { POSTGRES_URL, PARLEY_DATA: '.' }).catch(
    (error: unknown) => error,
  );
  expect(refusal).toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: 'The Postgres server and POSTGRES_URL do not agree on encryption.',
    remedy: expect.stringContaining('sslmode'),
  });
});

it.each([
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])('takes the driver’s words for a lost connection as such: %s', (words) => {
  expect(serverError(new Error(words), 'db')).toMatchObject({ code: 'STORE_UNAVAILABLE' });
});

it('says what a pooler needs when no connection was given in time', () => {
  expect(serverError(new Error('timeout exceeded when trying to connect'), 'db')).toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: 'The Postgres server gave no connection in time.',
    remedy: expect.stringContaining('default_pool_size'),
  });
});

it('takes words with which the server ends a session for a server that is away, whatever their code', () => {
  const full = Object.assign(new Error('could not write init file'), { severity: 'FATAL', code: 'XX000' });
  expect(serverError(full, 'db')).toMatchObject({
    code: 'STORE_UNAVAILABLE',
    remedy: expect.stringContaining('disk'),
    details: { server: 'db', reason: 'could not write init file' },
  });
  const statement = Object.assign(new Error('cache lookup failed'), { severity: 'ERROR', code: 'XX000' });
  expect(serverError(statement, 'db')).toBe(statement);
});

it('gives a statement to another connection only where it was not carried out, or changes nothing', () => {
  const ended = Object.assign(new Error('terminating connection due to administrator command'), {
    severity: 'FATAL',
    code: '57P01',
  });
  const unsent = new Error('Client has encountered a connection error and is not queryable');
  for (const error of [ended, unsent]) expect([wasNotCarriedOut(error), wasCutOff(error)]).toEqual([true, true]);
  // The answer was lost: the server may have carried it out.
  const lost = [
    new Error('Connection terminated unexpectedly'),
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  ];
  for (const error of lost) expect([wasNotCarriedOut(error), wasCutOff(error)]).toEqual([false, true]);
  // A server that is away, or too slow, is not asked again.
  const away = [
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
    new Error('Query read timeout'),
  ];
  for (const error of away) expect([wasNotCarriedOut(error), wasCutOff(error)]).toEqual([false, false]);
});
