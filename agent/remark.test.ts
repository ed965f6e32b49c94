import { afterEach, expect, it } from 'vitest';
import { openAgent } from './testing/open-agent.ts';

const PAGES = [
  {
    id: 'seats',
    title: 'Heated seats',
    text: 'Chairs 9 and 22 run cold until the boards come on 18 December. Nikhil Rao orders them.',
  },
];
const HISTORY = [{ question: 'why is chair 9 cold', answer: 'The boards are missing.' }];
const unknown = { reasoning: '', verdict: 'unknown', text: 'Not stated.', shortAnswer: '', citations: [] };

let close: (() => Promise<unknown>) | undefined;
afterEach(() => close?.());
const open = async (question: string) => {
  const opened = await openAgent(PAGES, {
    'standalone-question': () => ({ question }),
    'searchable-question': () => ({ question, searches: [] }),
    'answer-question': () => unknown,
  });
  close = () => opened.stub.close();
  return opened;
};

it.each(['vanilla', 'auto', 'par', 'agent', 'hybrid', 'crp', 'rok', 'airrag'])(
  'searches nothing for a remark of a thread by %s, and calls the model once',
  async (strategy) => {
    const { ask } = await open('');
    const { answer, asked } = await ask('lol i would like a heated chair in the office', {
      strategy,
      history: HISTORY,
    });
    expect(answer).toMatchObject({ verdict: 'smalltalk', citations: [], usage: { calls: 1 } });
    expect(asked).toEqual([strategy === 'auto' ? 'searchable-question' : 'standalone-question']);
    expect(answer.text).not.toBe('');
  },
);

it('answers a question that the model took for a remark', async () => {
  const { ask } = await open('');
  const { answer, asked } = await ask('and who orders them?', { strategy: 'vanilla', history: HISTORY });
  expect(asked).toEqual(['standalone-question', 'answer-question']);
  expect(answer).toMatchObject({ verdict: 'unknown', question: 'and who orders them?' });
});

it('tells the question as it stands by itself', async () => {
  const { ask } = await open('Who orders the boards of the heated seats?');
  const { answer } = await ask('and who orders them?', { strategy: 'vanilla', history: HISTORY });
  expect(answer.question).toBe('Who orders the boards of the heated seats?');
});

it('reads the last four turns of a long thread, and what was asked before them', async () => {
  const opened = await open('Who orders the boards?');
  const history = ['im a contractor', ...Array.from({ length: 4 }, (_, at) => `and chair ${at}?`)];
  await opened.ask('who orders them?', {
    strategy: 'vanilla',
    history: history.map((question) => ({ question, answer: 'Not stated.' })),
  });
  const thread = opened.stub.requests.find(({ task }) => task === 'standalone-question')?.user ?? '';
  expect(thread).toContain('Asked before that: "im a contractor"');
  expect(thread.match(/Not stated/g)).toHaveLength(4);
});

/** A page of several passages, as a team's are. */
const LONG = {
  id: 'handbook',
  title: 'Handbook',
  text: Array.from(
    { length: 12 },
    (_, at) =>
      `## Section ${at}\n\n${'The works council meets on the first Monday of each month in the hall. '.repeat(12)}`,
  ).join('\n\n'),
};

it('reads a first message whose words the pages hardly hold: auto searches in the words of the pages, or has nothing to do', async () => {
  const unwritten = { ...unknown, established: [], missing: [], guess: '', queries: [] };
  const opened = await openAgent([...PAGES, LONG], {
    'searchable-question': ({ user }) =>
      user.includes('omg')
        ? { question: '', searches: [] }
        : { question: 'whats with the chilly bums', searches: ['heated seats cold', 'boards of the chairs'] },
    'answer-attempt': () => unwritten,
  });
  close = () => opened.stub.close();
  const remark = await opened.ask('omg what a day in the hall', { strategy: 'auto' });
  expect(remark.asked).toEqual(['searchable-question']);
  expect(remark.answer).toMatchObject({ verdict: 'smalltalk', citations: [] });
  const question = await opened.ask('whats with the chilly bums?', { strategy: 'auto' });
  // `asked` goes on from the question before.
  expect(question.asked.slice(1, 3)).toEqual(['searchable-question', 'answer-attempt']);
  const prompt = opened.stub.requests.findLast(({ task }) => task === 'answer-attempt')?.user ?? '';
  expect(prompt).toContain('Chairs 9 and 22 run cold');
  expect(prompt).toContain('"heated seats cold"');
  const known = await opened.ask('when does the works council meet, which Monday?', { strategy: 'auto' });
  expect(known.asked[question.asked.length]).toBe('answer-attempt');
});
