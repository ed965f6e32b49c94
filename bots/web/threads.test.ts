import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SharedThread, ThreadSummary, ThreadView } from './api.ts';
import { openScriptedWeb, page } from './testing/scripted-web.ts';

let web: Awaited<ReturnType<typeof openScriptedWeb>>;
beforeAll(async () => {
  web = await openScriptedWeb(
    async ({ text }) => ({
      text: `About ${text} [1].`,
      verdict: 'answered' as const,
      citations: [
        {
          n: 1,
          documentId: text.includes('board') ? 'docs/board.md' : 'docs/leave.md',
          title: 'A page',
          quote: 'Thirty days.',
          kind: 'passage' as const,
        },
      ],
    }),
    { pages: [page('docs/leave.md', 'Leave', 'Thirty days.'), page('docs/board.md', 'Board', 'We merge.', ['board'])] },
  );
});
afterAll(() => web.close());

const visitor = async () => {
  const cookie = (await fetch(`${web.url}/`)).headers.get('set-cookie')?.split(';')[0] ?? '';
  return async <T>(method: string, path: string, body?: unknown): Promise<{ status: number; json: T }> => {
    const response = await fetch(`${web.url}${path}`, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, json: (await response.json()) as T };
  };
};
type Visitor = Awaited<ReturnType<typeof visitor>>;

const ask = async (who: Visitor, text: string, id = `web:${crypto.randomUUID()}`) => {
  await who('POST', `/api/v1/conversations/${id}/questions`, { eventId: crypto.randomUUID(), text });
  await expect
    .poll(async () =>
      (await who<ThreadView>('GET', `/api/v1/conversations/${id}`)).json.turns?.every(
        ({ status }) => status === 'done',
      ),
    )
    .toBe(true);
  return id;
};

it('a thread is renamed, pinned, and found by words in its questions and answers', async () => {
  const ann = await visitor();
  const [leave, pay] = [await ask(ann, 'parental leave'), await ask(ann, 'payroll day')];
  await ann('PUT', `/api/page/threads/${leave}`, { title: 'Baby plans', pinned: true });
  const list = async (q = '') =>
    (await ann<ThreadSummary[]>('GET', `/api/page/threads?q=${encodeURIComponent(q)}`)).json;
  expect((await list()).map(({ id, title }) => [id, title])).toEqual([
    [leave, 'Baby plans'],
    [pay, 'payroll day'],
  ]);
  expect((await list('about LEAVE')).map(({ id }) => id)).toEqual([leave]);
  expect(await list('regatta')).toEqual([]);
  await ask(ann, 'and twins', leave);
  expect((await list()).find(({ id }) => id === leave)?.title).toBe('Baby plans');
});

it("nobody renames, shares or deletes another person's thread", async () => {
  const [ann, bob] = [await visitor(), await visitor()];
  const id = await ask(ann, 'leave');
  for (const [method, path, body] of [
    ['PUT', `/api/page/threads/${id}`, { title: 'Mine now' }],
    ['POST', `/api/page/threads/${id}/share`, {}],
    ['POST', `/api/page/threads/${id}/delete`, {}],
  ] as const)
    expect((await bob(method, path, body)).status, path).toBe(404);
  expect((await ann<ThreadView>('GET', `/api/v1/conversations/${id}`)).json.title).toBe('leave');
});

it('deleting a thread removes it and its answers from the records', async () => {
  const ann = await visitor();
  const id = await ask(ann, 'leave');
  const { turns } = (await ann<ThreadView>('GET', `/api/v1/conversations/${id}`)).json;
  expect((await ann('POST', `/api/page/threads/${id}/delete`, {})).json).toEqual({ deleted: true });
  expect((await ann('GET', `/api/v1/conversations/${id}`)).status).toBe(404);
  expect(await web.stores.conversations.turn(turns[0]?.id ?? '')).toBeUndefined();
});

it('a shared thread shows a reader the answers that they may see, until it is unshared', async () => {
  const [ann, bob] = [await visitor(), await visitor()];
  const id = await ask(ann, 'leave');
  await ask(ann, 'the board', id);
  const { path } = (await ann<{ path: string }>('POST', `/api/page/threads/${id}/share`, {})).json;
  expect((await ann<{ path: string }>('POST', `/api/page/threads/${id}/share`, {})).json.path).toBe(path);
  const read = () => bob<SharedThread>('GET', path.replace('/s/', '/api/page/shares/'));
  const { turns } = (await read()).json;
  expect(turns.map(({ question, hidden }) => [question, hidden])).toEqual([
    ['leave', false],
    ['the board', true],
  ]);
  expect(turns[0]?.answer?.text).toBe('About leave [1].');
  expect(JSON.stringify(turns[1])).not.toContain('About the board');
  expect((await bob('GET', '/api/page/shares/made-up')).status).toBe(404);
  const listed = async () => (await ann<ThreadSummary[]>('GET', '/api/page/threads')).json.map((one) => one.shared);
  expect(await listed()).toEqual([true]);
  await ann('POST', `/api/page/threads/${id}/unshare`, {});
  expect(await listed()).toEqual([undefined]);
  expect((await read()).status).toBe(404);
});
