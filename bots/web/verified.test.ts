import { afterAll, beforeAll, expect, it } from 'vitest';
import { verify } from '../chat/reply/verified-answers.ts';
import type { ThreadView, VerifiedOffer, VerifiedView } from './api.ts';
import { openScriptedWeb, page } from './testing/scripted-web.ts';

const CITATION = {
  n: 1,
  documentId: 'docs/leave.md',
  title: 'Leave',
  quote: 'Thirty days.',
  kind: 'passage' as const,
};

let web: Awaited<ReturnType<typeof openScriptedWeb>>;
beforeAll(async () => {
  web = await openScriptedWeb(
    async () => ({ text: 'Thirty days [1].', verdict: 'answered' as const, citations: [CITATION] }),
    { pages: [page('docs/leave.md', 'Leave', 'Thirty days.'), page('docs/board.md', 'Board', 'We merge.', ['board'])] },
  );
});
afterAll(() => web.close());

const visitor = async () => {
  const cookie = (await fetch(`${web.url}/`)).headers.get('set-cookie')?.split(';')[0] ?? '';
  return async <T>(path: string, body?: unknown): Promise<{ status: number; json: T }> => {
    const response = await fetch(`${web.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, json: (await response.json()) as T };
  };
};
type Visitor = Awaited<ReturnType<typeof visitor>>;

/** Asks a question and returns the path of its verified answers. */
const ask = async (who: Visitor, text: string): Promise<string> => {
  const id = `web:${crypto.randomUUID()}`;
  await who(`/api/v1/conversations/${id}/questions`, { eventId: crypto.randomUUID(), text });
  const thread = async () => (await who<ThreadView>(`/api/v1/conversations/${id}`)).json.turns;
  await expect.poll(async () => (await thread())?.every(({ status }) => status === 'done')).toBe(true);
  return `/api/page/turns/${(await thread())[0]?.id}/verified`;
};

const verified = async (question: string, documentId = CITATION.documentId) => {
  const path = await ask(await visitor(), question);
  const turn = await web.stores.conversations.turn(path.split('/')[4] ?? '');
  if (!turn?.answer) throw new Error('the question was not answered');
  const answer = { ...turn.answer, citations: [{ ...CITATION, documentId }] };
  await verify(web.stores, { question, answer, by: 'slack:T1/UADMIN', at: '2026-11-20T10:00:00.000Z' });
};

it('shows a verified answer to the same question, and to a similar one after the asker confirms that it asks the same', async () => {
  await verified('how many days of leave do I get?');
  const ann = await visitor();
  const offerOf = async (question: string) => (await ann<VerifiedOffer>(await ask(ann, question))).json;
  expect(await offerOf('How many days of leave do I GET')).toEqual({
    same: { question: 'how many days of leave do I get?', text: 'Thirty days [1].', citations: [CITATION] },
  });
  const path = await ask(ann, 'days of leave, how many do we get');
  const { same, alike } = (await ann<VerifiedOffer>(path)).json;
  expect(same).toBeUndefined();
  expect(alike?.question).toBe('how many days of leave do I get?');
  expect((await ann<VerifiedView>(`${path}/${alike?.id}`)).json.text).toBe('Thirty days [1].');
  expect(await offerOf('how many days of leave after 10 years?')).toEqual({});
  expect(await offerOf('who cooks on Friday?')).toEqual({});
  // Another person asks for this turn.
  expect((await (await visitor())(path)).status).toBe(404);
});

it('offers no answer from pages that the asker may not see, or from a page that has changed', async () => {
  await verified('what did the board decide?', 'docs/board.md');
  const ann = await visitor();
  expect((await ann(await ask(ann, 'what did the board decide'))).json).toEqual({});
  const path = await ask(ann, 'get how many days of leave');
  const { alike } = (await ann<VerifiedOffer>(path)).json;
  expect(alike).toBeDefined();
  const changed = page('docs/leave.md', 'Leave', 'Forty days.');
  await web.stores.apply({ put: [{ ...changed, document: { ...changed.document, contentHash: 'changed' } }] });
  expect((await ann(`${path}/${alike?.id}`)).status).toBe(404);
});
