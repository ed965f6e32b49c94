import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_TYPES, clientTypes, fetchOpenApi } from '../../../build/make-client.ts';
import { OPERATOR } from '../../../runtime/access/tokens.ts';
import { openSampleWeb } from '../../web/testing/sample-web.ts';
import { createParleyClient, type ParleyClient } from './index.ts';

it('is up to date with the API (`npm run client` generates it)', async () => {
  expect(await readFile(CLIENT_TYPES, 'utf8')).toBe(await clientTypes(await fetchOpenApi()));
});

describe('the typed client on a started Parley', () => {
  let web: Awaited<ReturnType<typeof openSampleWeb>>;
  let parley: ParleyClient;
  beforeAll(async () => {
    web = await openSampleWeb();
    const { text } = await web.parley.tokens.create({ name: 'client', maker: OPERATOR });
    parley = createParleyClient({ url: `${web.url}/`, token: text });
  });
  afterAll(() => web.close());

  it('asks, reads what the answer cites, gives feedback, and finds its conversation again', async () => {
    const { data, error } = await parley.POST('/ask', {
      body: { question: 'How many weeks of parental leave do I get?' },
    });
    expect(error).toBeUndefined();
    expect(data?.answer).toMatchObject({ verdict: 'answered', mode: 'quote' });
    expect(data?.answer.text).toContain('26 weeks');
    const [cited] = data?.answer.citations ?? [];
    const page = await parley.GET('/documents', {
      params: { query: { id: cited?.documentId ?? '', passage: cited?.passageId } },
    });
    const { text = '', passage } = page.data ?? {};
    expect(text.slice(passage?.start, passage?.end)).toContain('26 weeks');
    const passages = await parley.GET('/passages', { params: { query: { id: cited?.passageId ?? '' } } });
    expect(passages.data?.text).toBe(text.slice(passage?.start, passage?.end));

    const kept = await parley.PUT('/turns/{id}/feedback', {
      params: { path: { id: data?.turnId ?? '' } },
      body: { rating: 'up' },
    });
    expect(kept.data).toEqual({ kept: true });
    const again = await parley.GET('/conversations/{id}', { params: { path: { id: data?.conversationId ?? '' } } });
    expect(again.data?.turns).toMatchObject([{ id: data?.turnId, feedback: { rating: 'up' } }]);
  });

  it('searches, and lists sources and the number of documents', async () => {
    const found = await parley.GET('/search', { params: { query: { q: 'parental leave', k: 3 } } });
    expect(found.data?.hits).toHaveLength(3);
    expect(found.data?.hits[0]).toMatchObject({ documentId: 'handbook/people/parental-leave.md' });
    expect((await parley.GET('/sources')).data).toEqual([{ id: 'handbook' }]);
    expect((await parley.GET('/about')).data?.documents).toBeGreaterThan(40);
  });

  it('returns a refusal as an error with its code', async () => {
    const { error, response } = await parley.GET('/documents', { params: { query: { id: 'nowhere' } } });
    expect([response.status, error?.code]).toEqual([404, 'UNKNOWN_ID']);
    const board = { params: { query: { id: 'handbook/leadership/board-notes.md' } } };
    expect((await parley.GET('/documents', board)).response.status).toBe(404);
  });
});
