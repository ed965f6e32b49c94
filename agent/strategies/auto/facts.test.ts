import { expect, it } from 'vitest';
import { createReferenceBoard } from '../../references/reference.ts';
import { citedStatements, groundFact, keepCitedFacts, newFacts } from './facts.ts';

it('treats a reworded fact as known, whatever it cites', () => {
  const known = ['Ada founded Norrfilm [1]'];
  expect(
    newFacts(['Norrfilm: founded by Ada [4]', 'Norrfilm stands in Umeå [2]', 'In Umeå stands Norrfilm'], known),
  ).toEqual(['Norrfilm stands in Umeå [2]']);
});

it('treats facts as different if a figure differs, or one word of a short fact', () => {
  const long = 'The revenue of the company Norrfilm in million euros for the whole year';
  expect(newFacts([`${long} 2020 was 12 [1]`], [`${long} 2021 was 12 [1]`])).toHaveLength(1);
  expect(newFacts(['Ada was born in Oslo [1]'], ['Ada was born in Umeå [1]'])).toHaveLength(1);
});

it('quotes the source beside a fact', () => {
  const references = createReferenceBoard();
  const text = 'Ada is an engineer. She founded the company Norrfilm in 1998.';
  references.add([{ kind: 'passage', documentId: 'ada', title: 'Ada', headings: [], text }]);
  expect(groundFact('Ada founded Norrfilm [1]', { references })).toEqual({
    fact: 'Ada founded Norrfilm [1]',
    grounds: [{ n: 1, title: 'Ada', quote: 'She founded the company Norrfilm in 1998.' }],
  });
});

it('quotes nothing if the prompt shows the full source, and the part with the figure if the sentence is long', () => {
  const references = createReferenceBoard();
  const text = `Flag of Umeå ${'Umeå on a map of the north '.repeat(30)}Population (2018) 83,249 Time zone UTC + 1 ${'and more of it '.repeat(20)}`;
  references.add([{ kind: 'passage', documentId: 'umea', title: 'Umeå', headings: [], text }]);
  const fact = 'Umeå had a population of 83,249 in 2018 [1]';
  const whole = references.get(1)!;
  expect(groundFact(fact, { references }, [whole]).grounds).toEqual([]);
  const [ground] = groundFact(fact, { references }, [{ ...whole, text: 'Only a part.' }]).grounds;
  expect(ground?.quote).toContain('Population (2018) 83,249');
  expect(ground?.quote.length).toBeLessThanOrEqual(300);
  // A shown part that holds the quote is enough.
  expect(groundFact(fact, { references }, [{ ...whole, text: ground!.quote }]).grounds).toEqual([]);
});

it('adds neighbouring sentences if one says too little of a fact', () => {
  const references = createReferenceBoard();
  const text = 'Ole: I built a budget planner for phones.\nAda: That app sounds cool!\nOle: It is called Coinbird.';
  references.add([{ kind: 'passage', documentId: 'chat', title: '20260101', headings: [], text }]);
  const [ground] = groundFact('Ole wrote an app for planning money, Coinbird [1]', { references }).grounds;
  expect(ground?.quote).toBe(text);
});

it('quotes what was said, not the line that addresses the person by name', () => {
  const references = createReferenceBoard();
  const text = `JenniferMoore: Glad you like it! As for my sessions, I am building my endurance for an upcoming marathon. What about you?\nLiHua: ${'I work on my strength and push my limits every week. '.repeat(6)}\nLiHua: Thanks, Jennifer!`;
  references.add([{ kind: 'passage', documentId: 'chat', title: '20260122', headings: [], text }]);
  const [ground] = groundFact('Jennifer Moore trains for a marathon [1]', { references }).grounds;
  expect(ground?.quote).toContain('for an upcoming marathon');
});

it('splits an answer into its cited statements', () => {
  expect(citedStatements({ text: 'Ada founded Norrfilm [1]. It is in Umeå [2][3]. So it is north.' })).toEqual([
    'Ada founded Norrfilm [1].',
    'It is in Umeå [2][3].',
  ]);
});

it('keeps only facts that cite shown sources', () => {
  const shown = [{ n: 1 }, { n: 3 }];
  expect(
    keepCitedFacts(
      ['Ada founded it [1].', 'It is in Umeå [2].', 'Both [1][2]', 'All [1, 2; 3].', 'Nobody knows'],
      shown,
    ),
  ).toEqual(['Ada founded it [1].', 'Both [1]', 'All [1][3].']);
});
