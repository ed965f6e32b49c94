import { afterEach, describe, expect, it } from 'vitest';
import { openAgent, stepFrom, TWO_HOPS, writtenFrom } from '../../testing/open-agent.ts';
import type { StubRequest } from '../../testing/stub-server.ts';
import { afterReview, MAX_TRIES } from './routes.ts';

let close = async () => {};
afterEach(() => close());
const QUESTION = 'In which city is the company that Ada Lindqvist founded?';
const FOUNDED = 'She founded the company Norrfilm';
const STANDS = 'studio stands in the city of Umeå';

const script = (review: (request: StubRequest) => object, refined = 'In which city is Norrfilm?') => ({
  'plan-steps': () => ({
    steps: [
      { thought: '', question: 'Which company did Ada Lindqvist found?', action: 'retrieve' },
      { thought: '', question: 'In which city is #1?', action: 'retrieve' },
    ],
  }),
  'answer-step': (request: StubRequest) =>
    request.user.includes('Question: Which company did Ada')
      ? stepFrom(request, FOUNDED, 'Ada Lindqvist founded Norrfilm', 'Norrfilm')
      : stepFrom(request, STANDS, 'Norrfilm is in Umeå', 'Umeå'),
  'review-step': review,
  'refine-question': () => ({ question: refined }),
  conclude: (request: StubRequest) =>
    writtenFrom(request, [FOUNDED, STANDS], 'Norrfilm, which Ada founded, is in Umeå', 'Umeå'),
});
const pass = () => ({ verdict: 'pass', answer: '', shortAnswer: '', citations: [], question: '' });

const open = async (review: (request: StubRequest) => object = pass, refined?: string, more: object = {}) => {
  const opened = await openAgent(TWO_HOPS, { ...script(review, refined), ...more });
  close = opened.stub.close;
  return opened;
};

describe('PAR-RAG', () => {
  it('plans, acts, reviews, refines and concludes from what the steps cited', async () => {
    const { ask, stub } = await open();
    const { answer, asked, events } = await ask(QUESTION, { strategy: 'par' });
    expect(asked).toEqual([
      'plan-steps',
      'answer-step',
      'review-step',
      'refine-question',
      'answer-step',
      'review-step',
      'conclude',
    ]);
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå', strategy: 'par' });
    expect(answer.citations.map(({ documentId }) => documentId)).toEqual(['ada', 'norrfilm']);
    const concluding = stub.requests.at(-1)!.user;
    expect(concluding).toContain('1. Q: Which company did Ada Lindqvist found?');
    expect(concluding).toContain('2. Q: In which city is Norrfilm?');
    // Only cited sources reach the conclusion.
    expect(concluding).not.toContain('Company 3');
    expect(answer.trace).toContainEqual(expect.objectContaining({ kind: 'state', name: 'plan' }));
    expect(events).toContainEqual({
      type: 'step',
      id: 'step-2',
      title: 'In which city is Norrfilm?',
      status: 'done',
      detail: expect.any(String),
    });
  });

  it('does not search for a step that only concludes', async () => {
    const searches = async (action: string) => {
      const { ask } = await open(pass, undefined, {
        'plan-steps': () => ({ steps: [{ thought: '', question: 'Which company did Ada Lindqvist found?', action }] }),
      });
      const { answer } = await ask(QUESTION, { strategy: 'par' });
      await close();
      return answer.trace.filter(({ kind, name }) => kind === 'tool' && name === 'search_passages').length;
    };
    // The review always searches.
    expect([await searches('retrieve'), await searches('answer')]).toEqual([2, 1]);
  });

  it('treats an unreadable review as unconfirmed', async () => {
    const { ask } = await open(() => ({ text: 'Looks fine to me.' }));
    const { answer } = await ask(QUESTION, { strategy: 'par' });
    expect(answer.mode).toBe('model');
    const reviews = answer.trace.filter(({ name }) => name === 'review').map(({ data }) => data as { verdict: string });
    expect(reviews.length).toBeGreaterThanOrEqual(2);
    expect(reviews.every(({ verdict }) => verdict === 'unconfident')).toBe(true);
  });

  it('does not take answers that cannot be read for pages that say nothing', async () => {
    const { ask } = await open(undefined, undefined, { 'answer-step': () => ({ text: 'I believe it is Umeå.' }) });
    const { answer } = await ask(QUESTION, { strategy: 'par' });
    expect(answer.mode).toBe('quote');
    expect(answer.notices?.join(' ')).toMatch(/not in the form that Parley can read/);
  });

  it('says so if a part of the answers could not be read and the question stays unanswered', async () => {
    const { ask } = await open(undefined, undefined, {
      'answer-step': (request: StubRequest) =>
        request.user.includes('Question: Which company did Ada')
          ? stepFrom(request, FOUNDED, 'Ada Lindqvist founded Norrfilm', 'Norrfilm')
          : { text: 'I believe it is Umeå.' },
      conclude: (request: StubRequest) => writtenFrom(request, ['no such words'], '', ''),
    });
    const { answer } = await ask(QUESTION, { strategy: 'par' });
    expect(answer).toMatchObject({ verdict: 'unknown', mode: 'model' });
    expect(answer.notices).toEqual([expect.stringMatching(/^Part of what the model answered could not be read/)]);
  });

  it('reports progress in plain words, with the current step', async () => {
    const { ask } = await open();
    const { answer, events } = await ask(QUESTION, { strategy: 'par' });
    const said = events.flatMap((event) => (event.type === 'status' ? [event.text] : []));
    const about = said.filter((text) => !text.startsWith('Searching') && !text.startsWith('Following'));
    expect(about).toEqual([
      'Making a plan',
      'Answering step 1 of 2',
      'Checking step 1 of 2',
      'Wording the next step',
      'Answering step 2 of 2',
      'Checking step 2 of 2',
      'Drawing the answer together',
      'Done',
    ]);
    expect(said).toContain('Searching the pages: Which company did Ada Lindqvist found?');
    const labels = answer.trace.filter(({ kind }) => kind === 'task').map(({ label }) => label);
    expect(labels).toEqual(about.slice(0, -1));
  });

  it('searches for the review with the preliminary answer, in passages and in the graph', async () => {
    const { ask } = await open();
    const { answer } = await ask(QUESTION, { strategy: 'par' });
    const searches = answer.trace.filter(({ node, kind }) => node === 'review' && kind === 'tool');
    expect(searches.slice(0, 2)).toMatchObject([
      { name: 'search_passages', data: { arguments: { query: 'Ada Lindqvist founded Norrfilm' } } },
      { name: 'query_graph', data: { arguments: { query: 'Ada Lindqvist founded Norrfilm' } } },
    ]);
  });

  it.each([
    [
      'names nothing itself: from what the steps before cited',
      'In which city is its studio?',
      { passageIds: ['ada#0'] },
    ],
    ['names what it asks about: by itself', 'In which city is Norrfilm?', undefined],
  ])('searches, by the whole ranking where that is asked for, for a step that %s', async (_, refined, seeds) => {
    const { ask } = await open(pass, refined);
    const { answer } = await ask(QUESTION, { strategy: 'par:retrieval=whole' });
    const queries = answer.trace.filter(({ node, name }) => node === 'act' && name === 'search_passages');
    expect(queries.map(({ data }) => (data as { arguments: object }).arguments)).toEqual([
      { query: 'Which company did Ada Lindqvist found?', k: 10 },
      { query: refined, k: 10, ...(seeds && { seeds }) },
    ]);
  });

  it('answers a step from the nearest passages, and reviews it against these and the graph’s', async () => {
    const { ask } = await open();
    const { answer } = await ask(QUESTION, { strategy: 'par' });
    const searched = (name: string) =>
      answer.trace
        .filter(({ node, kind }) => node === name && kind === 'tool')
        .map(({ name: tool, data }) => [tool, (data as { arguments: { by?: string } }).arguments.by]);
    expect(searched('act')).toEqual([
      ['search_passages', 'nearest'],
      ['search_passages', 'nearest'],
    ]);
    expect(searched('review').slice(0, 2)).toEqual([
      ['search_passages', 'nearest'],
      ['query_graph', undefined],
    ]);
  });

  it('replaces the preliminary answer by the revised one', async () => {
    const { ask, stub } = await open((request) => {
      if (request.nth > 0) return pass();
      return {
        verdict: 'revised',
        answer: 'Ada Lindqvist founded Norrfilm AB [1]',
        shortAnswer: 'Norrfilm AB',
        citations: [],
        question: '',
      };
    });
    await ask(QUESTION, { strategy: 'par' });
    expect(stub.requests.at(-1)!.user).toContain('A: Ada Lindqvist founded Norrfilm AB [1]');
  });

  it('repeats an unconfident step with the refined question, a limited number of times', async () => {
    const { ask } = await open((request) =>
      request.user.includes('Question: In which city') || request.user.includes('Question: Where')
        ? {
            verdict: 'unconfident',
            answer: '',
            shortAnswer: '',
            citations: [],
            question: 'Where does Norrfilm have its studio?',
          }
        : pass(),
    );
    const { asked, answer } = await ask(QUESTION, { strategy: 'par' });
    expect(asked.filter((task) => task === 'answer-step')).toHaveLength(1 + MAX_TRIES);
    const queries = answer.trace.filter(({ node, name }) => node === 'act' && name === 'search_passages');
    expect(queries.at(-1)).toMatchObject({ data: { arguments: { query: 'Where does Norrfilm have its studio?' } } });
  });

  it('skips a step that needs a missing answer, and marks it in the plan and the trace', async () => {
    const unknown = { verdict: 'unknown', answer: '', shortAnswer: '', citations: [], question: '' };
    const { ask } = await open((request) => (request.user.includes('Question: Which company') ? unknown : pass()), '', {
      'plan-steps': () => ({
        steps: [
          { thought: '', question: 'Which company did Ada Lindqvist found?', action: 'retrieve' },
          { thought: '', question: 'In which city is #1?', action: 'retrieve' },
          { thought: '', question: 'Who leads Norrfilm?', action: 'retrieve' },
          { thought: '', question: 'Is #2 larger than Oslo?', action: 'answer' },
        ],
      }),
    });
    const { answer, asked, events } = await ask(QUESTION, { strategy: 'par' });
    // The third step needs no earlier answer and runs. The second does not, nor does the fourth, which needs the
    // second.
    expect(asked.filter((task) => task === 'answer-step')).toHaveLength(2);
    expect(asked).not.toContain('refine-question');
    const notAsked = answer.trace.filter(({ name }) => name === 'not-asked').map(({ data }) => data);
    expect(notAsked).toEqual([
      { at: 1, question: 'In which city is #1?', needs: [1] },
      { at: 3, question: 'Is #2 larger than Oslo?', needs: [2] },
    ]);
    const plan = answer.trace.findLast(({ name }) => name === 'plan')?.data;
    expect(plan).toMatchObject({
      steps: [
        { status: 'failed' },
        { status: 'failed', needs: ['step-1'] },
        { status: 'done' },
        { status: 'failed', needs: ['step-2'] },
      ],
    });
    expect(events).toContainEqual({ type: 'step', id: 'step-2', title: 'In which city is #1?', status: 'failed' });
  });

  it('says so when the steps do not hold the answer', async () => {
    const { ask } = await open();
    const { answer } = await ask('In which city is the company that Ada Lindqvist founded?', {
      strategy: 'par',
      scopes: ['nobody'],
    });
    expect(answer).toMatchObject({ verdict: 'unknown', shortAnswer: '', citations: [] });
  });

  it('stops at the budget and answers from what it found', async () => {
    const { ask } = await open();
    const { answer, asked } = await ask(QUESTION, { strategy: 'par', budget: { calls: 4 } });
    expect(asked).toHaveLength(4);
    expect(answer.usage.calls).toBe(4);
    expect(answer.notices?.join()).toMatch(/budget/);
    expect(answer.text).toContain('Norrfilm');
  });
});

describe('after a review', () => {
  const planned = [1, 2].map(() => ({ thought: '', question: '', action: 'retrieve' as const }));
  it.each([
    [{ at: 0, tries: 1, verdict: 'unconfident' as const }, 'act'],
    [{ at: 0, tries: MAX_TRIES, verdict: 'unconfident' as const }, 'refine'],
    [{ at: 0, tries: 0, verdict: 'pass' as const }, 'refine'],
    [{ at: 1, tries: 0, verdict: 'revised' as const }, 'conclude'],
  ])('%j leads to %s', (stepAtHand, target) => {
    expect(afterReview({ planned, stepAtHand: { question: '', ...stepAtHand } })).toBe(target);
  });
});
