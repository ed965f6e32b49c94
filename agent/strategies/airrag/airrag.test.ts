import { afterEach, describe, expect, it } from 'vitest';
import { createQuestionContext } from '../../create-question-context.ts';
import { openModels } from '../../model/open-model.ts';
import { numberOf, openAgent, stepFrom, TWO_HOPS, written, writtenFrom } from '../../testing/open-agent.ts';
import type { StubRequest } from '../../testing/stub-server.ts';
import { createAirrag } from './graph.ts';
import { AIRRAG, type SearchOptions } from './options.ts';
import { select } from './search.ts';
import { addNodes, backpropagate, createTree } from './tree.ts';

let close = async () => {};
afterEach(() => close());
const QUESTION = 'In which city is the company that Ada Lindqvist founded?';
const FOUNDED = 'She founded the company Norrfilm';
const STANDS = 'studio stands in the city of Umeå';
const FOUNDED_BY_ADA = 'What did Ada Lindqvist found?';
const SAY = [
  ['Which company did Ada Lindqvist found?', 'In which city is the answer to 1?'],
  ['which company did Ada Lindqvist found', 'In which city is the answer to 1'],
  [],
];
const script = {
  'analyse-question': ({ body }: StubRequest) => ({ queries: SAY[body.seed as number] }),
  'answer-from-memory': () => ({
    reasoning: '',
    verdict: 'answered',
    text: 'Stockholm, I think.',
    shortAnswer: 'Stockholm',
  }),
  'answer-step': (request: StubRequest) =>
    /^Question: .*(Norrfilm|studio)/m.test(request.user)
      ? stepFrom(request, STANDS, 'Norrfilm is in Umeå', 'Umeå')
      : stepFrom(request, FOUNDED, 'Ada Lindqvist founded Norrfilm', 'Norrfilm'),
  'transform-query': (request: StubRequest) =>
    request.user.includes('Norrfilm')
      ? { kind: 'none', queries: [] }
      : { kind: 'follow-up', queries: ['In which city is the studio of Norrfilm?'] },
  conclude: (request: StubRequest) =>
    writtenFrom(request, [FOUNDED, STANDS], 'Norrfilm, which Ada founded, is in Umeå', 'Umeå'),
  'refine-candidates': (request: StubRequest) =>
    writtenFrom(request, [FOUNDED, STANDS], 'Refined: Norrfilm, which Ada founded, is in Umeå', 'Umeå'),
  'next-query': ({ user }: StubRequest) =>
    user.includes('Umeå')
      ? { done: true, query: '' }
      : {
          done: false,
          query: user.includes('Norrfilm') ? 'Where is the studio of Norrfilm?' : 'What did Ada Lindqvist found?',
        },
  'answer-question': () => written('Not stated.', ''),
};

const open = async (more: object = {}) => {
  const opened = await openAgent(TWO_HOPS, { ...script, ...more });
  close = opened.stub.close;
  return opened;
};
/** Runs the graph directly, with options that the named strategy does not set. */
const run = async (options: Partial<SearchOptions>, more: object = {}) => {
  const { stub, stores, retriever } = await open(more);
  const trace: { name: string; data?: unknown }[] = [];
  const context = await createQuestionContext({
    models: openModels({ PARLEY_MODEL: 'openai:stub', PARLEY_MODEL_BASE_URL: stub.url })!,
    budget: { tokens: 200_000, calls: 400, seconds: 60 },
    stores,
    retriever,
    scopes: ['everyone'],
    asOf: '2026-11-20T00:00:00Z',
    record: (event) => trace.push(event),
  });
  const state = await createAirrag(options).invoke(
    { question: QUESTION, history: [], standalone: QUESTION, today: '2026-11-20' },
    { context: context as never, recursionLimit: 1000 },
  );
  return { state, stub, trace, asked: stub.requests.map(({ task }) => task), context };
};

describe('AirRAG', () => {
  it('expands SAY and DA in parallel, answers SAY’s queries with RA, and sums up with SA', async () => {
    const { ask, stub } = await open();
    const { answer, asked } = await ask(QUESTION, { strategy: 'airrag:rollouts=1+samples.say=3' });
    expect(asked.slice(0, 4).sort()).toEqual([
      'analyse-question',
      'analyse-question',
      'analyse-question',
      'answer-from-memory',
    ]);
    expect(asked.slice(4)).toEqual(['answer-step', 'answer-step', 'conclude']);
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå', usage: { rounds: 4 } });
    expect(answer.citations.map(({ documentId }) => documentId)).toEqual(['ada', 'norrfilm']);
    // The first answer is filled into the second query.
    expect(stub.requests[5]!.user).toContain('Question: In which city is Norrfilm?');
    // The summary's prompt contains the path's queries and answers.
    expect(stub.requests[6]!.user).toContain('Q: In which city is Norrfilm?\n   A: Norrfilm is in Umeå');
    expect(
      stub.requests.filter(({ task }) => task === 'analyse-question').map(({ body }) => [body.temperature, body.top_p]),
    ).toEqual(Array(3).fill([1, 1]));
  });

  it('follows every output of SAY and DA within the default number of rollouts', async () => {
    const { asked, state, trace } = await run(
      {},
      { 'analyse-question': ({ body }: StubRequest) => ({ queries: body.seed === 0 ? SAY[0] : [FOUNDED_BY_ADA] }) },
    );
    expect(asked.filter((task) => task === 'analyse-question')).toHaveLength(2);
    expect(state.tree.rollouts).toBe(3);
    const { nodes } = trace.findLast(({ name }) => name === 'tree')!.data as {
      nodes: { parent?: string; kind?: string; visits: number }[];
    };
    const drawn = nodes.filter(({ kind, parent }) => parent === '0' && (kind === 'SAY' || kind === 'DA'));
    expect(drawn.map(({ kind }) => kind).sort()).toEqual(['DA', 'SAY', 'SAY']);
    expect(drawn.every(({ visits }) => visits > 0)).toBe(true);
  });

  it('seeds the search with earlier sources if a query contains no name', async () => {
    const { ask } = await open({
      'analyse-question': () => ({
        queries: ['Which company did Ada Lindqvist found?', 'In which city is its studio?'],
      }),
    });
    const { answer } = await ask(QUESTION, { strategy: 'airrag' });
    const asked = answer.trace.flatMap(({ name, data }) =>
      name === 'search_passages' ? [(data as { arguments: { query: string; seeds?: object } }).arguments] : [],
    );
    const first = asked.find(({ query }) => query.startsWith('Which company'));
    expect(first!.seeds).toBeUndefined();
    expect(asked.find(({ query }) => query.startsWith('In which city is its'))).toMatchObject({
      seeds: { passageIds: ['ada#0'] },
    });
  });

  it('keeps one of several equal outputs of SAY', async () => {
    const { trace } = await run({ samples: { say: 3 } });
    const { nodes } = trace.find(({ name }) => name === 'tree')!.data as { nodes: { kind?: string }[] };
    expect(nodes.filter(({ kind }) => kind === 'SAY')).toHaveLength(2);
  });

  it('runs further rollouts and refines the candidates by one more SA', async () => {
    const { state, asked, trace } = await run(
      { rollouts: 4, choose: 'refine' },
      {
        conclude: (request: StubRequest) =>
          request.nth === 1 ? writtenFrom(request, [], 'It may be Norrfilm', 'Norrfilm') : script.conclude(request),
      },
    );
    expect(asked.at(-1)).toBe('refine-candidates');
    expect(state.written?.text).toMatch(/^Refined/);
    const { rollouts, nodes } = trace.findLast(({ name }) => name === 'tree')!.data as {
      rollouts: number;
      nodes: { kind?: string; visits: number }[];
    };
    expect(rollouts).toBe(4);
    expect(nodes[0]!.visits).toBe(4);
    expect(nodes.filter(({ kind }) => kind === 'SA').length).toBeGreaterThan(1);
  });

  it('makes no call to refine candidates that agree, and none to conclude from memory alone', async () => {
    const told: number[] = [];
    const { state, asked } = await run(
      { rollouts: 8, choose: 'refine' },
      {
        conclude: (request: StubRequest) => {
          told.push([...request.user.matchAll(/^\[\d+\] /gm)].length);
          return script.conclude(request);
        },
      },
    );
    expect(asked).toContain('answer-from-memory');
    expect(asked).not.toContain('refine-candidates');
    expect(state.written?.shortAnswer).toBe('Umeå');
    expect(Math.min(...told)).toBeGreaterThan(0);
  });

  it('rewards a rollout by how well the sources support its answer', async () => {
    const { trace } = await run(
      { rollouts: 4, samples: { say: 3 } },
      {
        conclude: (request: StubRequest) =>
          request.nth === 0
            ? written('Not stated.', '')
            : writtenFrom(request, [FOUNDED], 'Ada Lindqvist founded the company Norrfilm', 'Norrfilm'),
      },
    );
    const { nodes } = trace.findLast(({ name }) => name === 'tree')!.data as {
      nodes: { kind?: string; value: number; visits: number }[];
    };
    const ends = nodes.filter(({ kind, visits }) => kind === 'SA' && visits > 0).map(({ value }) => value);
    expect(ends[0]).toBe(0.1);
    expect(Math.max(...ends)).toBeGreaterThan(0.8);
  });

  it('weighs exploration by √2: a rarely visited child is selected before a better one', async () => {
    const { context } = await run({});
    const at = async (exploration?: number) => {
      const options = {
        ...AIRRAG,
        actions: ['ra', 'sa'] as const,
        rollouts: 32,
        ...(exploration !== undefined && { exploration }),
      };
      const tree = createTree(options);
      const answer = (text: string) => ({ query: text, answer: text, shortAnswer: text, solved: true });
      const [good, seldom] = addNodes(tree, 0, 'ra', [answer('good'), answer('seldom')], options);
      for (let visit = 0; visit < 9; visit++) backpropagate(tree, good!.id, 0.5);
      backpropagate(tree, seldom!.id, 0.2);
      tree.rollouts = 10;
      const found = (await select(options)({ tree } as never, { context } as never)) as { tree: { at: number } };
      return found.tree.at === seldom!.id ? 'seldom' : 'good';
    };
    expect([await at(), await at(0)]).toEqual(['seldom', 'good']);
  });

  it('samples RA, SA and DA at temperature .7 and top-p .8, SAY and QT at 1', async () => {
    const { stub } = await run(
      { rollouts: 2 },
      {
        'answer-step': () => ({ verdict: 'unknown', answer: 'Not stated', shortAnswer: '', citations: [] }),
        'transform-query': ({ nth }: StubRequest) => ({ kind: 'rewrite', queries: [`Where is it? ${nth}`] }),
      },
    );
    const drawn = new Map(stub.requests.map(({ task, body }) => [task, [body.temperature, body.top_p]]));
    expect(Object.fromEntries(drawn)).toEqual({
      'analyse-question': [1, 1],
      'transform-query': [1, 1],
      'answer-from-memory': [0.7, 0.8],
      'answer-step': [0.7, 0.8],
      conclude: [0.7, 0.8],
    });
  });

  it('transforms an unanswered query, and sums up when QT returns none', async () => {
    const { asked, state, stub } = await run(
      { actions: ['ra', 'qt', 'sa'], rollouts: 1, samples: { qt: 3 } },
      {
        'answer-step': (request: StubRequest) =>
          /^Question: In which city is the studio/m.test(request.user)
            ? stepFrom(request, STANDS, 'Norrfilm is in Umeå', 'Umeå')
            : { verdict: 'unknown', answer: 'Not stated', shortAnswer: '', citations: [] },
        'transform-query': ({ nth }: StubRequest) =>
          nth < 3
            ? { kind: 'follow-up', queries: ['In which city is the studio of Norrfilm?'] }
            : { kind: 'none', queries: [] },
      },
    );
    // What came near an unanswered query helps the next one.
    expect(stub.requests.find(({ task }) => task === 'transform-query')?.user).toContain('A: unknown: Not stated');
    expect(asked).toEqual([
      'answer-step',
      ...Array(3).fill('transform-query'),
      'answer-step',
      ...Array(3).fill('transform-query'),
      'conclude',
    ]);
    expect(state.tree.rollouts).toBe(1);
  });

  it.each(['jaccard', 'scorer'] as const)('chooses by %s', async (choose) => {
    const seen: string[] = [];
    const scorer = ({ text }: { text: string }) => {
      seen.push(text);
      return text.includes('odd') ? 0.9 : 0.2;
    };
    const { state, asked } = await run(
      {
        rollouts: 4,
        choose,
        scorer: choose === 'scorer' ? scorer : undefined,
      },
      {
        conclude: (request: StubRequest) =>
          request.nth === 1
            ? written(`An odd answer [${numberOf(request, FOUNDED) || 1}]`, 'odd')
            : written(`Norrfilm is in Umeå [${numberOf(request, FOUNDED) || 1}] ${request.nth}`, 'Umeå'),
      },
    );
    expect(asked).not.toContain('refine-candidates');
    expect(state.written?.shortAnswer).toBe(choose === 'scorer' ? 'odd' : 'Umeå');
    expect(seen.length > 0).toBe(choose === 'scorer');
  });

  it('keeps one candidate of rollouts along the same path', async () => {
    const { state } = await run({ rollouts: 8, actions: ['ra', 'sa'], samples: { sa: 1 }, choose: 'jaccard' });
    expect(state.tree.rollouts).toBeLessThan(8);
  });

  it('stops before L_max and answers from what it found', async () => {
    const long = await run({ rollouts: 32, maxInputTokens: 200_000, choose: 'jaccard' });
    const all = long.context.meter.usage().inputTokens;
    await close();
    const short = await run({ rollouts: 32, maxInputTokens: 4_000, choose: 'jaccard' });
    expect(short.context.meter.usage().inputTokens).toBeLessThanOrEqual(4_000);
    expect(all).toBeGreaterThan(4_000);
    expect(short.state.written?.shortAnswer).toBe('Umeå');
  });

  it('answers from what it found when the budget ends', async () => {
    const { ask } = await open();
    const { answer } = await ask(QUESTION, { strategy: 'airrag', budget: { calls: 5 } });
    expect(answer.usage.calls).toBe(5);
    expect(answer.text).toContain('Norrfilm');
    expect(answer.notices?.join()).toMatch(/budget/);
  });
});

describe('AirRAG variants', () => {
  it('airrag-lite uses neither SAY nor DA', async () => {
    const { ask } = await open();
    const { asked, answer } = await ask(QUESTION, { strategy: 'airrag-lite' });
    expect(asked).not.toContain('analyse-question');
    expect(asked).not.toContain('answer-from-memory');
    expect(answer.strategy).toBe('airrag-lite');
  });

  it('airrag-blender refines the candidates of four strategies by one SA, shown once', async () => {
    const { ask } = await open({
      conclude: (request: StubRequest) =>
        request.nth === 0 ? writtenFrom(request, [FOUNDED], 'It is Norrfilm', 'Norrfilm') : script.conclude(request),
    });
    const { asked, answer, events } = await ask(QUESTION, { strategy: 'airrag-blender' });
    expect(asked).toEqual(expect.arrayContaining(['analyse-question', 'next-query', 'answer-question', 'answer-step']));
    expect(asked.at(-1)).toBe('refine-candidates');
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå' });
    const shown = events.flatMap((event) => (event.type === 'token' ? [event.text] : [])).join('');
    expect(shown).toMatch(/^Refined: [^R]*$/);
  });

  it('airrag-blender answers although one branch fails', async () => {
    const { ask } = await open({ 'next-query': () => ({ status: 400 }) });
    const { answer } = await ask(QUESTION, { strategy: 'airrag-blender' });
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå' });
    expect(answer.notices?.join()).toMatch(/Part of the search failed/);
  });
});
