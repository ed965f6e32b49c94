import { expect, it } from 'vitest';
import { quotingFrom } from '../../testing/quoting-from.ts';

const ask = quotingFrom({
  'ferry.md': [
    '# The ferry, in questions',
    '## 1. The ferry',
    '### 1.1. Where do these colours come from?',
    'So far they were those of the lighthouses:',
    '- red was the one at the north pier,',
    '- green was the one in the bay.',
    '### 1.2. How many ferries are there?',
    'There are two of them, and one is kept for the summer.',
    '### 1.3. Does the ferry carry bicycles?',
    'Go ahead. Nobody minds.',
    '## 2. The ferry in winter',
    'For more information on the ferries read [Section 1.2, “How many ferries are there?”](#two).',
    'In winter the colours come off with the ice, and ferries are painted again.',
  ].join('\n\n'),
  'lorry.md': [
    '# Broken down?',
    'Recovery is by RoadMend, and the number of our contract is AT-60417.',
    'Tell each customer who still waits for a load.',
  ].join('\n\n'),
});

it.each([
  ['Where do these colours come from?', 'lighthouses'],
  ['where do the colours come from', 'lighthouses'],
  ['does the ferry carry bicycles', 'Go ahead'],
])('answers a question that is a numbered heading: %s', async (question, said) => {
  const { verdict, text } = await ask(question);
  expect(verdict).toBe('answered');
  expect(text).toContain(said);
});

it('names a page whose title is another question by that title', async () => {
  const { text } = await ask('who pays the recovery contract');
  expect(text).toContain('AT-60417');
  expect(text).toContain('“Broken down?”');
});
