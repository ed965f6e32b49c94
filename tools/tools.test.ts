import { AIMessage } from '@langchain/core/messages';
import { convertToOpenAIFunction } from '@langchain/core/utils/function_calling';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ParleyError } from '../core/errors.ts';
import type { Triple } from '../core/knowledge.ts';
import { silentLog } from '../core/log.ts';
import { entityKey } from '../core/text/words.ts';
import { createRetriever, type SearchResult } from '../retrieval/index.ts';
import { openEmbedded } from '../stores/embedded/index.ts';
import type { Stores } from '../stores/index.ts';
import { wholePassage } from '../stores/testing/whole-passage.ts';
import { createTools, evaluateExpression, type ToolName, type Tools, type ToolTypes } from './index.ts';

const stores = openEmbedded(':memory:');
afterAll(() => stores.close());

const triple = (
  subjectName: string,
  predicate: string,
  objectName: string,
  documentId: string,
  scope: string,
): Triple => ({
  id: `${subjectName}-${predicate}-${objectName}`,
  subject: entityKey(subjectName),
  predicate,
  object: entityKey(objectName),
  subjectName,
  objectName,
  passageIds: [`${documentId}#0`],
  documentIds: [documentId],
  scopes: [scope],
});

/** One page per fact; the last is visible to the board only. */
const FACTS = [
  ['ada', 'Ada Lindqvist', 'founded', 'Norrfilm', 'everyone'],
  ['norrfilm', 'Norrfilm', 'is based in', 'Umeå', 'everyone'],
  ['umea', 'Umeå', 'lies in', 'Sweden', 'everyone'],
  ['secret', 'Norrfilm', 'will buy', 'Sydfilm', 'board'],
] as const;

beforeAll(async () => {
  await stores.apply({
    put: [
      ...FACTS.map(([id, subject, predicate, object, scope]) => {
        const fact = triple(subject, predicate, object, id, scope);
        const text = `${subject} ${predicate} ${object}.`;
        return {
          document: {
            id,
            sourceId: 's',
            title: subject,
            text,
            scopes: [scope],
            fetchedAt: '2026-01-01T00:00:00Z',
            contentHash: id,
          },
          passages: [wholePassage({ id, title: subject, text, scopes: [scope] })],
          tables: [],
          knowledge: {
            documentId: id,
            scopes: [scope],
            entities: [subject, object].map((name) => ({ id: entityKey(name), name })),
            mentions: [],
            triples: [fact],
          },
        };
      }),
      {
        document: {
          id: 't',
          sourceId: 's',
          title: 'Sales',
          text: '| Year | Films |\n|---|---|\n| 2025 | 12 |',
          scopes: ['everyone'],
          fetchedAt: '2026-01-01T00:00:00Z',
          contentHash: 't',
        },
        passages: [
          {
            id: 't#0',
            documentId: 't',
            ordinal: 0,
            kind: 'table' as const,
            title: 'Sales',
            headings: [],
            text: '| Year | Films |\n|---|---|\n| 2025 | 12 |',
            start: 0,
            end: 5,
            links: [],
            scopes: ['everyone'],
          },
        ],
        tables: [],
      },
    ],
  });
});

const open = (scopes: string[] = ['everyone'], over: Stores = stores): Tools =>
  createTools({
    stores: over,
    retriever: createRetriever({ stores: over, log: silentLog }),
    scopes,
    asOf: '2026-11-20T10:00:00Z',
    signal: new AbortController().signal,
  });
const call = async <Name extends ToolName>(name: Name, args: ToolTypes[Name]['arguments'], scopes?: string[]) => {
  const message = await open(scopes)[name].invoke({ type: 'tool_call', id: '1', name, args });
  return message as { content: string; artifact: ToolTypes[Name]['found'] };
};

describe('tools', () => {
  it('search passages, as text for a model and as data for a node', async () => {
    const { content, artifact } = await call('search_passages', { query: 'Who founded Norrfilm?' });
    expect(content).toContain('Ada Lindqvist founded Norrfilm');
    expect(artifact.hits[0]).toMatchObject({ documentId: 'ada' });
  });

  it('read passages by their ids, and none outside the scopes', async () => {
    const { content, artifact } = await call('read_passages', { passageIds: ['t#0', 'nothing#0'] });
    expect(artifact.map(({ id }) => id)).toEqual(['t#0']);
    expect(content).toContain('| 2025 | 12 |');
    expect((await call('read_passages', { passageIds: ['t#0'] }, ['nobody'])).artifact).toEqual([]);
  });

  it('are LangChain tools: a model can be bound to them, and a ToolNode runs them', async () => {
    const tools = Object.values(open());
    for (const { name, description, parameters } of tools.map((one) => convertToOpenAIFunction(one)))
      expect({ name, description, parameters }).toMatchObject({
        description: expect.stringMatching(/\w/),
        parameters: { type: 'object' },
      });
    const asking = new AIMessage({
      content: '',
      tool_calls: [{ id: '1', name: 'search_passages', args: { query: 'Who founded Norrfilm?' } }],
    });
    const { messages } = await new ToolNode(tools).invoke({ messages: [asking] });
    expect(messages).toEqual([expect.objectContaining({ tool_call_id: '1', status: 'success' })]);
    expect(messages[0].text).toContain('Ada Lindqvist founded Norrfilm');
  });

  it('search tables alone', async () => {
    const { artifact } = await call('search_tables', { query: 'films in 2025' });
    expect(artifact.hits.map(({ passageId }) => passageId)).toEqual(['t#0']);
  });

  it('link names to entities, and skip names without a similar one', async () => {
    const { artifact } = await call('link_entities', { names: ['norrfilm', 'Lindqvist, Ada', 'Zorg Industries'] });
    expect(artifact.map(({ name, entity }) => [name, entity.id])).toEqual([
      ['norrfilm', 'norrfilm'],
      ['Lindqvist, Ada', 'ada lindqvist'],
    ]);
  });

  it('find paths of up to three hops, along facts and against them', async () => {
    const { content } = await call('find_paths', { from: 'ada lindqvist', to: ['sweden'] });
    expect(content).toBe('Ada Lindqvist -> founded -> Norrfilm -> is based in -> Umeå -> lies in -> Sweden');
    expect((await call('find_paths', { from: 'sweden', to: ['norrfilm'] })).content).toBe(
      'Sweden <- lies in <- Umeå <- is based in <- Norrfilm',
    );
    expect((await call('find_paths', { from: 'ada lindqvist', to: ['sweden'], maxHops: 2 })).artifact).toEqual([]);
  });

  it('rank passages by the graph from a query’s names', async () => {
    const { artifact } = await call('query_graph', { query: 'Where is the company of Ada Lindqvist?', k: 3 });
    expect(artifact.hits.map(({ documentId }) => documentId)).toEqual(expect.arrayContaining(['ada', 'norrfilm']));
  });

  it('use only names and passages while the graph is down, with a notice', async () => {
    const away = () =>
      Promise.reject(new ParleyError('STORE_UNAVAILABLE', { message: 'Neo4j is away.', remedy: 'Start it.' }));
    const graph = { ...stores.graph, triplesOf: away, entities: away };
    const message = await open(['everyone'], { ...stores, graph }).query_graph.invoke({
      type: 'tool_call',
      id: '1',
      name: 'query_graph',
      args: { query: 'Who founded Norrfilm?', k: 5 },
    });
    const { hits, notice } = (message as { artifact: SearchResult }).artifact;
    expect(hits.map(({ documentId }) => documentId)).toEqual(expect.arrayContaining(['ada', 'norrfilm']));
    expect(notice).toMatch(/^Neo4j is away\. This search went without/);
  });

  it('never leave the asker’s scopes', async () => {
    const facts = async (scopes: string[]) => (await call('neighbours', { entities: ['norrfilm'] }, scopes)).content;
    expect(await facts(['everyone'])).not.toContain('Sydfilm');
    expect(await facts(['everyone', 'board'])).toContain('Norrfilm -> will buy -> Sydfilm');
    expect((await call('link_entities', { names: ['Sydfilm'] })).artifact).toEqual([]);
    expect((await call('find_paths', { from: 'norrfilm', to: ['sydfilm'] })).artifact).toEqual([]);
    const { artifact } = await call('query_graph', { query: 'What will Norrfilm buy? Sydfilm' });
    expect(artifact.hits.map(({ documentId }) => documentId)).not.toContain('secret');
  });

  it('return the time at which the question is asked', async () => {
    expect((await call('clock', {})).artifact).toEqual({
      asOf: '2026-11-20T10:00:00Z',
      date: '2026-11-20',
      weekday: 'Friday',
    });
  });
});

describe('the calculator', () => {
  it.each([
    ['(12.5 + 3) / 2', 7.75],
    ['3 * 23400', 70_200],
    ['max(3, 7) - min(2, 5)', 5],
    ['mean([3, 7, 8])', 6],
    ['0.1 + 0.2', 0.3],
    ['5 > 3', true],
    ['12 − 5 × 2', 2],
  ])('%s = %s', async (expression, value) => {
    expect(await evaluateExpression(expression)).toBe(value);
  });

  it.each([
    'import("fs")',
    'f(x) = x^2',
    'x = 5',
    'a.b',
    '"a"',
    'evaluate("1+1")',
    'createUnit("x")',
    '1:1000000',
    'ones(10000, 10000)',
    '5!',
    '1/0',
    '2 +',
    '9^9^9^9',
    'process.exit()',
    '1+'.repeat(300),
  ])('refuses %s', async (expression) => {
    await expect(evaluateExpression(expression)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('does not repeat a rejected expression, which may contain a page’s text', async () => {
    for (const expression of ['zembla', 'zembla(1)', '1 + "zembla"', '2 zembla', '1 $ zembla']) {
      const error = await evaluateExpression(expression).catch((refused: Error) => refused);
      expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain('zembla');
    }
  });

  it('returns a finite number or rejects, quickly, for any input', async () => {
    const part = fc.constantFrom(
      '1',
      '9',
      '.5',
      '+',
      '-',
      '*',
      '/',
      '^',
      '(',
      ')',
      'max',
      ',',
      ' ',
      '[',
      ']',
      'x',
      '!',
      ':',
      '"',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 40 }), async (parts) => {
        const before = process.cpuUsage();
        const value = await evaluateExpression(parts.join('')).catch((error: { code: string }) => error.code);
        expect(typeof value === 'boolean' || value === 'BAD_INPUT' || Number.isFinite(value)).toBe(true);
        // CPU time, because other processes may delay the test. A runaway expression takes minutes.
        const { user, system } = process.cpuUsage(before);
        expect((user + system) / 1e6).toBeLessThan(5);
      }),
    );
  });
});
