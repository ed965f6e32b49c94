import fc from 'fast-check';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { STRATEGIES } from '../../agent/index.ts';
import type { GraphStep } from '../../agent/strategies/crp/reasoning-graph.ts';
import { ask, closeStub, inFourWordings } from '../../agent/strategies/crp/testing/scripted-reader.ts';
import { loadStrategy } from '../../agent/strategies/index.ts';
import { numberOf, openAgent, stepFrom, TWO_HOPS, written, writtenFrom } from '../../agent/testing/open-agent.ts';
import { EVAL_STRATEGIES } from './index.ts';
import { disturbGraph } from './noise.ts';

afterEach(closeStub);
const FOUNDED = 'She founded the company Norrfilm';
const STANDS = 'Its studio stands in the city of Umeå';
const QUESTION = 'In which city is the company that Ada Lindqvist founded?';

/** The page of the second hop shares no word with the question, and many others do: the first search misses it. */
const FAR_HOP = [
  ...TWO_HOPS.slice(0, 2),
  ...Array.from({ length: 30 }, (_, at) => ({
    id: `filler-${at}`,
    title: `City company ${at}`,
    text: `A company in a city that somebody founded; company number ${at} is in the city too.`,
  })),
];

const open = async (script: Parameters<typeof openAgent>[1], pages = TWO_HOPS) => {
  const opened = await openAgent(pages, script, { strategies: EVAL_STRATEGIES });
  onTestFinished(opened.stub.close);
  return opened;
};

it('keep every strategy, and the options that it has outside', () => {
  expect(EVAL_STRATEGIES.map(({ name }) => name)).toEqual(STRATEGIES.map(({ name }) => name));
  for (const [at, { defaults }] of STRATEGIES.entries()) expect(EVAL_STRATEGIES[at]?.defaults).toMatchObject(defaults);
});

describe('noise', () => {
  it('replaces no more than its share of the steps, and never a source', () => {
    const graphs = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 12 }).map((depths) => ({
      steps: depths.map(
        (depth, at): GraphStep => ({ id: `${at}`, text: `step ${at}`, final: false, depth, parents: [] }),
      ),
    }));
    fc.assert(
      fc.property(graphs, fc.integer({ min: 0, max: 5 }), (graph, tenths) => {
        const disturbed = disturbGraph(graph, { steps: tenths / 10, knowledge: 0, seed: 1 });
        const changed = disturbed.steps.filter(({ text }, at) => text !== graph.steps[at]?.text);
        const below = graph.steps.filter(({ depth }) => depth > 1).length;
        expect(changed.length).toBe(Math.min(below, Math.floor((tenths * graph.steps.length) / 10)));
        expect(changed.every(({ depth }) => depth > 1)).toBe(true);
      }),
    );
  });

  it('leaves CRP-RAG its undisturbed steps while there are any, and makes it refuse when every way is disturbed', async () => {
    for (const kind of ['steps', 'knowledge']) {
      const strategies = EVAL_STRATEGIES;
      const disturbed = await ask(inFourWordings, { strategies, strategy: `crp:noise.${kind}=0.4` });
      expect(disturbed.answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå' });
      const drowned = await ask(inFourWordings, { strategies, strategy: `crp:noise.${kind}=0.5` });
      expect(drowned.answer).toMatchObject({ verdict: 'unknown', shortAnswer: '' });
    }
  });

  it('takes the place of auto’s searches or of what they find, and auto says that it does not know', async () => {
    const rest = { established: [], missing: [], guess: '', queries: [], calculations: [] };
    const { ask: askAuto, stub } = await open(
      {
        'answer-attempt': (request) => ({
          ...written('The city is not stated.', ''),
          ...rest,
          established: [`Ada Lindqvist founded Norrfilm [${numberOf(request, FOUNDED)}]`],
          missing: ['the city in which Norrfilm is'],
          queries: ['In which city is the studio of Norrfilm?'],
        }),
        'transform-query': () => ({ kind: 'none', queries: [] }),
      },
      FAR_HOP,
    );
    const shownByRound = async (strategy: string) => {
      const before = stub.requests.length;
      const { answer } = await askAuto(QUESTION, { strategy });
      expect(answer.verdict).toBe('unknown');
      return stub.requests.slice(before).map(({ user }) => user);
    };
    expect((await shownByRound('auto'))[1]).toContain(STANDS);
    expect((await shownByRound('auto:noise.knowledge=1'))[1]).toContain('A sonnet has fourteen lines.');
    expect((await shownByRound('auto:noise.steps=1')).slice(1).join()).not.toContain(STANDS);
  });
});

describe('a part left out', () => {
  const par = {
    'plan-steps': () => ({
      steps: [
        { thought: '', question: 'Which company did Ada Lindqvist found?', action: 'retrieve' },
        { thought: '', question: 'In which city does #1 have its studio?', action: 'retrieve' },
      ],
    }),
    'answer-step': (request: Parameters<typeof stepFrom>[0]) =>
      stepFrom(request, FOUNDED, 'She founded Norrfilm', 'Norrfilm'),
    'review-step': () => ({ verdict: 'pass', answer: '', shortAnswer: '', citations: [], question: '' }),
    'refine-question': () => ({ question: 'In which city does Norrfilm have its studio?' }),
    conclude: (request: Parameters<typeof stepFrom>[0]) => writtenFrom(request, [FOUNDED], 'Norrfilm', 'Norrfilm'),
  };

  it('PAR-RAG plans nothing without its plan, and reviews nothing without its review', async () => {
    const asked = async (strategy: string) => (await (await open(par)).ask(QUESTION, { strategy })).asked;
    expect(await asked('par')).toEqual(expect.arrayContaining(['plan-steps', 'review-step', 'refine-question']));
    expect(await asked('par:plan=false')).toEqual(['answer-step', 'review-step', 'conclude']);
    expect(await asked('par:review=false')).not.toContain('review-step');
  });

  it('RoK links what the question itself names without its extension', async () => {
    const { ask: askRok } = await open({
      'key-entities': () => ({ entities: ['Norrfilm'] }),
      'answer-question': (request) => writtenFrom(request, [FOUNDED], 'Ada founded it', 'Ada'),
    });
    const { asked, answer } = await askRok('Who founded Norrfilm?', { strategy: 'rok:extension=false' });
    expect(asked).toEqual(['key-entities', 'answer-question']);
    expect(answer.trace.some(({ name }) => name === 'link_entities')).toBe(true);
  });

  it('is an option of evals alone', async () => {
    for (const text of ['par:review=false', 'rok:branches=false', 'crp:noise.steps=0.4'])
      await expect(loadStrategy(text)).rejects.toThrow();
  });
});
