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
    expect(asked).toEqual(['standalone-question']);
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

it('answers a remark that opens a conversation by a word, though auto had searched for it', async () => {
  const reply = { reasoning: '', verdict: 'nothing-asked', text: 'Oh dear!', shortAnswer: '', citations: [] };
  const rest = { established: [], missing: [], guess: '', queries: [] };
  const opened = await openAgent(PAGES, { 'answer-attempt': () => ({ ...reply, ...rest }) });
  close = () => opened.stub.close();
  const { answer, asked } = await opened.ask('omg what a day, the seats ran cold AGAIN', { strategy: 'auto' });
  expect(asked).toEqual(['answer-attempt']);
  expect(answer).toMatchObject({ verdict: 'smalltalk', citations: [] });
  const question = await opened.ask('which seats ran cold AGAIN?', { strategy: 'auto' });
  expect(question.answer.verdict).toBe('unknown');
});
