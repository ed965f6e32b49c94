import { describe, expect, it } from 'vitest';
import { asksForCount, asksForFigure, countLinks, hasFigure, isEnglish, statesInverseRelation } from './english.ts';

it.each([
  ['Who is the publisher of Notes on the Roaming Signal?', 1],
  ['What is the name of the spouse of Ada Berg?', 1],
  ['Which company does the person who leads Project Granite work for?', 1],
  ['In which country is the city where the mother of the director of Jaws was born?', 3],
  ["Who is the mayor of the birthplace of the founder of Ada's employer?", 3],
  ['What is the place of birth of the director of Jaws?', 2],
  ['Which people is closest to the group that makes up 70% of settlers?', 1],
  ['Who is the president of the organization that Ada Berg is a member of?', 2],
  ['When did the country where the village of Norby is located become a member of CARICOM?', 1],
  ['Who is the mayor of the village where the founder of Norrfilm was born?', 3],
  ['wer führt das Projekt?', 0],
])('counts the links that lead on in "%s"', (question, links) => {
  expect(countLinks(question)).toBe(links);
});

it.each([
  ['Who is the child-in-law of Ada Berg?', 'Ole Dahl was the husband of Eva Berg', true],
  ['With whom did Ada Berg have a child?', 'the daughter of Ada Berg and Ole Dahl', true],
  ['Who is the child-in-law of Ada Berg?', 'Ole Dahl was a friend of Eva Berg', false],
])('"%s" is answered by "%s": %s', (question, quote, states) => {
  expect(statesInverseRelation(question, quote)).toBe(states);
});

describe('queries', () => {
  it('that count or calculate are recognised', () => {
    expect(asksForCount('How many buoys were sold in total?')).toBe(true);
    expect(asksForCount('Who founded Norrfilm?')).toBe(false);
  });
});

it.each([
  ['Who is the publisher of Notes on the Roaming Signal?', true],
  ['Deported Women of the SS Special Section or Custodio de señoras: which film is older?', true],
  ['Wie viele Einwohner hat die Stadt, in der das Heron-Team sitzt?', false],
  ['Hoeveel inwoners heeft de stad van of bij het meer?', false],
  ['¿Cuál es el total de la factura de marzo?', false],
  ['Qual é o total da fatura e quando vence?', false],
  ['Quel est le prix le plus élevé de la liste ?', false],
  ['ヘロンチームのオフィスはどこですか', false],
])('%s is in English: %s', (question, english) => {
  expect(isEnglish(question)).toBe(english);
});

it('finds no links, figures or counts in questions in other languages', () => {
  expect(asksForFigure('When was Norrfilm founded?')).toBe(true);
  expect(asksForFigure('Wann wurde Norrfilm gegründet?')).toBe(false);
  expect(countLinks('In welke stad staat het huis van of bij de oprichter van of voor Norrfilm?')).toBe(0);
  expect(asksForCount('¿Cuál es el total de la factura?')).toBe(false);
});

it('recognises number words as figures', () => {
  for (const answer of ['four-year', 'twelve', 'Two thousand', '1998']) expect(hasFigure(answer), answer).toBe(true);
  for (const answer of ['Norrfilm', 'Fourier', 'someone']) expect(hasFigure(answer), answer).toBe(false);
});
