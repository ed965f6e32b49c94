import { afterEach, describe, expect, it } from 'vitest';
import { statedFacts } from '../../../ingest/knowledge/testing/stated-facts.ts';
import { numberOf, openAgent, TWO_HOPS, written, writtenFrom } from '../../testing/open-agent.ts';
import type { StubRequest } from '../../testing/stub-server.ts';
import { afterLink } from './graph.ts';
import type { Rok } from './state.ts';

let close: (() => Promise<unknown>) | undefined;
afterEach(async () => {
  await close?.();
});

/** A graph of patients' illnesses: cough and fever lead to flu, which oseltamivir cures. */
const FACTS = [
  ['Flu', 'has symptom', 'Cough'],
  ['Flu', 'has symptom', 'Fever'],
  ['Flu', 'is cured by', 'Oseltamivir'],
  ['Cold', 'has symptom', 'Cough'],
  ['Cold', 'is cured by', 'Rest'],
  ['Malaria', 'has symptom', 'Fever'],
].map(([subject, predicate, object]) => ({
  subject: subject!,
  predicate: predicate!,
  object: object!,
  passageIds: [],
}));

const open = async (
  entities: string[],
  choose = (triples: string[]) => triples.map((_, at) => at + 1),
  answer?: (request: StubRequest) => object,
) => {
  const opened = await openAgent(TWO_HOPS, {
    'extend-question': () => ({ thinking: 'Cough with fever points to flu.', entities }),
    'prune-triples': ({ user }: StubRequest) => ({
      relevant: choose([...user.matchAll(/^\d+\. (.+)$/gm)].map(([, triple]) => triple!)),
    }),
    'answer-question': (request: StubRequest) =>
      answer?.(request) ??
      (request.user.includes('Oseltamivir')
        ? writtenFrom(request, ['Flu -> is cured by -> Oseltamivir'], 'Flu is cured by Oseltamivir', 'Oseltamivir')
        : writtenFrom(request, ['Its studio stands'], 'The studio stands in Umeå', 'Umeå')),
  });
  close = opened.stub.close;
  await opened.stores.apply({ put: [statedFacts('kg', FACTS)] });
  return opened;
};
const ask = (opened: Awaited<ReturnType<typeof open>>, text = 'What cures cough with fever?') =>
  opened.ask(text, { strategy: 'rok' });
const sourcesOf = (opened: Awaited<ReturnType<typeof open>>) =>
  opened.stub.requests.find(({ task }) => task === 'answer-question')!.user;

describe('rok', () => {
  it('walks paths between the key entities, grows branches, and answers from both in three calls, citing the walk', async () => {
    const opened = await open(['Cough', 'Fever']);
    const { answer, asked } = await ask(opened);
    expect(asked).toEqual(['extend-question', 'prune-triples', 'answer-question']);
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Oseltamivir' });
    expect(answer.citations).toMatchObject([
      { kind: 'path', documentId: 'kg', quote: 'Flu -> is cured by -> Oseltamivir' },
    ]);
    expect(sourcesOf(opened)).toContain('Cough <- has symptom <- Flu -> has symptom -> Fever');
    expect(answer.trace.find(({ name }) => name === 'knowledge-paths')?.data).toMatchObject({ drawing: 'paths' });
  });

  it('passes on only the triples that the pruning call chose from whole triples', async () => {
    const opened = await open(['Cough', 'Fever'], (triples) =>
      triples.flatMap((triple, at) => (triple.includes('Oseltamivir') ? [at + 1] : [])),
    );
    await ask(opened);
    expect(sourcesOf(opened)).toContain('Oseltamivir');
    expect(sourcesOf(opened)).not.toContain('Rest');
  });

  it('cites the page behind each edge mentioned, and the path if no page states the edge', async () => {
    const opened = await open(['Ada Lindqvist', 'Umeå'], undefined, (request) => {
      const walk = numberOf(request, 'Ada Lindqvist -> founder of -> Norrfilm -> stands in -> Umeå');
      const twin = numberOf(request, 'Umeå -> twin town of -> Vaasa');
      const text = `Ada Lindqvist founded Norrfilm [${walk}]. Norrfilm stands in Umeå [${walk}]. Umeå's twin town is Vaasa [${twin}].`;
      return written(text, 'Vaasa');
    });
    const stated = [
      ['ada', 'Ada Lindqvist', 'founder of', 'Norrfilm'],
      ['norrfilm', 'Norrfilm', 'stands in', 'Umeå'],
      ['ada', 'Umeå', 'twin town of', 'Vaasa'],
    ].map(([about, subject, predicate, object], at) => {
      const fact = { subject: subject!, predicate: predicate!, object: object!, passageIds: [] };
      return statedFacts(`facts/${at}`, [fact], { follows: about! });
    });
    await opened.stores.apply({ put: stated });
    const { answer } = await ask(opened, 'Which twin town has Umeå, where the company of Ada Lindqvist stands?');
    expect(answer.citations.map(({ kind, documentId }) => [kind, documentId])).toEqual([
      ['passage', 'ada'],
      ['passage', 'norrfilm'],
      ['path', 'facts/2'],
    ]);
    expect(answer.citations[0]!.quote).toContain('She founded the company Norrfilm');
  });

  it('uses only branches if one entity is linked', async () => {
    const opened = await open(['Flu']);
    const { answer } = await ask(opened);
    expect(answer.shortAnswer).toBe('Oseltamivir');
    expect(answer.trace.some(({ name }) => name === 'find_paths')).toBe(false);
  });

  it('traces that nothing is linked, and falls back to passages', async () => {
    const opened = await open(['Norrfilm studio']);
    const { answer } = await ask(opened, 'In which city does Norrfilm have its studio?');
    expect(answer.trace.some(({ name }) => name === 'no-entity-linked')).toBe(true);
    expect(answer).toMatchObject({ shortAnswer: 'Umeå', citations: [{ documentId: 'norrfilm' }] });
  });

  it('searches passages once if the paths do not contain the answer', async () => {
    const opened = await open(['Flu'], (triples) =>
      triples.flatMap((triple, at) => (triple.includes('Cough') ? [at + 1] : [])),
    );
    const { answer, asked } = await ask(opened, 'In which city does Norrfilm, which has the flu, have its studio?');
    expect(asked).toEqual(['extend-question', 'prune-triples', 'answer-question', 'answer-question']);
    expect(answer.trace.some(({ name }) => name === 'graph-insufficient')).toBe(true);
    expect(answer).toMatchObject({ shortAnswer: 'Umeå', citations: [{ documentId: 'norrfilm' }] });
    const nothing = await ask(opened, 'What is the wage of a lighthouse keeper?');
    expect(nothing.answer.verdict).toBe('unknown');
    expect(nothing.asked.filter((task) => task === 'answer-question')).toHaveLength(4);
  });

  it('then shows the pages behind the triples found relevant, and cites them in place of the triples', async () => {
    const opened = await open(['Ada Lindqvist'], undefined, (request) => {
      const founding = numberOf(request, 'Ada Lindqvist -> founder of -> Norrfilm');
      return request.user.includes('She founded the company Norrfilm')
        ? written(`She founded Norrfilm [${founding}].`, 'Norrfilm')
        : { ...written('Nothing says so.', ''), verdict: 'unknown' };
    });
    const fact = { subject: 'Ada Lindqvist', predicate: 'founder of', object: 'Norrfilm', passageIds: [] };
    await opened.stores.apply({ put: [statedFacts('facts', [fact], { follows: 'ada' })] });
    const { answer, asked } = await ask(opened, 'Zu wessen Kummer?');
    expect(asked).toEqual(['extend-question', 'prune-triples', 'answer-question', 'answer-question']);
    expect(answer.citations.map(({ kind, documentId }) => [kind, documentId])).toEqual([['passage', 'ada']]);
  });

  it('does not see graph facts outside the asker’s scopes', async () => {
    const opened = await open(['Cough', 'Fever']);
    const fact = { subject: 'Flu', predicate: 'secretly is', object: 'Fever', passageIds: [] };
    await opened.stores.apply({ put: [statedFacts('secret', [fact], { scopes: ['board'] })] });
    await ask(opened);
    expect(sourcesOf(opened)).not.toContain('secretly');
  });
});

it('routes by how many entities are linked', () => {
  const state = (count: number, exhausted = false) =>
    ({ linked: Array.from({ length: count }, () => ({}) as unknown), exhausted }) as unknown as Rok;
  expect([afterLink(state(0)), afterLink(state(1)), afterLink(state(2)), afterLink(state(2, true))]).toEqual([
    'search',
    'neighbour-branches',
    'main-paths',
    'search',
  ]);
});
