import type { Measure } from './schema.ts';

/** Columns of the tables that alone hold their numbers. */
export const measures: readonly Measure[] = [
  {
    id: 'revenue',
    subject: 'company',
    column: 'Revenue (million euros)',
    caption: 'Financial results of',
    period: 'Year',
    noun: 'revenue',
    unit: 'million euros',
    asks: ['What was the revenue of {s} in {at}?', 'How many million euros of revenue did {s} report for {at}?'],
  },
  {
    id: 'profit',
    subject: 'company',
    column: 'Profit (million euros)',
    caption: 'Financial results of',
    period: 'Year',
    noun: 'profit',
    unit: 'million euros',
    asks: ['What was the profit of {s} in {at}?', 'How many million euros of profit did {s} make in {at}?'],
  },
  {
    id: 'points',
    subject: 'club',
    column: 'Points',
    caption: 'Season results of',
    period: 'Season',
    noun: 'points total',
    asks: ['What was the points total of {s} in {at}?', 'How many points did {s} collect in the {at} season?'],
  },
  {
    id: 'wins',
    subject: 'club',
    column: 'Won',
    caption: 'Season results of',
    period: 'Season',
    noun: 'number of wins',
    asks: ['What was the number of wins of {s} in {at}?', 'How many matches did {s} win in the {at} season?'],
  },
  {
    id: 'spending',
    subject: 'project',
    column: 'Spent (thousand euros)',
    caption: 'Budget of',
    period: 'Year',
    noun: 'spending',
    unit: 'thousand euros',
    asks: ['What was the spending of {s} in {at}?', 'How many thousand euros did {s} spend in {at}?'],
  },
  {
    id: 'goals',
    subject: 'club',
    column: 'Goals',
    caption: 'Squad of',
    period: 'Player',
    noun: 'goals tally',
    asks: ['How many goals did {at} score for {s}?', 'What is the goal count of {at} at {s}?'],
  },
];

/** Questions that compute over a measure; {n} its noun, {m} a bound. */
export const calculations = {
  change: [
    'By how much did the {n} of {s} change from {from} to {to}?',
    'What is the difference between the {n} of {s} in {from} and in {to}?',
  ],
  total: [
    'What was the total {n} of {s} from {from} to {to}?',
    'What does the {n} of {s} add up to from {from} to {to}?',
  ],
  best: ['In which year did {s} have its highest {n}?', 'In which year was the {n} of {s} highest?'],
  worst: ['In which year did {s} have its lowest {n}?', 'In which year was the {n} of {s} lowest?'],
  above: ['In how many years was the {n} of {s} above {m}?', 'How many times did the {n} of {s} exceed {m}?'],
} as const;
export type Calculation = keyof typeof calculations;

/** Questions that count what stands in a relation to something. */
export const counts: readonly { relation: string; asks: readonly string[]; plural: string; caption: string }[] = [
  {
    relation: 'director',
    plural: 'films directed by',
    caption: 'Films directed by',
    asks: ['How many films did {o} direct?', 'What is the number of films directed by {o}?'],
  },
  {
    relation: 'author',
    plural: 'books written by',
    caption: 'Books written by',
    asks: ['How many books did {o} write?', 'What is the number of books written by {o}?'],
  },
  {
    relation: 'maker',
    plural: 'products made by',
    caption: 'Products made by',
    asks: ['How many products does {o} make?', 'What is the number of products made by {o}?'],
  },
];
