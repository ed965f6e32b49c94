import { expect, it } from 'vitest';
import { createReferenceBoard } from '../../references/reference.ts';
import { citedFrom, newFacts, statementsOf, withGrounds } from './facts.ts';

it('tells a fact in other words from a new one, whatever is cited', () => {
  const known = ['Ada founded Norrfilm [1]'];
  expect(
    newFacts(['Norrfilm: founded by Ada [4]', 'Norrfilm stands in Umeå [2]', 'In Umeå stands Norrfilm'], known),
  ).toEqual(['Norrfilm stands in Umeå [2]']);
});

it('takes facts that differ in a figure, or in one of few words, for two', () => {
  const long = 'The revenue of the company Norrfilm in million euros for the whole year';
  expect(newFacts([`${long} 2020 was 12 [1]`], [`${long} 2021 was 12 [1]`])).toHaveLength(1);
  expect(newFacts(['Ada was born in Oslo [1]'], ['Ada was born in Umeå [1]'])).toHaveLength(1);
});

it('puts the words of its source beside a fact', () => {
  const references = createReferenceBoard();
  const text = 'Ada is an engineer. She founded the company Norrfilm in 1998.';
  references.add([{ kind: 'passage', documentId: 'ada', title: 'Ada', headings: [], text }]);
  expect(withGrounds('Ada founded Norrfilm [1]', { references })).toEqual({
    fact: 'Ada founded Norrfilm [1]',
    grounds: [{ n: 1, title: 'Ada', quote: 'She founded the company Norrfilm in 1998.' }],
  });
});

it('puts none beside a fact whose source the prompt shows whole, and the part with its figure where the sentence is long', () => {
  const references = createReferenceBoard();
  const text = `Flag of Umeå ${'Umeå on a map of the north '.repeat(30)}Population (2018) 83,249 Time zone UTC + 1 ${'and more of it '.repeat(20)}`;
  references.add([{ kind: 'passage', documentId: 'umea', title: 'Umeå', headings: [], text }]);
  const fact = 'Umeå had a population of 83,249 in 2018 [1]';
  const whole = references.get(1)!;
  expect(withGrounds(fact, { references }, [whole]).grounds).toEqual([]);
  const [ground] = withGrounds(fact, { references }, [{ ...whole, text: 'Only a part.' }]).grounds;
  expect(ground?.quote).toContain('Population (2018) 83,249');
  expect(ground?.quote.length).toBeLessThanOrEqual(300);
});

it('widens a sentence that says too little of a fact by those around it', () => {
  const references = createReferenceBoard();
  const text = 'Ole: I built a budget planner for phones.\nAda: That app sounds cool!\nOle: It is called Coinbird.';
  references.add([{ kind: 'passage', documentId: 'chat', title: '20260101', headings: [], text }]);
  const [ground] = withGrounds('Ole wrote an app for planning money, Coinbird [1]', { references }).grounds;
  expect(ground?.quote).toBe(text);
});

it('reads an answer as the statements that it cites', () => {
  expect(statementsOf({ text: 'Ada founded Norrfilm [1]. It is in Umeå [2][3]. So it is north.' })).toEqual([
    'Ada founded Norrfilm [1].',
    'It is in Umeå [2][3].',
  ]);
});

it('takes a fact only with the marks of sources that were shown', () => {
  const shown = [{ n: 1 }, { n: 3 }];
  expect(
    citedFrom(['Ada founded it [1].', 'It is in Umeå [2].', 'Both [1][2]', 'All [1, 2; 3].', 'Nobody knows'], shown),
  ).toEqual(['Ada founded it [1].', 'Both [1]', 'All [1][3].']);
});
