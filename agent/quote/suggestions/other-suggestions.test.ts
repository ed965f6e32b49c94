import { expect, it } from 'vitest';
import type { Passage } from '../../../core/document.ts';
import { wholePassage } from '../../../stores/testing/whole-passage.ts';
import { statementSuggestions } from './statement-suggestions.ts';
import { tableSuggestions } from './table-suggestions.ts';

const passage = (text: string): Passage => ({
  ...wholePassage({ id: 'gifts', title: 'Gifts', text, scopes: [] }),
  headings: ['Gifts'],
});
const asked = (text: string) => statementSuggestions(passage(text)).map(({ question }) => question);

it('asks for a budget that a paragraph begins with', () => {
  expect(asked('**Birthday gift budget:** it is £50 for each person and year.')).toEqual([
    'What is the birthday gift budget?',
  ]);
  expect(asked('**Birthday gift budget:** your manager knows it.')).toEqual([]);
});

it('does not ask what the best of something is', () => {
  expect(asked('The best gifts are the ones that nobody expects from you on that day.')).toEqual([]);
});

it('asks neither how to be something nor for a value', () => {
  expect(asked('To be among those who are drawn, leave your name in the jar at the desk.')).toEqual([]);
  expect(asked('The gifts value is a number between one and nine that the jar tells you.')).toEqual([]);
});

it('asks for no cell that says nothing', () => {
  const table = {
    id: 'gifts|0',
    documentId: 'gifts',
    caption: '',
    headings: [],
    columns: [['Gift'], ['Limit']],
    rows: [
      ['Birthday', 'N/A'],
      ['Wedding', 'TBD'],
      ['Farewell', '£80'],
    ],
  };
  const questions = tableSuggestions(table as unknown as Parameters<typeof tableSuggestions>[0]);
  expect(questions.map(({ question }) => question)).toEqual(['What is the limit for Farewell?']);
});

it('asks nobody how to do what the team does', () => {
  expect(asked('To keep the island free of rats, we set traps at both landings.')).toEqual([]);
  expect(asked('To be in with a chance of a lunch, book your desk.')).toEqual([]);
  expect(asked('To open the boathouse, press the lower button twice.')).toEqual(['How do I open the boathouse?']);
});

it('writes the name of a column small', () => {
  const table = {
    id: 'gifts|1',
    documentId: 'gifts',
    caption: '',
    headings: [],
    columns: [['Gift'], ['Total Spend Limit']],
    rows: [['Farewell', '£80']],
  };
  const questions = tableSuggestions(table as unknown as Parameters<typeof tableSuggestions>[0]);
  expect(questions.map(({ question }) => question)).toEqual(['What is the total spend limit for Farewell?']);
});
