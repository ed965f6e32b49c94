import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';
import { createFetcher, type Fetcher } from '../fetch/fetch.ts';
import { type AnsweredError, createApi } from './api.ts';
import { type ApiReply, type FakeApi, startApi } from './testing/fake-api.ts';

const pageSchema = z.object({ page: z.object({ title: z.string() }) });
const PAGE = { page: { title: 'Holidays' } };

/** A service that reports errors with status 200, as MediaWiki and Slack do. */
const errorSchema = z.object({ error: z.object({ code: z.string(), info: z.string() }) });
const STATUSES: Record<string, number> = { 'token-expired': 401, 'read-denied': 403, 'no-such-page': 404, later: 429 };
const errorIn = (json: unknown): AnsweredError | undefined => {
  const { error } = errorSchema.safeParse(json).data ?? {};
  if (error === undefined) return undefined;
  return { status: STATUSES[error.code] ?? 400, says: error.info, ...(error.code === 'later' && { retryAfter: 1 }) };
};
const refusal = (code: string): ApiReply => ({ body: { error: { code, info: `Said of ${code}.` } } });

let service: FakeApi;
let fetcher: Fetcher;
let answer: ApiReply;
beforeEach(async () => {
  answer = { body: PAGE };
  service = await startApi(() => answer);
  fetcher = createFetcher({ allow: '127.0.0.1' });
});
afterEach(async () => {
  await fetcher.close();
  await service.close();
});
const open = (how?: typeof errorIn) => createApi({ fetcher, base: service.base, service: 'Wiki', errorIn: how });

it.each([
  ['token-expired', 'PLATFORM_REFUSED', 401],
  ['read-denied', 'PLATFORM_REFUSED', 403],
  ['no-such-page', 'FETCH_FAILED', 404],
])('an error with status 200 counts as the status that it means: %s', async (code, expected, status) => {
  answer = refusal(code);
  const failed = open(errorIn).get(pageSchema, '/1');
  await expect(failed).rejects.toMatchObject({ code: expected, details: { status } });
  await expect(failed).rejects.toThrow(`Said of ${code}.`);
});

it('waits where an answer with status 200 asks for a later try', async () => {
  service.faults.push(refusal('later'));
  expect((await open(errorIn).get(pageSchema, '/1')).value).toEqual(PAGE);
  const [first, second] = service.asked;
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(950);
});

it('takes for public only what a stranger is given in the form that was asked for', async () => {
  expect(await open().isPublic(pageSchema, '/1')).toBe(true);
  answer = refusal('read-denied');
  expect(await open().isPublic(pageSchema, '/1')).toBe(false);
  expect(await open(errorIn).isPublic(pageSchema, '/1')).toBe(false);
  answer = { status: 403 };
  expect(await open().isPublic(pageSchema, '/1')).toBe(false);
});

it('takes a form to sign in, to which a stranger is sent, for no public page, and a web page in its place for an error', async () => {
  const html: ApiReply = { headers: { 'content-type': 'text/html' }, body: '<html>Please log in</html>' };
  answer = html;
  service.faults.push({ status: 302, headers: { location: '/login' } });
  expect(await open().isPublic(pageSchema, '/1')).toBe(false);
  await expect(open().isPublic(pageSchema, '/1')).rejects.toThrow(/a web page where JSON was expected/);
});

it('says where JSON has another form, and does not take it for a login page', async () => {
  answer = { body: { page: { title: 7 } } };
  const failed = open().get(z.union([errorSchema, pageSchema]), '/1');
  await expect(failed).rejects.toThrow(/another form \(page\.title: .*string/);
  await expect(failed).rejects.not.toMatchObject({ remedy: expect.stringContaining('login') });
});

it('tries an address that nobody has once, until it has answered', async () => {
  let [tries, isDown] = [0, true];
  const failing: Fetcher = {
    ...fetcher,
    async fetch(url, request) {
      tries += 1;
      if (!isDown) return fetcher.fetch(url, request);
      // The network fails twice.
      isDown = tries < 2;
      const cause = Object.assign(new Error('getaddrinfo ENOTFOUND wiki.invalid'), { code: 'ENOTFOUND' });
      throw new ParleyError('FETCH_FAILED', { message: 'It could not be reached.', remedy: 'Check it.', cause });
    },
  };
  const api = createApi({ fetcher: failing, base: service.base, service: 'Wiki' });
  await expect(api.get(pageSchema, '/1')).rejects.toMatchObject({ code: 'FETCH_FAILED' });
  expect(tries).toBe(1);
  isDown = false;
  await api.get(pageSchema, '/1');
  [tries, isDown] = [0, true];
  expect((await api.get(pageSchema, '/1')).value).toEqual(PAGE);
  expect(tries).toBe(3);
});
